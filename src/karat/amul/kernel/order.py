"""Turn order (M15, M28 to M33) and what it follows from; the twin of amul/rules/order.py."""

from __future__ import annotations

import numpy as np

from karat.amul.kernel import layout as at
from karat.amul.kernel.layout import CardTable, State
from karat.kernel.jit import Int, kernel, outlined


@kernel
def of_type(cards: CardTable, card: Int, word: Int) -> Int:
    """A word of a card type."""
    return np.int64(cards[at.HEAD + at.TYPE * card + word])


@outlined
def turn_order(cards: CardTable, state: State) -> None:
    """The order for M14 and M21 as the areas are now."""
    players = np.int64(cards[at.PLAYERS])
    by_valour = state[at.NUMBER] > players  # M28
    seat = (state[at.EMIR] + state[at.NUMBER] - 1) % players  # M8, M26
    for place in range(players):
        free = place
        if by_valour:
            own = precedence(state, seat)
            while free > 0 and precedence(state, state[at.ORDER + free - 1]) < own:  # M30, M31; else M32
                state[at.ORDER + free] = state[at.ORDER + free - 1]
                free -= 1
        state[at.ORDER + free] = seat  # M15
        seat = seat + 1 if seat + 1 < players else 0


@kernel
def precedence(state: State, seat: Int) -> Int:
    """Greater for who goes first by valour, and then by letter; 0 without valour."""
    strength = np.int64(state[at.STRENGTH + seat])
    return 32 * strength - state[at.BEST + seat] if strength else np.int64(0)


@kernel
def place_in_area(cards: CardTable, state: State, seat: Int, card: Int) -> None:
    """A card comes to lie in an area, with its valour and its letter (M29, M31)."""
    state[at.AREAS + seat * cards[at.TYPES] + card] += 1
    valour = of_type(cards, card, at.VALOUR)
    if valour:
        letter = of_type(cards, card, at.LETTER)
        state[at.STRENGTH + seat] += valour
        if state[at.BEST + seat] == 0 or letter < state[at.BEST + seat]:
            state[at.BEST + seat] = letter
