"""Commands to tables on both databases: conflicts, recovery, what hangs on the end of a match."""

import asyncio
import random
from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any

import pytest
from growing import ADA, BEA, CLEO, make_house
from people import GOOD_PASSWORD, QUICK

from karat.server.house.bot_pool import BotPool, question
from karat.server.house.house import House
from karat.server.house.live import Subscriber
from karat.server.house.lobby import public_tables
from karat.server.house.log import NoSuchTable
from karat.server.house.scheduler import Scheduler
from karat.server.house.seating import seats_of, tables_of
from karat.server.http.people import player
from karat.server.people.accounts import Accounts
from karat.server.people.privacy import Privacy
from karat.server.store.database import Database, Statement, Unreachable
from karat.server.tables.commands import Act, Answer, Ask, Leave, MoveFor, Pledging, Refused, Say, Sender, Sit
from karat.server.tables.entries import Config, DaysClock, Player
from karat.server.tables.table import Table
from karat.server.wire.projection import SPECTATOR

AURUM = Config("aurum", 3, bots={"2": "random"})


@pytest.fixture
async def house(database: Database) -> House:
    return make_house(database)


@pytest.fixture
async def thinkers() -> AsyncIterator[BotPool]:
    made = BotPool()
    yield made
    await asyncio.to_thread(made.close)


async def started(house: House, config: Config = AURUM) -> str:
    table = await house.open(config, ADA, seat=0, pledge="")
    await house.submit(table, Sender(BEA), Sit(pledge=""))
    return table


async def act(house: House, table: str, seat: int, cid: str, acknowledge: Any = None) -> None:
    """Have the seat do its first legal action."""
    known = await house.table(table)
    assert known.running is not None
    player = known.chairs[seat].player
    assert player is not None
    meant = Act(cid, known.running.decision, str(known.running.legal(seat)[0]))
    await house.submit(table, Sender(player), meant, acknowledge)


async def test_an_unknown_table_is_refused_and_nothing_is_made(house: House):
    with pytest.raises(NoSuchTable):
        await house.submit("nosuchtable", Sender(ADA), Leave())
    assert await house.database.fetch("SELECT id FROM tables") == []
    assert len(house.live) == 0


async def test_what_was_changed_is_there_after_a_restart(database: Database, house: House):
    table = await started(house)
    await act(house, table, 0, "one")
    again = await make_house(database).table(table)
    known = await house.table(table)
    assert again.seq == known.seq
    assert again.running is not None
    assert known.running is not None
    assert again.running.shown == known.running.shown
    (row,) = await database.fetch("SELECT seq, status FROM tables WHERE id = ?", table)
    assert row == (known.seq, "playing")


async def test_two_workers_that_write_at_once_take_turns(database: Database):
    one, two = make_house(database), make_house(database)
    table = await started(one)
    await two.table(table)
    await asyncio.gather(act(one, table, 0, "x"), act(two, table, 1, "y"))
    known = await make_house(database).table(table)
    assert known.running is not None
    assert set(known.running.sealed) == {0, 1}


async def test_the_same_action_on_two_workers_happens_once(database: Database):
    one, two = make_house(database), make_house(database)
    table = await started(one)
    await two.table(table)
    acknowledged: list[int] = []
    await asyncio.gather(
        *(act(house, table, 0, "same", lambda fold: acknowledged.append(fold.table.seq)) for house in (one, two))
    )
    rows = await database.fetch("SELECT body FROM entries WHERE table_id = ?", table)
    assert sum('"same"' in str(body) for (body,) in rows) == 1
    assert len(acknowledged) == 2


async def test_bots_move_and_a_table_that_waits_for_one_is_found_after_a_crash(
    database: Database, house: House, thinkers: BotPool
):
    table = await started(house)  # nobody moves the bot: this worker dies now
    assert (await house.table(table)).bots_to_act == (2,)
    after = make_house(database)
    scheduler = Scheduler(thinkers)
    await scheduler.sweep(after, grace=0)
    for _ in range(100):
        await asyncio.sleep(0.05)
        if not (await after.table(table)).bots_to_act:
            break
    known = await after.table(table)
    assert known.running is not None
    assert set(known.running.sealed) == {2}
    await scheduler.stop()


async def test_a_bot_that_thinks_again_chooses_the_same(house: House, thinkers: BotPool):
    known = await house.table(await started(house))
    put = question(known, 2)
    assert await thinkers.choose(put) == await thinkers.choose(put) == put.answer()


async def test_where_a_bot_fails_the_usual_one_plays_on(house: House, thinkers: BotPool):
    asked = replace(question(await house.table(await started(house)), 2), level="no such level")
    usual = replace(asked, level="casual")
    assert await thinkers.choose(asked) == await thinkers.choose(usual)


async def test_a_thinking_process_that_dies_is_replaced(house: House, thinkers: BotPool):
    put = question(await house.table(await started(house)), 2)
    await thinkers.choose(put)
    thinkers._quick._started[0][0].kill()
    assert await thinkers.choose(put) == put.answer()


async def test_a_deadline_is_kept_by_whoever_sweeps(database: Database, house: House, thinkers: BotPool):
    table = await started(house, Config("aurum", 3, bots={"2": "random"}, clock=DaysClock(0.00001)))
    await asyncio.sleep(0.9)
    scheduler, other = Scheduler(thinkers), make_house(database)
    for _ in range(100):
        await scheduler.sweep(other)
        await asyncio.sleep(0.05)
        rows = await database.fetch("SELECT body FROM entries WHERE table_id = ?", table)
        if any('"clock"' in str(body) for (body,) in rows):
            break
    else:
        pytest.fail("nobody looked at the clock")
    await scheduler.stop()


async def test_what_hangs_on_the_end_of_a_match_is_committed_with_it(database: Database):
    ended: list[str] = []

    async def on_end(table: Table) -> list[Statement]:
        ended.append(table.id)
        return [Statement("INSERT INTO limits (id, full_at) VALUES (?, ?)", (table.id, 1.5))]

    house = make_house(database, ended=[on_end])
    table = await started(house, Config("aurum", 3, bots={"2": "random"}))
    rng = random.Random(1)
    while (known := await house.table(table)).status == "playing":
        assert known.running is not None
        seat = known.running.owing[0]
        if known.chairs[seat].bot:
            chosen = str(rng.choice(known.running.legal(seat)))
            await house.submit(table, None, MoveFor(seat, known.running.decision, chosen))
        else:
            await act(house, table, seat, f"c{known.seq}")
    assert ended == [table]
    assert await house.database.fetch("SELECT full_at FROM limits WHERE id = ?", table) == [(1.5,)]


async def test_the_database_of_these_tests_refuses_to_rewrite_a_log(database: Database, house: House):
    await house.open(AURUM, ADA, seat=0)
    for deed in ("UPDATE entries SET body = body", "DELETE FROM entries"):
        with pytest.raises(Exception, match="never rewritten"):
            await database.write(Statement(deed))


async def test_who_is_forgotten_is_nobody_at_tables_in_memory_too(database: Database):
    accounts = Accounts(database, QUICK)
    anna, otto = [await accounts.register(name, GOOD_PASSWORD) for name in ("Anna", "Otto")]
    house = make_house(database)
    table = await house.open(AURUM, player(anna), seat=0)
    await house.submit(table, Sender(player(otto)), Sit())
    await house.submit(table, Sender(player(anna)), Say("1", "my cat is called Tom"))
    heard: list[str] = []
    live = house.live.table(table)
    async with live.lock:
        await house.live.ready_for_spectators(live)
        live.subscribe(Subscriber(SPECTATOR, "", heard.append), 0)
    await Privacy(database).forget(anna)
    async with asyncio.timeout(60):  # until the word has come
        while (chair := (await house.table(table)).chairs[0]).player == player(anna):  # noqa: ASYNC110
            await asyncio.sleep(0.01)
    assert chair.player == Player("gone:p1", "", "account")
    await house.submit(table, Sender(player(otto)), Pledging(""))
    assert "pledged" in heard[-1]  # and who listened goes on listening
    late = live.late
    assert late is not None
    assert late.table.chairs[0].player == chair.player
    assert "Tom" not in str(late.story.moments)
    assert (await house.table(table)).seat_of(otto.id) == 1


async def test_ones_tables_are_found_by_what_the_house_is_given_and_by_nothing_else(database: Database):
    """No class for bots from outside has to be there for it."""
    house = make_house(database, along=[seats_of])
    goose = await Accounts(database).guest("Goose")
    table = await house.open(AURUM, player(goose), seat=0)
    assert await tables_of(database, goose.id, 10) == [table]
    await house.submit(table, Sender(player(goose)), Leave())
    assert await tables_of(database, goose.id, 10) == []


async def test_what_is_written_along_is_committed_with_the_entries_or_not_at_all(database: Database):
    def twice(table: Table, _logged: object) -> list[Statement]:
        return [Statement("INSERT INTO limits (id, full_at) VALUES (?, 1.5)", (table.id,))]

    house = make_house(database, along=[twice])
    table = await house.open(AURUM, ADA, seat=0)
    with pytest.raises(Unreachable):  # the same row again: nothing of the unit fits
        await house.submit(table, Sender(BEA), Sit())
    assert (await house.table(table)).free == (1,)


async def test_a_rematch_is_for_matches_that_are_over(house: House):
    table = await started(house)
    with pytest.raises(Refused, match="not_finished"):
        await house.submit(table, Sender(ADA), Ask("r", "rematch"))


async def test_the_lobby_lists_public_tables_that_are_open(house: House):
    public = await house.open(Config("aurum", 3, visibility="public"), ADA, seat=0)
    await house.open(Config("aurum", 3), ADA, seat=0)
    (listed,) = await public_tables(house, "open", 50)
    assert (listed.id, listed.host) == (public, "Ada")
    assert [seat.name for seat in listed.seats] == ["Ada", "", ""]
    for other in (BEA, CLEO):
        await house.submit(public, Sender(other), Sit(pledge=""))
    await house.submit(public, Sender(ADA), Pledging(""))
    assert await public_tables(house, "open", 50) == []


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


async def test_only_who_said_yes_sits_at_the_rematch(house: House):
    """Bea left, and somebody stands in for her: nobody seats her at a match that she has not agreed to."""
    table = await house.open(Config("aurum", 3), ADA, seat=0, pledge="")
    for other in (BEA, CLEO):
        await house.submit(table, Sender(other), Sit(pledge=""))
    await house.submit(table, Sender(ADA), Leave())
    await play_out(house, table)
    await house.submit(table, Sender(BEA), Ask("r", "rematch"))
    await house.submit(table, Sender(CLEO), Answer("r", "rematch", True))
    again = await house.table((await house.table(table)).rematch)
    assert [chair.player for chair in again.chairs] == [None, BEA, CLEO]
    assert (again.host, again.status) == (BEA, "open")


async def play_out(house: House, table_id: str) -> None:
    """To the end, for people and stand-ins alike."""
    while (table := await house.table(table_id)).status == "playing":
        assert table.running is not None
        seat, decision = table.running.owing[0], table.running.decision
        action, player = str(table.running.legal(seat)[0]), table.chairs[seat].player
        assert player is not None
        if table.chairs[seat].level:
            await house.submit(table_id, None, MoveFor(seat, decision, action))
        else:
            await house.submit(table_id, Sender(player), Act(f"c{table.seq}", decision, action))
