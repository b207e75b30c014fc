"""What tables tell, written with what caused it: who is waited for, and who is sent word, on both databases."""

import json

import pytest
from growing import make_house
from people import register

from karat.games import GAMES
from karat.server.house.house import House
from karat.server.house.seating import seats_of
from karat.server.http.people import player
from karat.server.notices.of_tables import JUST_NOW, LONGEST_LEAD, TableNotices
from karat.server.notices.waiting import waiting_for
from karat.server.notices.writing import Notice, NoticeKind, looked, written
from karat.server.store.database import Database
from karat.server.tables.commands import Act, Find, Lose, MoveFor, Sender, Sit
from karat.server.tables.entries import Config, DaysClock, Player

SLOW = Config("aurum", 3, bots={"2": "random"}, clock=DaysClock(2))


@pytest.fixture
async def house(database: Database) -> House:
    return noticing(database)


def noticing(database: Database) -> House:
    """A house as a worker has it, as far as notices are concerned."""
    return make_house(database, along=(seats_of, TableNotices().along))


@pytest.fixture
async def two(database: Database) -> tuple[Player, Player]:
    ada, bea = await register(database, "Ada", "Bea")
    return player(ada), player(bea)


async def started(house: House, two: tuple[Player, Player], config: Config = SLOW) -> str:
    ada, bea = two
    table = await house.open(config, ada, seat=0, pledge="")
    await house.submit(table, Sender(bea), Sit(pledge=""))
    return table


async def act(house: House, table: str, who: Player) -> None:
    known = await house.table(table)
    assert known.running is not None
    seat = known.seat_of(who.id)
    assert seat is not None
    legal = known.running.legal(seat)
    await house.submit(table, Sender(who), Act(f"{known.seq}", known.running.decision, str(legal[0])))


async def waits(house: House, who: Player) -> list[str]:
    return [one.table for one in await waiting_for(house.database, who.id)]


async def kinds(house: House, who: Player) -> dict[str, float | None]:
    """The notices of somebody by kind, with when they were told."""
    rows = await house.database.fetch("SELECT kind, told FROM notices WHERE person = ? ORDER BY kind", who.id)
    return {str(kind): told if told is None else float(str(told)) for kind, told in rows}


async def play_until_waiting_for(house: House, table: str, *, wanted: Player, other: Player) -> None:
    """Have the other person and the bot play until the match wants something of that one."""
    for _ in range(200):
        known = await house.table(table)
        assert known.running is not None
        owing = known.running.owing
        if known.seat_of(wanted.id) in owing:
            return
        if known.seat_of(other.id) in owing:
            await act(house, table, other)
        else:
            seat = owing[0]
            action = str(known.running.legal(seat)[0])
            await house.submit(table, None, MoveFor(seat, known.running.decision, action))
    pytest.fail("nobody waits")


async def test_who_is_waited_for_is_listed_until_they_have_answered(house: House, two: tuple[Player, Player]):
    ada, bea = two
    table = await started(house, two)
    assert await waits(house, ada) == await waits(house, bea) == [table]
    listed = (await waiting_for(house.database, bea.id))[0]
    assert (listed.game, listed.who) == ("aurum", ("Ada",))
    assert listed.deadline == pytest.approx(listed.since + 2 * 86400)
    await act(house, table, bea)
    assert await waits(house, bea) == []
    assert await waits(house, ada) == [table]
    other_worker = noticing(house.database)  # which has never seen the table
    await act(other_worker, table, ada)
    known = await other_worker.table(table)  # another one hears of it a moment later
    assert known.running is not None
    assert await waits(house, ada) == ([table] if known.seat_of(ada.id) in known.running.owing else [])


async def test_at_a_table_without_days_who_has_left_is_listed_and_who_is_there_is_not(
    house: House, two: tuple[Player, Player]
):
    ada, bea = two
    table = await started(house, two, Config("aurum", 3, bots={"2": "random"}))
    assert await waits(house, ada) == await waits(house, bea) == []
    draft, written_along = house._draft, list[str]()

    async def listening(*asked):
        made = await draft(*asked)
        written_along.extend(statement.sql for statement in made.statements)
        return made

    house._draft = listening  # type: ignore[method-assign]
    await act(house, table, ada)
    assert not [sql for sql in written_along if "waits" in sql], "a card writes nothing about who is waited for"
    await house.submit(table, None, Lose(bea.id))
    assert await waits(house, bea) == [table]
    await house.submit(table, None, Find(bea.id))
    assert await waits(house, bea) == []
    await house.submit(table, None, Lose(bea.id))
    await act(house, table, bea)
    assert await waits(house, bea) == []


async def test_nobody_is_waited_for_at_a_match_against_bots(house: House, two: tuple[Player, Player]):
    ada, _ = two
    alone = Config("aurum", 3, bots={"1": "random", "2": "random"})
    table = await house.open(alone, ada, seat=0, pledge="")
    assert (await house.table(table)).status == "playing"
    assert await waits(house, ada) == []
    await house.submit(table, None, Lose(ada.id))
    assert await kinds(house, ada) == {"match_begun": None}  # the page was closed before the first card


async def test_a_turn_is_told_once_and_again_after_a_look(house: House, two: tuple[Player, Player]):
    ada, bea = two
    table = await started(house, two)
    assert await kinds(house, bea) == {"reminder": None}  # she sits there
    await house.submit(table, None, Lose(bea.id))
    assert await kinds(house, bea) == {"match_begun": None, "reminder": None}
    await house.submit(table, None, Find(bea.id))
    assert await kinds(house, bea) == {"reminder": None}, "who has come needs no word that it began"
    await act(house, table, bea)
    assert await kinds(house, bea) == {}
    known = await house.table(table)
    known.started_at -= 2 * JUST_NOW  # some time later
    await house.submit(table, None, Lose(bea.id))
    await play_until_waiting_for(house, table, wanted=bea, other=ada)
    assert await kinds(house, bea) == {"reminder": None, "your_turn": None}
    rows = await house.database.fetch("SELECT slots, link, topic FROM notices WHERE kind = 'your_turn'")
    assert json.loads(str(rows[0][0])) == {"game": "Aurum", "who": f"Ada, {GAMES['aurum'].bot_names[2]}"}
    assert rows[0][1:] == (f"/t/{table}", table)
    told = looked(bea.id, table)
    await house.database.write(told)
    await house.submit(table, None, Find(bea.id))
    await house.submit(table, None, Lose(bea.id))
    assert "match_begun" not in await kinds(house, bea)


async def test_a_reminder_comes_before_the_clock_runs_out(house: House, two: tuple[Player, Player]):
    _, bea = two
    table = await started(house, two)
    rows = await house.database.fetch("SELECT due, until FROM notices WHERE person = ?", bea.id)
    due, until = (float(str(value)) for value in rows[0])
    assert until - due == pytest.approx(LONGEST_LEAD)
    hasty = await started(house, two, Config("aurum", 3, bots={"2": "random"}, clock=DaysClock(0.5)))
    rows = await house.database.fetch("SELECT due, until FROM notices WHERE person = ? AND topic = ?", bea.id, hasty)
    due, until = (float(str(value)) for value in rows[0])
    assert until - due == pytest.approx(3 * 3600)
    assert table != hasty


async def test_the_same_is_not_written_twice_and_programs_are_told_nothing(
    database: Database, two: tuple[Player, Player]
):
    ada, _ = two
    notice = Notice(NoticeKind.CHALLENGE, ada.id, "challenge 1", "/challenges", {"who": "Bea", "game": "Aurum"})
    for now in (100.0, 200.0):
        assert await database.write(*written(notice, now))
    assert await database.fetch("SELECT made FROM notices") == [(100.0,)]
    await database.write(looked(ada.id, "challenge 1", [NoticeKind.INVITATION]))
    assert await database.fetch("SELECT made FROM notices") == [(100.0,)]
    await database.write(looked(ada.id, "challenge 1"), *written(notice, 300.0))
    assert await database.fetch("SELECT made FROM notices") == [(300.0,)]
    nobody = Notice(NoticeKind.CHALLENGE, "nobody", "challenge 2", "/challenges")
    assert await database.write(*written(nobody, 400.0))
    assert await database.fetch("SELECT made FROM notices") == [(300.0,)]
