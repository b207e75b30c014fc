"""TorchRL's own check of environments, by the script that runs it on everything."""

import importlib.util
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).resolve().parents[2] / "scripts" / "torchrl-check"


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(SCRIPT), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)


def test_torchrl_finds_nothing_wrong():
    if importlib.util.find_spec("torchrl") is None:
        pytest.skip("TorchRL is not installed here; scripts/torchrl-check says how it is")
    ran = run("--smoke")
    assert ran.returncode == 0, ran.stdout
    assert ran.stdout.count("as TorchRL wants it") == 6


def test_who_has_no_torchrl_is_told_so():
    if importlib.util.find_spec("torchrl") is not None:
        pytest.skip("TorchRL is installed here")
    ran = run()
    assert ran.returncode == 2
    assert ran.stderr.startswith("TorchRL is not installed, and nothing was checked")
