"""What a round and a match are worth (A8, A9); the twin of karat.aurum.rules.scoring."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from karat.aurum.kernel import layout as at
from karat.aurum.kernel.layout import Record
from karat.aurum.rules.rules import NUGGETS_TO_WIN
from karat.aurum.rules.scoring import ROUNDS_OF_A_FIXED_MATCH
from karat.kernel.bits import highest, popcount
from karat.kernel.jit import Int, kernel, outlined

# A8.2. No rank from 1 to 3 has more than two copies, no higher one more than one: bits count themselves.
_ONCE_1_3, _TWICE_1_3, _RANKS_4_6, _RANKS_7_8 = 0x1110, 0x2220, 0x1110000, 0x110000000


@kernel
def sides(players: Int) -> Int:
    """How many sides there are: partners are one."""
    return 2 if players == 4 else 3


@kernel
def side_of(players: Int, seat: Int) -> Int:
    return seat & 1 if players == 4 else seat


@kernel
def side_bid(state: Record, side: Int) -> Int:
    """A3.2: the higher of the partners' cards. A3.1: or the one card."""
    bid = at.RANK[state[at.BID + side]]
    if state[at.PLAYERS] == 4:
        bid = max(bid, at.RANK[state[at.BID + side + 2]])
    return bid


@kernel
def side_tricks(state: Record, side: Int) -> Int:
    """A6.6"""
    tricks = state[at.TRICKS + side]
    return tricks + state[at.TRICKS + side + 2] if state[at.PLAYERS] == 4 else tricks


@kernel
def side_gold(state: Record, side: Int) -> Int:
    gold = state[at.STOCK + side]
    return gold + state[at.STOCK + side + 2] if state[at.PLAYERS] == 4 else gold


@kernel
def bid_points(bid: Int, tricks: Int) -> Int:
    """A8.1"""
    if tricks < bid:
        return np.int64(0)
    return 2 * bid if tricks == bid else bid


@kernel
def gold_points(gold: Int) -> Int:
    """A8.2"""
    low = popcount(gold & _ONCE_1_3) + 2 * popcount(gold & _TWICE_1_3)
    return low + 2 * popcount(gold & _RANKS_4_6) + 3 * popcount(gold & _RANKS_7_8)


@outlined
def score_round(state: Record) -> None:
    """A8, A9: points and nuggets for the round that lies on the table, and whether the match is over."""
    many = sides(state[at.PLAYERS])
    for side in range(many):
        points = bid_points(side_bid(state, side), side_tricks(state, side)) + gold_points(side_gold(state, side))
        state[at.POINTS + side] = points
        state[at.TOTALS + side] += points
    if not state[at.VARIANTS] & at.THREE_ROUND_TOTAL:  # AV.2: no nuggets at all
        winners = round_winners(state)
        for side in range(many):
            state[at.NUGGETS + side] += winners >> side & 1
    state[at.ROUNDS] += 1
    state[at.WINNERS] = match_winners(state)
    state[at.PHASE] = at.OVER if state[at.WINNERS] else at.AWAITS_DEAL


@outlined
def round_winners(state: Record) -> Int:
    """The sides that get a nugget, most often one, a bit each."""
    breaks_ties = not (state[at.EDITION] == at.RU and state[at.PLAYERS] == 3)
    most, winners = np.int64(-1), np.int64(0)
    for side in range(sides(state[at.PLAYERS])):
        worth = state[at.POINTS + side] * 2 + (side_tricks(state, side) == side_bid(state, side))  # A8.3, A8.4
        worth *= 16
        if breaks_ties:
            worth += (highest(side_gold(state, side)) >> 2) + 1  # A8.5: no gold counts as less than a 0
        if worth > most:
            most, winners = worth, np.int64(0)
        if worth == most:
            winners |= 1 << side  # A8.6
    return winners


@outlined
def best(state: Record, among: Int, row: Int) -> Int:
    """Those sides of `among` whose entry in the record's row is the highest, a bit each."""
    most, winners = np.int64(-1), np.int64(0)
    for side in range(sides(state[at.PLAYERS])):
        if among >> side & 1:
            if state[row + side] > most:
                most, winners = state[row + side], np.int64(0)
            if state[row + side] == most:
                winners |= 1 << side
    return winners


@outlined
def match_winners(state: Record) -> Int:
    """The sides that have won the match, a bit each; 0 when it goes on."""
    left = ROUNDS_OF_A_FIXED_MATCH - state[at.ROUNDS]
    everyone = np.int64(7)
    if state[at.VARIANTS] & at.THREE_ROUND_TOTAL:  # AV.2
        return best(state, everyone, at.TOTALS) if left <= 0 else np.int64(0)
    winners = best(state, everyone, at.NUGGETS)
    most = np.int64(0)
    for side in range(sides(state[at.PLAYERS])):
        most = max(most, state[at.NUGGETS + side])
    if state[at.EDITION] == at.FR and state[at.PLAYERS] == 3:  # A9.1, three players in the French edition
        if left <= 0:
            return highest_bids(state, winners)
        reach = np.int64(0)  # who can still draw level, the leader included
        for side in range(3):
            reach += state[at.NUGGETS + side] + left >= most
        return winners if most >= NUGGETS_TO_WIN and reach == 1 else np.int64(0)
    # A9.1, and A9.2: level at the top means one more round
    return winners if most >= NUGGETS_TO_WIN and popcount(winners) == 1 else np.int64(0)


@outlined
def highest_bids(state: Record, among: Int) -> Int:
    """Those sides of `among` with the highest bid at the end of the last round (A9.1)."""
    most, winners = np.int64(-1), np.int64(0)
    for side in range(3):
        if among >> side & 1:
            bid = side_bid(state, side)
            if bid > most:
                most, winners = bid, np.int64(0)
            if bid == most:
                winners |= 1 << side
    return winners


@outlined
def returns(state: Record, out: NDArray[np.float32]) -> None:
    """By seat, the part of the match's win that falls to its side; 0 for all while it goes on."""
    winners = state[at.WINNERS]
    for seat in range(4):
        won = seat < state[at.PLAYERS] and winners >> side_of(state[at.PLAYERS], seat) & 1
        out[seat] = np.float32(1) / np.float32(popcount(winners)) if won else np.float32(0)
