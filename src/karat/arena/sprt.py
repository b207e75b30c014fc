"""Is A stronger than B? Wald's sequential test on deals, so that seatings that share their luck count once.

An observation is the mean share of the wins that A had over all seatings of one deal: with two sides and no ties 0, 1/2
or 1. H0 says that its expectation is s0, H1 that it is s1. The distribution of the observations is unknown, so the
likelihoods are the greatest that any distribution on the values seen has with that expectation (the generalized test
on pairs that chess engines are tested with). The test ends when the logarithm of their ratio leaves the bounds.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

LEAST = 20
"""Deals before a decision: fewer say little about the spread."""
PRIOR = 0.001
"""Observations of 0 and of 1 that are added, so that a spotless score has a likelihood too."""


@dataclass(frozen=True, slots=True)
class Hypotheses:
    """`alpha` is the chance to take s1 where s0 is true, `beta` that of the other mistake."""

    s0: float
    s1: float
    alpha: float = 0.05
    beta: float = 0.05

    @property
    def lower(self) -> float:
        return math.log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        return math.log((1 - self.beta) / self.alpha)


@dataclass(frozen=True, slots=True)
class Verdict:
    hypotheses: Hypotheses
    llr: float
    deals: int
    accepted: str | None
    """`H0`, `H1`, or None while it is open."""


def judge(shares: Sequence[float], hypotheses: Hypotheses) -> Verdict:
    """The state of the test after these observations.

    >>> judge([1.0, 0.5, 1.0, 0.5] * 50, Hypotheses(0.5, 0.55)).accepted
    'H1'
    """
    llr = log_likelihood_ratio(shares, hypotheses)
    accepted = None
    if len(shares) >= LEAST:
        accepted = "H1" if llr >= hypotheses.upper else "H0" if llr <= hypotheses.lower else None
    return Verdict(hypotheses, llr, len(shares), accepted)


def log_likelihood_ratio(shares: Sequence[float], hypotheses: Hypotheses) -> float:
    if not shares:
        return 0.0
    counts: Counter[float] = Counter(round(share, 9) for share in shares)
    seen = {value: float(count) for value, count in counts.items()}
    for extreme in (0.0, 1.0):
        seen[extreme] = seen.get(extreme, 0.0) + PRIOR
    return _fit(seen, hypotheses.s1) - _fit(seen, hypotheses.s0)


def _fit(seen: dict[float, float], mean: float) -> float:
    """The logarithm of the greatest likelihood with that mean, less what does not depend on it.

    The distribution is p / (1 + x (value - mean)), with p the one seen and x such that the mean comes out; the left
    side of that equation falls in x between the poles.
    """
    low, high = -1 / (max(seen) - mean), 1 / (mean - min(seen))
    for _ in range(200):
        x = (low + high) / 2
        pull = math.fsum(count * (value - mean) / (1 + x * (value - mean)) for value, count in seen.items())
        low, high = (x, high) if pull > 0 else (low, x)
    return -math.fsum(count * math.log1p(x * (value - mean)) for value, count in seen.items())
