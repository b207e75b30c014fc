"""How one did against everybody else on the same deal. All of it is counted by the database."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from karat.server.daily.attempts import lines
from karat.server.daily.days import streaks

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from karat.server.store.database import Database

MOST_LISTED = 20


@dataclass(frozen=True, slots=True)
class DailyStanding:
    """Where a score stands."""

    finishers: int
    below: int
    level: int
    """With the same score, who asks included."""

    @property
    def better(self) -> float:
        """The part of the others that one did better than; who did the same counts half."""
        others = self.finishers - 1
        return 0.5 if others < 1 else (self.below + (self.level - 1) / 2) / others

    @property
    def place(self) -> int:
        return self.finishers - self.below - self.level + 1


@dataclass(frozen=True, slots=True)
class DailyFinisher:
    person: str
    name: str
    avatar: str
    score: int
    table: str


@dataclass(frozen=True, slots=True)
class SharedChoice:
    """What everybody did who stood before the same choice."""

    index: int
    """Among the person's own choices."""
    action: str
    people: tuple[tuple[str, int], ...]
    """By action how many did it, the most first."""

    @property
    def total(self) -> int:
        return sum(many for _, many in self.people)

    @property
    def apart(self) -> float:
        """How far people differ: the part of them who did something else than one did."""
        return 1 - dict(self.people).get(self.action, 0) / self.total if self.total else 0.0


@dataclass(frozen=True, slots=True)
class DailyField:
    database: Database

    async def standing(self, deal: str, score: int, *, counts: bool = True) -> DailyStanding:
        """Among the field; who does not count is compared with it, as one more."""
        rows = await self.database.fetch(
            "SELECT count(score), count(CASE WHEN score < ? THEN 1 END), count(CASE WHEN score = ? THEN 1 END)"
            " FROM daily_attempts WHERE deal = ? AND counts = 1",
            score,
            score,
            deal,
        )
        finishers, below, level = (int(str(number)) for number in rows[0])
        return DailyStanding(finishers + (not counts), below, level + (not counts))

    async def finishers(self, deals: Sequence[str]) -> dict[str, int]:
        if not deals:
            return {}
        rows = await self.database.fetch(
            "SELECT deal, count(score) FROM daily_attempts"  # noqa: S608
            f" WHERE counts = 1 AND deal IN ({', '.join('?' * len(deals))}) GROUP BY deal",
            *deals,
        )
        return {str(deal): int(str(many)) for deal, many in rows}

    async def distribution(self, deal: str) -> list[tuple[int, int]]:
        """How many had each score, the lowest first."""
        rows = await self.database.fetch(
            "SELECT score, count(*) FROM daily_attempts WHERE deal = ? AND counts = 1 AND score IS NOT NULL"
            " GROUP BY score ORDER BY score",
            deal,
        )
        return [(int(str(score)), int(str(many))) for score, many in rows]

    async def best(self, deal: str, hidden: Collection[str] = (), most: int = MOST_LISTED) -> list[DailyFinisher]:
        """The best, who was first before who did the same later; without those who are hidden."""
        rows = await self.database.fetch(
            "SELECT people.id, people.name, people.avatar, score, table_id FROM daily_attempts"
            " JOIN people ON people.id = person WHERE deal = ? AND counts = 1 AND score IS NOT NULL"
            " ORDER BY score DESC, ended, people.id LIMIT ?",
            deal,
            most + len(hidden),
        )
        found = [
            DailyFinisher(str(person), str(name), str(avatar or ""), int(str(score)), str(table))
            for person, name, avatar, score, table in rows
        ]
        return [one for one in found if one.person not in hidden][:most]

    async def choices(self, deal: str, did: Sequence[str]) -> list[SharedChoice]:
        """For each choice of somebody who did this, what all did who stood before it."""
        if not did:
            return []
        named = lines(did)
        rows = await self.database.fetch(
            "SELECT line, action, people FROM daily_choices"  # noqa: S608
            f" WHERE deal = ? AND line IN ({', '.join('?' * len(named))}) ORDER BY people DESC, action",
            deal,
            *named,
        )
        by_line: dict[str, list[tuple[str, int]]] = {}
        for line, action, people in rows:
            by_line.setdefault(str(line), []).append((str(action), int(str(people))))
        return [
            SharedChoice(index, action, tuple(by_line.get(line, ())))
            for index, (line, action) in enumerate(zip(named, did, strict=True))
        ]

    async def streak(self, person: str, today: str) -> tuple[int, int]:
        """On how many days in a row they have finished a deal of the day, and the most ever."""
        rows = await self.database.fetch(
            "SELECT DISTINCT day FROM daily_attempts JOIN daily_deals ON id = deal"
            " WHERE person = ? AND score IS NOT NULL ORDER BY day",
            person,
        )
        return streaks([str(day) for (day,) in rows], today)
