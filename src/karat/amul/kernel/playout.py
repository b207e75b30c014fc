"""Random play: each legal action equally likely."""

from __future__ import annotations

import numpy as np

from karat.amul.kernel import layout as at
from karat.amul.kernel.layout import CardTable, Room, State
from karat.amul.kernel.legal import legal_list, next_seat
from karat.amul.kernel.market import apply
from karat.kernel.jit import Int, kernel, outlined
from karat.kernel.random import Words, below


@kernel
def random_action(cards: CardTable, state: State, seat: Int, rng: Words, room: Room) -> Int:
    """A legal action of `seat`, which must owe one; each is equally likely."""
    phase = state[at.PHASE]
    if phase == at.GAIN:
        return room[below(rng, legal_list(cards, state, seat, room))]
    if phase == at.TAKE:
        while True:  # a copy of what lay there before is drawn again
            place = below(rng, state[at.LYING])
            card = state[at.WARE + place]
            first = np.int64(0)
            while state[at.WARE + first] != card:
                first += 1
            if first == place:
                return np.int64(cards[at.MARKET]) + card
    hand = at.HANDS + at.HAND_SIZE * seat
    while True:
        place = below(rng, state[at.HELD + seat])
        card = np.int64(state[hand + place])
        if place == 0 or state[hand + place - 1] != card:
            return card if phase == at.OFFER else 2 * np.int64(cards[at.MARKET]) + card


@outlined
def playout(cards: CardTable, state: State, rng: Words, room: Room) -> Int:
    """Play the match to its end, each legal action equally likely; how many actions that took."""
    moves = np.int64(0)
    seat = next_seat(cards, state)
    while seat >= 0:
        apply(cards, state, seat, random_action(cards, state, seat, rng, room))
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
