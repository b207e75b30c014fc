"""Sockets and streams of this worker that end when what let somebody in no longer does.

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
"""Seconds after which all of them are looked at."""


@dataclass(frozen=True, slots=True)
class Credential:
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
class LiveSession:
    """A socket or stream of somebody who is in; `end` never waits."""

    credential: Credential
    end: Callable[[], None]


def out(*who: str) -> str:
    """The word for: look whether these are still in."""
    return " ".join((WORD, *who))


class LiveSessions:
    """The sockets and streams of this worker on which somebody is known."""

    def __init__(self, database: Database, keys: Keys) -> None:
        self._keys = keys
        self._inside: set[LiveSession] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        database.listen(self._hear)

    def __len__(self) -> int:
        return len(self._inside)

    def enter(self, credential: Credential, end: Callable[[], None]) -> LiveSession:
        """Have `end` called when the credential no longer lets anybody in, until `leave`."""
        session = LiveSession(credential, end)
        self._inside.add(session)
        return session

    def leave(self, session: LiveSession | None) -> None:
        if session is not None:
            self._inside.discard(session)

    async def look_at_all(self) -> None:
        """For ever, now and then."""
        while True:
            await asyncio.sleep(LOOK_EVERY)
            await self.look(tuple(self._inside))

    async def look(self, sessions: Iterable[LiveSession]) -> None:
        """End what should be over. A database that cannot be asked now is asked again later."""
        looked_at = tuple(sessions)
        if not looked_at:
            return
        with contextlib.suppress(OSError):
            still_in = await self._keys.still_in({session.credential.key for session in looked_at})
            for session in looked_at:
                if session.credential.key not in still_in and session in self._inside:
                    self.leave(session)
                    session.end()

    def _hear(self, word: str) -> None:
        kind, *who = word.split(" ")
        if kind == WORD:
            meant = [session for session in self._inside if names(session.credential) & set(who)]
        elif not word:  # some words may have been missed
            meant = list(self._inside)
        else:
            return
        task = asyncio.ensure_future(self.look(meant))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def names(credential: Credential) -> set[str]:
    """What a word may call it by."""
    return {credential.key[:KEY_TOLD], credential.person, credential.owner} - {""}
