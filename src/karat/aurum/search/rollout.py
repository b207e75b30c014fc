"""Rounds played to their end by the rules of thumb, as fast as they can be: most of a search's time goes there.

It comes to what `choose_noisily` and `apply` come to, one action after the other. But after the bids, a trick is
kept from card to card, each place in it is compiled for itself, and bids are changed only by those who are tempted.

A constant is handed on as np.int64: the compiler sees through it where functions become part of each other, while for
a bare number numba would compile every one of them anew, in 43 s instead of 26 s, to make the search 2 % faster.
"""

from __future__ import annotations

import numpy as np

from karat.aurum.kernel import layout as at
from karat.aurum.kernel.layout import Record
from karat.aurum.kernel.legal import purse
from karat.aurum.kernel.round import ask_nobody, change_bid, end_round, lay_bid, play_card
from karat.aurum.rules.codec import END, KEEP, PLAY, SWAP
from karat.aurum.search.cards import Choice, weigh_cards
from karat.aurum.search.hands import tricks_left
from karat.aurum.search.policy import any_of, best_change, choose_noisily, is_tempted
from karat.aurum.search.trick import Trick, trick_of, with_card
from karat.kernel.bits import lowest
from karat.kernel.jit import Int, kernel, outlined
from karat.kernel.random import Words, below


@outlined
def play_out(state: Record, noise: Int, rng: Words) -> None:
    """Play to the end of the round, which must be running; of `noise` plays in 256 some are any card."""
    while state[at.PHASE] == at.BIDDING:
        seat = state[at.TURN] & 3
        lay_bid(state, seat, choose_noisily(state, seat, noise, rng))
    if state[at.PLAYERS] == 4:
        play_tricks(np.int64(1), state, noise, rng)
    else:
        play_tricks(np.int64(0), state, noise, rng)


@kernel
def play_tricks(kind: Int, state: Record, noise: Int, rng: Words) -> None:
    """Play to the end of the round, in which all have bid, from the middle of a trick or not."""
    while state[at.TURN] >= 0:
        if state[at.PHASE] == at.CHANGING:
            change_bids(kind, state)
        lie, trick = state[at.PLAYED], trick_of(kind, state)
        if lie < 1:
            trick = play_place(kind, np.int64(0), state, trick, noise, rng)
        if lie < 2:
            trick = play_place(kind, np.int64(1), state, trick, noise, rng)
        if lie < 3 and state[at.TURN] >= 0:  # nobody has ended the round
            trick = play_place(kind, np.int64(2), state, trick, noise, rng)
        if kind and state[at.TURN] >= 0:
            play_place(kind, np.int64(3), state, trick, noise, rng)


@kernel
def play_place(kind: Int, place: Int, state: Record, trick: Trick, noise: Int, rng: Words) -> Trick:
    """Let the seat in a place of the trick play a card, or end the round; the trick after that."""
    seat = state[at.TURN] & 3
    free = state[at.HAND + seat] & ~trick.bars
    golds = purse(state[at.STOCK + seat]) if place else np.int64(0)  # A5.2
    if noise and below(rng, 256) < noise and free:
        action = PLAY + any_of(free, rng)
    elif free and not golds and not free & (free - 1):
        action = PLAY + lowest(free)
    else:
        action = weigh_cards(kind, place, state, seat, trick, Choice(free, golds, free == 0))
    if action == END:
        end_round(state, seat)
        return trick
    play_card(state, seat, action - PLAY)
    return with_card(kind, place, state, trick, action - PLAY)


@kernel
def change_bids(kind: Int, state: Record) -> None:
    """Let everyone who is still asked before a trick change a bid, or keep it (A4.1)."""
    left, leader = tricks_left(state), state[at.LEADER]
    places = tempted_places(kind, state, left)
    while places:
        place = lowest(places)
        seat = leader + place
        seat = (seat if seat < kind + 3 else seat - kind - 3) & 3
        action = best_change(kind, state, seat, left)
        places &= places - 1
        if action != KEEP:
            change_bid(state, seat, action - SWAP)
            places = tempted_places(kind, state, left) & -2 << place  # who is asked later sees another bid
    ask_nobody(state)


@kernel
def tempted_places(kind: Int, state: Record, left: Int) -> Int:
    """The places in the trick to come, a bit each, whose seats are still asked and are tempted to change a bid."""
    seats = np.int64(0)
    for seat in range(kind + 3):
        tempted = state[at.ASKED] >> seat & 1 and is_tempted(kind, state, seat, left)
        seats |= np.int64(tempted) << seat
    return (seats | seats << (kind + 3)) >> state[at.LEADER] & ((1 << (kind + 3)) - 1)
