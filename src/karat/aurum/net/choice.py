"""An action of Aurum by a net: the one after which it expects most."""

from __future__ import annotations

import math

import numpy as np

from karat.aurum.kernel import layout as at
from karat.aurum.kernel.layout import Record
from karat.aurum.kernel.legal import count_of, lying, nth_of, options_of
from karat.aurum.net.features import Floats
from karat.aurum.net.net import HEADS, MARGIN, WIN, NetWorkspace, finished, judge_after, prepare
from karat.aurum.rules.codec import BASE, SWAP
from karat.kernel.bits import lowest
from karat.kernel.jit import Int, kernel, outlined
from karat.kernel.random import Words, word

TILT = 0.01
"""What a point of margin weighs beside the win of the round, when a choice is made."""


@kernel
def chance(rng: Words) -> Int:
    """A number from 0 to 1, 1 excluded."""
    return np.float64(word(rng) >> np.uint64(11)) * 2.0**-53


@kernel
def score(state: Record, value: Floats) -> Int:
    """What a choice is made by: the win of the round, and the points; where they are added up (AV.2) these alone."""
    if state[at.VARIANTS] & at.THREE_ROUND_TOTAL:
        return value[MARGIN]
    return value[WIN] + np.float32(TILT) * value[MARGIN]


@kernel
def worth_after(state: Record, seat: Int, action: Int, net: NetWorkspace, value: Floats) -> Int:
    """As `evaluate_after`, but only the heads that `score` asks are finished; whether all are."""
    over = judge_after(state, seat, action, net, value)
    if not over:
        value[WIN], value[MARGIN] = finished(WIN, value[WIN]), finished(MARGIN, value[MARGIN])
    return over


@kernel
def new_bid(state: Record, seat: Int, action: Int, tried: Int) -> Int:
    """0 for a bid change that leaves the side's bid as it is or lays a rank that was tried, else the bit to remember.

    `tried` has a bit for each rank laid on the own bid and, from 16 on, on the partner's.
    """
    pair = np.int64(np.uint32(action - SWAP) // np.uint32(BASE))
    rank, partners = at.RANK[action - SWAP - pair * BASE], pair & 1
    own, other = at.RANK[state[at.BID + seat]], np.int64(0)
    if state[at.PLAYERS] == 4:
        other = at.RANK[state[at.BID + (seat ^ 2)]]
    changed = max(rank, own if partners else other)
    bit = at.ONE << rank + 16 * partners
    return np.int64(0) if changed == max(own, other) or tried & bit else bit


@outlined
def pick(state: Record, seat: Int, net: NetWorkspace, values: Floats, heat: Int, thrifty: Int, rng: Words) -> Int:
    """The action that scores best, with values[0] for what it is worth; `values` has two rows.

    If `thrifty`, of bid changes only those are looked at that change the side's bid, for the lowest gold, one for each
    rank. If there is only one action, `values` is left alone.
    """
    best_value, value = values[0], values[1]
    cards, means = options_of(state, seat, lying(state))
    thrifty = thrifty and state[at.PHASE] == at.CHANGING
    if thrifty:
        means = means & ~np.int64(at.RANKS_OF_GOLD) | at.ONE << lowest(means & at.RANKS_OF_GOLD)
    count = count_of(cards, means)
    if count == 1:
        return nth_of(cards, means, 0)
    prepare(state, seat, net)
    best, most, tried, all_heads = np.int64(-1), np.float64(-1e9), np.int64(0), True
    for n in range(count):
        action = nth_of(cards, means, n)
        if thrifty and action >= SWAP:
            bit = new_bid(state, seat, action, tried)
            if bit == 0:
                continue
            tried |= bit
        over = worth_after(state, seat, action, net, value)
        worth = np.float64(score(state, value))
        if heat > 0:
            worth -= heat * math.log(-math.log(chance(rng) + 1e-300) + 1e-300)
        if worth > most:
            best, most, all_heads = action, worth, over
            for head in range(HEADS):
                best_value[head] = value[head]
    if not all_heads:
        for head in range(HEADS):
            if head not in (WIN, MARGIN):
                best_value[head] = finished(head, best_value[head])
    return best
