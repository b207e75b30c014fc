"""karat bench, in turns too short to mean anything."""

import json

from karat.cli.main import status
from karat.env import bench as env_bench
from karat.games import GAMES
from karat.kernel import bench


def test_every_way_in_is_measured(capsys):
    assert status(["bench", "kernel", "--seconds", "0.001", "--repeats", "1", "--json"]) == 0
    told = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    found = {(line["game"], line["players"], line["interface"]) for line in told}
    assert {("aurum", players, way) for players in (3, 4) for way in (bench.FUSED, bench.STEPS, bench.BATCH)} <= found
    assert all(line["moves_per_second"] > 0 for line in told)


def test_the_table_has_a_line_for_each(capsys):
    assert status(["bench", "kernel", "--game", "aurum", "--seconds", "0.001", "--repeats", "1"]) == 0
    header, *lines = capsys.readouterr().out.splitlines()
    assert header.split() == ["game", "players", "interface", "cores", "moves/s", "rounds/s"]
    assert len(lines) == len(bench.contenders([GAMES["aurum"].kernel.contenders]))


def test_a_game_without_a_kernel_is_refused(capsys):
    assert status(["bench", "kernel", "--game", "chess"]) == 2
    assert "no kernel for 'chess'" in capsys.readouterr().err


def test_every_environment_is_measured_beside_those_of_others(capsys):
    assert status(["bench", "env", "--seconds", "0.001", "--repeats", "1", "--json"]) == 0
    told = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    ways = {(line["game"], line["interface"].partition(":")[0]) for line in told}
    assert {(game, way) for game in GAMES for way in (env_bench.ONE, env_bench.TURNS, env_bench.VECTOR)} <= ways
    assert ("spades", "OpenSpiel, from Python") in ways
    assert all(line["moves_per_second"] > 0 for line in told)
