"""Whom somebody follows. Two who follow each other are friends; only friends see whether one is there."""

from __future__ import annotations

import time
from collections import OrderedDict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from karat.server.people.accounts import AccountKind, NotPossible
from karat.server.store.database import Statement

if TYPE_CHECKING:
    from collections.abc import Callable

    from karat.server.people.accounts import Person
    from karat.server.store.database import Database
    from karat.server.tables.entries import Player

MOST_FOLLOWED = 500
SEEN_EVERY = 60.0
"""Seconds for which a worker does not write again that somebody is there."""
MOST_KEPT = 10_000
UNFOLLOW = "DELETE FROM follows WHERE person = ? AND other = ?"


@dataclass(frozen=True, slots=True)
class FollowedPerson:
    id: str
    name: str
    kind: str
    avatar: str
    follows: bool
    """Whether the reader follows them."""
    follows_back: bool


@dataclass(frozen=True, slots=True)
class Follows:
    database: Database
    now: Callable[[], float] = time.time

    async def follow(self, person: Person, other: Person) -> None:
        """NotPossible for guests, who may be gone tomorrow, for oneself, and beyond what one may follow."""
        if AccountKind.GUEST in (person.kind, other.kind):
            raise NotPossible("account_needed")
        if person.id == other.id:
            raise NotPossible("yourself")
        rows = await self.database.fetch("SELECT count(*) FROM follows WHERE person = ?", person.id)
        if int(str(rows[0][0])) >= MOST_FOLLOWED:
            raise NotPossible("too_many_followed")
        await self.database.write(
            Statement(
                "INSERT INTO follows (person, other, at) VALUES (?, ?, ?) ON CONFLICT (person, other) DO NOTHING",
                (person.id, other.id, self.now()),
            )
        )

    async def unfollow(self, person: str, other: str) -> None:
        await self.database.write(Statement(UNFOLLOW, (person, other)))

    async def is_followed(self, person: str, by: str) -> bool:
        return bool(await self.database.fetch("SELECT 1 FROM follows WHERE person = ? AND other = ?", by, person))

    async def around(self, person: str) -> list[FollowedPerson]:
        """Everybody whom a person follows or who follows them, by name."""
        rows = await self.database.fetch(
            "SELECT people.id, people.name, people.kind, people.avatar,"
            " EXISTS (SELECT 1 FROM follows WHERE person = ? AND other = people.id),"
            " EXISTS (SELECT 1 FROM follows WHERE person = people.id AND other = ?) FROM people"
            " WHERE suspended = 0 AND people.id IN (SELECT other FROM follows WHERE person = ?"
            " UNION SELECT person FROM follows WHERE other = ?) ORDER BY people.name, people.id LIMIT ?",
            *(person,) * 4,
            2 * MOST_FOLLOWED,
        )
        return [
            FollowedPerson(str(id_), str(name), str(kind), str(avatar), bool(to), bool(back))
            for id_, name, kind, avatar, to, back in rows
        ]


@dataclass(slots=True)
class Attendance:
    """When people with accounts were last there; each worker writes it once a minute at most."""

    database: Database
    now: Callable[[], float] = time.time
    _written: OrderedDict[str, float] = field(default_factory=OrderedDict)

    async def note(self, player: Player) -> None:
        now = self.now()
        if player.kind != "account" or abs(now - self._written.get(player.id, 0.0)) < SEEN_EVERY:
            return
        self._written[player.id] = now
        self._written.move_to_end(player.id)
        if len(self._written) > MOST_KEPT:
            self._written.popitem(last=False)
        await self.database.write(
            Statement(
                "INSERT INTO online (person, at) SELECT id, ? FROM people WHERE id = ?"
                " ON CONFLICT (person) DO UPDATE SET at = excluded.at",
                (now, player.id),
            )
        )
