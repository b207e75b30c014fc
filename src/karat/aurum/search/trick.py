"""A trick as the rules of thumb see it: what it means to the sides, what lies in it, and what may not follow.

All of it can be read off a record; whoever plays a trick from the lead on keeps it from card to card instead.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from karat.aurum.kernel import layout as at
from karat.aurum.kernel.layout import Record
from karat.aurum.kernel.round import after
from karat.aurum.kernel.scoring import side_bid, side_of, side_tricks
from karat.aurum.rules.codec import BASE
from karat.aurum.search.hands import all_held, tricks_after
from karat.aurum.search.tables import KEEN, SHY, SLOPE, TRUMPS, WORTH
from karat.kernel.jit import Int, kernel

NO_LOW, NO_HIGH = 400, -4
"""Of a trick in which nothing lies, what FOR_GOLD and FOR_TRICK say of no card."""


class Side(NamedTuple):
    """What a trick means to a side."""

    gain: Int
    """What taking it adds to the worth of the bid."""
    without: Int
    """What the bid is worth if others take it."""
    slope: Int
    """What a trick more of strength in a hand adds."""
    keen: Int
    """The chance that a seat takes it when it can."""
    trumps: Int
    """The chance that a seat with gold for it can, at least."""


class Sides(NamedTuple):
    """The sides of a seat, of the next one and of the one after it; with four players that is the first again."""

    own: Side
    near: Side
    far: Side


class Lying(NamedTuple):
    """The cards that win gold and trick as it lies, as FOR_GOLD and FOR_TRICK tell them, and their places."""

    low: Int
    low_place: Int
    high: Int
    high_place: Int


class Trick(NamedTuple):
    """What is known of a trick when a card is chosen for it."""

    sides: Sides
    """From the leader's on."""
    lying: Lying
    bars: Int
    """The base cards that may not follow (A5.4)."""
    held: Int
    """The base cards that are still in hands."""


@kernel
def side_in_trick(kind: Int, state: Record, seat: Int, rest: Int) -> Side:
    """What this trick means to the side of a seat, if `rest` come after it."""
    side = side_of(kind + 3, seat)
    bid, taken = side_bid(state, side), side_tricks(state, side)
    without = WORTH[kind, bid, taken, rest]
    gain = WORTH[kind, bid, min(taken + 1, 12), rest] - without
    needs = bid > taken
    return Side(gain, without, SLOPE[kind, bid, taken, rest], KEEN if needs else SHY, TRUMPS if needs else 0.0)


@kernel
def sides_in_trick(kind: Int, state: Record) -> Sides:
    """What this trick means to all sides, from the leader's on."""
    seat, rest = state[at.LEADER], tricks_after(state)
    next_seat = after(seat, kind + 3)
    first, second = side_in_trick(kind, state, seat, rest), side_in_trick(kind, state, next_seat, rest)
    return Sides(first, second, first if kind else side_in_trick(kind, state, after(next_seat, 3), rest))


@kernel
def seen_from(kind: Int, place: Int, sides: Sides) -> Sides:
    """The sides from that of a place on."""
    first, second, third = sides
    if kind:
        return Sides(second, first, second) if place & 1 else sides
    if place == 0:
        return sides
    return Sides(second, third, first) if place == 1 else Sides(third, first, second)


@kernel
def laid(lying: Lying, place: Int, card: Int) -> Lying:
    """What lies there after a card in a place."""
    low, low_place, high, high_place = lying
    if at.FOR_GOLD[card & 63] <= low:  # A6.4: the later of equals
        low, low_place = at.FOR_GOLD[card & 63], np.int64(place)
    if at.FOR_TRICK[card & 63] >= high:
        high, high_place = at.FOR_TRICK[card & 63], np.int64(place)
    return Lying(low, low_place, high, high_place)


@kernel
def trick_of(kind: Int, state: Record) -> Trick:
    """The trick that is being played, as the record has it."""
    lying, bars = Lying(np.int64(NO_LOW), np.int64(0), np.int64(NO_HIGH), np.int64(0)), np.int64(0)
    for place in range(state[at.PLAYED]):
        lying = laid(lying, place, state[at.TRICK + place])
        bars |= at.BARS[state[at.TRICK + place]]
    return Trick(sides_in_trick(kind, state), lying, bars, all_held(state))


@kernel
def with_card(kind: Int, place: Int, state: Record, trick: Trick, card: Int) -> Trick:
    """The trick after a card that the record has already: whoever plays gold has a card more for the tricks to come."""
    lying = laid(trick.lying, place, card)
    if card < BASE:
        return Trick(trick.sides, lying, trick.bars | at.BARS[card], trick.held ^ at.ONE << card)
    return Trick(sides_in_trick(kind, state), lying, trick.bars, trick.held)
