"""Every act of a moderator, for good: the database changes and deletes no line, and each line seals the one before.

A line holds ids and codes, no names and no free words, so that nothing in it has to be forgotten when a person is.
"""

from __future__ import annotations

import hashlib
import json
import time
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from karat.server.store.database import Statement, Unreachable

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from karat.server.store.database import Database, Row

MOST_LISTED = 100
MOST_TRIES = 20
OPERATOR = "operator"
"""Who runs the server, and acts by `karat admin`."""
START = "0" * 64


class ModerationAct(StrEnum):
    APPOINTED = "appointed"
    DISMISSED = "dismissed"
    MUTED = "muted"
    SUSPENDED = "suspended"
    LIFTED = "lifted"
    SETTLED = "settled"
    """A report was put aside."""
    READ_RECORD = "read_record"
    """Of a match that not everybody may see."""
    LOOKED_AT_SIGNALS = "looked_at_signals"
    ASKED_AGREEMENT = "asked_agreement"


@dataclass(frozen=True, slots=True)
class AuditLine:
    seq: int
    at: float
    moderator: str
    """An id, or `operator`."""
    act: ModerationAct
    about: str
    """The id of a person, a report or a match; empty for nobody."""
    details: Mapping[str, str]
    digest: str

    @classmethod
    def of(cls, row: Row) -> AuditLine:
        seq, at, moderator, act, about, details, digest = row
        return cls(
            int(str(seq)),
            float(str(at)),
            str(moderator),
            ModerationAct(str(act)),
            str(about),
            json.loads(str(details)),
            str(digest),
        )

    def sealed(self, before: str) -> str:
        """The digest that the line has after another one."""
        told = [before, self.seq, self.at, self.moderator, self.act, self.about, dict(sorted(self.details.items()))]
        return hashlib.sha256(json.dumps(told).encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class AuditLog:
    database: Database
    now: Callable[[], float] = time.time

    async def note(
        self,
        moderator: str,
        act: ModerationAct,
        about: str,
        details: Mapping[str, str] | None = None,
        *,
        along: Sequence[Statement] = (),
        notify: str | None = None,
    ) -> bool:
        """Write an act down, in one unit with what it does; False, and neither is done, where that does not fit."""
        for _ in range(MOST_TRIES):
            rows = await self.database.fetch("SELECT seq, digest FROM audit ORDER BY seq DESC LIMIT 1")
            seq, before = (int(str(rows[0][0])), str(rows[0][1])) if rows else (0, START)
            line = AuditLine(seq + 1, round(self.now(), 3), moderator, act, about, details or {}, "")
            values = (line.seq, line.at, moderator, act, about, json.dumps(dict(line.details)), line.sealed(before))
            insert = Statement(
                "INSERT INTO audit (seq, at, moderator, act, about, details, digest) VALUES (?, ?, ?, ?, ?, ?, ?)",
                values,
                rows=1,
            )
            if await self.database.write(*along, insert, notify=notify):
                return True
            newest = await self.database.fetch("SELECT seq FROM audit ORDER BY seq DESC LIMIT 1")
            if (int(str(newest[0][0])) if newest else 0) == seq:
                return False  # nobody was quicker: it is what goes along that does not fit
        raise Unreachable("the audit log is too busy")

    async def listed(self, before: int | None = None, limit: int = MOST_LISTED) -> list[AuditLine]:
        """The newest first."""
        rows = await self.database.fetch(
            "SELECT seq, at, moderator, act, about, details, digest FROM audit WHERE seq < ? ORDER BY seq DESC LIMIT ?",
            2**60 if before is None else before,
            min(limit, MOST_LISTED),
        )
        return [AuditLine.of(row) for row in rows]

    async def first_broken(self) -> int | None:
        """The number of the first line that is not as it was written; None where all are."""
        before, expected = START, 1
        while True:
            rows = await self.database.fetch(
                "SELECT seq, at, moderator, act, about, details, digest FROM audit WHERE seq >= ? ORDER BY seq LIMIT ?",
                expected,
                1000,
            )
            if not rows:
                return None
            for line in map(AuditLine.of, rows):
                if line.seq != expected or line.digest != line.sealed(before):
                    return expected
                before, expected = line.digest, expected + 1
