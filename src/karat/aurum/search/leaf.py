"""What a position at the edge of the tree is worth: it is played out and scored."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from karat.aurum.kernel import layout as at
from karat.aurum.kernel.layout import Record
from karat.aurum.kernel.playout import play_round
from karat.aurum.kernel.scoring import round_winners, side_of, sides
from karat.aurum.search.rollout import play_out
from karat.kernel.bits import popcount
from karat.kernel.jit import Int, kernel, outlined
from karat.kernel.random import Words

Floats = NDArray[np.float64]

EXPLORE, WIN_WEIGHT, NOISE, WIDE_CARDS, WIDE_CHANGES, THRESHOLD, AT_RANDOM, DEPTH = range(8)
"""Settings of a search, an array of float64; think.Settings tells what they are."""

WIDEST_LEAD = 20.0
"""A lead of so many points is as good as any."""


@kernel
def lead_in(state: Record, row: Int, side: Int) -> Int:
    """By how much a side is before the best of the others in POINTS or TOTALS; below zero, behind."""
    best = np.int64(-1000)
    for other in range(sides(state[at.PLAYERS])):
        if other != side:
            best = max(best, state[row + other])
    return state[row + side] - best


@kernel
def share_of(lead: Int) -> Int:
    """A lead as part of the win, from 0 to 1."""
    return min(max(lead / (2 * WIDEST_LEAD) + 0.5, 0.0), 1.0)


@kernel
def play_and_score(state: Record, seat: Int, settings: Floats, rng: Words, out: Floats) -> None:
    """Play the round to its end by rules of thumb or at random, and tell what it came to, as `rewards` does."""
    if state[at.TURN] >= 0:
        if settings[AT_RANDOM] > 0:
            play_round(state, rng)
        else:
            play_out(state, np.int64(settings[NOISE]), rng)
    rewards(state, settings[WIN_WEIGHT], side_of(state[at.PLAYERS], seat), out)


@outlined
def rewards(state: Record, win_weight: Int, own: Int, out: Floats) -> None:
    """By side, from 0 to 1: mostly whether it won the round, and by how much a little; then own wins and points.

    Where totals decide (AV.2) the lead in the totals counts instead, and in the last round who won the match.
    """
    many = sides(state[at.PLAYERS])
    by_total = state[at.VARIANTS] & at.THREE_ROUND_TOTAL
    winners = round_winners(state)
    row, counted = np.int64(at.POINTS), winners
    if by_total:
        row = np.int64(at.TOTALS)
        if state[at.PHASE] == at.OVER:
            counted = state[at.WINNERS]
        else:
            win_weight = 0.0
    for side in range(many):
        lead = share_of(lead_in(state, row, side))
        share = (counted >> side & 1) / popcount(counted)
        out[side] = win_weight * share + (1 - win_weight) * lead
    out[3] = (winners >> own & 1) / popcount(winners)
    out[4] = state[at.POINTS + own]
