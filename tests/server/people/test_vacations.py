"""Days off: so many a year, whole ones, one vacation at a time; on both databases, and at every table that goes on."""

import asyncio

import pytest
from growing import make_house
from meeting import house, stranger, visitors
from people import register

from karat.server.house.resting import RestKeeper
from karat.server.house.seating import seats_of
from karat.server.http.people import player
from karat.server.notices.of_tables import TableNotices
from karat.server.people.accounts import NotPossible
from karat.server.people.vacations import DAY, DAYS_A_YEAR, Vacations
from karat.server.store.database import Database
from karat.server.tables.commands import Act, Lose, Sender, Sit
from karat.server.tables.entries import Config, DaysClock

NEW_YEAR = 1798761600.0
"""2027."""
SUMMER = NEW_YEAR - 150 * DAY


class Day:
    """The time of day, as a test has it."""

    def __init__(self, now: float) -> None:
        self.now = now

    def __call__(self) -> float:
        return self.now


async def test_a_year_has_so_many_days_and_those_that_were_not_begun_come_back(database: Database):
    (ada,) = await register(database, "Ada")
    clock = Day(SUMMER)
    vacations = Vacations(database, clock)
    await vacations.take(ada.id, 10, SUMMER + DAY)
    assert [one.days for one in await vacations.left(ada.id)] == [DAYS_A_YEAR - 10, DAYS_A_YEAR]
    with pytest.raises(NotPossible, match="vacation_taken"):
        await vacations.take(ada.id, 1)
    await vacations.end(ada.id)  # called off before it began
    assert [one.days for one in await vacations.left(ada.id)] == [DAYS_A_YEAR, DAYS_A_YEAR]
    assert await vacations.of(ada.id) is None

    await vacations.take(ada.id, 10)
    clock.now += 2.5 * DAY
    ended = await vacations.end(ada.id)
    assert ended is not None
    assert ended.ends == clock.now
    assert (await vacations.left(ada.id))[0].days == DAYS_A_YEAR - 3  # the third had begun
    assert await vacations.end(ada.id) is None
    with pytest.raises(NotPossible, match="no_days_left"):
        await vacations.take(ada.id, DAYS_A_YEAR - 2)
    with pytest.raises(NotPossible, match="no_such_day"):
        await vacations.take(ada.id, 1, SUMMER - DAY)


async def test_a_vacation_over_new_year_uses_days_of_both(database: Database):
    (ada,) = await register(database, "Ada")
    vacations = Vacations(database, Day(NEW_YEAR - 3 * DAY))
    await vacations.take(ada.id, 10)
    assert [one.days for one in await vacations.left(ada.id)] == [DAYS_A_YEAR - 3, DAYS_A_YEAR - 7]


async def test_of_many_at_the_same_moment_one_is_taken(database: Database):
    (ada,) = await register(database, "Ada")
    vacations = Vacations(database, Day(SUMMER))
    taken = await asyncio.gather(*(vacations.take(ada.id, 4) for _ in range(6)), return_exceptions=True)
    assert sum(not isinstance(one, BaseException) for one in taken) == 1
    assert all(isinstance(one, NotPossible) for one in taken if isinstance(one, BaseException))
    assert (await vacations.left(ada.id))[0].days == DAYS_A_YEAR - 4


async def test_tables_hear_of_it_also_those_that_begin_later_and_reminders_wait(database: Database):
    ada, bea = [player(one) for one in await register(database, "Ada", "Bea")]
    tables = make_house(database, along=(seats_of, TableNotices().along))
    keeper, vacations = RestKeeper(tables), Vacations(database)

    async def begun() -> str:
        table = await tables.open(Config("aurum", 3, bots={"2": "random"}, clock=DaysClock(2)), ada, seat=0, pledge="")
        await tables.submit(table, Sender(bea), Sit(pledge=""))
        return table

    async def rests(table: str) -> list[float | None]:
        known = await tables.table(table)
        return [known.deadline_of(seat) for seat in known.people]

    async def due(table: str) -> float:
        rows = await database.fetch(
            "SELECT due FROM notices WHERE person = ? AND topic = ? AND kind = 'reminder'", ada.id, table
        )
        return float(str(rows[0][0]))

    first = await begun()
    before, reminded = await rests(first), await due(first)
    await vacations.take(ada.id, 5)
    later = await begun()
    for _ in range(2):  # twice changes nothing
        await keeper.look()
    after = await rests(first)
    assert after[0] == pytest.approx(before[0] + 5 * DAY, abs=5)
    assert after[1] == before[1]
    assert await due(first) == pytest.approx(reminded + 5 * DAY, abs=5)
    assert (await rests(later))[0] == pytest.approx((await rests(later))[1] + 5 * DAY, abs=5)
    seq = (await tables.table(first)).seq
    await keeper.look()
    assert (await tables.table(first)).seq == seq

    await vacations.end(ada.id)
    await keeper.look()
    assert (await rests(first))[0] == pytest.approx(before[0], abs=5)
    assert await due(first) == pytest.approx(reminded, abs=5)


async def test_it_is_not_ones_turn_while_one_has_days_off(database: Database):
    ada, bea = [player(one) for one in await register(database, "Ada", "Bea")]
    tables = make_house(database, along=(seats_of, TableNotices().along))
    table = await tables.open(Config("aurum", 3, bots={"2": "random"}, clock=DaysClock(2)), ada, seat=0, pledge="")
    await tables.submit(table, Sender(bea), Sit(pledge=""))
    taken = await Vacations(database).take(ada.id, 5)
    await RestKeeper(tables).look()
    for person in (ada.id, bea.id):
        await tables.submit(table, None, Lose(person))
    await database.fetch("SELECT 1")
    known = await tables.table(table)
    assert known.running is not None
    bid = str(known.running.legal(1)[0])
    await tables.submit(table, Sender(bea), Act("a", known.running.decision, bid))
    rows = await database.fetch("SELECT due FROM notices WHERE person = ? AND kind = 'your_turn'", ada.id)
    assert [float(str(due)) for (due,) in rows] in ([], [taken.ends])


async def test_they_are_taken_and_ended_over_rest_and_shown_at_the_table(place: str):
    async with house(place) as app, visitors(app, "Anna", "Otto") as (anna, otto), stranger(app) as guest:
        await guest.post("/api/guests", name="Gast")
        await guest.get("/api/me/vacation", 403)
        config = {"game": "aurum", "players": 3, "bots": {"2": "random"}, "clock": {"kind": "days", "days": 2}}
        table = (await anna.post("/api/tables", config=config, seat=0, pledge=""))["table"]
        await otto.post(f"/api/tables/{table}/join", pledge="")
        told = await anna.post("/api/me/vacation", days=7)
        assert told["ends"] == pytest.approx(told["begins"] + 7 * DAY)
        assert told["left"][0]["days"] == told["most"] - 7
        seats = (await otto.get(f"/api/tables/{table}"))["seats"]
        assert [seat.get("rests_until") for seat in seats] == [told["ends"], None, None]
        refused = await anna.post("/api/me/vacation", 409, days=7)
        assert refused["code"] == "vacation_taken"
        await anna.post("/api/me/vacation", 400, days=0)
        assert (await anna.delete("/api/me/vacation"))["begins"] is None
        ((until,),) = await app.database.fetch("SELECT ends FROM vacations WHERE person = ?", anna.id)
        seats = (await otto.get(f"/api/tables/{table}"))["seats"]
        assert seats[0]["rests_until"] == until
        exported = await app.people.privacy.export(await app.people.accounts.find(anna.id))
        assert len(exported["vacations"]) == len(exported["vacation_years"]) == 1
