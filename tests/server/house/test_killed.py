"""Servers that are killed between what somebody asked for and what comes of it: nothing is lost, nothing done twice."""

import asyncio
import contextlib
from collections import Counter
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest
from entering import until
from killing import Workers
from people import GOOD_PASSWORD

from karat.client import Client, Followed, Problem
from karat.server.people.vacations import DAY, DAYS_A_YEAR, Vacations
from karat.server.store.database import Database
from karat.server.tables import entries
from karat.server.tables.entries import Acted, Entry, Ordered, Rested

LIVE = {"game": "aurum", "players": 3, "bots": {"2": "novice"}}
SLOW = LIVE | {"clock": {"kind": "days", "days": 2}}
SLOW_TABLES = 12
"""So that to tell all of them takes longer than it takes to see that it has begun."""


@contextlib.asynccontextmanager
async def people(workers: Workers) -> AsyncIterator[tuple[Client, Client]]:
    """Ada and Bea, each at a worker of their own where there are two."""
    first, second = workers.urls
    async with Client(first) as ada, Client(second) as bea:
        await ada.sign_up("Ada", GOOD_PASSWORD)
        await bea.sign_up("Bea", GOOD_PASSWORD)
        yield ada, bea


async def logged(database: Database, table: str) -> list[Entry]:
    rows = await database.fetch("SELECT body FROM entries WHERE table_id = ? ORDER BY seq", table)
    return [entries.decode(str(body)) for (body,) in rows]


async def kept_for(database: Database, table: str, seat: int = 0) -> list[Acted]:
    """What was done for a seat because it had said so."""
    found = await logged(database, table)
    return [one for one in found if isinstance(one, Acted) and one.by == "order" and one.seat == seat]


async def bid_until_orders(followed: Followed) -> None:
    """Until everybody has laid a bid, so that it can be kept."""
    async for _ in followed:
        if followed.turn.get("may_order"):
            return
        if followed.owes:
            await followed.act(followed.legal[0])


async def keep(followed: Followed, most: int = 1000) -> None:
    """Keep one's own bid when asked, so often at most; nobody plays a card."""
    async for _ in followed:
        if followed.owes and "keep" in followed.legal:
            await followed.act("keep")
            most -= 1
        if most == 0:
            return


async def keep_until_kept(bea: Client, table: str, database: Database) -> None:
    """Until Bea has kept her bid, so that Ada is asked, or Ada's was kept as she was asked first."""
    async with bea.follow(table) as followed:
        either = {
            asyncio.ensure_future(keep(followed, 1)),
            asyncio.ensure_future(until(lambda: kept_for(database, table))),
        }
        done, rest = await asyncio.wait(either, timeout=60, return_when=asyncio.FIRST_COMPLETED)
        for one in rest:
            one.cancel()
        assert done


async def take_days_off(url: str, token: str) -> None:
    """Whether or not the server lives to answer."""
    async with httpx.AsyncClient(base_url=url, headers={"Authorization": f"Bearer {token}"}) as http:
        with contextlib.suppress(httpx.TransportError):
            await http.post("/api/me/vacation", json={"days": 5})


async def kill_while_tables_are_told(workers: Workers, database: Database, ada: Client) -> None:
    """Kill every server as soon as days off are committed, mostly in the middle of telling the tables of it."""
    asking = asyncio.create_task(take_days_off(workers.urls[0], ada.token))
    async with asyncio.timeout(60):
        while not await database.fetch("SELECT 1 FROM vacations"):  # noqa: ASYNC110 -- another process writes it
            await asyncio.sleep(0.001)
    workers.kill()
    await asking


async def rests(database: Database, table: str) -> list[Rested]:
    return [one for one in await logged(database, table) if isinstance(one, Rested)]


async def all_told(database: Database, tables: list[str], times: int) -> bool:
    return all([len(await rests(database, table)) >= times for table in tables])


@pytest.fixture
async def workers(place: str, tmp_path: Path) -> AsyncIterator[Workers]:
    made = Workers.on(place, tmp_path)
    await made.start()
    yield made
    made.kill()


async def test_orders_and_days_off_come_through_a_crash_on_both_databases_and_two_workers(workers: Workers):
    async with people(workers) as (ada, bea), workers.database() as database:
        table = await ada.open_table(LIVE)
        await bea.join(table)
        slow = [await ada.open_table(SLOW) for _ in range(SLOW_TABLES)]
        for one in slow:
            await bea.join(one)
        async with ada.follow(table) as first, bea.follow(table) as second:
            await asyncio.gather(bid_until_orders(first), bid_until_orders(second))
            await first.order("keep")

        # The order and the days off are committed; all servers are gone before what comes of them is done.
        await kill_while_tables_are_told(workers, database, ada)
        await workers.start()
        assert (await ada.orders(table))["orders"] == ["keep"] or await kept_for(database, table)
        await keep_until_kept(bea, table, database)
        workers.kill()  # with an answer just taken, and what is due next not done yet
        await workers.start()
        async with bea.follow(table) as second:
            playing = asyncio.create_task(keep(second))
            await asyncio.wait_for(until(lambda: kept_for(database, table)), 60)
            playing.cancel()
        orders = [one for one in await logged(database, table) if isinstance(one, Ordered)]
        assert [one.actions for one in orders] == [("keep",)]
        assert await asks_are_answered_once(database, table)

        await asyncio.wait_for(until(lambda: all_told(database, slow, 1)), 60)
        told = [await rests(database, one) for one in slow]
        assert {len(one) for one in told} == {1}
        assert {one[0].ends - one[0].begins for one in told} == {5 * DAY}
        left = (await ada.vacation())["left"]
        assert sum(DAYS_A_YEAR - one["days"] for one in left) == 5
        with pytest.raises(Problem, match="vacation_taken"):
            await ada.take_days_off(1)

        # Back, and killed before any table is told: what is committed then is all that the next ones find.
        workers.kill()
        assert await Vacations(database).end(ada.id) is not None
        await workers.start()
        await asyncio.wait_for(until(lambda: all_told(database, slow, 2)), 60)
        assert {len(await rests(database, one)) for one in slow} == {2}
        assert (await ada.vacation())["ends"] is None
        shown = [(await bea.table(one))["seats"][0].get("rests_until", 0.0) for one in slow]
        assert max(shown) < min(one[0].ends for one in told)


async def asks_are_answered_once(database: Database, table: str) -> bool:
    """Whether no seat kept its bid more often than it was asked, in each trick."""
    tricks: Counter[tuple[int, int]] = Counter()
    trick = 0
    for one in await logged(database, table):
        if isinstance(one, Acted) and one.action == "keep":
            tricks[trick, one.seat] += 1
        elif isinstance(one, Acted) and one.action.startswith("play"):
            trick += 1
    return max(tricks.values()) == 1
