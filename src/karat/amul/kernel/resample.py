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

With the standard cards and random play 56 to 76 of 100 proposals are accepted in round 1, and in round 9 about 4 with
three to five players, 3 with six, 2 with seven and 0.7 with eight. A card file of very few types with many copies each
can make worlds so hard to find that none is found in MOST_PROPOSED tries.
"""

from __future__ import annotations

import numpy as np

from karat.amul.kernel.layout import (
    AREAS,
    CHOSEN,
    COPIES,
    DEALT,
    DECK,
    HAND_SIZE,
    HANDS,
    HELD,
    HIDDEN,
    LYING,
    MARKET,
    NEED,
    NEEDS,
    NOTHING,
    NUMBER,
    OFFERED,
    ONLOOKER,
    OVER,
    PHASE,
    PLAYED,
    PLAYERS,
    REMOVED_IN,
    SEAT,
    SEATS,
    START_SIZE,
    STATE,
    TAKEN,
    TYPES,
    WARE,
    CardTable,
    Room,
    State,
)
from karat.amul.kernel.market import with_card
from karat.amul.kernel.observe import deck_top
from karat.amul.kernel.order import of_type
from karat.kernel.jit import Int, kernel, outlined
from karat.kernel.random import Words, below, shuffle

TYPE_OF, BY, NEEDED, RESERVED = range(NEED)
"""Of a need: its type, the round, how many of the type are needed by then, and how many are reserved before it;
-1 where it has no reservation of its own. A seat's needs are in the order of their rounds."""


MOST_PROPOSED = 10_000_000
"""Some seconds' worth."""


@outlined
def resample(cards: CardTable, view: State, rng: Words, out: State, room: Room) -> Int:
    """Write a state drawn uniformly from all that fit `view`; how many were proposed, or -1 if all were in vain.

    A secret choice of another seat is any card of its hand, copies counted apart.
    """
    for word in range(cards[STATE]):
        out[word] = view[word]
    out[SEAT] = NOTHING
    market, players = np.int64(cards[MARKET]), np.int64(cards[PLAYERS])
    counts, known = room[:market], room[market : 2 * market]
    rest = 2 * market + cards[DECK]
    pool, needs, dealt = room[2 * market : rest], room[rest : rest + players * NEEDS], room[rest + players * NEEDS :]
    unseen(cards, view, counts)
    if view[PHASE] != OVER:
        for seat in range(players):
            own = needs[NEEDS * seat : NEEDS * (seat + 1)]
            own[0] = 0
            if seat != view[SEAT]:
                find_needs(view, seat, known, own)
    size = np.int64(0)
    for card in range(market):
        size += counts[card]
    for seat in range(players):
        size = reserve(counts, size, needs[NEEDS * seat : NEEDS * (seat + 1)])
    pile(counts, pool)
    proposed = np.int64(1)
    left = size
    if view[PHASE] != OVER:  # else nothing is hidden but what was left in the deck
        left = propose(cards, view, needs, dealt, pool, size, rng)
        while left < 0:
            if proposed == MOST_PROPOSED:
                return np.int64(-1)
            left = propose(cards, view, needs, dealt, pool, size, rng)
            proposed += 1
        for seat in range(players):
            if seat != view[SEAT]:
                lay_hand(view, out, seat, dealt[DEALT * seat : DEALT * (seat + 1)], counts, rng)
    shuffle(rng, pool, left)
    top = deck_top(cards, view)
    for place in range(left):
        out[top + place] = pool[place]
    return proposed


@outlined
def unseen(cards: CardTable, view: State, counts: Room) -> None:
    """By type, the cards of the deck that this seat was not dealt and has not seen turned up."""
    for card in range(cards[MARKET]):
        counts[card] = of_type(cards, card, COPIES) - view[cards[REMOVED_IN] + card]
        for seat in range(cards[PLAYERS]):
            counts[card] -= view[AREAS + seat * cards[TYPES] + card]
    if view[PHASE] == OVER:
        return
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


@outlined
def find_needs(view: State, seat: Int, known: Room, needs: Room) -> None:
    """Write the needs of a seat, how many there are in front; `known` is room to work in."""
    known[:] = 0  # taken openly and not used since
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
                needs[1 + NEED * found + TYPE_OF] = card
                needs[1 + NEED * found + BY] = number + 1
                found += 1
    needs[0] = found
    for need in range(1, 1 + NEED * found, NEED):
        needs[need + NEEDED] = 0
        for other in range(1, 1 + NEED * found, NEED):
            alike = needs[other + TYPE_OF] == needs[need + TYPE_OF]
            needs[need + NEEDED] += alike and needs[other + BY] <= needs[need + BY]


@outlined
def reserve(counts: Room, size: Int, needs: Room) -> Int:
    """Settle which needs of a seat are reserved; the cards for them leave `counts`, of which there are `size`.

    Reserving multiplies the number of proposals by free places times copies over cards, and what is accepted of them
    by the copies needed: it is worth it when the second is greater.
    """
    reserved = np.int64(0)
    for need in range(1, 1 + NEED * needs[0], NEED):
        card = needs[need + TYPE_OF]
        before = np.int64(0)
        for other in range(1, need, NEED):
            before += needs[other + TYPE_OF] == card and needs[other + RESERVED] >= 0
        free = START_SIZE + needs[need + BY] - reserved
        if (needs[need + NEEDED] - before) * size > free * counts[card]:
            needs[need + RESERVED] = before
            counts[card] -= 1
            size -= 1
            reserved += 1
        else:
            needs[need + RESERVED] = -1
    return size


@kernel
def pile(counts: Room, pool: Room) -> None:
    """The cards that `counts` counts, one after the other; all counts are 0 then."""
    at = np.int64(0)
    for card in range(len(counts)):
        for _ in range(counts[card]):
            pool[at] = card
            at += 1
        counts[card] = 0


@outlined
def propose(cards: CardTable, view: State, needs: Room, dealt: Room, pool: Room, size: Int, rng: Words) -> Int:
    """Deal to the other seats; how many cards of the pool are left for the deck, or -1 if the deal is not accepted."""
    for seat in range(cards[PLAYERS]):
        if seat != view[SEAT]:
            own, hand = needs[NEEDS * seat : NEEDS * (seat + 1)], dealt[DEALT * seat : DEALT * (seat + 1)]
            size = deal_again(own, hand, START_SIZE + np.int64(view[NUMBER]), pool, size, rng)
            if not accept(own, hand, rng):
                return np.int64(-1)
    return size


@kernel
def deal_again(needs: Room, hand: Room, cards: Int, pool: Room, size: Int, rng: Words) -> Int:
    """Deal to one seat: what is reserved, then from the pool, of which so many are left."""
    hand[:] = NOTHING
    placed = np.int64(0)
    for need in range(1, 1 + NEED * needs[0], NEED):
        if needs[need + RESERVED] >= 0:
            skip = below(rng, START_SIZE + needs[need + BY] - placed)
            at = np.int64(0)
            while skip > 0 or hand[at] != NOTHING:
                skip -= hand[at] == NOTHING
                at += 1
            hand[at] = needs[need + TYPE_OF]
            placed += 1
    for place in range(cards):
        if hand[place] == NOTHING:
            drawn = below(rng, size)
            size -= 1
            hand[place] = pool[drawn]
            pool[drawn] = pool[size]
            pool[size] = hand[place]
    return size


@kernel
def accept(needs: Room, hand: Room, rng: Words) -> Int:
    """Whether cards dealt to a seat meet its needs, and pass for the ways in which they could have been reserved."""
    for need in range(1, 1 + NEED * needs[0], NEED):
        card, wanted, before = needs[need + TYPE_OF], needs[need + NEEDED], needs[need + RESERVED]
        copies = np.int64(0)
        for place in range(START_SIZE + needs[need + BY]):
            copies += hand[place] == card
        if copies < wanted:
            return False
        if before >= 0 and copies > wanted and below(rng, copies - before) >= wanted - before:
            return False
    return True


@outlined
def lay_hand(view: State, out: State, seat: Int, dealt: Room, counts: Room, rng: Words) -> None:
    """What is left in a hand of the cards dealt and taken; `counts` is room to work in, all 0 before and after."""
    hand = HANDS + HAND_SIZE * seat
    out[hand : hand + HAND_SIZE] = NOTHING
    out[HELD + seat] = 0
    size = START_SIZE + np.int64(view[NUMBER])
    for place in range(size):
        counts[dealt[place]] += 1
    for number in range(view[NUMBER]):
        entry = SEATS * number + seat
        if view[OFFERED + entry] != NOTHING:
            counts[view[OFFERED + entry]] -= 1
        if view[TAKEN + entry] != NOTHING:
            counts[view[TAKEN + entry]] += 1
        if view[PLAYED + entry] != NOTHING:
            counts[view[PLAYED + entry]] -= 1
    for place in range(size + view[NUMBER]):
        card = dealt[place] if place < size else np.int64(view[TAKEN + SEATS * (place - size) + seat])
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
