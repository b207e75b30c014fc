"""Who is in, on this worker: sockets and streams that end when what let somebody in no longer does.

Signing out, a suspension, a deletion and a revoked token are told to every worker by a word from the database, in the
unit that does it. Now and then all are looked at: sessions also expire, and `karat admin` cannot speak to a server
that has a file for its database.
"""

from __future__ import annotations

import asyncio
import contextlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable

    from karat.server.store.database import Database

WORD = "out"
"""What workers tell each other: this, and the ids of people or the beginnings of keys."""
KEY_TOLD = 16
"""Letters of a key that are told: enough to find it, too few to be it."""
LOOK_EVERY = 30.0
"""Seconds after which all who are in are looked at."""


@dataclass(frozen=True, slots=True)
class Admission:
    """What let somebody in: the hash of a token, and whose it is."""

    key: str
    person: str
    owner: str = ""
    """Of a bot."""


class Keys(Protocol):
    """Sessions and tokens, as far as they are asked for here."""

    async def still_in(self, keys: Collection[str]) -> frozenset[str]:
        """Which of these keys let somebody in."""


@dataclass(eq=False, slots=True)
class Visit:
    """A socket or stream of somebody who is in; `end` never waits."""

    admission: Admission
    end: Callable[[], None]


def out(*who: str) -> str:
    """The word for: look whether these are still in."""
    return " ".join((WORD, *who))


class Visits:
    """The sockets and streams of this worker on which somebody is known."""

    def __init__(self, database: Database, keys: Keys) -> None:
        self._keys = keys
        self._inside: set[Visit] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        database.listen(self._hear)

    def __len__(self) -> int:
        return len(self._inside)

    def enter(self, admission: Admission, end: Callable[[], None]) -> Visit:
        """Have `end` called when the admission ends, until `leave`."""
        visit = Visit(admission, end)
        self._inside.add(visit)
        return visit

    def leave(self, visit: Visit | None) -> None:
        if visit is not None:
            self._inside.discard(visit)

    async def look_at_all(self) -> None:
        """For ever, now and then."""
        while True:
            await asyncio.sleep(LOOK_EVERY)
            await self.look(tuple(self._inside))

    async def look(self, visits: Iterable[Visit]) -> None:
        """End what should be over. A database that cannot be asked now is asked again later."""
        looked_at = tuple(visits)
        if not looked_at:
            return
        with contextlib.suppress(OSError):
            still_in = await self._keys.still_in({visit.admission.key for visit in looked_at})
            for visit in looked_at:
                if visit.admission.key not in still_in and visit in self._inside:
                    self.leave(visit)
                    visit.end()

    def _hear(self, word: str) -> None:
        kind, *who = word.split(" ")
        if kind == WORD:
            meant = [visit for visit in self._inside if names(visit.admission) & set(who)]
        elif not word:  # some words may have been missed
            meant = list(self._inside)
        else:
            return
        task = asyncio.ensure_future(self.look(meant))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def names(admission: Admission) -> set[str]:
    return {admission.key[:KEY_TOLD], admission.person, admission.owner} - {""}
