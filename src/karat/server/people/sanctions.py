"""What a moderator has decided about somebody: not to talk or not to play for a while, with a reason they are told.

Who is suspended may still read, sign in, take their data with them and be forgotten. Every worker has those that stand
now at hand, because every move asks; it hears of changes by a word of the database and looks for itself now and then.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from karat.server.people.accounts import new_id
from karat.server.people.relations import Reason
from karat.server.store.database import Statement
from karat.server.tables.commands import Refused
from karat.server.tables.talk import clean_words

if TYPE_CHECKING:
    from collections.abc import Callable

    from karat.server.store.database import Database, Row

WORD = "sanctions"
"""What workers tell each other when one was given or lifted."""
LOOK_EVERY = 30.0
"""`karat admin` cannot speak to a server that has a file for its database."""
COLUMNS = "id, person, kind, reason, words, at, until, lifted"


class SanctionKind(StrEnum):
    MUTE = "mute"
    """Says nothing at tables."""
    SUSPENSION = "suspension"
    """Does not play, and does not talk either."""


CODES = {SanctionKind.MUTE: "barred_from_talk", SanctionKind.SUSPENSION: "barred_from_play"}


@dataclass(frozen=True, slots=True)
class Sanction:
    id: str
    person: str
    kind: SanctionKind
    reason: Reason
    words: str
    """What the person is told beside the reason."""
    at: float
    until: float | None
    """None for until further notice."""
    lifted: float | None = None

    @classmethod
    def of(cls, row: Row) -> Sanction:
        id_, person, kind, reason, words, at, until, lifted = row
        return cls(
            str(id_),
            str(person),
            SanctionKind(str(kind)),
            Reason(str(reason)),
            str(words),
            float(str(at)),
            None if until is None else float(str(until)),
            None if lifted is None else float(str(lifted)),
        )

    def stands(self, now: float) -> bool:
        return self.lifted is None and (self.until is None or self.until > now)


class Sanctions:
    """Those in the database, and those that stand now at hand."""

    def __init__(self, database: Database, now: Callable[[], float] = time.time) -> None:
        self._database = database
        self.now = now
        self._standing: dict[tuple[str, SanctionKind], Sanction] = {}
        """By person, and by each of their bots."""
        self._tasks: set[asyncio.Task[None]] = set()
        database.listen(self._hear)

    def on(self, person: str, kind: SanctionKind) -> Sanction | None:
        """What stands against somebody now."""
        found = self._standing.get((person, kind))
        return found if found is not None and found.stands(self.now()) else None

    def is_suspended(self, person: str) -> bool:
        return self.on(person, SanctionKind.SUSPENSION) is not None

    def check_play(self, person: str) -> None:
        """Refused for who is suspended."""
        self._check(person, SanctionKind.SUSPENSION)

    def check_talk(self, person: str) -> None:
        for kind in SanctionKind:
            self._check(person, kind)

    def _check(self, person: str, kind: SanctionKind) -> None:
        if (found := self.on(person, kind)) is not None:
            until = "" if found.until is None else str(int(found.until))
            raise Refused(CODES[kind], params={"reason": found.reason, "words": found.words, "until": until})

    async def of(self, person: str) -> list[Sanction]:
        """All there ever were, the newest first."""
        rows = await self._database.fetch(
            f"SELECT {COLUMNS} FROM sanctions WHERE person = ? ORDER BY at DESC, id",  # noqa: S608
            person,
        )
        return [Sanction.of(row) for row in rows]

    async def find(self, sanction: str) -> Sanction | None:
        rows = await self._database.fetch(f"SELECT {COLUMNS} FROM sanctions WHERE id = ?", sanction)  # noqa: S608
        return Sanction.of(rows[0]) if rows else None

    def new(self, person: str, kind: SanctionKind, reason: Reason, words: str, seconds: float | None) -> Sanction:
        """One from now on, to be committed with `giving`."""
        now = self.now()
        said = clean_words(words) if words.strip() else ""
        return Sanction(new_id(), person, kind, reason, said, now, None if seconds is None else now + seconds)

    def giving(self, one: Sanction) -> Statement:
        return Statement(
            f"INSERT INTO sanctions ({COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, NULL)",  # noqa: S608
            (one.id, one.person, one.kind, one.reason, one.words, one.at, one.until),
            rows=1,
        )

    def lifting(self, sanction: str) -> Statement:
        lifted = "UPDATE sanctions SET lifted = ? WHERE id = ? AND lifted IS NULL"
        return Statement(lifted, (self.now(), sanction), rows=1)

    async def load(self) -> None:
        """Have all that stand now at hand; a suspended person's bots are suspended with them."""
        now = self.now()
        rows = await self._database.fetch(
            f"SELECT {', '.join(f'sanctions.{name}' for name in COLUMNS.split(', '))}, people.id FROM sanctions"  # noqa: S608
            " JOIN people ON people.id = sanctions.person OR people.owner = sanctions.person"
            " WHERE lifted IS NULL AND (until IS NULL OR until > ?)",
            now,
        )
        standing: dict[tuple[str, SanctionKind], Sanction] = {}
        for *columns, person in rows:
            one = Sanction.of(tuple(columns))
            before = standing.get((str(person), one.kind))
            if before is None or (before.until is not None and (one.until is None or one.until > before.until)):
                standing[str(person), one.kind] = one
        self._standing = standing

    async def look_for_ever(self) -> None:
        while True:
            with contextlib.suppress(OSError):  # asked again soon; until then what is known holds
                await self.load()
            await asyncio.sleep(LOOK_EVERY)

    def _hear(self, word: str) -> None:
        if word in ("", WORD):
            task = asyncio.ensure_future(self._reload())
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _reload(self) -> None:
        with contextlib.suppress(OSError):
            await self.load()
