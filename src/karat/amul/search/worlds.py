"""Worlds for search: the kernel's resampling with what is the same for all worlds of a view done once, and an end.

A world is drawn as karat.amul.kernel.resample tells, uniformly from all deals that fit. Where none is accepted in
`MOST_PROPOSED` proposals (rarely with the standard cards; card files of few types with many copies each), one is dealt
with every need reserved and nothing refused: it fits the view, but such worlds are not quite equally likely.
"""

from __future__ import annotations

import numpy as np

from karat.amul.kernel import layout as at
from karat.amul.kernel.layout import CardTable, Room, State
from karat.amul.kernel.market import with_card
from karat.amul.kernel.observe import deck_top
from karat.amul.kernel.resample import (
    RESERVED,
    TYPE_OF,
    deal_again,
    find_needs,
    lay_hand,
    pile,
    proposal_in,
    propose,
    reserve,
    unseen,
)
from karat.kernel.jit import Int, kernel, outlined
from karat.kernel.random import Words, shuffle

MOST_PROPOSED = 2000

SIZE, LOOSE = 0, 1
"""In front of the room: how many cards are in the pool, and whether every need is reserved."""
FRONT = 2


@outlined
def prepare(cards: CardTable, view: State, room: Room, loose: Int) -> None:
    """What all worlds of a view share: the needs of the others, and the pool of cards that may be anywhere."""
    market, players = np.int64(cards[at.MARKET]), np.int64(cards[at.PLAYERS])
    body = room[FRONT:]
    counts, known, (pool, needs, _) = body[:market], body[market : 2 * market], proposal_in(cards, body)
    unseen(cards, view, counts)
    size = np.int64(0)
    for card in range(market):
        size += counts[card]
    for seat in range(players):
        own = needs[at.NEEDS * seat : at.NEEDS * (seat + 1)]
        own[0] = 0
        if seat != view[at.SEAT]:
            find_needs(view, seat, known, own)
    for seat in range(players):
        own = needs[at.NEEDS * seat : at.NEEDS * (seat + 1)]
        size = reserve_all(counts, size, own) if loose else reserve(counts, size, own)
    pile(counts, pool)
    room[SIZE] = size
    room[LOOSE] = loose


@kernel
def reserve_all(counts: Room, size: Int, needs: Room) -> Int:
    """Every need is reserved a place."""
    for need in range(1, 1 + at.NEED * needs[0], at.NEED):
        needs[need + RESERVED] = 0
        counts[needs[need + TYPE_OF]] -= 1
        size -= 1
    return size


@outlined
def draw(cards: CardTable, view: State, rng: Words, out: State, room: Room) -> None:
    """Write a world that fits `view`, for which `room` was prepared; an unfinished match, seen from a seat."""
    left = np.int64(-1)
    if not room[LOOSE]:
        left = deal_strictly(cards, view, rng, room)
        if left < 0:
            prepare(cards, view, room, 1)  # from now on: where none was found, none will be
    if left < 0:
        left = deal_loosely(cards, view, rng, room)
    body = room[FRONT:]
    counts, (pool, _, dealt) = body[: cards[at.MARKET]], proposal_in(cards, body)
    for word in range(cards[at.STATE]):
        out[word] = view[word]
    out[at.SEAT] = at.NOTHING
    for seat in range(cards[at.PLAYERS]):
        if seat != view[at.SEAT]:
            lay_hand(view, out, seat, dealt[at.DEALT * seat : at.DEALT * (seat + 1)], counts, rng)
    shuffle(rng, pool, left)
    top = deck_top(cards, view)
    for place in range(left):
        out[top + place] = pool[place]
    take_back(cards, out, view[at.SEAT])


@kernel
def take_back(cards: CardTable, world: State, seat: Int) -> None:
    """Secret choices of the others go back to their hands: they are not uniform, and are chosen anew in the search."""
    for other in range(cards[at.PLAYERS]):
        if other != seat and world[at.CHOSEN + other] != at.NOTHING:
            with_card(world, other, np.int64(world[at.CHOSEN + other]))
            world[at.CHOSEN + other] = at.NOTHING
            world[at.LAID] -= 1


@kernel
def deal_strictly(cards: CardTable, view: State, rng: Words, room: Room) -> Int:
    """Propose until one is accepted; how many cards of the pool are left, or -1."""
    proposal = proposal_in(cards, room[FRONT:])
    for _ in range(MOST_PROPOSED):
        left = propose(cards, view, proposal, room[SIZE], rng)
        if left >= 0:
            return left
    return np.int64(-1)


@kernel
def deal_loosely(cards: CardTable, view: State, rng: Words, room: Room) -> Int:
    """Deal what is reserved and then anything; how many cards of the pool are left."""
    pool, needs, dealt = proposal_in(cards, room[FRONT:])
    size = room[SIZE]
    for seat in range(cards[at.PLAYERS]):
        if seat != view[at.SEAT]:
            own, hand = needs[at.NEEDS * seat : at.NEEDS * (seat + 1)], dealt[at.DEALT * seat : at.DEALT * (seat + 1)]
            size = deal_again(own, hand, at.START_SIZE + np.int64(view[at.NUMBER]), pool, size, rng)
    return size
