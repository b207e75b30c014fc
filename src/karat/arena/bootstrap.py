"""How sure a rate is, by drawing deals anew: the seatings of a deal share its luck and stay together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from karat.arena.statistics import interval

DRAWS = 4000
AT_ONCE = 4_000_000
"""Deals drawn in one go, so that the memory stays small."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean with its 95 % interval."""

    mean: float
    low: float
    high: float

    @property
    def reach(self) -> float:
        """Half the width of the interval."""
        return (self.high - self.low) / 2

    def is_above(self, value: float) -> bool:
        """Whether the whole interval is."""
        return self.low > value


def estimate(deals: Sequence[tuple[float, float]], *, draws: int = DRAWS) -> Estimate:
    """The sum of the first numbers over the sum of the second, each pair from one deal.

    The interval is the percentile bootstrap's, from the same chance every time. Where all deals say the same there is
    no spread to draw from; a share then has Wilson's interval.

    >>> estimate([(1, 2), (2, 2), (1, 2), (0, 2)] * 50)
    Estimate(mean=0.5, low=0.4525, high=0.55)
    """
    if not deals:
        return Estimate(0.0, 0.0, 1.0)
    table = np.array(deals, float)
    count = len(table)
    mean = float(table[:, 0].sum() / table[:, 1].sum())
    means = table[:, 0] / np.maximum(table[:, 1], 1e-12)
    if np.ptp(means) == 0:
        _, low, high = interval([mean] * count) if 0 <= mean <= 1 else (mean, mean, mean)
        return Estimate(mean, low, high)
    rng = np.random.Generator(np.random.PCG64(count))
    found: list[float] = []
    while len(found) < draws:
        rows = min(draws - len(found), max(1, AT_ONCE // count))
        drawn = table[rng.integers(0, count, (rows, count))].sum(1)
        found += (drawn[:, 0] / drawn[:, 1]).tolist()
    low, high = np.percentile(found, [2.5, 97.5])
    return Estimate(mean, float(low), float(high))
