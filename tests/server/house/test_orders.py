"""What is said in advance, over the socket and over REST, at a server that is killed in between."""

import asyncio
from typing import Any

import pytest
from entering import until

from karat.client import Client, Followed, Problem, Rejected
from karat.server.house import scheduler

CONFIG = {"game": "aurum", "players": 3, "bots": {"2": "casual"}}


async def bid(followed: Followed) -> None:
    """Until everybody has laid a bid, so that it can be kept."""
    async for _ in followed:
        if followed.turn.get("may_order"):
            return
        if followed.owes:
            await followed.act(followed.legal[0])


async def until_ordered(followed: Followed, orders: list[str]) -> None:
    while followed.turn.get("orders", []) != orders:
        await anext(followed)


async def test_a_bid_is_kept_over_a_restart_while_its_owner_is_gone(serve, place):
    server = await serve(place)
    async with Client(server.url, name="Ada") as ada, Client(server.url, name="Bea") as bea:
        table = await ada.open_table(CONFIG)
        await bea.join(table)
        async with ada.follow(table) as first, bea.follow(table) as second:
            await asyncio.gather(bid(first), bid(second))
            with pytest.raises(Rejected, match="not_in_advance") as refused:
                await first.order("play B1")
            assert refused.value.legal == ["keep"]
            await first.order("keep")
            await until_ordered(first, ["keep"])
            # Over REST it is the same, for oneself alone.
            assert (await ada.orders(table))["orders"] == ["keep"]
            assert (await bea.orders(table))["orders"] == []
            assert await ada.order(table) == []
            await until_ordered(first, [])
            assert await ada.order(table, "keep", "keep") == ["keep"]
            with pytest.raises(Problem, match="not_in_advance"):
                await ada.order(table, "swap G0 0 B1")
            assert not second.turn.get("orders")
        # Ada is gone, and whoever serves the table knows it from the log alone.
        other = await serve(place) if place.startswith("postgresql") else server
        server.app.house.live.table(table).fold = None
        async with Client(other.url, token=ada.token) as elsewhere:
            assert (await elsewhere.orders(table))["orders"] == ["keep"]
        async with Client(other.url, token=bea.token) as again, again.follow(table) as second:
            playing = asyncio.create_task(keep_on(second))
            assert await until(lambda: has_kept(other.app, table))
            playing.cancel()


async def keep_on(followed: Followed) -> None:
    """Keep one's own bid; nobody plays a card."""
    async for _ in followed:
        if followed.owes and "keep" in followed.legal:
            await followed.act("keep")


async def has_kept(app: Any, table: str) -> bool:
    """Whether the first seat has kept its bid."""
    known = await app.house.table(table)
    return any(move.seat == 0 and str(move.action) == "keep" for move in known.running.moves)


async def test_among_bots_alone_an_order_keeps_nobody_waiting(serve, place, monkeypatch):
    monkeypatch.setattr(scheduler, "SWEEP_EVERY", 3600.0)  # so that nothing is done but at once
    server = await serve(place)
    async with Client(server.url, name="Ada") as ada:
        table = await ada.open_table(CONFIG | {"bots": {"1": "casual", "2": "casual"}})
        async with ada.follow(table) as followed:
            await bid(followed)
            await followed.order("keep")
            async with asyncio.timeout(60):
                async for _ in followed:
                    if followed.owes and "keep" not in followed.legal:
                        await followed.act(followed.legal[0])
                    if await has_kept(server.app, table):
                        break
