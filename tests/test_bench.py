"""The measuring scripts run; what they measure is for people to read."""

import json
import subprocess
import sys
from pathlib import Path

BENCH = Path(__file__).resolve().parent.parent / "bench"


def test_the_speed_of_the_readable_engine_can_be_measured():
    command = [sys.executable, str(BENCH / "readable_engine.py"), "--seconds", "0.05"]
    found = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    assert set(found) == {
        "import ms",
        *(f"aurum {players} {unit}/s" for players in (3, 4) for unit in ("rounds", "actions")),
    }
    assert all(value > 0 for value in found.values())


def test_the_strength_of_amuls_bots_can_be_measured():
    command = [sys.executable, str(BENCH / "strength_amul.py"), "--deals", "2", "--players", "3", "--think", "20"]
    ran = subprocess.run(command, capture_output=True, text=True, check=True)
    assert "%" in ran.stdout


def test_habits_for_amul_can_be_tuned():
    few = ["--minutes", "0.001", "--matches", "3", "--players", "3", "--deals", "4", "--test", "6"]
    command = [sys.executable, str(BENCH / "tune_amul.py"), *few]
    told = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
    assert [line.split(" = ")[0] for line in told[:2]] == ["AT_FIRST", "AT_LAST"]
    assert told[2].startswith("3 players: ")


def test_the_figures_claimed_of_the_bots_can_be_measured(tmp_path):
    wanted = ("casual4", "casual3", "calibration4")
    command = [sys.executable, str(BENCH / "strength.py"), "--pairs", "2", "--rounds", "2", "--workers", "1", "--json"]
    command += ["-o", str(tmp_path), *(option for name in wanted for option in ("--only", name))]
    for _ in range(2):  # the second finds every game in the folder
        ran = subprocess.run(command, capture_output=True, text=True, check=True)
        found = {figure["name"]: figure for figure in json.loads(ran.stdout)}
        assert list(found) == list(wanted)
        assert found["casual4"]["pairs"] == 2
        assert found["casual4"]["command"].startswith("karat arena aurum --players 4 --bots casual,novice")
        assert 0 <= found["casual3"]["more"]["arena"]["lines"][0]["wins"]["low"] <= 1
        assert all(figure["measured"] or figure["absent"] for figure in found.values())
        assert not any(figure["holds"] for figure in found.values())  # two pairs show nothing
    assert (tmp_path / "casual4" / "records.jsonl").read_text().count("\n") == 4


def test_how_well_actions_are_foretold_can_be_measured():
    command = [sys.executable, str(BENCH / "foresight.py"), "--rounds", "1", "--every", "8", "--times", "1"]
    told = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert told.startswith("all: ")
    assert "two tricks" in told


def test_how_well_actions_of_amul_are_foretold_can_be_measured():
    command = [sys.executable, str(BENCH / "foresight_amul.py"), "--matches", "1", "--every", "12", "--times", "1"]
    told = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert told.startswith("all: ")
    assert "policy" in told


def test_every_figure_has_a_name_and_a_claim():
    ran = subprocess.run(
        [sys.executable, str(BENCH / "strength.py"), "--list"], capture_output=True, text=True, check=True
    )
    names = [line.split()[0] for line in ran.stdout.splitlines()]
    assert {"strong4", "instant4", "expert4", "peer-time", "peer-tries", "amul-expert8", "solver"} <= set(names)


def test_starts_can_be_measured():
    command = [sys.executable, str(BENCH / "start.py"), "--runs", "1", "--json"]
    found = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    assert set(found["seconds"]) == set(found["goals"])
    assert all(taken[0] > 0 for taken in found["seconds"].values())


def test_the_server_can_be_measured():
    command = [sys.executable, "-m", "karat", "bench", "server", "--json", "--tables", "3", "--seconds", "1"]
    more = ["--rate", "10", "--rounds", "1", "--idle", "20"]
    done = subprocess.run([*command, *more], capture_output=True, text=True, check=True)
    found = json.loads(done.stdout)["karat"]
    assert found["refused"] == 0
    assert found["actions_per_second"] > 0
    assert found["actions_per_cpu_second"] > 0
    assert 0 < found["p50_ms"] <= found["p99_ms"]
    assert 0 < found["resume_bytes"] <= 2000
