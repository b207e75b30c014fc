"""Worlds that fit what one seat knows: it gets a view, so that nothing hidden can leak into them.

A world is a deal: which card lay at each place of the shuffled deck. A seat knows what it was dealt and what was
turned up; of the other places it knows whose they were, when they were dealt, and what all have seen since. A card
that somebody offers or plays was either taken openly before, or dealt to them by then. So by each round the cards
dealt to a seat must contain its *needs*: for every type, how many more were used than had been taken. Every deal that
meets all needs is a world, and worlds are equally likely.

They are drawn by proposing and accepting. A need of seat s for type t by round r is *reserved* a place among those
dealt to s by then, uniformly among the free ones; the cards that are left fill the other places in any order. As the
places by earlier rounds are among those by later ones, needs taken in the order of their rounds always find the same
number of free places, so that every pair of a world and a way to reserve in it is proposed equally often. A world
with c copies of t at s by r where only d were needed could have been proposed in more ways; drawing it is accepted in
d-j of c-j cases for the j-th reservation of t, which leaves all worlds equally likely. A need can also go without a
reservation and only be asked for at the end; that is better where its type is so frequent that it comes by itself.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from karat.kernel.amul.layout import (
    AREAS,
    CHOSEN,
    COPIES,
    HAND_SIZE,
    HANDS,
    HELD,
    HIDDEN,
    LYING,
    MARKET,
    NOTHING,
    NUMBER,
    OFFERED,
    ONLOOKER,
    OVER,
    PHASE,
    PLAYED,
    PLAYERS,
    REMOVED_IN,
    ROUNDS,
    SEAT,
    SEATS,
    START_SIZE,
    STATE,
    TAKEN,
    TYPES,
    WARE,
    CardTable,
    State,
)
from karat.kernel.amul.market import with_card
from karat.kernel.amul.observe import deck_top
from karat.kernel.amul.order import of_type
from karat.kernel.jit import Int, kernel
from karat.kernel.random import Words, below, shuffle

DEALT = START_SIZE + ROUNDS
"""No seat is dealt more cards."""
TYPE_OF, BY, NEEDED, RESERVED = range(4)
"""Of a need: its type, the round, how many of the type are needed by then, and how many are reserved before it;
-1 where it has no reservation of its own."""

Counts = NDArray[np.int64]
Needs = NDArray[np.int64]
"""By seat, need and word; a seat's needs are in the order of their rounds."""


@kernel
def resample(cards: CardTable, view: State, rng: Words, out: State) -> Int:
    """Write a state drawn uniformly from all that fit `view`; how many were proposed.

    A secret choice of another seat is any card of its hand, copies counted apart.
    """
    out[:] = view
    out[SEAT] = NOTHING
    market, players = np.int64(cards[MARKET]), np.int64(cards[PLAYERS])
    counts = unseen(cards, view)
    if view[PHASE] == OVER:  # nothing is hidden but what was left in the deck
        pool = piled(counts, np.int64(cards[STATE]) - deck_top(cards, view))
        lay_deck(cards, out, pool, len(pool), rng)
        return np.int64(1)
    needs = np.empty((players, DEALT, 4), np.int64)
    needed = np.zeros(players, np.int64)
    for seat in range(players):
        if seat != view[SEAT]:
            needed[seat] = find_needs(view, seat, market, needs[seat])
    dealt = START_SIZE + np.int64(view[NUMBER])
    places = (players - (view[SEAT] != ONLOOKER)) * dealt
    size = places + cards[STATE] - deck_top(cards, view)
    for seat in range(players):
        size = reserve(counts, size, needs[seat], needed[seat])
    pool = piled(counts, size)
    hands = np.empty((players, DEALT), np.int64)
    proposed = np.int64(1)
    while True:
        left = propose(view, needs, needed, hands, pool, rng)
        if left >= 0:
            break
        proposed += 1
    for seat in range(players):
        if seat != view[SEAT]:
            lay_hand(view, out, seat, hands[seat, :dealt], counts, rng)
    lay_deck(cards, out, pool, left, rng)
    return proposed


@kernel
def unseen(cards: CardTable, view: State) -> Counts:
    """By type, the cards of the deck that this seat was not dealt and has not seen turned up."""
    market = np.int64(cards[MARKET])
    counts = np.empty(market, np.int64)
    for card in range(market):
        counts[card] = of_type(cards, card, COPIES) - view[cards[REMOVED_IN] + card]
        for seat in range(cards[PLAYERS]):
            counts[card] -= view[AREAS + seat * cards[TYPES] + card]
    if view[PHASE] == OVER:
        return counts
    for place in range(view[LYING]):
        counts[view[WARE + place]] -= 1
    if view[SEAT] != ONLOOKER:
        for place in range(view[HELD + view[SEAT]]):
            counts[view[HANDS + HAND_SIZE * view[SEAT] + place]] -= 1
        if view[CHOSEN + view[SEAT]] != NOTHING:
            counts[view[CHOSEN + view[SEAT]]] -= 1
    for number in range(view[NUMBER]):  # what others used was dealt to them, but for what they had taken
        for seat in range(cards[PLAYERS]):
            if seat != view[SEAT]:
                entry = SEATS * number + seat
                if view[OFFERED + entry] != NOTHING:
                    counts[view[OFFERED + entry]] += 1
                if view[TAKEN + entry] != NOTHING:
                    counts[view[TAKEN + entry]] -= 1
                if view[PLAYED + entry] != NOTHING:
                    counts[view[PLAYED + entry]] += 1
    return counts


@kernel
def find_needs(view: State, seat: Int, market: Int, needs: Needs) -> Int:
    """Write the needs of a seat; how many there are."""
    known = np.zeros(market, np.int64)  # taken openly and not used since
    found = np.int64(0)
    for number in range(view[NUMBER]):
        for part in (OFFERED, TAKEN, PLAYED):
            card = np.int64(view[part + SEATS * number + seat])
            if card == NOTHING:
                continue
            if part == TAKEN:
                known[card] += 1
            elif known[card] > 0:
                known[card] -= 1
            else:
                needs[found, TYPE_OF] = card
                needs[found, BY] = number + 1
                found += 1
    for need in range(found):
        needs[need, NEEDED] = 0
        for other in range(found):
            alike = needs[other, TYPE_OF] == needs[need, TYPE_OF]
            needs[need, NEEDED] += alike and needs[other, BY] <= needs[need, BY]
    return found


@kernel
def reserve(counts: Counts, size: Int, needs: Needs, needed: Int) -> Int:
    """Settle which needs of a seat are reserved; the cards for them leave `counts`, of which `size` are left.

    Reserving multiplies the number of proposals by free places times copies over cards, and what is accepted of them
    by the copies needed: it is worth it when the second is greater.
    """
    reserved = np.int64(0)
    for need in range(needed):
        card = needs[need, TYPE_OF]
        before = np.int64(0)
        for other in range(need):
            before += needs[other, TYPE_OF] == card and needs[other, RESERVED] >= 0
        free = START_SIZE + needs[need, BY] - reserved
        if (needs[need, NEEDED] - before) * size > free * counts[card]:
            needs[need, RESERVED] = before
            counts[card] -= 1
            size -= 1
            reserved += 1
        else:
            needs[need, RESERVED] = -1
    return size


@kernel
def piled(counts: Counts, size: Int) -> Counts:
    """The cards that `counts` counts, one after the other; there must be `size`. All counts are 0 then."""
    pile = np.empty(size, np.int64)
    at = np.int64(0)
    for card in range(len(counts)):
        for _ in range(counts[card]):
            pile[at] = card
            at += 1
        counts[card] = 0
    return pile


@kernel
def propose(view: State, needs: Needs, needed: Counts, hands: Counts, pool: Counts, rng: Words) -> Int:
    """Deal to the other seats; how many cards of the pool are left for the deck, or -1 if the deal is not accepted."""
    dealt = START_SIZE + np.int64(view[NUMBER])
    left = np.int64(len(pool))
    for seat in range(len(needed)):
        if seat == view[SEAT]:
            continue
        hands[seat, :dealt] = NOTHING
        placed = np.int64(0)
        for need in range(needed[seat]):
            if needs[seat, need, RESERVED] >= 0:
                skip = below(rng, START_SIZE + needs[seat, need, BY] - placed)
                place: Int = np.int64(0)
                while skip > 0 or hands[seat, place] != NOTHING:
                    skip -= hands[seat, place] == NOTHING
                    place += 1
                hands[seat, place] = needs[seat, need, TYPE_OF]
                placed += 1
        for place in range(dealt):
            if hands[seat, place] == NOTHING:
                drawn = below(rng, left)
                left -= 1
                hands[seat, place] = pool[drawn]
                pool[drawn] = pool[left]
                pool[left] = hands[seat, place]
        if not accept(needs[seat], needed[seat], hands[seat], rng):
            return np.int64(-1)
    return left


@kernel
def accept(needs: Needs, needed: Int, hand: Counts, rng: Words) -> Int:
    """Whether cards dealt to a seat meet its needs, and pass for the ways in which they could have been reserved."""
    for need in range(needed):
        card, wanted, before = needs[need, TYPE_OF], needs[need, NEEDED], needs[need, RESERVED]
        copies = np.int64(0)
        for place in range(START_SIZE + needs[need, BY]):
            copies += hand[place] == card
        if copies < wanted:
            return False
        if before >= 0 and copies > wanted and below(rng, copies - before) >= wanted - before:
            return False
    return True


@kernel
def lay_hand(view: State, out: State, seat: Int, dealt: Counts, counts: Counts, rng: Words) -> None:
    """What is left in a hand of the cards dealt and taken; `counts` is room to work in, all 0 before and after."""
    hand = HANDS + HAND_SIZE * seat
    out[hand : hand + HAND_SIZE] = NOTHING
    out[HELD + seat] = 0
    for card in dealt:
        counts[card] += 1
    for number in range(view[NUMBER]):
        entry = SEATS * number + seat
        if view[OFFERED + entry] != NOTHING:
            counts[view[OFFERED + entry]] -= 1
        if view[TAKEN + entry] != NOTHING:
            counts[view[TAKEN + entry]] += 1
        if view[PLAYED + entry] != NOTHING:
            counts[view[PLAYED + entry]] -= 1
    for place in range(len(dealt) + view[NUMBER]):
        card = dealt[place] if place < len(dealt) else np.int64(view[TAKEN + SEATS * (place - len(dealt)) + seat])
        if card != NOTHING:
            for _ in range(counts[card]):
                with_card(out, seat, card)
            counts[card] = 0
    if view[CHOSEN + seat] == HIDDEN:
        place = below(rng, out[HELD + seat])
        out[CHOSEN + seat] = out[hand + place]
        last = np.int64(out[HELD + seat]) - 1
        while place < last:
            out[hand + place] = out[hand + place + 1]
            place += 1
        out[hand + last] = NOTHING
        out[HELD + seat] = last


@kernel
def lay_deck(cards: CardTable, out: State, pool: Counts, left: Int, rng: Words) -> None:
    """The first `left` cards of the pool become the rest of the deck, in any order."""
    shuffle(rng, pool, left)
    top = deck_top(cards, out)
    for place in range(left):
        out[top + place] = pool[place]
