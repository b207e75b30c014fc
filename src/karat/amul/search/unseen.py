"""All the hands that the others may hold in the last round, one after the other.

The deck is used up by then or does not matter any more, so that a world is told by who holds each of the unseen cards.
What a seat took openly and has not used since is in its hand; of the others any may be anywhere: whoever holds what,
the cards that were used can have been dealt in time. Every way to spread the unseen cards counts the same. (Worlds that
are drawn, worlds.py, are weighted by the ways to deal them. That differs a little where a seat may hold another copy
of a card that it was dealt and has used.)
"""

from __future__ import annotations

from math import factorial, prod
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from karat.amul.kernel import layout as at
from karat.amul.kernel.layout import CardTable, Room, State
from karat.amul.kernel.market import with_card
from karat.amul.kernel.resample import TYPE_OF, find_needs, pile, unseen
from karat.amul.search.rollout import copy
from karat.amul.search.worlds import draw
from karat.kernel.jit import Int, kernel, outlined
from karat.kernel.random import Words, shuffle

if TYPE_CHECKING:
    from karat.amul.search.workspace import Workspace

MOST_WORLDS = 5000
"""Of more than these, some are drawn. Listing so many takes less than a millisecond."""


class Spread(NamedTuple):
    """The ways to spread the unseen cards; none are listed where they are too many."""

    known: State
    """The position with what is known of the hands."""
    pool: Room
    owners: Room
    """By way, who holds each card of the pool; one more than the last seat stands for the deck."""
    turn: Room
    """The ways in the order in which they come."""
    following: Room
    """A word: which comes next."""


def spread_out(workspace: Workspace, view: State, rng: Words) -> Spread:
    """Find out what is unseen, and list the ways in any order."""
    players = int(workspace.cards[at.PLAYERS])
    known, pool, free = (
        np.zeros_like(view),
        np.zeros(int(workspace.cards[at.DECK]), np.int64),
        np.zeros(at.SEATS + 1, np.int64),
    )
    size = find_unseen(workspace.cards, view, known, pool, free, workspace.worlds)
    places = [int(number) for number in free[: players + 1]]
    ways = factorial(size) // prod(factorial(number) for number in places)
    if ways > MOST_WORLDS:
        ways = 0
    owners, turn = np.zeros((ways, size), np.int64), np.arange(ways)
    enlist(owners, turn, free, rng)
    return Spread(known, pool[:size].copy(), owners, turn, np.zeros(1, np.int64))


@outlined
def find_unseen(cards: CardTable, view: State, known: State, pool: Room, free: Room, room: Room) -> Int:
    """Write what is known of the hands, the cards that are not, and how many of these each seat holds."""
    market, players = np.int64(cards[at.MARKET]), np.int64(cards[at.PLAYERS])
    counts, kept, needs = room[:market], room[market : 2 * market], room[2 * market : 2 * market + at.NEEDS]
    copy(view, known, np.int64(cards[at.STATE]))
    known[at.SEAT] = at.NOTHING
    unseen(cards, view, counts)
    held = np.int64(0)
    for seat in range(players):
        if seat == view[at.SEAT]:
            continue
        find_needs(view, seat, kept, needs)
        for need in range(1, 1 + at.NEED * needs[0], at.NEED):
            counts[needs[need + TYPE_OF]] -= 1
        free[seat] = np.int64(view[at.HELD + seat])
        if view[at.CHOSEN + seat] == at.HIDDEN:  # chosen anew in the search, as in worlds.py
            free[seat] += 1
            known[at.CHOSEN + seat] = at.NOTHING
            known[at.LAID] -= 1
        for place in range(at.HAND_SIZE):
            known[at.HANDS + at.HAND_SIZE * seat + place] = at.NOTHING
        known[at.HELD + seat] = 0
        for card in range(market):
            for _ in range(kept[card]):
                with_card(known, seat, card)
                free[seat] -= 1
        held += free[seat]
    size = np.int64(0)
    for card in range(market):
        size += counts[card]
    free[players] = size - held
    pile(counts, pool)
    return size


@outlined
def enlist(owners: Room, turn: Room, free: Room, rng: Words) -> None:
    """Write all orders of the owners, the first ascending, each the next one by the alphabet; and shuffle them."""
    ways, size = owners.shape
    for way in range(ways):
        row = owners[way]
        if way == 0:
            place = 0
            for owner in range(len(free)):
                for _ in range(free[owner]):
                    row[place] = owner
                    place += 1
            continue
        for place in range(size):
            row[place] = owners[way - 1, place]
        pivot, after = size - 2, size - 1
        while row[pivot] >= row[pivot + 1]:
            pivot -= 1
        while row[after] <= row[pivot]:
            after -= 1
        row[pivot], row[after] = row[after], row[pivot]
        low, high = pivot + 1, size - 1
        while low < high:
            row[low], row[high] = row[high], row[low]
            low += 1
            high -= 1
    shuffle(rng, turn, ways)


@kernel
def next_world(workspace: Workspace, spread: Spread, view: State, rng: Words) -> None:
    """Write the next world of those listed, over and over; or one that is drawn, where none are."""
    ways = len(spread.turn)
    if ways == 0:
        draw(workspace.cards, view, rng, workspace.world, workspace.worlds)
        return
    copy(spread.known, workspace.world, np.int64(workspace.cards[at.STATE]))
    row = spread.owners[spread.turn[spread.following[0]]]
    for place in range(len(spread.pool)):
        if row[place] < workspace.cards[at.PLAYERS]:
            with_card(workspace.world, row[place], spread.pool[place])
    spread.following[0] = (spread.following[0] + 1) % ways
