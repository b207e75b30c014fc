"""Rounds of Aurum played by nets: for training, with what is to be learned from them, and to compare two nets.

All of it is compiled, chance comes from a generator of the kernel, and the same generator gives the same rounds.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from karat.kernel.aurum.layout import (
    BID,
    CHANGING,
    HAND,
    NO_ZERO_GOLD,
    ONE,
    PHASE,
    PLAYERS,
    RANK,
    RANKS_OF_GOLD,
    RU,
    THREE_ROUND_TOTAL,
    TURN,
    VARIANTS,
    WORDS,
    Record,
)
from karat.kernel.aurum.legal import count_of, lying, nth_of, options_of
from karat.kernel.aurum.match import deal_any, start
from karat.kernel.aurum.playout import random_action
from karat.kernel.aurum.round import apply
from karat.kernel.bits import lowest, popcount
from karat.kernel.jit import Int, kernel, outlined
from karat.kernel.random import Words, below, word
from karat.nets.aurum_features import FEATURES, METAL_FEATURES, METALS, Floats, look
from karat.nets.aurum_net import HEADS, MARGIN, WIN, evaluate_after, prepare, result
from karat.rules.aurum.codec import BASE, KEEP, SWAP

TILT = 0.01
"""What a point of margin weighs beside the win of the round, when a choice is made."""
EVENTS = 1024
"""More than happens in a round."""
MOST_SAMPLES = 250
"""More than a round gives."""

EPSILON, HEAT, LAMBDA, KEEPING, OTHERS, RIVALS, SETTINGS = range(7)
"""The numbers that say how to play for training:

| number  | is                                                                                                   |
|---------|------------------------------------------------------------------------------------------------------|
| EPSILON | the chance of a random action; of a random bid change a quarter of it                                |
| HEAT    | how much noise is added to what actions are worth, so that near equals are all tried                 |
| LAMBDA  | how far a sample learns from the round's end; the rest from what its seat thought at its next choice |
| KEEPING | the share of moments after an own action that become samples                                         |
| OTHERS  | the chance that an action gives a sample of the moment for another seat                              |
| RIVALS  | the share of rounds in which some seats play by older weights, and give no samples                   |
"""


@kernel
def chance(rng: Words) -> Int:
    """A number from 0 to 1, 1 excluded."""
    return np.float64(word(rng) >> np.uint64(11)) * 2.0**-53


@kernel
def score(state: Record, value: Floats) -> Int:
    """What a choice is made by: the win of the round, and the points; where they are added up (AV.2) these alone."""
    if state[VARIANTS] & THREE_ROUND_TOTAL:
        return value[MARGIN]
    return value[WIN] + np.float32(TILT) * value[MARGIN]


@kernel
def new_bid(state: Record, seat: Int, action: Int, tried: Int) -> Int:
    """0 for a bid change that leaves the side's bid as it is or lays a rank that was tried, else the bit to remember.

    `tried` has a bit for each rank laid on the own bid and, from 16 on, on the partner's.
    """
    pair = np.int64(np.uint32(action - SWAP) // np.uint32(BASE))
    rank, partners = RANK[action - SWAP - pair * BASE], pair & 1
    own, other = RANK[state[BID + seat]], np.int64(0)
    if state[PLAYERS] == 4:
        other = RANK[state[BID + (seat ^ 2)]]
    changed = max(rank, own if partners else other)
    bit = ONE << rank + 16 * partners
    return np.int64(0) if changed == max(own, other) or tried & bit else bit


@outlined
def pick(
    state: Record,
    seat: Int,
    weights: Floats,
    floats: Floats,
    words: NDArray[np.int64],
    values: Floats,
    heat: Int,
    thrifty: Int,
    rng: Words,
) -> Int:
    """The action that scores best, with values[0] for what it is worth; `values` has two rows.

    If `thrifty`, of bid changes only those are looked at that change the side's bid, for the lowest gold, one for each
    rank. If there is only one action, `values` is left alone.
    """
    cards, means = options_of(state, seat, lying(state))
    thrifty = thrifty and state[PHASE] == CHANGING
    if thrifty:
        means = means & ~np.int64(RANKS_OF_GOLD) | ONE << lowest(means & RANKS_OF_GOLD)
    count = count_of(cards, means)
    if count == 1:
        return nth_of(cards, means, 0)
    prepare(state, seat, weights, floats, words)
    best, most, tried = np.int64(-1), np.float64(-1e9), np.int64(0)
    for n in range(count):
        action = nth_of(cards, means, n)
        if thrifty and action >= SWAP:
            bit = new_bid(state, seat, action, tried)
            if bit == 0:
                continue
            tried |= bit
        evaluate_after(state, seat, action, weights, floats, words, values[1])
        worth = np.float64(score(state, values[1]))
        if heat > 0:
            worth -= heat * math.log(-math.log(chance(rng) + 1e-300) + 1e-300)
        if worth > most:
            best, most = action, worth
            for head in range(HEADS):
                values[0, head] = values[1, head]
    return best


@kernel
def hurry(state: Record, seat: Int) -> Int:
    """The chance that a seat keeps the bids without a thought, to save time where it will be asked again."""
    left = popcount(state[HAND + seat])
    return 0.75 if left >= 8 else 0.5 if left >= 4 else 0.0


@outlined
def start_round(state: Record, players: Int, edition: Int, variants: Int, rng: Words, deck: NDArray[np.int64]) -> None:
    """The first round of a match, dealt."""
    start(state, players, edition, variants)
    deal_any(state, rng, deck)


@outlined
def gather(
    players: Int,
    rounds: Int,
    weights: Floats,
    rival: Floats,
    settings: NDArray[np.float64],
    rng: Words,
    state: Record,
    floats: Floats,
    words: NDArray[np.int64],
    values: Floats,
    events: NDArray[np.int64],
    thoughts: Floats,
    xs: NDArray[np.int8],
    metals: NDArray[np.int64],
    targets: Floats,
    deck: NDArray[np.int64],
) -> Int:
    """Play rounds and write what is to be learned; how many samples there are."""
    samples = np.int64(0)
    for _ in range(rounds):
        variants = np.int64(NO_ZERO_GOLD if chance(rng) < 0.1 else 0)
        edition = np.int64(RU if players == 3 and chance(rng) < 0.2 else 0)
        start_round(state, players, edition, variants, rng, deck)
        rivals = np.int64(0)
        if chance(rng) < settings[RIVALS]:
            rivals = 1 + below(rng, 6) if players == 3 else (np.int64(5) << below(rng, 2))
        happened = np.int64(0)
        while state[TURN] >= 0:
            seat = state[TURN]
            older = rivals >> seat & 1
            changing = state[PHASE] == CHANGING
            epsilon = settings[EPSILON] / 4 if changing else settings[EPSILON]
            values[0, WIN] = -1
            if changing and chance(rng) < hurry(state, seat):
                action = np.int64(KEEP)
            elif chance(rng) < epsilon:
                action = random_action(state, seat, rng)
            else:
                thrifty = changing and chance(rng) < 0.9
                action = pick(
                    state, seat, rival if older else weights, floats, words, values, settings[HEAT], thrifty, rng
                )
            if not older and values[0, WIN] >= 0:
                events[happened, 0], events[happened, 1] = seat, -1
                for head in range(HEADS):
                    thoughts[happened, head] = values[0, head]
                happened += 1
            apply(state, seat, action)
            if state[TURN] < 0:
                break
            viewer = np.int64(-1)
            if values[0, WIN] >= 0 and chance(rng) < settings[KEEPING]:
                viewer = seat
            if chance(rng) < settings[OTHERS]:
                viewer = below(rng, players)
            if viewer >= 0 and not rivals >> viewer & 1:
                look(state, viewer, floats[:FEATURES], metals[samples])
                for feature in range(FEATURES):
                    xs[samples, feature] = np.int8(floats[feature])
                events[happened, 0], events[happened, 1] = viewer, samples
                happened += 1
                samples += 1
        for seat in range(players):
            result(state, seat, values[seat])
        for event in range(happened - 1, -1, -1):
            seat, sample = events[event, 0], events[event, 1]
            for head in range(HEADS):
                if sample >= 0:
                    targets[sample, head] = values[seat, head]
                else:
                    values[seat, head] += (1 - settings[LAMBDA]) * (thoughts[event, head] - values[seat, head])
    return samples


@outlined
def duel(
    players: Int,
    deals: Int,
    edition: Int,
    variants: Int,
    ours: Floats,
    theirs: Floats,
    at_random: Int,
    thrifty: Int,
    rng: Words,
    states: Record,
    floats: Floats,
    words: NDArray[np.int64],
    values: Floats,
    deck: NDArray[np.int64],
    wins: Floats,
    margins: Floats,
) -> None:
    """Let two nets meet on the same cards from all places: by deal and place, what the first one's side came to.

    With four players it has seats 0 and 2, then 1 and 3; with three, each seat once, alone against two of the other.
    If `at_random`, the other plays at random. `states` has two rows.
    """
    places = 2 if players == 4 else 3
    for number in range(deals):
        start_round(states[0], players, edition, variants, rng, deck)
        for place in range(places):
            state = states[1]
            for at in range(WORDS):
                state[at] = states[0, at]
            mine = (5 << place) if players == 4 else (1 << place)
            while state[TURN] >= 0:
                seat = state[TURN]
                if mine >> seat & 1:
                    action = pick(state, seat, ours, floats, words, values, 0, thrifty, rng)
                elif at_random:
                    action = random_action(state, seat, rng)
                else:
                    action = pick(state, seat, theirs, floats, words, values, 0, thrifty, rng)
                apply(state, seat, action)
            result(state, place, values[0])
            wins[number, place] = values[0, WIN]
            margins[number, place] = values[0, MARGIN]


@outlined
def assemble(
    order: NDArray[np.int64],
    xs: NDArray[np.int8],
    metals: NDArray[np.int64],
    targets: Floats,
    x_out: Floats,
    metals_out: Floats,
    targets_out: Floats,
) -> None:
    """The samples of those numbers, one after the other, as floats: bits of metals become a 0 or 1 each."""
    for row in range(order.size):
        sample = order[row]
        for feature in range(FEATURES):
            x_out[row, feature] = xs[sample, feature]
        for metal in range(METALS):
            seen = metals[sample, metal]
            for bit in range(METAL_FEATURES):
                metals_out[row, metal, bit] = seen >> bit & 1
        for head in range(HEADS):
            targets_out[row, head] = targets[sample, head]
