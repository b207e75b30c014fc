"""Which worlds fit not only what a seat has seen but also how the others have played.

Worlds are drawn evenly from a view; then the round is played again in each of them up to now, and at every choice of
another seat the rules of thumb are asked how likely it was for that hand: a bid by what the bids of that hand are
worth, a card by whether it is the one they would play. Worlds in which the others have played oddly count less. Nobody
plays by our rules of thumb exactly, so what they say is taken with a grain of salt: by SHARPNESS, which was measured,
and further until enough worlds have a say.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from karat.kernel.aurum import edge
from karat.kernel.aurum import layout as at
from karat.kernel.aurum.layout import BIDDING, HAND, PHASE, PLAYING, RANK, WORDS, Record
from karat.kernel.aurum.legal import count_of, lying, options_of
from karat.kernel.aurum.pack import card_set
from karat.kernel.aurum.resample import resample
from karat.kernel.aurum.round import apply
from karat.kernel.bits import lowest
from karat.kernel.jit import Int, kernel, outlined
from karat.kernel.random import Words
from karat.rules.aurum.actions import Bid, Play, Swap
from karat.rules.aurum.codec import BASE, NUMBERS, PLAY, encode
from karat.search.aurum.rule import bid_value, choose, ranks_of

if TYPE_CHECKING:
    from karat.rules.aurum import Observation

HIT = 0.5
"""How likely it is that somebody plays the rank that the rules of thumb would."""
COOL = 1.5
"""How many points make a bid e times as likely as another."""
SHARPNESS = {3: 0.4, 4: 0.2}
"""By players, the power to which such chances are taken. With it the true hands of bots that search get 0.14 and 0.05
nats more than an even draw gives them; with 1, which would be right for who plays by these rules of thumb, less."""
FEWEST = 3
"""Weights are softened until they say as much as one in so many equal ones."""


@outlined
def log_bid(state: Record, seat: Int, card: Int) -> Int:
    """The logarithm of the chance that a seat bids this rank."""
    ranks, total, own = ranks_of(state[HAND + seat]), 0.0, 0.0
    while ranks:
        rank = lowest(ranks) + 1
        likely = math.exp(bid_value(state, seat, rank) / COOL)
        total += likely
        if rank == RANK[card]:
            own = likely
        ranks &= ranks - 1
    return math.log(own / total)


@kernel
def log_play(state: Record, seat: Int, action: Int) -> Int:
    """The logarithm of the chance that a seat plays this rank, or this gold."""
    cards, means = options_of(state, seat, lying(state))
    options = count_of(cards, means)
    if options == 1:
        return 0.0
    would = choose(state, seat)
    same = would == action
    if PLAY <= would < PLAY + BASE and PLAY <= action < PLAY + BASE:
        same = RANK[would - PLAY] == RANK[action - PLAY]
    return math.log(HIT) if same else math.log((1 - HIT) / (options - 1))


@outlined
def weigh(
    start: Record, steps: Record, moved: Int, seat: Int, worlds: Record, state: Record, out: NDArray[np.float64]
) -> None:
    """By world, the logarithm of how likely the steps of the other seats were; a step is a seat and an action.

    `start` is the round before the bids, with those cards in each hand that have since been played, bid or laid.
    """
    for number in range(worlds.shape[0]):
        for word in range(WORDS):
            state[word] = start[word]
        for other in range(4):
            state[HAND + other] |= worlds[number, HAND + other] & ~moved
        told = 0.0
        for place in range(steps.shape[0]):
            who, action = steps[place, 0], steps[place, 1]
            if who != seat:
                if state[PHASE] == BIDDING:
                    told += log_bid(state, who, action)
                elif state[PHASE] == PLAYING:
                    told += log_play(state, who, action)
            apply(state, who, action)
        out[number] = told


@outlined
def draw(view: Record, rng: Words, worlds: Record) -> None:
    """Fill all rows with worlds that fit the view, each as likely as every other."""
    for number in range(worlds.shape[0]):
        resample(view, rng, worlds[number])


def beginning(seen: Observation) -> tuple[Record, Record, int]:
    """The round before the bids with all cards that have moved since, what was done, and which cards have moved."""
    rules = seen.rules
    start = edge.start(rules)
    edge.deal(start, "any")
    start[HAND : HAND + 4] = 0
    start[at.FIRST] = start[at.LEADER] = seen.first[0]
    start[at.TURN] = seen.first[0] if rules.players == 4 else 0
    start[at.ASIDE] = card_set(seen.aside)
    moved = 0
    for seat, action in seen.actions:
        if isinstance(action, Bid | Play | Swap) and not moved >> NUMBERS[action.card] & 1:
            moved |= 1 << NUMBERS[action.card]  # where a card first left a hand, it was dealt
            start[HAND + seat] |= 1 << NUMBERS[action.card]
    steps = [(seat, encode(action, seat, rules.players)) for seat, action in seen.actions]
    return start, np.array(steps, np.int64).reshape(-1, 2), moved


def likelihood(seen: Observation, seat: int, worlds: Record) -> NDArray[np.float64]:
    """By world, its weight; together they are 1."""
    start, steps, moved = beginning(seen)
    told = np.zeros(len(worlds), np.float64)
    weigh(start, steps, moved, seat, worlds, np.zeros(WORDS, np.int64), told)
    return softened(told * SHARPNESS[seen.rules.players])


def likely_worlds(seen: Observation, view: Record, seat: int, rng: Words, count: int) -> Record:
    """So many worlds that fit the view, each as often as the others' choices make it likely; bids must lie open."""
    worlds = np.zeros((count, WORDS), np.int64)
    draw(view, rng, worlds)
    places = (np.arange(count) + 0.5) / count
    sums = np.cumsum(likelihood(seen, seat, worlds))
    return worlds[np.minimum(np.searchsorted(sums, places), count - 1)]


def softened(told: NDArray[np.float64]) -> NDArray[np.float64]:
    """Weights from logarithms, as sharp as they are or, where few would decide, only as sharp as is sound."""
    sharp, weights = 1.0, normal(told)
    while len(told) * np.square(weights).sum() > FEWEST:
        sharp *= 0.8
        weights = normal(told * sharp)
    return weights


def normal(told: NDArray[np.float64]) -> NDArray[np.float64]:
    likely = np.exp(told - told.max())
    weights: NDArray[np.float64] = likely / likely.sum()
    return weights
