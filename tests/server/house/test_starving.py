"""Nobody takes up the whole house: thinking by turns, quick levels apart, tables a person, tables left alone."""

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from typing import Any

import httpx
import pytest
from growing import ADA, make_house

from karat.games import GAMES
from karat.server.house import seating
from karat.server.house.bot_pool import BotPool, Question
from karat.server.house.scheduler import Scheduler
from karat.server.store.database import Database, Statement
from karat.server.tables.commands import Find, Lose
from karat.server.tables.entries import Config

SOLO = Config("aurum", 3, bots={"1": "casual", "2": "casual"})


@dataclass(frozen=True)
class Slow(Question):
    """A question that takes its time."""

    def answer(self) -> Any:
        time.sleep(self.seconds)
        return self.seen


def slow(seen: str, level: str = "strong", seconds: float = 0.2) -> Slow:
    return Slow(GAMES["aurum"], level, seen, ("a", "b"), "seed", seconds)


@pytest.fixture
async def pool() -> AsyncIterator[BotPool]:
    made = BotPool(1)
    await asyncio.gather(made.choose(slow("warm", seconds=0)), made.choose(slow("warm", "casual", 0)))
    yield made
    await asyncio.to_thread(made.close)


async def test_a_person_with_many_questions_keeps_nobody_else_waiting(pool: BotPool):
    order: list[str] = []

    async def ask(person: str) -> None:
        order.append(await pool.choose(slow(person), [person]))

    greedy = [asyncio.create_task(ask("greedy")) for _ in range(10)]
    await asyncio.sleep(0.05)
    await asyncio.wait_for(ask("ada"), 30)
    assert len(order) <= 3
    for task in greedy:
        task.cancel()


async def test_levels_that_need_no_search_do_not_wait_behind_searches(pool: BotPool):
    searches = [asyncio.create_task(pool.choose(slow("deep", seconds=0.5), ["ada"])) for _ in range(6)]
    await asyncio.sleep(0.05)
    assert await asyncio.wait_for(pool.choose(slow("quick", "casual", 0), ["ada"]), 60) == "quick"
    assert not any(task.done() for task in searches[1:])
    for task in searches:
        task.cancel()


async def test_a_table_with_nobody_there_is_not_swept_up_and_goes_on_when_somebody_is(database: Database):
    house, asked = make_house(database), list[str]()
    table = await house.open(SOLO, ADA, seat=0, pledge="")
    await house.submit(table, None, Lose(ADA.id))

    class Pool:
        async def choose(self, put: Question, people: tuple[str, ...]) -> Any:
            asked.extend(people)
            return put.legal[0]

    scheduler = Scheduler(Pool())
    await scheduler.sweep(house, grace=0)
    await asyncio.sleep(0.1)
    assert (asked, scheduler._at_work) == ([], {})
    await house.submit(table, None, Find(ADA.id))
    await scheduler.sweep(house, grace=0)
    await asyncio.sleep(0.2)
    assert set(asked) == {ADA.id}
    await scheduler.stop()


async def test_a_corrupt_log_is_looked_at_less_and_less_often_and_holds_up_nobody(database: Database):
    house = make_house(database)
    table = await house.open(SOLO, ADA, seat=0, pledge="")
    bad = Statement("UPDATE tables SET seq = seq + 1 WHERE id = ?", (table,))
    entry = 'INSERT INTO entries (table_id, seq, at, body) SELECT id, seq, 0, \'{"e": "no such entry"}\' FROM tables'
    await database.write(bad, Statement(entry))
    house = make_house(database)
    scheduler, tries = Scheduler(BotPool(1)), 0
    for _ in range(12):
        await scheduler.sweep(house, grace=0)
        tries += bool(scheduler._at_work)
        await asyncio.gather(*scheduler._at_work.values())
    assert tries == 1
    assert scheduler._later[table].seconds == 2
    scheduler._later[table] = scheduler._later[table]._replace(until=0)
    await scheduler.sweep(house, grace=0)
    await asyncio.gather(*scheduler._at_work.values())
    assert scheduler._later[table].seconds == 4
    await scheduler.stop()


async def test_one_person_sits_at_so_many_tables_and_at_no_more(
    serve: Callable[..., Awaitable[Any]], place: str, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(seating, "MOST_RUNNING", 4)
    server = await serve(place, limit_factor=1)
    async with httpx.AsyncClient(base_url=server.url) as http:
        token = (await http.post("/api/guests", json={"name": "Greedy"})).json()["token"]
        http.headers["Authorization"] = f"Bearer {token}"
        wanted = {"game": "aurum", "players": 3, "level": "casual"}
        told = await asyncio.gather(*(http.post("/api/play", json=wanted) for _ in range(12)))
        assert sorted(one.status_code for one in told) == [200] * 4 + [409] * 8
        refused = next(one.json() for one in told if one.status_code == 409)
        assert (refused["code"], refused["params"]) == ("too_many_matches", {"most": "4"})
        assert "leave one first" in refused["message"]
        opening = {"config": {"game": "aurum", "players": 3}, "seat": 0}
        assert (await http.post("/api/tables", json=opening)).json()["code"] == "too_many_matches"
        mine = next(one.json()["table"] for one in told if one.status_code == 200)
        assert (await http.post(f"/api/tables/{mine}/leave")).status_code == 200
        assert (await http.get(f"/api/tables/{mine}")).json()["status"] == "closed"
        assert (await http.post("/api/play", json=wanted)).status_code == 200
