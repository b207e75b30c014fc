"""Random play: each legal action equally likely."""

from __future__ import annotations

import numpy as np

from karat.amul.kernel.layout import (
    GAIN,
    HAND_SIZE,
    HANDS,
    HELD,
    LYING,
    MARKET,
    OFFER,
    PHASE,
    TAKE,
    WARE,
    CardTable,
    Room,
    State,
)
from karat.amul.kernel.legal import legal_list, next_seat
from karat.amul.kernel.market import apply
from karat.kernel.jit import Int, kernel, outlined
from karat.kernel.random import Words, below


@kernel
def choose(cards: CardTable, state: State, seat: Int, rng: Words, room: Room) -> Int:
    """A legal action of `seat`, which must owe one; each is equally likely."""
    phase = state[PHASE]
    if phase == GAIN:
        return room[below(rng, legal_list(cards, state, seat, room))]
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


@outlined
def playout(cards: CardTable, state: State, rng: Words, room: Room) -> Int:
    """Play the match to its end, each legal action equally likely; how many actions that took."""
    moves = np.int64(0)
    seat = next_seat(cards, state)
    while seat >= 0:
        apply(cards, state, seat, choose(cards, state, seat, rng, room))
        seat = next_seat(cards, state)
        moves += 1
    return moves


@outlined
def playout_by_steps(cards: CardTable, state: State, rng: Words, room: Room) -> Int:
    """As `playout`, but each action is chosen from the list of all that are legal."""
    moves = np.int64(0)
    seat = next_seat(cards, state)
    while seat >= 0:
        apply(cards, state, seat, room[below(rng, legal_list(cards, state, seat, room))])
        seat = next_seat(cards, state)
        moves += 1
    return moves
