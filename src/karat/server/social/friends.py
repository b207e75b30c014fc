"""Friends, and whether they are there: told to those who are friends both ways, of who wants it told."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from karat.server.house.house import read_facts
from karat.server.house.presence import DEAD_AFTER
from karat.server.people.follows import SEEN_EVERY, FollowedPerson, Follows

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from karat.server.people.relations import Relations
    from karat.server.store.database import Database

HERE_FOR = SEEN_EVERY + 90.0
"""Seconds after the last call for which somebody counts as there."""
SHOWS_ONLINE = "' ' || people.shows || ' ' LIKE '% online %'"
MOST_TABLES = 3
"""Told of each friend."""


@dataclass(frozen=True, slots=True)
class PlayedNow:
    table: str
    game: str
    players: int
    status: str


@dataclass(frozen=True, slots=True)
class Acquaintance:
    """Somebody whom one follows, or who follows one."""

    person: FollowedPerson
    online: bool = False
    playing: tuple[PlayedNow, ...] = ()
    """Public tables that may be joined or watched."""

    @property
    def is_friend(self) -> bool:
        return self.person.follows and self.person.follows_back


@dataclass(frozen=True, slots=True)
class Friends:
    database: Database
    follows: Follows
    relations: Relations
    now: Callable[[], float] = time.time

    async def around(self, person: str) -> list[Acquaintance]:
        """Everybody one follows or is followed by; of friends, where they are."""
        apart = await self.relations.apart_from(person)
        known = [one for one in await self.follows.around(person) if one.id not in apart]
        friends = [one.id for one in known if one.follows and one.follows_back]
        here, playing = await self._here(friends), await self._playing(friends)
        return [Acquaintance(one, one.id in here, tuple(playing.get(one.id, ())[:MOST_TABLES])) for one in known]

    async def _here(self, people: Sequence[str]) -> set[str]:
        if not people:
            return set()
        marks, now = ", ".join("?" * len(people)), self.now()
        rows = await self.database.fetch(
            f"SELECT people.id FROM people LEFT JOIN online ON online.person = people.id WHERE {SHOWS_ONLINE}"  # noqa: S608
            f" AND people.id IN ({marks}) AND (at >= ? OR EXISTS (SELECT 1 FROM presence"
            " JOIN workers ON workers.id = worker WHERE presence.person = people.id AND workers.seen >= ?))",
            *people,
            now - HERE_FOR,
            now - DEAD_AFTER,
        )
        return {str(person) for (person,) in rows}

    async def _playing(self, people: Sequence[str]) -> dict[str, list[PlayedNow]]:
        if not people:
            return {}
        rows = await self.database.fetch(
            "SELECT people.id, tables.id, tables.facts, tables.status FROM seats"  # noqa: S608
            " JOIN people ON people.id = seats.person JOIN tables ON tables.id = seats.table_id"
            f" WHERE {SHOWS_ONLINE} AND people.id IN ({', '.join('?' * len(people))})"
            " AND tables.visibility = 'public' AND tables.status IN ('open', 'playing')"
            " ORDER BY tables.changed DESC, tables.id LIMIT 500",
            *people,
        )
        found: dict[str, list[PlayedNow]] = {}
        for person, table, raw, status in rows:
            facts = read_facts(str(table), raw)
            if facts is not None and (status == "open" or facts.config.spectators == "delayed"):
                told = PlayedNow(str(table), facts.config.game, facts.config.players, str(status))
                found.setdefault(str(person), []).append(told)
        return found
