"""What people want of a table together or for themselves, over real sockets."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from typing import Any

import pytest
from raw import Raw

from karat.client import Client
from karat.server.tables import entries, fair
from karat.server.tables.chairs import LAG_QUOTA

SECRET = "ab" * 32
FOUR = {"game": "aurum", "players": 4, "bots": {"1": "random", "3": "random"}}


@pytest.fixture
async def two(server: Any) -> AsyncIterator[tuple[Client, Client]]:
    async with Client(server.url, name="Ada") as ada, Client(server.url, name="Bea") as bea:
        yield ada, bea


async def acts(raw: Raw, cid: str, turn: dict[str, Any]) -> None:
    answer = await raw.answer("act", cid=cid, decision=turn["decision"], action=turn["legal"][0])
    assert answer["t"] == "ok", answer


async def everyone(stack: AsyncExitStack, url: str, config: dict[str, Any]) -> list[Raw]:
    """A socket for each seat of a new table, all of them people's."""
    clients = [await stack.enter_async_context(Client(url, name=f"Player {n}")) for n in range(config["players"])]
    table = await clients[0].open_table(config)
    for client in clients[1:]:
        await client.join(table)
    return [await stack.enter_async_context(Raw(url, client.token, table)) for client in clients]


async def test_an_undo_needs_all_and_brings_a_snapshot(server: Any):
    async with AsyncExitStack() as stack:
        seats = await everyone(stack, server.url, {"game": "aurum", "players": 4})
        turns = [raw.first["d"]["turn"] for raw in seats]
        (seat,) = [number for number, turn in enumerate(turns) if turn.get("legal")]
        asking, turn = seats[seat], turns[seat]
        await acts(asking, "b", turn)
        assert (await asking.answer("ask", cid="u", wish="undo"))["t"] == "ok"
        for number, other in enumerate(seats):
            if number != seat:
                assert (await other.event("asked", wish="undo"))["seat"] == seat
                assert (await other.answer("answer", cid="u", wish="undo", yes=True))["t"] == "ok"
        renewed = await asking.until(lambda frame: frame["t"] == "snapshot")
        assert renewed["d"]["turn"]["legal"] == turn["legal"]
        stale = await asking.answer("act", cid="c", decision=turn["decision"], action=turn["legal"][0])
        assert stale["d"]["code"] == "stale_decision"


async def test_no_undo_goes_past_what_was_revealed(server: Any):
    async with AsyncExitStack() as stack:
        seats = await everyone(stack, server.url, {"game": "amul", "players": 3})
        assert (await seats[0].answer("ask", cid="u0", wish="undo"))["d"]["code"] == "past_a_reveal"
        for raw in seats:
            await acts(raw, "o", raw.first["d"]["turn"])
        for raw in seats:  # the offers are turned up, and so cannot be taken back
            assert (await raw.answer("ask", cid="u1", wish="undo"))["d"]["code"] == "past_a_reveal"


async def test_one_no_is_enough_against_an_abort_and_all_yes_end_the_match(server: Any, two):
    ada, bea = two
    table = await ada.open_table(FOUR)
    await bea.join(table)
    async with Raw(server.url, ada.token, table) as one, Raw(server.url, bea.token, table) as other:
        await one.answer("ask", cid="1", wish="abort")
        assert (await other.answer("ask", cid="1", wish="abort"))["d"]["code"] == "already_asked"
        await other.answer("answer", cid="2", wish="abort", yes=False)
        assert (await one.event("answered"))["yes"] is False
        assert (await other.answer("answer", cid="3", wish="abort", yes=True))["d"]["code"] == "not_asked"
        await one.answer("ask", cid="4", wish="abort")
        await other.answer("answer", cid="5", wish="abort", yes=True)
        assert (await one.event("closed"))["why"] == "aborted"
        assert (await one.answer("ask", cid="6", wish="rematch"))["d"]["code"] == "table_over"


async def test_empty_seats_are_filled_after_the_agreed_time(server: Any, two):
    ada, _ = two
    table = await ada.open_table({"game": "amul", "players": 4, "fill_after": 1, "bot_level": "random"})
    async with Raw(server.url, ada.token, table) as raw:
        assert raw.first["d"]["status"] == "open"
        await raw.event("started")
    assert [seat.get("bot", "") for seat in (await ada.table(table))["seats"]] == ["", "random", "random", "random"]


async def test_moves_without_a_choice_are_made_for_who_wants_it_and_look_like_any(
    server: Any, two, monkeypatch: pytest.MonkeyPatch
):
    ada, bea = two
    monkeypatch.setattr(fair, "fresh_secret", lambda: SECRET)  # cards with which seat 0 comes to have no choice
    table = await ada.open_table({"game": "aurum", "players": 3, "bots": {"2": "random"}}, salt="a")
    await bea.join(table, salt="b")
    async with Raw(server.url, ada.token, table) as one, Raw(server.url, bea.token, table) as other:
        assert (await one.answer("prefer", forced=True))["t"] == "ok"
        for raw, salt in ((one, "a"), (other, "b")):
            assert (await raw.answer("salt", salt=salt))["t"] == "ok"
        count, heard = 0, [one.first]
        async with asyncio.timeout(60):
            while (state := await server.app.house.table(table)).status == "playing":
                assert state.running is not None
                for raw, seat in ((one, 0), (other, 1)):
                    legal = [str(action) for action in state.running.legal(seat)]
                    if seat not in state.running.owing or (seat == 0 and len(legal) == 1):
                        continue
                    count += 1
                    said = {"cid": f"c{count}", "decision": state.running.decision, "action": legal[0]}
                    await raw.answer("act", **said)
                    break
                else:
                    await asyncio.sleep(0.05)
        heard = await other.silent()
    rows = await server.app.database.fetch("SELECT body FROM entries WHERE table_id = ?", table)
    made = [entry for (body,) in rows if isinstance(entry := entries.decode(str(body)), entries.Acted)]
    assert {entry.seat for entry in made if entry.by == "forced"} == {0}
    assert "forced" not in str(heard)


async def test_the_clock_forgives_measured_lag_under_its_quota(server: Any, two):
    ada, _ = two
    clock = {"kind": "live", "bank": 60}
    table = await ada.open_table(
        {"game": "aurum", "players": 3, "bots": {"1": "random", "2": "random"}, "clock": clock}
    )
    async with Raw(server.url, ada.token, table) as raw:
        frame = raw.first
        ping = frame if frame["t"] == "ping" else await raw.until(lambda frame: frame["t"] == "ping")
        await asyncio.sleep(0.6)  # a slow line
        await raw.send("pong", n=ping["d"]["n"])
        turn = frame["d"]["turn"]
        await raw.answer("act", cid="c", decision=turn["decision"], action=turn["legal"][0])
    rows = await server.app.database.fetch("SELECT body FROM entries WHERE table_id = ?", table)
    (acted,) = [
        entry for (body,) in rows if isinstance(entry := entries.decode(str(body)), entries.Acted) and entry.cid == "c"
    ]
    assert 0.3 <= acted.lag <= LAG_QUOTA
    assert acted.spent > 0


async def test_only_the_host_kicks_and_only_before_the_start(two):
    ada, bea = two
    table = await ada.open_table({"game": "aurum", "players": 3})
    await bea.join(table)
    with pytest.raises(Exception, match="host_only"):
        await bea.kick(table, 0)
    await ada.fill(table, "random")
    with pytest.raises(Exception, match="already_started"):
        await ada.kick(table, 1)
