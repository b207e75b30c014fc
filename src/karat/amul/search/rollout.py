"""Playing on from a position to the end, with prospects kept up to date card by card."""

from __future__ import annotations

import numpy as np

from karat.amul.kernel import layout as at
from karat.amul.kernel.layout import CardTable, Room, State
from karat.amul.kernel.legal import next_seat
from karat.amul.kernel.market import apply
from karat.amul.kernel.order import of_type
from karat.amul.search.policy import choose, forget
from karat.amul.search.prospect import count
from karat.amul.search.workspace import Floats, Watch
from karat.kernel.jit import Int, kernel, outlined


@kernel
def copy(source: State, target: State, size: Int) -> None:
    for word in range(size):
        target[word] = source[word]


@outlined
def advance(cards: CardTable, world: State, state: State, tallies: Room, owned: Room, seat: Int, action: Int) -> None:
    """The match after an action of `seat`. The deck is read from `world`, of which `state` is a later position."""
    phase, number, market = state[at.PHASE], state[at.NUMBER], np.int64(cards[at.MARKET])
    if phase == at.OFFER:
        count(cards, tallies, owned, seat, action, -1)
    elif phase == at.TAKE:
        count(cards, tallies, owned, seat, action - market, 1)
    elif phase == at.PLAY:
        card = action - 2 * market
        if of_type(cards, card, at.ZONE) == at.HAND:  # thrown away
            count(cards, tallies, owned, seat, card, -1)
    else:
        card = action - 2 * market  # the types of palace and bazaar follow those of the market
        if card >= cards[at.TYPES]:
            card -= cards[at.TYPES]
        count(cards, tallies, owned, seat, card, 1)
    apply(cards, state, seat, action)
    if state[at.NUMBER] != number:
        players = np.int64(cards[at.PLAYERS])
        top = cards[at.DECK_IN] + at.START_SIZE * players + number * (players + cards[at.TURNED_UP])
        for other in range(players):
            count(cards, tallies, owned, other, np.int64(world[top + other]), 1)


@outlined
def play_on(
    cards: CardTable,
    watch: Watch,
    habits: Floats,
    world: State,
    state: State,
    tallies: Room,
    owned: Room,
    worths: Floats,
    last: Int,
) -> None:
    """To the end of a round, or of the match, all seats by the policy with the habits of each round."""
    forget(worths)
    seat = next_seat(cards, state)
    while seat >= 0 and state[at.NUMBER] <= last:
        action = choose(cards, watch, habits[np.int64(state[at.NUMBER])], state, tallies, owned, worths, seat)
        advance(cards, world, state, tallies, owned, seat, action)
        seat = next_seat(cards, state)
