"""Who is gone: told to the others, stood in for if that was agreed or asked, and welcome back."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import pytest
from raw import Raw

from karat.client import Client, Problem
from karat.server.tables import decide

Serve = Callable[..., Awaitable[Any]]
CONFIG = {"game": "aurum", "players": 3, "bots": {"2": "random"}}


def hasty(server: Any) -> Any:
    """A server that soon tells who is gone, and soon gives up other workers."""
    server.app.presence.grace = 0.2
    server.app.presence.dead_after = 1.5
    return server


@pytest.fixture
async def quick(serve: Serve, place: str) -> Any:
    return hasty(await serve(place))


@pytest.fixture
async def two(quick: Any) -> AsyncIterator[tuple[Client, Client]]:
    async with Client(quick.url, name="Ada") as ada, Client(quick.url, name="Bea") as bea:
        yield ada, bea


async def opened(ada: Client, bea: Client, **config: Any) -> str:
    table = await ada.open_table(CONFIG | config)
    await bea.join(table)
    return table


def names(frames: list[dict[str, Any]]) -> set[str]:
    """Of all that is told to have happened."""
    return {event["e"] for frame in frames for event in frame["d"].get("events", ())}


async def test_who_is_gone_is_stood_in_for_and_takes_the_seat_back(quick: Any, two: tuple[Client, Client]):
    ada, bea = two
    table = await opened(ada, bea, stand_in_after=1, bot_level="random")
    async with Raw(quick.url, ada.token, table) as watching:
        async with Raw(quick.url, bea.token, table) as gone:
            assert gone.first["d"]["you"] == 1
        await watching.event("away", seat=1)
        told = await watching.event("stood_in")  # three bid at the same time, so she is waited for
        assert told == {"e": "stood_in", "seat": 1, "level": "random", "why": "away"}
        assert (await ada.table(table))["seats"][1]["away"] is True
        async with Raw(quick.url, bea.token, table) as back:
            await watching.event("here", seat=1)
            assert back.first["d"]["seats"][1]["stand_in"] == "random"
            assert not back.first["d"]["turn"].get("legal")
            assert (await back.answer("back"))["t"] == "ok"
            await watching.event("returned", seat=1)
            assert "away" not in (await ada.table(table))["seats"][1]


async def test_others_ask_for_a_bot_where_none_comes_by_itself(
    quick: Any, two: tuple[Client, Client], monkeypatch: pytest.MonkeyPatch
):
    ada, bea = two
    table = await opened(ada, bea)
    async with Raw(quick.url, ada.token, table) as watching:
        async with Raw(quick.url, bea.token, table):
            with pytest.raises(Problem, match="not_gone"):
                await ada.stand_in(table, 1)
        await watching.event("away", seat=1)
        with pytest.raises(Problem, match="not_gone") as refused:
            await ada.stand_in(table, 1)
        assert 50 < int(refused.value.params["seconds"]) <= 60
        monkeypatch.setattr(decide, "ASK_AFTER", 0.0)
        for seat, code in ((0, "not_yourself"), (2, "seat_empty"), (9, "seat_empty")):
            with pytest.raises(Problem, match=code):
                await ada.stand_in(table, seat)
        async with Client(quick.url, name="Eve") as eve:
            with pytest.raises(Problem, match="not_seated"):
                await eve.stand_in(table, 1)
        await ada.stand_in(table, 1)
        assert (await watching.event("stood_in"))["why"] == "asked"
        await ada.stand_in(table, 1)  # a second time changes nothing


async def test_a_clock_decides_for_itself(quick: Any, two: tuple[Client, Client]):
    ada, bea = two
    table = await opened(ada, bea, clock={"kind": "days", "days": 1})
    async with Raw(quick.url, ada.token, table) as watching:
        await watching.event("away", seat=1)  # she never came
        with pytest.raises(Problem, match="clock_decides"):
            await ada.stand_in(table, 1)


async def test_nobody_plays_on_for_who_left_bots_alone(quick: Any, two: tuple[Client, Client]):
    ada, _ = two
    table = await ada.open_table(CONFIG | {"bots": {"1": "random", "2": "random"}, "stand_in_after": 1})
    async with Raw(quick.url, ada.token, table):
        pass
    await asyncio.sleep(2)
    seat = (await quick.app.house.table(table)).chairs[0]
    assert (seat.away is not None, seat.stand_in) == (True, "")


async def test_a_page_that_is_loaded_again_is_no_absence(quick: Any, two: tuple[Client, Client]):
    ada, bea = two
    quick.app.presence.grace = 1.0
    table = await opened(ada, bea)
    async with Raw(quick.url, ada.token, table) as watching:
        for _ in range(5):
            async with Raw(quick.url, bea.token, table):
                await asyncio.sleep(0.1)
        async with Raw(quick.url, bea.token, table):
            heard = await watching.silent(2)
    assert not {"away", "here"} & names(heard)


async def test_a_connection_on_another_worker_counts_until_that_worker_dies(
    serve: Serve, place: str, quick: Any, two: tuple[Client, Client]
):
    ada, bea = two
    other = hasty(await serve(place))
    quick.app.presence.dead_after = other.app.presence.dead_after = 60.0  # a busy machine is no dead worker
    table = await opened(ada, bea, stand_in_after=1)
    async with Raw(quick.url, ada.token, table) as watching, Raw(other.url, bea.token, table):
        async with Raw(quick.url, bea.token, table):
            await asyncio.sleep(0.3)
        heard = await watching.silent(2.5)
        assert "away" not in names(heard)
        await other.app.presence.stop()  # no sign of life any more, and no goodbye
        quick.app.presence.dead_after = 1.5
        await watching.event("away", seat=1)
        await watching.event("stood_in", seat=1)
        async with Raw(quick.url, bea.token, table):
            await watching.event("here", seat=1)
    assert await quick.app.database.fetch("SELECT 1 FROM presence WHERE worker = ?", other.app.presence.worker) == []


async def test_that_somebody_is_gone_is_not_said_of_finished_matches(quick: Any, two: tuple[Client, Client]):
    ada, bea = two
    table = await opened(ada, bea)
    async with Raw(quick.url, ada.token, table) as watching, Raw(quick.url, bea.token, table) as other:
        assert (await watching.answer("ask", cid="a", wish="abort"))["t"] == "ok"
        assert (await other.answer("answer", cid="a", wish="abort", yes=True))["t"] == "ok"
        await watching.event("closed")
        await other.socket.close()
        assert await watching.silent(1) == []
