"""Between people: whom one does not want to hear, whom one does not want to meet, and what the house should look at.

Muting hides what somebody says. Blocking hides both from each other and keeps the blocked away from one's tables.
"""

from __future__ import annotations

import json
import time
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from karat.server.people.accounts import NotPossible, new_id
from karat.server.people.follows import UNFOLLOW
from karat.server.store.database import Statement
from karat.server.tables.talk import clean_words

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from karat.server.people.accounts import Person
    from karat.server.store.database import Database, Row

WORD = "hush"
"""What workers tell each other when it changed who hears whom: this and both ids."""
MOST_EACH = 500
MOST_CONTEXT = 20
"""Lines of talk that are kept with a report."""
MOST_LISTED = 200


REPORT = "id, person, about, table_id, reason, words, context, at, settled, verdict"
APART = """
    WITH own AS (SELECT CAST(? AS TEXT) AS id UNION SELECT owner FROM people WHERE id = ? AND owner IS NOT NULL),
    parted AS (
        SELECT other AS id FROM relations WHERE kind = ? AND person IN (SELECT id FROM own)
        UNION SELECT person FROM relations WHERE kind = ? AND other IN (SELECT id FROM own)
    )
    SELECT id FROM parted UNION SELECT id FROM people WHERE owner IN (SELECT id FROM parted)"""


class Relation(StrEnum):
    MUTE = "mute"
    BLOCK = "block"


class ReportVerdict(StrEnum):
    """What became of a report."""

    ACTED = "acted"
    """Something was done about it."""
    NO_FAULT = "no_fault"
    UNCLEAR = "unclear"


class Reason(StrEnum):
    INSULT = "insult"
    SPAM = "spam"
    CHEATING = "cheating"
    """Telling a partner about cards, or letting another win."""
    STALLING = "stalling"
    NAME = "name"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Complaint:
    id: str
    person: str | None
    about: str | None
    table: str | None
    reason: Reason
    words: str
    context: tuple[str, ...]
    at: float
    settled: float | None
    verdict: str
    """Empty while it is open, and where nobody has said."""

    @classmethod
    def of(cls, row: Row) -> Complaint:
        id_, person, about, table, reason, words, context, at, settled, verdict = row
        return cls(
            str(id_),
            None if person is None else str(person),
            None if about is None else str(about),
            None if table is None else str(table),
            Reason(str(reason)),
            str(words),
            tuple(json.loads(str(context))),
            float(str(at)),
            None if settled is None else float(str(settled)),
            str(verdict),
        )


@dataclass(frozen=True, slots=True)
class Relations:
    database: Database
    now: Callable[[], float] = time.time

    async def set(self, person: Person, other: str, relation: Relation | None) -> None:
        """Mute or block somebody, or with None make peace."""
        if person.id == other:
            raise NotPossible("yourself")
        word = f"{WORD} {person.id} {other}"
        gone = Statement("DELETE FROM relations WHERE person = ? AND other = ?", (person.id, other))
        if relation is None:
            await self.database.write(gone, notify=word)
            return
        if not await self.database.fetch("SELECT 1 FROM people WHERE id = ?", other):
            raise NotPossible("nobody")
        if len(await self.of(person.id)) >= MOST_EACH:
            raise NotPossible("too_many_relations")
        added = Statement(
            "INSERT INTO relations (person, other, kind, at) VALUES (?, ?, ?, ?)",
            (person.id, other, relation, self.now()),
        )
        # Who is blocked follows nobody here and is not followed.
        parted = [Statement(UNFOLLOW, pair) for pair in ((person.id, other), (other, person.id))]
        await self.database.write(gone, added, *(parted if relation is Relation.BLOCK else ()), notify=word)

    async def of(self, person: str) -> list[tuple[str, str, Relation]]:
        """The people whom somebody has muted or blocked: id, name and which."""
        rows = await self.database.fetch(
            "SELECT other, people.name, relations.kind FROM relations JOIN people ON people.id = other"
            " WHERE person = ? ORDER BY people.name, other",
            person,
        )
        return [(str(other), str(name), Relation(str(kind))) for other, name, kind in rows]

    async def hidden_from(self, person: str) -> frozenset[str]:
        """Whose words somebody is not shown: those they muted or blocked, and those who blocked them."""
        rows = await self.database.fetch(
            "SELECT other FROM relations WHERE person = ?"
            " UNION SELECT person FROM relations WHERE other = ? AND kind = ?",
            person,
            person,
            Relation.BLOCK,
        )
        return frozenset(str(other) for (other,) in rows)

    async def apart_from(self, person: str) -> frozenset[str]:
        """Everybody who does not meet this person anywhere: one of the two has blocked the other.

        A bot stands with whom it belongs to, on both sides.
        """
        rows = await self.database.fetch(APART, person, person, Relation.BLOCK, Relation.BLOCK)
        return frozenset(str(other) for (other,) in rows)

    async def keeps_away(self, person: str, others: Sequence[str]) -> bool:
        """Whether one of the others has blocked this person, or the other way round."""
        return not (await self.apart_from(person)).isdisjoint(others)

    async def report(
        self,
        person: Person,
        about: str | None,
        reason: Reason,
        words: str,
        table: str | None,
        context: Sequence[str] = (),
    ) -> str:
        """Ask the house to look at something; `context` is what was said around it."""
        report = new_id()
        kept = json.dumps([line[:400] for line in context[-MOST_CONTEXT:]], ensure_ascii=False)
        said = clean_words(words) if words.strip() else ""
        await self.database.write(
            Statement(
                "INSERT INTO reports (id, person, about, table_id, reason, words, context, at)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                (report, person.id, about, table, reason, said, kept, self.now()),
                rows=1,
            )
        )
        return report

    async def reports(self, *, settled: bool = False, about: str | None = None) -> list[Complaint]:
        """The oldest open ones first, and of those that are settled the newest."""
        which, order = ("NOT ", "DESC") if settled else ("", "ASC")
        rows = await self.database.fetch(
            f"SELECT {REPORT} FROM reports WHERE settled IS {which}NULL AND (CAST(? AS TEXT) IS NULL OR about = ?)"  # noqa: S608
            f" ORDER BY at {order}, id LIMIT {MOST_LISTED}",
            about,
            about,
        )
        return [Complaint.of(row) for row in rows]

    async def is_reported(self, match: str) -> bool:
        """Whether a report names that match."""
        return bool(await self.database.fetch("SELECT 1 FROM reports WHERE table_id = ? LIMIT 1", match))

    async def settle(self, report: str) -> bool:
        return await self.database.write(self.settling(report))

    def settling(self, report: str, verdict: ReportVerdict | None = None) -> Statement:
        """What puts an open report aside, for the unit that also notes who did."""
        return Statement(
            "UPDATE reports SET settled = ?, verdict = ? WHERE id = ? AND settled IS NULL",
            (self.now(), verdict or "", report),
            rows=1,
        )
