"""The two promises, in short: nothing leaked, nothing lost. scripts/leaks and scripts/crash look for longer."""

import importlib.machinery
import importlib.util
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from karat.rules import amul, aurum

SCRIPTS = Path(__file__).resolve().parents[2] / "scripts"


def script(name: str) -> ModuleType:
    loader = importlib.machinery.SourceFileLoader(name, str(SCRIPTS / name))
    spec = importlib.util.spec_from_loader(name, loader)
    assert spec is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    loader.exec_module(module)
    return module


leaks = script("leaks")


@pytest.mark.parametrize(("game", "players"), [("aurum", 3), ("aurum", 4), ("amul", 3)])
def test_what_a_recipient_may_not_know_changes_no_byte_that_it_is_sent(game: str, players: int):
    compared, unfit, found = leaks.look(game, players, "smoke")
    assert found == []
    assert compared > 5 * unfit


@pytest.mark.parametrize(("game", "players", "rules"), [("aurum", 3, aurum), ("amul", 3, amul)])
def test_a_leak_would_be_found(game: str, players: int, rules: ModuleType, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(rules, "seen_by", lambda *_: True)
    assert leaks.look(game, players, "smoke")[2]


@pytest.mark.parametrize("database", ["sqlite", "postgresql"])
def test_a_server_that_is_killed_loses_and_doubles_nothing(database: str):
    command = [
        sys.executable,
        SCRIPTS / "crash",
        "--kills",
        "2",
        "--tables",
        "3",
        "--database",
        database,
        "--seed",
        "1",
    ]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ran.stdout.endswith("lost 0, doubled 0\n"), ran.stdout + ran.stderr
    assert ran.returncode == 0
