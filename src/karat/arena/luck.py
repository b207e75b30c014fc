"""Win rates with what chance brought taken out: control variates, after AIVAT.

A game tells of every deal and of everything drawn later how far it favoured each side (`Kit.luck`), by a function that
was fixed before anything was played. That averages to nothing whoever plays, so any multiple of it may be taken from
what was won. How much of it the play of these bots really turns into wins is fitted, for each part of the deals from
the other parts: so a factor never knows the deals that it is used on, and what is expected stays exactly what it was.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from karat.arena.bootstrap import Estimate, estimate

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from karat.arena.tally import Sums

PARTS = 10


def without_luck(rows: list[Sums]) -> Estimate:
    """The share of the wins, from what each deal brought."""
    games = np.array([sums.games for sums in rows], float)
    shares, luck = (np.array([getattr(sums, name) for sums in rows]) for name in ("shares", "luck"))
    if len(rows) < PARTS or np.ptp(shares / games) == 0:  # no spread that chance could explain
        return estimate(list(zip(shares, games, strict=True)))
    taken = luck * factors(shares / games, luck / games)
    return estimate(list(zip(shares - taken, games, strict=True)))


def factors(shares: NDArray[np.float64], luck: NDArray[np.float64]) -> NDArray[np.float64]:
    """By deal, how much of its luck is taken out, as the deals of the other parts tell.

    >>> luck = np.array([0.1, -0.1] * 10)
    >>> factors(0.5 + 2 * luck, luck).round(6).tolist() == [2.0] * 20
    True
    """
    part = np.arange(len(shares)) % PARTS
    found = np.zeros(len(shares))
    for number in range(PARTS):
        others = part != number
        spread = float((luck[others] ** 2).sum())  # about 0, which is its mean
        if spread > 1e-12:
            found[~others] = float((luck[others] * (shares[others] - shares[others].mean())).sum()) / spread
    return found
