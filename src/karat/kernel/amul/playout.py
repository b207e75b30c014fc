"""Random play: each legal action equally likely."""

from __future__ import annotations

import numpy as np

from karat.kernel.amul.layout import (
    AT,
    CHOSEN,
    GAIN,
    HAND_SIZE,
    HANDS,
    HELD,
    LYING,
    MARKET,
    NOTHING,
    OFFER,
    ORDER,
    OVER,
    PHASE,
    PLAYERS,
    TAKE,
    WARE,
    CardTable,
    State,
)
from karat.kernel.amul.legal import Actions, legal
from karat.kernel.amul.market import apply
from karat.kernel.jit import Int, kernel
from karat.kernel.random import Words, below


@kernel
def choose(cards: CardTable, state: State, seat: Int, rng: Words, actions: Actions) -> Int:
    """A legal action of `seat`, each equally likely; `actions` is room to work in."""
    phase = state[PHASE]
    if phase == GAIN:
        return actions[below(rng, legal(cards, state, seat, actions))]
    if phase == TAKE:
        while True:  # a copy of what lay there before is drawn again
            place = below(rng, state[LYING])
            card = state[WARE + place]
            first = np.int64(0)
            while state[WARE + first] != card:
                first += 1
            if first == place:
                return np.int64(cards[MARKET]) + card
    hand = HANDS + HAND_SIZE * seat
    while True:
        place = below(rng, state[HELD + seat])
        card = np.int64(state[hand + place])
        if place == 0 or state[hand + place - 1] != card:
            return card if phase == OFFER else 2 * np.int64(cards[MARKET]) + card


@kernel
def playout(cards: CardTable, state: State, rng: Words, actions: Actions) -> Int:
    """Play the match to its end, each legal action equally likely; how many actions that took."""
    moves = 0
    seat: Int
    players = np.int64(cards[PLAYERS])
    while state[PHASE] != OVER:
        phase = state[PHASE]
        if phase in (TAKE, GAIN):
            seat = np.int64(state[ORDER + state[AT]])
            apply(cards, state, seat, choose(cards, state, seat, rng, actions))
            moves += 1
        else:
            for seat in range(players):
                if state[CHOSEN + seat] == NOTHING:
                    apply(cards, state, seat, choose(cards, state, seat, rng, actions))
                    moves += 1
    return moves
