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


def test_the_strength_of_bots_can_be_measured():
    little = ("strength_amul.py", ["--players", "3", "--think", "20"]), ("strength_aurum.py", ["--players", "3"])
    for script, options in little:
        command = [sys.executable, str(BENCH / script), "--deals", "2", *options]
        ran = subprocess.run(command, capture_output=True, text=True, check=True)
        assert "%" in ran.stdout


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
