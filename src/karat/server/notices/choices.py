"""What a person wants to be told, and when: kinds of notice, tables that are muted, hours in which nothing comes."""

from __future__ import annotations

import datetime as dt
import time
import zoneinfo
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Annotated

import msgspec
from msgspec import Meta, Struct

from karat.server.notices.writing import NoticeKind
from karat.server.people.accounts import NotPossible
from karat.server.store.database import Statement

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from karat.server.store.database import Database

MOST_MUTED = 200
MINUTES = 24 * 60
Minute = Annotated[int, Meta(ge=0, lt=MINUTES)]


class QuietHours(Struct, frozen=True, forbid_unknown_fields=True):
    """From one minute of the day to another, in a time zone; over midnight where it begins later than it ends."""

    begins: Minute
    ends: Minute
    zone: Annotated[str, Meta(max_length=64)]
    """As the tz database calls it: `Europe/Berlin`."""


class Preferences(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    off: Annotated[tuple[NoticeKind, ...], Meta(max_length=len(NoticeKind))] = ()
    """Kinds that one is not told."""
    quiet: QuietHours | None = None


EVERYTHING = Preferences()


@cache
def zone_of(name: str) -> dt.tzinfo:
    """UTC for one that there was when it was chosen, and is no more where this server runs now."""
    try:
        return zoneinfo.ZoneInfo(name)
    except (zoneinfo.ZoneInfoNotFoundError, ValueError, OSError):
        return dt.UTC


def quiet_until(quiet: QuietHours, now: float) -> float | None:
    """When the hours that `now` lies in end; None where it lies in none."""
    if quiet.begins == quiet.ends:
        return None
    zone = zone_of(quiet.zone)
    local = dt.datetime.fromtimestamp(now, zone)
    minute = local.hour * 60 + local.minute
    over_midnight = quiet.begins > quiet.ends
    if not is_inside(quiet, minute):
        return None
    day = local.date() + dt.timedelta(days=1 if over_midnight and minute >= quiet.begins else 0)
    hour, rest = divmod(quiet.ends, 60)
    end = dt.datetime(day.year, day.month, day.day, hour, rest, tzinfo=zone)
    # Where clocks are set back the hour comes twice, and where they are set forward not at all.
    moments = sorted((end.timestamp(), end.replace(fold=1).timestamp()))
    return next((moment for moment in moments if moment > now and not is_quiet(quiet, moment)), moments[-1])


def is_quiet(quiet: QuietHours, moment: float) -> bool:
    local = dt.datetime.fromtimestamp(moment, zone_of(quiet.zone))
    return is_inside(quiet, local.hour * 60 + local.minute)


def is_inside(quiet: QuietHours, minute: int) -> bool:
    """Whether a minute of the day lies in them."""
    if quiet.begins > quiet.ends:
        return minute >= quiet.begins or minute < quiet.ends
    return quiet.begins <= minute < quiet.ends


def kinds_in(stored: object) -> tuple[NoticeKind, ...]:
    """The kinds that are off for a topic; none stands for all of them."""
    return tuple(NoticeKind(kind) for kind in str(stored).split())


@dataclass(frozen=True, slots=True)
class NoticeChoices:
    """Everybody's, in the database."""

    database: Database
    now: Callable[[], float] = time.time

    async def of(self, person: str) -> Preferences:
        rows = await self.database.fetch("SELECT body FROM notice_choices WHERE person = ?", person)
        return msgspec.json.decode(str(rows[0][0]), type=Preferences) if rows else EVERYTHING

    async def choose(self, person: str, choices: Preferences) -> None:
        """NotPossible for a time zone that there is not."""
        if choices.quiet is not None and choices.quiet.zone not in zoneinfo.available_timezones():
            raise NotPossible("no_such_zone")
        body = msgspec.json.encode(choices).decode()
        await self.database.write(
            Statement(
                "INSERT INTO notice_choices (person, body) SELECT id, ? FROM people WHERE id = ?"
                " ON CONFLICT (person) DO UPDATE SET body = excluded.body",
                (body, person),
            )
        )

    async def muted(self, person: str) -> dict[str, tuple[NoticeKind, ...]]:
        """The topics of which a person is told nothing, such as tables, or only not these kinds."""
        rows = await self.database.fetch(
            "SELECT topic, kinds FROM notice_mutes WHERE person = ? ORDER BY at, topic", person
        )
        return {str(topic): kinds_in(kinds) for topic, kinds in rows}

    async def mute(self, person: str, topic: str, *, muted: bool, off: Sequence[NoticeKind] = ()) -> None:
        """Tell a person nothing of a topic, or nothing of these kinds; neither is to tell everything again."""
        gone = Statement("DELETE FROM notice_mutes WHERE person = ? AND topic = ?", (person, topic))
        if not muted and not off:
            await self.database.write(gone)
            return
        if len(await self.muted(person)) >= MOST_MUTED:  # those of long ago are about tables that are over
            await self.database.write(Statement(
                "DELETE FROM notice_mutes WHERE person = ? AND at ="
                " (SELECT min(at) FROM notice_mutes WHERE person = ?)", (person, person)))  # fmt: skip
        kinds = "" if muted else " ".join(kind.value for kind in off)
        insert = "INSERT INTO notice_mutes (person, topic, at, kinds) VALUES (?, ?, ?, ?)"
        added = Statement(insert, (person, topic, self.now(), kinds))
        await self.database.write(gone, added)

    async def all_of(self, people: Sequence[str]) -> dict[str, Preferences]:
        """The same for several people at once; who has chosen nothing is not among them."""
        marks = ", ".join("?" * len(people)) or "''"
        rows = await self.database.fetch(
            f"SELECT person, body FROM notice_choices WHERE person IN ({marks})",  # noqa: S608 -- marks alone
            *people,
        )
        return {str(person): msgspec.json.decode(str(body), type=Preferences) for person, body in rows}
