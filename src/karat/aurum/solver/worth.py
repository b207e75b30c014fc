"""What a round is worth to a side, as one whole number: twice the margin of points, plus who wins it.

    worth = 2 * margin + result

`margin` is the side's points less those of its best rival; `result` is 1 when the side alone gets the nugget, 0 when
it shares it, -1 when others get it (A8.3 to A8.6, by edition). A side that is ahead in points wins, so the sign of a
worth is its result, and who wants a higher one wants first to win the round, and then to win it by more points. With
AV.2, where rounds give no nuggets, the result is who would have got one.
"""

from __future__ import annotations

import numpy as np

from karat.aurum.kernel import layout as at
from karat.aurum.kernel.layout import Record
from karat.aurum.kernel.scoring import round_winners, sides
from karat.kernel.jit import Int, kernel

MOST = 126
"""No worth is as high as this: a side has at most 20 points for its bid (A8.1) and 18 for gold (A8.2)."""


def result(worth: int) -> int:
    """1 for a won round, 0 for a shared one, -1 for a lost one."""
    return (worth > 0) - (worth < 0)


def margin(worth: int) -> int:
    """By how many points a side is ahead of its best rival."""
    return (worth - result(worth)) // 2


@kernel
def at_least(margin: Int) -> Int:
    """The lowest worth with this margin: a tie in points may yet be lost."""
    return 2 * margin + (1 if margin > 0 else -1)


@kernel
def worth_of(ended: Record, side: Int) -> Int:
    """What a round that has just ended, and was scored, is worth to a side."""
    rival = np.int64(0)
    for other in range(sides(ended[at.PLAYERS])):
        if other != side:
            rival = max(rival, ended[at.POINTS + other])
    margin = ended[at.POINTS + side] - rival
    if margin:
        return at_least(margin)
    winners = round_winners(ended)
    if not winners >> side & 1:
        return np.int64(-1)
    return np.int64(winners == 1 << side)
