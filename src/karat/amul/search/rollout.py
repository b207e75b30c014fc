"""Playing on from a position to the end, with prospects kept up to date card by card."""

from __future__ import annotations

import numpy as np

from karat.amul.kernel import layout as at
from karat.amul.kernel.layout import CardTable, State
from karat.amul.kernel.legal import next_seat
from karat.amul.kernel.market import apply
from karat.amul.kernel.order import of_type
from karat.amul.net.choice import pick
from karat.amul.net.net import NetWorkspace
from karat.amul.search.policy import choose, forget
from karat.amul.search.prospect import count
from karat.amul.search.workspace import Position, Prospect, Workspace
from karat.kernel.jit import Int, kernel, outlined


@kernel
def copy(source: State, target: State, size: Int) -> None:
    for word in range(size):
        target[word] = source[word]


@outlined
def advance(cards: CardTable, world: State, state: State, prospect: Prospect, seat: Int, action: Int) -> None:
    """The match after an action of `seat`. The deck is read from `world`, of which `state` is a later position."""
    phase, number, market = state[at.PHASE], state[at.NUMBER], np.int64(cards[at.MARKET])
    if phase == at.OFFER:
        count(cards, prospect, seat, action, -1)
    elif phase == at.TAKE:
        count(cards, prospect, seat, action - market, 1)
    elif phase == at.PLAY:
        card = action - 2 * market
        if of_type(cards, card, at.ZONE) == at.HAND:  # thrown away
            count(cards, prospect, seat, card, -1)
    else:
        card = action - 2 * market  # the types of palace and bazaar follow those of the market
        if card >= cards[at.TYPES]:
            card -= cards[at.TYPES]
        count(cards, prospect, seat, card, 1)
    apply(cards, state, seat, action)
    if state[at.NUMBER] != number:
        players = np.int64(cards[at.PLAYERS])
        top = cards[at.DECK_IN] + at.START_SIZE * players + number * (players + cards[at.TURNED_UP])
        for other in range(players):
            count(cards, prospect, other, np.int64(world[top + other]), 1)


@outlined
def play_on(workspace: Workspace, last: Int) -> None:
    """To the end of a round, or of the match, all seats by the policy with the habits of each round."""
    cards, world, state, prospect = workspace.cards, workspace.world, workspace.state, workspace.prospect
    position = Position(cards, workspace.watch, state, prospect, workspace.worths)
    forget(workspace.worths)
    seat = next_seat(cards, state)
    while seat >= 0 and state[at.NUMBER] <= last:
        action = choose(position, workspace.habits[np.int64(state[at.NUMBER])], seat)
        advance(cards, world, state, prospect, seat, action)
        seat = next_seat(cards, state)


@outlined
def play_on_by_net(workspace: Workspace, net: NetWorkspace, last: Int) -> None:
    """The same, all seats by the net."""
    cards, world, state, prospect = workspace.cards, workspace.world, workspace.state, workspace.prospect
    seat = next_seat(cards, state)
    while seat >= 0 and state[at.NUMBER] <= last:
        action = pick(workspace, seat, net)
        advance(cards, world, state, prospect, seat, action)
        seat = next_seat(cards, state)
