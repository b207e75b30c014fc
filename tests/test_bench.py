"""The measuring scripts run; what they measure is for people to read."""

import doctest
import json
import os
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


KINDS = (
    "casual4", "instant4", "expert3", "peer-tries", "amul-expert3", "partners", "calibration3", "pace-instant4",
    "pace3", "start4", "agreement", "solver", "search", "endgame",
)  # fmt: skip
"""Of figures that are measured alike, with other players or bots, one."""


def test_every_kind_of_figure_claimed_of_the_bots_can_be_measured(tmp_path):
    command = [sys.executable, str(BENCH / "strength.py"), "--smoke", "--workers", "1", "--json", "-o", str(tmp_path)]
    only = [word for kind in KINDS for word in ("--only", kind)]
    ran = subprocess.run([*command, *only], capture_output=True, text=True, check=True)
    found = {figure["name"]: figure for figure in json.loads(ran.stdout)}
    assert set(found) == set(KINDS)
    assert not [figure for figure in found.values() if figure["absent"] or not figure["measured"]]
    assert all(figure["command"] for figure in found.values())
    duels = [figure for figure in found.values() if "goal" in figure["more"]]
    assert len(duels) == 5
    assert all(figure["pairs"] == 1 and not figure["holds"] for figure in duels)  # one pair shows nothing
    assert (tmp_path / "casual4" / "records.jsonl").read_text().count("\n") == 2


def test_a_measurement_goes_on_from_what_was_kept(tmp_path):
    command = [sys.executable, str(BENCH / "strength.py"), "--workers", "1", "--json", "-o", str(tmp_path)]
    command += ["--only", "casual4"]
    for pairs in (1, 2):
        ran = subprocess.run([*command, "--pairs", str(pairs)], capture_output=True, text=True, check=True)
        (figure,) = json.loads(ran.stdout)
        assert figure["pairs"] == pairs
        assert figure["command"].startswith("karat arena aurum --players 4 --bots casual,novice")
    assert (tmp_path / "casual4" / "records.jsonl").read_text().count("\n") == 4


VERDICTS = """
import json, sys
sys.path.insert(0, sys.argv[1])
from strength import Estimate, verdict
rows = json.loads(sys.argv[2])
print(json.dumps([verdict(Estimate(*share), deals, goal, 0.5, ladder=ladder) for *share, deals, goal, ladder in rows]))
"""


def test_when_a_claim_holds():
    rows = [
        ((0.68, 0.66, 0.70), 1000, 0.65, True, True),
        ((0.66, 0.64, 0.68), 1000, 0.65, True, True),
        ((0.68, 0.66, 0.70), 200, 0.65, True, None),  # the ladder wants a thousand
        ((0.64, 0.62, 0.66), 1000, 0.65, True, False),
        ((0.60, 0.58, 0.62), 200, 0.65, True, False),  # more pairs would not mend it
        ((0.51, 0.49, 0.53), 1000, 0.5, True, True),  # level is enough where level is asked for
        ((0.90, 0.80, 1.00), 25, 0.75, False, True),  # all of the interval is above
        ((0.80, 0.70, 0.90), 25, 0.75, False, None),
        ((1.00, 0.67, 1.00), 3, 0.65, False, None),  # too few to say anything
        ((0.51, 0.49, 0.53), 2000, 0.5, False, None),  # a lead is asked for
        ((0.47, 0.45, 0.49), 300, 0.5, False, False),
    ]
    given = json.dumps([[*share, *more] for share, *more, _ in rows])
    ran = subprocess.run([sys.executable, "-c", VERDICTS, BENCH, given], capture_output=True, text=True, check=True)
    assert json.loads(ran.stdout) == [row[-1] for row in rows]


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


def test_starts_can_be_measured():
    command = [sys.executable, str(BENCH / "start.py"), "--runs", "1", "--json"]
    found = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    assert set(found["seconds"]) == set(found["goals"])
    assert all(taken[0] > 0 for taken in found["seconds"].values())


UNCOMPILED = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
"""For servers on which no bot searches: they would load all that this takes. To be measured in earnest it has to be."""


def test_the_server_can_be_measured():
    command = [sys.executable, str(BENCH / "server_speed.py"), "--json", "--tables", "3", "--seconds", "1"]
    more = ["--rate", "10", "--rounds", "1", "--idle", "20"]
    done = subprocess.run([*command, *more], env=UNCOMPILED, capture_output=True, text=True, check=True)
    found = json.loads(done.stdout)["karat"]
    assert found["refused"] == 0
    assert found["actions_per_second"] > 0
    assert found["actions_per_cpu_second"] > 0
    assert 0 < found["p50_ms"] <= found["p99_ms"]
    assert 0 < found["resume_bytes"] <= 2000


def test_the_server_can_be_measured_beside_another_checkout():
    command = [sys.executable, str(BENCH / "server_speed.py"), "--json", "--old", str(BENCH.parent)]
    more = ["--tables", "2", "--seconds", "0.5", "--rounds", "2"]
    done = subprocess.run([*command, *more], env=UNCOMPILED, capture_output=True, text=True, check=True)
    found = json.loads(done.stdout)
    assert found["refused"] == 0
    assert found["actions"] > 0
    assert found["ratio"] > 0
    assert len(found["pairs"]) == 2


def test_the_first_minute_tells_what_was_held_and_what_is_not_ready():
    from bench import first_minute

    assert doctest.testmod(first_minute).failed == 0
    figures = first_minute.Figures(
        {"fresh clone: ./karat --help": [10.0, 30.0, 19.0], "later start: page answers": [4.0]}
    )
    help_line, later = figures.table().splitlines()[1:]
    assert help_line.split()[-6:] == ["19.00", "10.00", "to", "30.00", "20", "held"]
    assert later.split()[-1] == "MISSED"


def test_who_measures_the_first_minute_has_an_empty_home(tmp_path, monkeypatch):
    from bench import first_minute

    monkeypatch.setenv("KARAT_CACHE", "here")
    monkeypatch.setenv("DISPLAY", ":0")
    env = first_minute.empty_home(tmp_path)
    assert not {"KARAT_CACHE", "DISPLAY"} & set(env)
    assert list(Path(env["HOME"]).iterdir()) == []
