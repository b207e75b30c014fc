"""What a hand is: its ranks, what it is good for against the cards that others hold, and how long it lasts."""

from __future__ import annotations

import numpy as np

from karat.aurum.kernel import layout as at
from karat.aurum.kernel.layout import Record
from karat.aurum.kernel.round import after
from karat.aurum.search.tables import AT_LEAST, METAL_STRENGTH, TRICKS_IN
from karat.kernel.bits import lowest, popcount
from karat.kernel.jit import Int, kernel

RANK_COLUMN = np.int64(sum(1 << 10 * metal for metal in range(5)))
"""The five cards of rank 1, to be shifted to other ranks."""


@kernel
def ranks_of(cards: Int) -> Int:
    """The ranks of a set of base cards, a bit each, rank 1 lowest."""
    return (cards | cards >> 10 | cards >> 20 | cards >> 30 | cards >> 40) & 1023


@kernel
def card_of(cards: Int, rank: Int) -> Int:
    """The first card of a rank that the set must hold."""
    return lowest(cards & RANK_COLUMN << (rank - 1))


@kernel
def all_held(state: Record) -> Int:
    """What all hands hold together."""
    return state[at.HAND] | state[at.HAND + 1] | state[at.HAND + 2] | state[at.HAND + 3]


@kernel
def others_of(state: Record, hand: Int) -> Int:
    """What the others hold together: all that one has not seen."""
    return all_held(state) & ~hand


@kernel
def strength_of(kind: Int, cards: Int) -> Int:
    """The tricks that a hand is good for."""
    row = METAL_STRENGTH[kind]
    total = row[cards & 1023] + row[cards >> 10 & 1023] + row[cards >> 20 & 1023]
    return total + row[cards >> 30 & 1023] + row[cards >> 40 & 1023]


@kernel
def tricks_in(kind: Int, others: Int, rank: Int) -> Int:
    """The tricks that a card is good for: it must beat a card of every other seat."""
    halves = popcount(others & AT_LEAST[rank]) + popcount(others & AT_LEAST[rank + 1])
    return TRICKS_IN[kind, popcount(others), halves]


@kernel
def more_now(kind: Int, others: Int, hand: Int) -> Int:
    """By how much a hand is stronger than an average one, against the cards that are left."""
    total, cards = 0.0, hand
    while cards:
        total += tricks_in(kind, others, at.RANK[lowest(cards)])
        cards &= cards - 1
    return total - popcount(hand) / (kind + 3.0)


@kernel
def tricks_left(state: Record) -> Int:
    """The tricks that can still be played, this one included, as long as nobody trumps: the smallest hand decides."""
    least = min(popcount(state[at.HAND]), popcount(state[at.HAND + 1]), popcount(state[at.HAND + 2]))
    return min(least, popcount(state[at.HAND + 3])) if state[at.PLAYERS] == 4 else least


@kernel
def tricks_after(state: Record) -> Int:
    """The same within a trick, without this one: who has yet to follow gives a card for it."""
    least, players, seat = np.int64(12), state[at.PLAYERS], state[at.LEADER]
    for place in range(players):
        least = min(least, popcount(state[at.HAND + (seat & 3)]) - (place >= state[at.PLAYED]))
        seat = after(seat, players)
    return max(least, 0)
