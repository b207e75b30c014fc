"""Days off that people with accounts take: so many a year, whole ones, one vacation at a time.

Only what is written here counts; the tables that wait for somebody are told by `karat.server.house.resting`.
"""

from __future__ import annotations

import datetime as dt
import math
import secrets
import time
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from karat.server.people.accounts import NotPossible
from karat.server.store.database import Statement

if TYPE_CHECKING:
    from collections.abc import Callable

    from karat.server.store.database import Database

DAY = 86400.0
DAYS_A_YEAR = 30
"""Of 24 hours, by the calendar of UTC."""
LONGEST_AHEAD = 366 * DAY
FORGOTTEN_AFTER = 7 * DAY
"""Once somebody takes days off again; how many were used of a year stands apart."""
BEGUN_LATE = 600.0
"""Seconds by which a clock elsewhere may be behind ours."""
USE = (
    "INSERT INTO vacation_years (person, year, days) SELECT id, CAST(? AS INTEGER), CAST(? AS INTEGER) FROM people"
    " WHERE id = ? AND kind = 'account'"
    " ON CONFLICT (person, year) DO UPDATE SET days = vacation_years.days + excluded.days"
    " WHERE vacation_years.days + excluded.days <= CAST(? AS INTEGER)"
)
TAKE = (
    "INSERT INTO vacations (id, person, begins, ends, made) SELECT ?, id, CAST(? AS DOUBLE PRECISION),"
    " CAST(? AS DOUBLE PRECISION), CAST(? AS DOUBLE PRECISION) FROM people WHERE id = ? AND NOT EXISTS"
    " (SELECT 1 FROM vacations WHERE person = people.id AND vacations.ends > CAST(? AS DOUBLE PRECISION)"
    " AND vacations.ends > vacations.begins)"
)
GIVE_BACK = "UPDATE vacation_years SET days = days - CAST(? AS INTEGER) WHERE person = ? AND year = ?"


class Vacation(NamedTuple):
    id: str
    begins: float
    ends: float


class DaysLeft(NamedTuple):
    year: int
    days: int


@dataclass(frozen=True, slots=True)
class Vacations:
    database: Database
    now: Callable[[], float] = time.time

    async def of(self, person: str) -> Vacation | None:
        """The one that goes on, or comes."""
        rows = await self.database.fetch(
            "SELECT id, begins, ends FROM vacations WHERE person = ? AND ends > ? AND ends > begins LIMIT 1",
            person,
            self.now(),
        )
        return Vacation(str(rows[0][0]), float(str(rows[0][1])), float(str(rows[0][2]))) if rows else None

    async def left(self, person: str) -> tuple[DaysLeft, ...]:
        """Of this year and of the next."""
        rows = await self.database.fetch("SELECT year, days FROM vacation_years WHERE person = ?", person)
        used = {int(str(year)): int(str(days)) for year, days in rows}
        first = year_of(self.now())
        return tuple(DaysLeft(year, DAYS_A_YEAR - used.get(year, 0)) for year in (first, first + 1))

    async def take(self, person: str, days: int, begins: float | None = None) -> Vacation:
        """From then on, or from now; NotPossible where that is over, too many, or there is one already."""
        now = self.now()
        if begins is not None and not now - BEGUN_LATE <= begins <= now + LONGEST_AHEAD:
            raise NotPossible("no_such_day")
        begins = max(now, begins or now)
        if await self.of(person) is not None:
            raise NotPossible("vacation_taken")
        vacation = Vacation(secrets.token_hex(8), begins, begins + days * DAY)
        by_year = Counter(year_of(begins + day * DAY) for day in range(days))
        left = dict(await self.left(person))
        if any(many > left.get(year, DAYS_A_YEAR) for year, many in by_year.items()):
            raise NotPossible("no_days_left")
        # The years first: two units of one person wait for each other there, and the second sees the first's vacation.
        used = [Statement(USE, (year, many, person, DAYS_A_YEAR), rows=1) for year, many in sorted(by_year.items())]
        taken = Statement(TAKE, (vacation.id, begins, vacation.ends, now, person, now), rows=1)
        past = Statement("DELETE FROM vacations WHERE person = ? AND ends < ?", (person, now - FORGOTTEN_AFTER))
        if not await self.database.write(*used, taken, past):
            raise NotPossible("vacation_taken")
        return vacation

    async def end(self, person: str) -> Vacation | None:
        """Be back now, or call it off; days that have not begun are given back. None where there is none."""
        now, vacation = self.now(), await self.of(person)
        if vacation is None:
            return None
        used = max(0, math.ceil((now - vacation.begins) / DAY))
        ended = vacation._replace(ends=max(now, vacation.begins))
        days = round((vacation.ends - vacation.begins) / DAY)
        back = Counter(year_of(vacation.begins + day * DAY) for day in range(used, days))
        given = [Statement(GIVE_BACK, (many, person, year)) for year, many in sorted(back.items())]
        end = "UPDATE vacations SET ends = ? WHERE id = ? AND ends = ?"
        await self.database.write(Statement(end, (ended.ends, vacation.id, vacation.ends), rows=1), *given)
        return ended


def year_of(moment: float) -> int:
    return dt.datetime.fromtimestamp(moment, dt.UTC).year
