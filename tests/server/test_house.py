"""Commands to tables on both databases: conflicts, recovery, what hangs on the end of a match."""

import asyncio
import random
import time
from collections.abc import AsyncIterator, Callable
from dataclasses import replace

import pytest
from tables import ADA, BEA, CLEO

from karat.games import GAMES
from karat.server.store.database import Database, Statement
from karat.server.tables import commands, entries
from karat.server.tables.bot_pool import Thinkers, question
from karat.server.tables.commands import Refused
from karat.server.tables.entries import Config, DaysClock
from karat.server.tables.house import House
from karat.server.tables.live import NoSuchTable
from karat.server.tables.scheduler import Clockwork
from karat.server.tables.table import Table
from karat.server.wire import frames

AURUM = Config("aurum", 3, bots={"2": "random"})


@pytest.fixture
async def house(database: Database) -> House:
    return House(database, GAMES)


@pytest.fixture
async def thinkers() -> AsyncIterator[Thinkers]:
    made = Thinkers()
    yield made
    await asyncio.to_thread(made.close)


async def started(house: House, config: Config = AURUM) -> str:
    table = await house.open(config, ADA, seat=0, salt="a")
    await house.change(table, lambda at: commands.sit(at, BEA, None, "b"))
    return table


def acting(seat: int, cid: str) -> Callable[[Table], list[entries.AnyEntry]]:
    """The seat's first legal action."""

    def decide(table: Table) -> list[entries.AnyEntry]:
        assert table.running is not None
        legal = table.running.legal(seat)
        frame = frames.Act(cid, table.running.decision, str(legal[0]) if legal else "keep")
        return commands.act(table, seat, frame, now=time.time(), lag=0)

    return decide


async def test_an_unknown_table_is_refused_and_nothing_is_made(house: House):
    with pytest.raises(NoSuchTable):
        await house.change("nosuchtable", lambda table: commands.leave(table, 0))
    assert await house.database.fetch("SELECT id FROM tables") == []
    assert len(house.live) == 0


async def test_what_was_changed_is_there_after_a_restart(database: Database, house: House):
    table = await started(house)
    await house.change(table, acting(0, "one"))
    again = await House(database, GAMES).table(table)
    known = await house.table(table)
    assert again.seq == known.seq
    assert again.running is not None
    assert known.running is not None
    assert again.running.shown == known.running.shown
    (row,) = await database.fetch("SELECT seq, status FROM tables WHERE id = ?", table)
    assert row == (known.seq, "playing")


async def test_two_workers_that_write_at_once_take_turns(database: Database):
    one, two = House(database, GAMES), House(database, GAMES)
    table = await started(one)
    await two.table(table)
    await asyncio.gather(one.change(table, acting(0, "x")), two.change(table, acting(1, "y")))
    known = await House(database, GAMES).table(table)
    assert known.running is not None
    assert set(known.running.sealed) == {0, 1}


async def test_the_same_action_on_two_workers_happens_once(database: Database):
    one, two = House(database, GAMES), House(database, GAMES)
    table = await started(one)
    await two.table(table)
    acknowledged: list[int] = []
    await asyncio.gather(
        *(
            house.change(table, acting(0, "same"), lambda fold: acknowledged.append(fold.table.seq))
            for house in (one, two)
        )
    )
    rows = await database.fetch("SELECT body FROM entries WHERE table_id = ?", table)
    assert sum('"same"' in str(body) for (body,) in rows) == 1
    assert len(acknowledged) == 2


async def test_bots_move_and_a_table_that_waits_for_one_is_found_after_a_crash(
    database: Database, house: House, thinkers: Thinkers
):
    table = await started(house)  # nobody moves the bot: this worker dies now
    assert (await house.table(table)).bots_to_act == (2,)
    after = House(database, GAMES)
    clockwork = Clockwork(after, thinkers)
    await clockwork.sweep(grace=0)
    for _ in range(100):
        await asyncio.sleep(0.05)
        if not (await after.table(table)).bots_to_act:
            break
    known = await after.table(table)
    assert known.running is not None
    assert set(known.running.sealed) == {2}
    await clockwork.stop()


async def test_a_bot_that_thinks_again_chooses_the_same(house: House, thinkers: Thinkers):
    known = await house.table(await started(house))
    put = question(known, 2)
    assert await thinkers.choose(put) == await thinkers.choose(put) == put.answer()


async def test_where_a_bot_fails_the_usual_one_plays_on(house: House, thinkers: Thinkers):
    asked = replace(question(await house.table(await started(house)), 2), level="no such level")
    usual = replace(asked, level="casual")
    assert await thinkers.choose(asked) == await thinkers.choose(usual)


async def test_a_thinking_process_that_dies_is_replaced(house: House, thinkers: Thinkers):
    put = question(await house.table(await started(house)), 2)
    await thinkers.choose(put)
    thinkers._started[0][0].kill()
    assert await thinkers.choose(put) == put.answer()


async def test_a_deadline_is_kept_by_whoever_sweeps(database: Database, house: House, thinkers: Thinkers):
    table = await started(house, Config("aurum", 3, bots={"2": "random"}, clock=DaysClock(0.00001)))
    await asyncio.sleep(0.9)
    clockwork = Clockwork(House(database, GAMES), thinkers)
    for _ in range(100):
        await clockwork.sweep()
        await asyncio.sleep(0.05)
        rows = await database.fetch("SELECT body FROM entries WHERE table_id = ?", table)
        if any('"clock"' in str(body) for (body,) in rows):
            break
    else:
        pytest.fail("nobody looked at the clock")
    await clockwork.stop()


async def test_what_hangs_on_the_end_of_a_match_is_committed_with_it(house: House):
    ended: list[str] = []

    async def on_end(table: Table) -> list[Statement]:
        ended.append(table.id)
        return [Statement("INSERT INTO limits (id, full_at) VALUES (?, ?)", (table.id, 1.5))]

    house.ended.append(on_end)
    table = await started(house, Config("aurum", 3, bots={"2": "random"}))
    rng = random.Random(1)
    while (known := await house.table(table)).status == "playing":
        assert known.running is not None
        seat = known.running.owing[0]
        if known.chairs[seat].bot:
            chosen = str(rng.choice(known.running.legal(seat)))
            await house.change(
                table, lambda at, seat=seat, chosen=chosen: commands.act_for(at, seat, at.running.decision, chosen)
            )
        else:
            await house.change(table, acting(seat, f"c{known.seq}"))
    assert ended == [table]
    assert await house.database.fetch("SELECT full_at FROM limits WHERE id = ?", table) == [(1.5,)]


async def test_a_rematch_is_for_matches_that_are_over(house: House):
    table = await started(house)
    with pytest.raises(Refused, match="not_finished"):
        await house.change(table, lambda at: commands.ask(at, 0, "rematch", "r"))


async def test_the_lobby_lists_public_tables_that_are_open(house: House):
    public = await house.open(Config("aurum", 3, visibility="public"), ADA, seat=0)
    await house.open(Config("aurum", 3), ADA, seat=0)
    ((listed, facts, _),) = await house.lobby()
    assert listed == public
    assert facts.seats == ("Ada", "", "")
    for player, salt in ((BEA, "b"), (CLEO, "c")):
        await house.change(public, lambda at, player=player, salt=salt: commands.sit(at, player, None, salt))
    await house.change(public, lambda at: commands.salt(at, 0, "a"))
    assert await house.lobby() == []


@pytest.mark.parametrize(
    ("config", "code"),
    [
        (Config("chess", 2), "no_such_game"),
        (Config("aurum", 7), "bad_rules"),
        (Config("aurum", 4, edition="xx"), "bad_rules"),
        (Config("amul", 4, cards="0" * 64), "bad_rules"),
        (Config("aurum", 4, bots={"9": "random"}), "bad_seats"),
        (Config("aurum", 4, bots={"1": "deep"}), "no_such_bot"),
        (Config("aurum", 4, bots={"0": "random"}), "seat_taken"),
    ],
)
async def test_a_table_that_cannot_be_is_refused(house: House, config: Config, code: str):
    with pytest.raises(Refused, match=code):
        await house.open(config, ADA, seat=0)
    assert await house.database.fetch("SELECT id FROM tables") == []
