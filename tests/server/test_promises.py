"""The promises, in short: nothing leaked, nothing lost, nobody held up. The programs of scripts/ look for longer."""

import importlib.machinery
import importlib.util
import os
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import structlog

from karat import amul, aurum
from karat.server.house import house as house_module
from karat.server.house.house import House
from karat.server.http import table_routes
from karat.server.tables.commands import Refused
from karat.server.tables.table import Table

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
QUICKLY = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
"""For servers at whose tables no bot searches: each would load all that searching takes, which is most of a start."""


@pytest.mark.parametrize(("game", "players"), [("aurum", 3), ("aurum", 4), ("amul", 3)])
async def test_what_a_recipient_may_not_know_changes_no_byte_that_it_can_get(game: str, players: int):
    found = await leaks.look(game, players, "smoke")
    assert found.leaks == []
    assert found.compared > 5 * found.unfit
    assert found.texts > 100 * found.compared


@pytest.mark.parametrize(("game", "players", "rules"), [("aurum", 3, aurum), ("amul", 3, amul)])
async def test_a_leak_in_frames_would_be_found(
    game: str, players: int, rules: ModuleType, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(rules, "seen_by", lambda *_: True)
    assert (await leaks.look(game, players, "smoke")).leaks


def hands(table: Table) -> str:
    return repr(table.running.state) if table.running else ""


async def test_a_leak_in_an_answer_to_a_get_would_be_found(monkeypatch: pytest.MonkeyPatch):
    tables: list[Table] = []
    table = House.table

    async def remembered(house: House, table_id: str) -> Table:
        tables.append(await table(house, table_id))
        return tables[-1]

    monkeypatch.setattr(House, "table", remembered)
    monkeypatch.setattr(table_routes, "ShownTable", lambda **told: told | {"state": hands(tables[-1])})
    assert "GET /api/tables/leaks0000000 200" in (await leaks.look("aurum", 3, "smoke")).leaks[0]


@pytest.mark.parametrize("line", ["log", "error"])
async def test_a_leak_in_the_log_would_be_found(line: str, monkeypatch: pytest.MonkeyPatch):
    decide = house_module.decide

    def careless(table: Table, *said: Any) -> Any:
        if line == "log":
            structlog.get_logger().info("acting", state=hands(table))
            return decide(table, *said)
        try:
            return decide(table, *said)
        except Refused as refused:
            raise Refused(refused.code, params={"state": hands(table)}) from None

    monkeypatch.setattr(house_module, "decide", careless)
    assert '"state": "Match(' in (await leaks.look("aurum", 3, "smoke")).leaks[0].replace('":"', '": "')


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
    ran = subprocess.run(command, env=QUICKLY, capture_output=True, text=True, check=False)
    assert ran.stdout.endswith("lost 0, doubled 0\n"), ran.stdout + ran.stderr
    assert ran.returncode == 0


def test_a_crowd_of_idle_connections_is_refused_and_others_play_on():
    command = [sys.executable, SCRIPTS / "crowd", "--connections", "300", "--no-wait"]
    ran = subprocess.run(command, env=QUICKLY, capture_output=True, text=True, check=False)
    assert ran.stdout.endswith("all refused clearly, and the table played on\n"), ran.stdout + ran.stderr
    assert ran.returncode == 0


@pytest.mark.parametrize(
    ("database", "items"),
    [("sqlite", range(1, 13)), ("postgresql", (*range(1, 8), 11))],  # the others do not get as far as the database
    ids=["sqlite", "postgresql"],
)
def test_attacks_are_held_off(database: str, items: Sequence[int]):
    """The short form of each; others' clicks are measured by the script itself, on an idle machine."""
    chosen = [word for item in items for word in ("--item", str(item))]
    command = [sys.executable, SCRIPTS / "attack", "--short", "--database", database, *chosen]
    ran = subprocess.run(command, env=QUICKLY, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    held, tried = re.findall(r"^held (\d+) of (\d+)$", ran.stdout, re.MULTILINE)[0]
    assert held == tried
    assert int(tried) >= len(items)
