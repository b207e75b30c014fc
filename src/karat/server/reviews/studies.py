"""What the processes for studies are asked: values that travel there, and find out what they are about."""

from __future__ import annotations

import time
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from karat.review.levels import LevelPlay
from karat.review.values import Review

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from karat.game import Seat
    from karat.judging import Likelihood
    from karat.kit import Kit
    from karat.record import Record, Taken
    from karat.review.values import Judged

TOLD_EVERY = 0.25
"""Seconds between two tellings of how far a review is."""


@dataclass(frozen=True, slots=True)
class ReviewedSeat:
    """A review with what is needed to find its choices in a replay."""

    review: Review
    pictures: tuple[int, ...]
    """For every step of the record, the step of a replay in which it is seen."""


@dataclass(frozen=True, slots=True)
class ReviewedLevels:
    """What every level of bots did with the deals of a match."""

    levels: tuple[LevelPlay, ...]


@dataclass(frozen=True, slots=True)
class ReviewStudy:
    """A whole match, for one seat."""

    kit: Kit
    record: Record
    seat: Seat

    def find(self, tell: Callable[[Any], None]) -> ReviewedSeat:
        from karat.review.reviewing import review  # noqa: PLC0415 -- brings what a server does without

        shown, told = pictures(tuple(self.kit.taken(self.record))), 0.0
        for found in review(self.kit, self.record, self.seat):
            if found.progress < 1 and time.monotonic() >= told + TOLD_EVERY:
                tell(ReviewedSeat(found, shown))
                told = time.monotonic()
        return ReviewedSeat(found, shown)


@dataclass(frozen=True, slots=True)
class LevelsStudy:
    """The deals of a match, played by each level."""

    kit: Kit
    record: Record

    def find(self, _tell: Callable[[Any], None]) -> ReviewedLevels:
        from karat.review.levels import same_deals  # noqa: PLC0415

        return ReviewedLevels(same_deals(self.kit, self.record))


@dataclass(frozen=True, slots=True)
class GradeStudy:
    """Another action at a choice of a match."""

    kit: Kit
    record: Record
    step: int
    action: str

    def find(self, _tell: Callable[[Any], None]) -> Judged:
        from karat.review.reviewing import grade  # noqa: PLC0415

        return grade(self.kit, self.record, self.step, self.action)


@dataclass(frozen=True, slots=True)
class KnownStudy:
    """What could have been known before a choice of a match."""

    kit: Kit
    record: Record
    step: int

    def find(self, _tell: Callable[[Any], None]) -> Likelihood:
        from karat.review.reviewing import likelihood  # noqa: PLC0415

        return likelihood(self.kit, self.record, self.step)


def pictures(taken: Sequence[Taken]) -> tuple[int, ...]:
    """By step of a record, the step of a replay: a round that nobody deals anew begins with a picture of its own."""
    shown = list(range(len(taken)))
    more = 0
    for place, (before, one) in enumerate(pairwise(taken), start=1):
        more += one.round != before.round and one.seat is not None
        shown[place] += more
    return tuple(shown)


def steps_until(taken: Sequence[Taken], picture: int) -> int:
    """How many deals and actions have happened when a replay shows that picture."""
    return sum(shown <= picture for shown in pictures(taken))
