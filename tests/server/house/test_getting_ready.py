"""While kernels are compiled: who plays and who answers meanwhile, and what is said of it."""

import json
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import httpx
import pytest
from growing import Growing

from karat import warming
from karat.games import GAMES
from karat.kit import Lazy, Piece
from karat.server.house import advice, bot_pool
from karat.server.http import logs
from karat.server.tables.entries import Config


@pytest.fixture
def missing(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """The pieces that are not compiled: all of them, until a test takes some out."""
    paths = {piece.call.path for kit in GAMES.values() for piece in kit.pieces()}
    monkeypatch.setattr(Piece, "is_ready", property(lambda piece: piece.call.path not in paths))
    return paths


async def test_a_bot_that_is_not_ready_is_played_by_the_best_that_is(
    missing: set[str], monkeypatch: pytest.MonkeyPatch
):
    asked = []

    async def put(_pool: Any, question: bot_pool.Question, _people: Any) -> Any:
        asked.append(question.level)
        return question.legal[0]

    monkeypatch.setattr(bot_pool.BotPool, "_put", put)
    pool, table = bot_pool.BotPool(), Growing(Config("aurum", 4))
    seat = table.running.owing[0]
    legal = tuple(table.running.legal(seat))
    question = bot_pool.Question(GAMES["aurum"], "expert", None, legal, "seed")
    await pool.choose(question)
    missing.clear()
    await pool.choose(question)
    assert asked == ["casual", "expert"]
    pool.close()


def test_a_hint_comes_from_the_strongest_that_is_ready_and_names_it(missing: set[str]):
    table = Growing(Config("aurum", 4))
    seat = table.running.owing[0]
    assert advice.consideration(table.table, seat)[1].level == "casual"
    missing.clear()
    assert advice.consideration(table.table, seat)[1].level == "expert"


async def test_the_games_tell_who_is_ready_and_how_far_the_rest_is(server: Any, missing: set[str]):
    async with httpx.AsyncClient(base_url=server.url) as http:
        await who_is_ready(http, missing)


async def who_is_ready(http: httpx.AsyncClient, missing: set[str]) -> None:
    told = (await http.get("/api/games")).json()
    assert told["compiled"] == 0
    assert {game["name"]: game["ready"][-1] for game in told["games"]} == dict.fromkeys(GAMES, "casual")
    aurum = {piece.call.path for piece in GAMES["aurum"].pieces()}
    missing -= aurum
    told = (await http.get("/api/games")).json()
    assert {game["name"]: game["ready"][-1] for game in told["games"]} == {"aurum": "expert", "amul": "casual"}
    assert 0 < told["compiled"] < 1


def test_the_log_says_how_far_it_is(monkeypatch: pytest.MonkeyPatch):
    lines = []
    for level in ("info", "error"):
        monkeypatch.setattr(logs.log, level, lambda event, **more: lines.append((event, more)), raising=False)
    one, two = (Piece(Lazy(f"a.b.c:{name}"), ()) for name in ("one", "two"))

    class Told(warming.Warming):
        def __iter__(self) -> Any:
            self.done.add(one.call.path)
            yield warming.News(warming.BEGUN, one)
            yield warming.News(warming.DONE, one)
            yield warming.News(warming.FAILED, two, "why")

    told = Told(())
    told.pieces = {piece.call.path: piece for piece in (one, two)}
    logs.tell_of_compiling(told)
    assert lines == [
        ("kernels.compiled", {"piece": "b: one", "done": 0.5}),
        ("kernels.failed", {"piece": "b: two", "why": "why"}),
    ]


def test_a_server_answers_while_it_compiles_and_its_workers_die_with_it(tmp_path: Path):
    """With an empty cache; it is killed before anything is compiled."""
    env = {**os.environ, "KARAT_CACHE": str(tmp_path / "cache")}
    command = [sys.executable, "-m", "karat", "serve", "--port", "0", "--no-open", "--data", str(tmp_path)]
    server = subprocess.Popen(command, env=env, stderr=subprocess.PIPE, text=True)
    try:
        assert server.stderr
        address = server.stderr.readline().split()[-1]
        lines = threading.Thread(target=server.stderr.read, daemon=True)
        lines.start()
        told = json.loads(asked(f"{address}api/games"))
        assert told["compiled"] < 1
        assert {game["ready"][-1] for game in told["games"]} == {"casual"}
        workers = children(server.pid)
        assert workers
        assert {os.getpriority(os.PRIO_PROCESS, worker) for worker in workers} <= {
            os.getpriority(os.PRIO_PROCESS, 0),
            warming.IDLE,
        }
    finally:
        server.send_signal(signal.SIGKILL)
        server.wait()
    until(lambda: not any(is_alive(worker) for worker in workers))
    lines.join(60)
    server.stderr.close()


def asked(url: str) -> bytes:
    found: list[bytes] = []

    def ask() -> bool:
        try:
            found.append(httpx.get(url, timeout=10).content)
        except httpx.HTTPError:
            return False
        return True

    until(ask)
    return found[0]


def until(holds: Any) -> None:
    end = time.monotonic() + 120
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.1)


def children(parent: int) -> list[int]:
    """The workers of a server that compile."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            after_name = (folder / "stat").read_text().rpartition(")")[2].split()
            command = (folder / "cmdline").read_bytes()
        except OSError:
            continue
        if int(after_name[1]) == parent and b"karat.warming" in command:
            found.append(int(folder.name))
    return found


def is_alive(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
