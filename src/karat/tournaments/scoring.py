"""What a result is worth: compared with what others made of the same cards on the same side.

| by           | a result is worth                                                                                |
|--------------|--------------------------------------------------------------------------------------------------|
| matchpoints  | the share of the other tables that it beats; half of one for each that did the same               |
| swings       | for each other table the swing that the difference is worth; the mean of those                   |

A swing grows more slowly than the difference: the first is worth one point, the second takes two more, the third three
more, and so on. So one wild deal does not decide a tournament, and a large win is still worth more than a small one.

>>> [swing(points) for points in (0, 1, 2, 3, 5, 6, 10, -10, 100)]
[0, 1, 1, 2, 2, 3, 4, -4, 13]
>>> matchpoints([12, 5, 5, -3])
[1.0, 0.5, 0.5, 0.0]
>>> swings([12, 5, 5])
[3.0, -1.5, -1.5]
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from enum import StrEnum
from math import isqrt
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

AVERAGE = 0.5
"""In matchpoints, of a result that there is nothing to compare with, and of one that was not played."""


class Scoring(StrEnum):
    MATCHPOINTS = "matchpoints"
    SWINGS = "swings"

    def worth(self, leads: Sequence[int]) -> list[float]:
        """What each of the results of one side on one deal is worth."""
        return matchpoints(leads) if self is Scoring.MATCHPOINTS else swings(leads)

    @property
    def unplayed(self) -> float:
        """What somebody gets for a deal that they did not play, through no fault of theirs."""
        return AVERAGE if self is Scoring.MATCHPOINTS else 0.0


def lead(points: Sequence[int], side: int) -> int:
    """By how much a side is ahead of the best of the others; below 0 where it is behind.

    >>> lead((31, 24, 28), 0), lead((31, 24, 28), 2)
    (3, -3)
    """
    return points[side] - max(score for other, score in enumerate(points) if other != side)


def swing(difference: int) -> int:
    """The largest n for which 1 + 2 + … + n points are not more than the difference."""
    size = (isqrt(8 * abs(difference) + 1) - 1) // 2
    return size if difference >= 0 else -size


def matchpoints(leads: Sequence[int]) -> list[float]:
    """By result, the share of the others that it beats, from 0 to 1."""
    if len(leads) < 2:
        return [AVERAGE] * len(leads)
    ranked = sorted(leads)
    found = []
    for one in leads:
        below, level = bisect_left(ranked, one), bisect_right(ranked, one)
        found.append((below + (level - below - 1) / 2) / (len(leads) - 1))
    return found


def swings(leads: Sequence[int]) -> list[float]:
    """By result, the mean of the swings against each of the others."""
    if len(leads) < 2:
        return [0.0] * len(leads)
    counts = Counter(leads)
    return [sum(many * swing(one - other) for other, many in counts.items()) / (len(leads) - 1) for one in leads]
