"""Which card the rules of thumb play: for what it brings in this trick, and for what the hand is worth without it.

Where `kind` (the players less three) and `place` (in the trick) are constants, the compiler drops what they make
needless: nobody follows the last card, and nothing lies before the lead.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from karat.aurum.kernel import layout as at
from karat.aurum.kernel.layout import Record
from karat.aurum.kernel.round import after
from karat.aurum.kernel.scoring import bid_points, side_bid, side_of, side_tricks
from karat.aurum.rules.codec import END, PLAY, PLAY_GOLD
from karat.aurum.search.hands import card_of, ranks_of
from karat.aurum.search.tables import AT_LEAST, DIGS, HOLDS, PRIZE, TRICKS_IN
from karat.aurum.search.trick import Sides, Trick, seen_from, trick_of
from karat.kernel.bits import highest, lowest, popcount
from karat.kernel.jit import Int, kernel, outlined

ROUNDING = 1e-6
"""More than some tens of points can be off by rounding."""


class Choice(NamedTuple):
    """What a seat may choose from; there must be something."""

    free: Int
    """Base cards."""
    golds: Int
    """Ranks of gold, a bit each, four bits apart."""
    may_end: Int
    """Whether it may end the round."""


class Trumps(NamedTuple):
    """The chances that the next seats, one after the other, have gold for a trick and would use it."""

    first: Int
    second: Int
    third: Int


@kernel
def trumps_of(stock: Int, high: Int, chance: Int) -> Int:
    """The chance, if the seat has gold in its stock that beats the card `high`, as FOR_TRICK tells it."""
    return chance if stock != 0 and 64 + (highest(stock) & ~3) >= high else 0.0


@kernel
def trumps_after(kind: Int, place: Int, state: Record, seat: Int, sides: Sides, high: Int) -> Trumps:
    """Of the seats that follow the one in a place."""
    later, other = kind + 2 - place, after(seat, kind + 3)
    first = second = third = 0.0
    if later >= 1:
        first = trumps_of(state[at.STOCK + (other & 3)], high, sides.near.trumps)
    other = after(other, kind + 3)
    if later >= 2:
        second = trumps_of(state[at.STOCK + (other & 3)], high, sides.far.trumps)
    other = after(other, kind + 3)
    if later >= 3:
        third = trumps_of(state[at.STOCK + (other & 3)], high, sides.near.trumps)
    return Trumps(first, second, third)


@kernel
def chance_of_side(kind: Int, place: Int, ours: Int, can: Int, sides: Sides, trumps: Trumps) -> Int:
    """The chance that the seat's side takes the trick, if now it does with a chance `ours`, and others follow.

    `can` is the chance that a later hand holds a base card for it.
    """
    later = kind + 2 - place
    if later >= 1:
        ours *= 1 - sides.near.keen * max(can, trumps.first)
    if later >= 2:
        does = sides.far.keen * max(can, trumps.second)
        ours *= 1 - does
        if kind:  # the partner
            ours += does
    if later >= 3:
        ours *= 1 - sides.near.keen * max(can, trumps.third)
    return ours


@kernel
def prize_kept(kind: Int, place: Int, prize: Int, can: Int) -> Int:
    """What gold for a card is worth, if a later hand holds a lower one with a chance `can`."""
    none = 1 - DIGS * can
    for _ in range(kind + 2 - place):
        prize *= none
    return prize


@kernel
def is_ours(kind: Int, place: Int, other: Int) -> Int:
    """1.0 if partners are in these two places of a trick, else 0.0."""
    return 1.0 if kind and not (place - other) & 1 else 0.0


@kernel
def weigh_cards(kind: Int, place: Int, state: Record, seat: Int, trick: Trick, choice: Choice) -> Int:
    """The best action that a seat may choose."""
    sides, lying, free = seen_from(kind, place, trick.sides), trick.lying, choice.free
    own, near, far = sides
    gain = own.gain
    if kind:  # what strength adds to one's own tricks it takes from the rivals'
        loss, slope = near.gain, own.slope + near.slope
    else:
        loss, slope = (near.gain + far.gain) / 4, own.slope + near.slope / 4 + far.slope / 4
    hand, supply = state[at.HAND + (seat & 3)], state[at.SUPPLY]
    others = trick.held & ~hand
    following = others & ~trick.bars
    holds, tricks = HOLDS[popcount(others), popcount(hand)], TRICKS_IN[kind, popcount(others)]
    low_rank, high_rank = lying.low >> 2, lying.high >> 2
    # A card that neither takes the trick nor goes under the lowest leaves both as they are.
    loses = keeps = 0.0
    if place:
        can = holds[popcount(following & AT_LEAST[min(high_rank, 11)])]
        trumps = trumps_after(kind, place, state, seat, sides, lying.high)
        chance = chance_of_side(kind, place, is_ours(kind, place, lying.high_place), can, sides, trumps)
        loses = chance * gain - (1 - chance) * loss
        if supply & (15 << 4 * low_rank):
            ours = is_ours(kind, place, lying.low_place)
            prize = PRIZE[low_rank] * (ours - (1 - ours) * (0.5 + 0.5 * kind))
            keeps = prize_kept(kind, place, prize, holds[popcount(following & ~AT_LEAST[low_rank + 1])])
    trumps = trumps_after(kind, place, state, seat, sides, 0)
    best, most, ranks = np.int64(0), -1e9, ranks_of(free)
    while ranks:
        rank = lowest(ranks) + 1
        at_least, above = AT_LEAST[rank], AT_LEAST[rank + 1]
        following_it = following & ~at.BARS[card_of(free, rank)]
        value = loses
        if rank >= high_rank:
            can = holds[popcount(following_it & at_least)]
            chance = chance_of_side(kind, place, 1.0, can, sides, trumps)
            value = chance * gain - (1 - chance) * loss
        if rank > low_rank:
            value += keeps
        elif supply & (15 << 4 * rank):
            value += prize_kept(kind, place, PRIZE[rank], holds[popcount(following_it & ~above)])
        value -= slope * tricks[popcount(others & at_least) + popcount(others & above)]
        if value > most:
            best, most = rank, value
        ranks &= ranks - 1
    action = np.int64(END)
    if free:
        action = PLAY + card_of(free, best)
    elif choice.may_end:
        most = gain_by_ending(kind, state, seat, sides)
    golds = choice.golds
    if golds and max(gain, -loss, loses) + keeps - PRIZE[lowest(golds) >> 2] + ROUNDING < most:
        return action  # at its best the cheapest gold would not be worth its price
    while golds:
        rank = lowest(golds) >> 2
        value = loses
        if 16 + rank >= high_rank:
            trumps = trumps_after(kind, place, state, seat, sides, 64 + 4 * rank)
            chance = chance_of_side(kind, place, 1.0, 0.0, sides, trumps)
            value = chance * gain - (1 - chance) * loss
        value += keeps - PRIZE[rank]
        if value > most:
            action, most = PLAY_GOLD + rank, value
        golds &= golds - 1
    return action


@outlined
def gain_by_ending(kind: Int, state: Record, seat: Int, sides: Sides) -> Int:
    """What ending the round now adds to the worth of one's own bid, less what it adds to the average rival's."""
    side = side_of(kind + 3, seat)
    now = bid_points(side_bid(state, side), side_tricks(state, side)) * 1.0
    total = np.int64(0)
    for other in range(3 - kind):
        if other != side:
            total += bid_points(side_bid(state, other), side_tricks(state, other))
    rivals = sides.near.without if kind else (sides.near.without + sides.far.without) / 2
    return now - sides.own.without - (total / (2.0 - kind) - rivals)


@outlined
def choose_card(state: Record, seat: Int, free: Int, golds: Int, may_end: Int) -> Int:
    """Play for the tricks that are needed and for cheap gold, and keep the hand that the rest asks for.

    It chooses among the base cards and gold that are given, and the end of the round where that is; there must be one.
    """
    if not golds and not may_end and not free & (free - 1):
        return PLAY + lowest(free)
    kind = state[at.PLAYERS] - 3
    return weigh_cards(kind, state[at.PLAYED], state, seat, trick_of(kind, state), Choice(free, golds, may_end))
