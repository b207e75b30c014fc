"""Reviews in the database: of every match and part what is known, and who is at it.

A part is `seat 0` and so on, or `levels`. Whoever begins one writes its row; a row that is not finished and was not
touched for a while belongs to a worker that died, and anybody may take it over.
"""

from __future__ import annotations

import json
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import msgspec

from karat.review.values import CLEAR, FORCED
from karat.server.reviews.studies import ReviewedLevels, ReviewedSeat
from karat.server.store.database import Statement

if TYPE_CHECKING:
    from collections.abc import Callable

    from karat.server.store.database import Database

LEVELS = "levels"
GIVEN_UP_AFTER = 60.0
"""Seconds after which a review that nobody has touched is nobody's."""


def part_of(seat: int) -> str:
    return f"seat {seat}"


@dataclass(frozen=True, slots=True)
class Found:
    """A part as far as it is known."""

    progress: float
    body: ReviewedSeat | ReviewedLevels | None = None
    """None until there is something to tell."""

    @property
    def is_done(self) -> bool:
        return self.progress >= 1


@dataclass(frozen=True, slots=True)
class KeptReviews:
    database: Database
    now: Callable[[], float] = time.time

    async def find(self, match: str, part: str) -> Found | None:
        """What is kept; None for nothing, and for what a worker has begun that died."""
        rows = await self.database.fetch(
            "SELECT progress, at, body FROM reviews WHERE match_id = ? AND part = ?", match, part
        )
        if not rows:
            return None
        progress, at, body = float(str(rows[0][0])), float(str(rows[0][1])), str(rows[0][2])
        if progress < 1 and at < self.now() - GIVEN_UP_AFTER:
            return None
        return Found(progress, read_body(part, body) if body else None)

    async def claim(self, match: str, part: str) -> bool:
        """Whether this worker may begin; False where another one is at it or it is done."""
        now = self.now()
        return await self.database.write(
            Statement(
                "INSERT INTO reviews (match_id, part, progress, at, body, summary) VALUES (?, ?, 0, ?, '', '')"
                " ON CONFLICT (match_id, part) DO UPDATE SET at = excluded.at, progress = 0, body = ''"
                " WHERE reviews.progress < 1 AND reviews.at < ?",
                (match, part, now, now - GIVEN_UP_AFTER),
                rows=1,
            )
        )

    async def keep(self, match: str, part: str, found: Found) -> None:
        body = msgspec.json.encode(found.body).decode() if found.body else ""
        summary = json.dumps(summed_up(found.body)) if found.is_done and isinstance(found.body, ReviewedSeat) else ""
        await self.database.write(
            Statement(
                "UPDATE reviews SET progress = ?, at = ?, body = ?, summary = ? WHERE match_id = ? AND part = ?",
                (found.progress, self.now(), body, summary, match, part),
            )
        )

    async def give_up(self, match: str, part: str) -> None:
        """Nothing came of it: whoever wants it begins anew."""
        await self.database.write(
            Statement("DELETE FROM reviews WHERE match_id = ? AND part = ? AND progress < 1", (match, part))
        )


def read_body(part: str, body: str) -> ReviewedSeat | ReviewedLevels:
    if part == LEVELS:
        return msgspec.json.decode(body, type=ReviewedLevels)
    return msgspec.json.decode(body, type=ReviewedSeat)


def summed_up(found: ReviewedSeat) -> dict[str, Any]:
    """What is asked for across matches: losses by kind, luck, and where something was lost; not what was better."""
    review = found.review
    kinds = {
        kind: {
            "names": names,
            "choices": sum(one.kind == kind for one in review.choices),
            "clear": sum(one.kind == kind and one.verdict == CLEAR for one in review.choices),
            "lost": review.by_kind[kind].mean if kind in review.by_kind else 0.0,
            "error": review.by_kind[kind].error if kind in review.by_kind else 0.0,
        }
        for kind, names in review.kinds.items()
    }
    lost = [
        {"step": one.step, "round": one.round, "kind": one.kind, "lost": one.loss.mean}
        for one in review.choices
        if one.verdict == CLEAR
    ]
    free = [one for one in review.choices if one.verdict != FORCED]
    agreed = sum(one.played.action == one.best.action for one in free)
    luck = review.ledger.luck if review.ledger else None
    return {"kinds": kinds, "luck": luck, "lost": lost, "free": len(free), "agreed": agreed}
