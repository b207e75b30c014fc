"""What a position at the edge of the tree is worth: it is played out and scored, or a net is asked."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from karat.kernel.aurum.layout import (
    OVER,
    PHASE,
    PLAYERS,
    POINTS,
    THREE_ROUND_TOTAL,
    TOTALS,
    TURN,
    VARIANTS,
    WINNERS,
    Record,
)
from karat.kernel.aurum.playout import play_round
from karat.kernel.aurum.scoring import round_winners, side_of, sides
from karat.kernel.bits import popcount
from karat.kernel.jit import Int, kernel, outlined
from karat.kernel.random import Words
from karat.nets.aurum_net import MARGIN as NET_MARGIN
from karat.nets.aurum_net import NEXT_WIN as NET_NEXT_WIN
from karat.nets.aurum_net import POINTS_HEAD as NET_POINTS
from karat.nets.aurum_net import WIN as NET_WIN
from karat.nets.aurum_net import evaluate
from karat.search.aurum.rule import play_out, tricks_left

Floats = NDArray[np.float64]
Weights = NDArray[np.float32]

EXPLORE, WIN_WEIGHT, NOISE, WIDE_CARDS, WIDE_CHANGES, THRESHOLD, AT_RANDOM, DEPTH, NET_FROM = range(9)
"""Settings of a search, an array of float64; think.Settings tells what they are."""

WIDEST_LEAD = 20.0
"""A lead of so many points is as good as any."""


@kernel
def lead_in(state: Record, row: Int, side: Int) -> Int:
    """By how much a side is before the best of the others in POINTS or TOTALS; below zero, behind."""
    best = np.int64(-1000)
    for other in range(sides(state[PLAYERS])):
        if other != side:
            best = max(best, state[row + other])
    return state[row + side] - best


@kernel
def share_of(lead: Int) -> Int:
    """A lead as part of the win, from 0 to 1."""
    return min(max(lead / (2 * WIDEST_LEAD) + 0.5, 0.0), 1.0)


@kernel
def judge(state: Record, seat: Int, settings: Floats, weights: Weights, floats: Weights, words: Record, heads: Weights,
          rng: Words, out: Floats) -> None:  # fmt: skip
    """By side, what a position is worth, then the own side's part of the win and its points, as `rewards` tells them.

    With the weights of a net it is asked, as long as enough tricks are left; without them, and when little is left, the
    round is played out by rules of thumb or at random.
    """
    own = side_of(state[PLAYERS], seat)
    if weights.shape[0] and state[TURN] >= 0 and tricks_left(state) >= settings[NET_FROM]:
        evaluate(state, seat, weights, floats, words, heads)
        foresee(state, own, settings[WIN_WEIGHT], heads, out)
        return
    if state[TURN] >= 0:
        if settings[AT_RANDOM] > 0:
            play_round(state, rng)
        else:
            play_out(state, np.int64(settings[NOISE]), rng)
    rewards(state, settings[WIN_WEIGHT], own, out)


@outlined
def foresee(state: Record, own: Int, win_weight: Int, heads: Weights, out: Floats) -> None:
    """The same from what a net says to the searching seat."""
    many, lead = sides(state[PLAYERS]), np.float64(heads[NET_MARGIN])
    if state[VARIANTS] & THREE_ROUND_TOTAL:
        lead += lead_in(state, TOTALS, own)
        win_weight = 0.0
    win = np.float64(heads[NET_WIN])
    value = win_weight * win + (1 - win_weight) * share_of(lead)
    out[own] = value
    following = own + 1 if own + 1 < many else np.int64(0)
    if many == 2:
        out[following] = 1 - value
    else:  # what the others have of it, they have as they have of the win
        next_win = min(np.float64(heads[NET_NEXT_WIN]), 1 - win)
        part = next_win / max(1 - win, 1e-6)
        last = following + 1 if following + 1 < many else np.int64(0)
        out[following] = (1 - value) * part
        out[last] = (1 - value) * (1 - part)
    out[3] = win
    out[4] = heads[NET_POINTS]


@outlined
def rewards(state: Record, win_weight: Int, own: Int, out: Floats) -> None:
    """By side, from 0 to 1: mostly whether it won the round, and by how much a little; then own wins and points.

    Where totals decide (AV.2) the lead in the totals counts instead, and in the last round who won the match.
    """
    many = sides(state[PLAYERS])
    by_total = state[VARIANTS] & THREE_ROUND_TOTAL
    winners = round_winners(state)
    row, counted = np.int64(POINTS), winners
    if by_total:
        row = np.int64(TOTALS)
        if state[PHASE] == OVER:
            counted = state[WINNERS]
        else:
            win_weight = 0.0
    for side in range(many):
        lead = share_of(lead_in(state, row, side))
        share = (counted >> side & 1) / popcount(counted)
        out[side] = win_weight * share + (1 - win_weight) * lead
    out[3] = (winners >> own & 1) / popcount(winners)
    out[4] = state[POINTS + own]
