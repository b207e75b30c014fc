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

from typing import NamedTuple

import numpy as np

from karat.amul.kernel import layout as at
from karat.amul.kernel.layout import CardTable, Room, State
from karat.amul.kernel.market import with_card
from karat.amul.kernel.observe import deck_top
from karat.amul.kernel.order import of_type
from karat.kernel.jit import Int, kernel, outlined
from karat.kernel.random import Words, below, shuffle

TYPE_OF, BY, NEEDED, RESERVED = range(at.NEED)
"""Of a need: its type, the round, how many of the type are needed by then, and how many are reserved before it;
-1 where it has no reservation of its own. A seat's needs are in the order of their rounds."""


MOST_PROPOSED = 10_000_000
"""Some seconds' worth."""


class Proposal(NamedTuple):
    """A deal as it is proposed."""

    pool: Room
    """The cards that may be anywhere."""
    needs: Room
    """By seat, what it must have been dealt,"""
    dealt: Room
    """and what it is."""


@kernel
def proposal_in(cards: CardTable, room: Room) -> Proposal:
    """The parts of the room that follow two counts by type."""
    begin = 2 * np.int64(cards[at.MARKET])
    rest = begin + cards[at.DECK]
    end = rest + np.int64(cards[at.PLAYERS]) * at.NEEDS
    return Proposal(room[begin:rest], room[rest:end], room[end:])


@outlined
def resample(cards: CardTable, view: State, rng: Words, out: State, room: Room) -> Int:
    """Write a state drawn uniformly from all that fit `view`; how many were proposed, or -1 if all were in vain.

    A secret choice of another seat is any card of its hand, copies counted apart.
    """
    for word in range(cards[at.STATE]):
        out[word] = view[word]
    out[at.SEAT] = at.NOTHING
    market, players = np.int64(cards[at.MARKET]), np.int64(cards[at.PLAYERS])
    counts, known, proposal = room[:market], room[market : 2 * market], proposal_in(cards, room)
    pool, needs, dealt = proposal
    unseen(cards, view, counts)
    if view[at.PHASE] != at.OVER:
        for seat in range(players):
            own = needs[at.NEEDS * seat : at.NEEDS * (seat + 1)]
            own[0] = 0
            if seat != view[at.SEAT]:
                find_needs(view, seat, known, own)
    size = np.int64(0)
    for card in range(market):
        size += counts[card]
    for seat in range(players):
        size = reserve(counts, size, needs[at.NEEDS * seat : at.NEEDS * (seat + 1)])
    pile(counts, pool)
    proposed = np.int64(1)
    left = size
    if view[at.PHASE] != at.OVER:  # else nothing is hidden but what was left in the deck
        left = propose(cards, view, proposal, size, rng)
        while left < 0:
            if proposed == MOST_PROPOSED:
                return np.int64(-1)
            left = propose(cards, view, proposal, size, rng)
            proposed += 1
        for seat in range(players):
            if seat != view[at.SEAT]:
                lay_hand(view, out, seat, dealt[at.DEALT * seat : at.DEALT * (seat + 1)], counts, rng)
    shuffle(rng, pool, left)
    top = deck_top(cards, view)
    for place in range(left):
        out[top + place] = pool[place]
    return proposed


@outlined
def unseen(cards: CardTable, view: State, counts: Room) -> None:
    """By type, the cards of the deck that this seat was not dealt and has not seen turned up."""
    for card in range(cards[at.MARKET]):
        counts[card] = of_type(cards, card, at.COPIES) - view[cards[at.REMOVED_IN] + card]
        for seat in range(cards[at.PLAYERS]):
            counts[card] -= view[at.AREAS + seat * cards[at.TYPES] + card]
    if view[at.PHASE] == at.OVER:
        return
    for place in range(view[at.LYING]):
        counts[view[at.WARE + place]] -= 1
    if view[at.SEAT] != at.ONLOOKER:
        for place in range(view[at.HELD + view[at.SEAT]]):
            counts[view[at.HANDS + at.HAND_SIZE * view[at.SEAT] + place]] -= 1
        if view[at.CHOSEN + view[at.SEAT]] != at.NOTHING:
            counts[view[at.CHOSEN + view[at.SEAT]]] -= 1
    for number in range(view[at.NUMBER]):  # what others used was dealt to them, but for what they had taken
        for seat in range(cards[at.PLAYERS]):
            if seat != view[at.SEAT]:
                entry = at.SEATS * number + seat
                if view[at.OFFERED + entry] != at.NOTHING:
                    counts[view[at.OFFERED + entry]] += 1
                if view[at.TAKEN + entry] != at.NOTHING:
                    counts[view[at.TAKEN + entry]] -= 1
                if view[at.PLAYED + entry] != at.NOTHING:
                    counts[view[at.PLAYED + entry]] += 1


@outlined
def find_needs(view: State, seat: Int, known: Room, needs: Room) -> None:
    """Write the needs of a seat, how many there are in front; `known` is room to work in."""
    known[:] = 0  # taken openly and not used since
    found = np.int64(0)
    for number in range(view[at.NUMBER]):
        for part in (at.OFFERED, at.TAKEN, at.PLAYED):
            card = np.int64(view[part + at.SEATS * number + seat])
            if card == at.NOTHING:
                continue
            if part == at.TAKEN:
                known[card] += 1
            elif known[card] > 0:
                known[card] -= 1
            else:
                needs[1 + at.NEED * found + TYPE_OF] = card
                needs[1 + at.NEED * found + BY] = number + 1
                found += 1
    needs[0] = found
    for need in range(1, 1 + at.NEED * found, at.NEED):
        needs[need + NEEDED] = 0
        for other in range(1, 1 + at.NEED * found, at.NEED):
            alike = needs[other + TYPE_OF] == needs[need + TYPE_OF]
            needs[need + NEEDED] += alike and needs[other + BY] <= needs[need + BY]


@outlined
def reserve(counts: Room, size: Int, needs: Room) -> Int:
    """Settle which needs of a seat are reserved; the cards for them leave `counts`, of which there are `size`.

    Reserving multiplies the number of proposals by free places times copies over cards, and what is accepted of them
    by the copies needed: it is worth it when the second is greater.
    """
    reserved = np.int64(0)
    for need in range(1, 1 + at.NEED * needs[0], at.NEED):
        card = needs[need + TYPE_OF]
        before = np.int64(0)
        for other in range(1, need, at.NEED):
            before += needs[other + TYPE_OF] == card and needs[other + RESERVED] >= 0
        free = at.START_SIZE + needs[need + BY] - reserved
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
    filled = np.int64(0)
    for card in range(len(counts)):
        for _ in range(counts[card]):
            pool[filled] = card
            filled += 1
        counts[card] = 0


@outlined
def propose(cards: CardTable, view: State, proposal: Proposal, size: Int, rng: Words) -> Int:
    """Deal to the other seats; how many cards of the pool are left for the deck, or -1 if the deal is not accepted."""
    pool, needs, dealt = proposal
    for seat in range(cards[at.PLAYERS]):
        if seat != view[at.SEAT]:
            own, hand = needs[at.NEEDS * seat : at.NEEDS * (seat + 1)], dealt[at.DEALT * seat : at.DEALT * (seat + 1)]
            size = deal_again(own, hand, at.START_SIZE + np.int64(view[at.NUMBER]), pool, size, rng)
            if not accept(own, hand, rng):
                return np.int64(-1)
    return size


@kernel
def deal_again(needs: Room, hand: Room, cards: Int, pool: Room, size: Int, rng: Words) -> Int:
    """Deal to one seat: what is reserved, then from the pool, of which so many are left."""
    hand[:] = at.NOTHING
    placed = np.int64(0)
    for need in range(1, 1 + at.NEED * needs[0], at.NEED):
        if needs[need + RESERVED] >= 0:
            skip = below(rng, at.START_SIZE + needs[need + BY] - placed)
            free = np.int64(0)
            while skip > 0 or hand[free] != at.NOTHING:
                skip -= hand[free] == at.NOTHING
                free += 1
            hand[free] = needs[need + TYPE_OF]
            placed += 1
    for place in range(cards):
        if hand[place] == at.NOTHING:
            drawn = below(rng, size)
            size -= 1
            hand[place] = pool[drawn]
            pool[drawn] = pool[size]
            pool[size] = hand[place]
    return size


@kernel
def accept(needs: Room, hand: Room, rng: Words) -> Int:
    """Whether cards dealt to a seat meet its needs, and pass for the ways in which they could have been reserved."""
    for need in range(1, 1 + at.NEED * needs[0], at.NEED):
        card, wanted, before = needs[need + TYPE_OF], needs[need + NEEDED], needs[need + RESERVED]
        copies = np.int64(0)
        for place in range(at.START_SIZE + needs[need + BY]):
            copies += hand[place] == card
        if copies < wanted:
            return False
        if before >= 0 and copies > wanted and below(rng, copies - before) >= wanted - before:
            return False
    return True


@outlined
def lay_hand(view: State, out: State, seat: Int, dealt: Room, counts: Room, rng: Words) -> None:
    """What is left in a hand of the cards dealt and taken; `counts` is room to work in, all 0 before and after."""
    hand = at.HANDS + at.HAND_SIZE * seat
    out[hand : hand + at.HAND_SIZE] = at.NOTHING
    out[at.HELD + seat] = 0
    size = at.START_SIZE + np.int64(view[at.NUMBER])
    for place in range(size):
        counts[dealt[place]] += 1
    for number in range(view[at.NUMBER]):
        entry = at.SEATS * number + seat
        if view[at.OFFERED + entry] != at.NOTHING:
            counts[view[at.OFFERED + entry]] -= 1
        if view[at.TAKEN + entry] != at.NOTHING:
            counts[view[at.TAKEN + entry]] += 1
        if view[at.PLAYED + entry] != at.NOTHING:
            counts[view[at.PLAYED + entry]] -= 1
    for place in range(size + view[at.NUMBER]):
        card = dealt[place] if place < size else np.int64(view[at.TAKEN + at.SEATS * (place - size) + seat])
        if card != at.NOTHING:
            for _ in range(counts[card]):
                with_card(out, seat, card)
            counts[card] = 0
    if view[at.CHOSEN + seat] == at.HIDDEN:
        place = below(rng, out[at.HELD + seat])
        out[at.CHOSEN + seat] = out[hand + place]
        last = np.int64(out[at.HELD + seat]) - 1
        while place < last:
            out[hand + place] = out[hand + place + 1]
            place += 1
        out[hand + last] = at.NOTHING
        out[at.HELD + seat] = last
