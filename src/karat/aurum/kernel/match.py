"""A whole match on a record (A2, A9, A10); the twin of karat.aurum.rules.match and deal."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from karat.aurum.kernel import layout as at
from karat.aurum.kernel.layout import Record
from karat.aurum.kernel.round import after
from karat.aurum.rules.deal import HAND_SIZE
from karat.kernel.jit import Int, kernel, outlined
from karat.kernel.random import Words, below, stream_below


@outlined
def start(state: Record, players: Int, edition: Int, variants: Int) -> None:
    """The match before its first deal."""
    for word in range(at.WORDS):
        state[word] = 0
    for seat in range(4):
        state[at.BID + seat] = -1
        state[at.TRICK + seat] = -1
    state[at.PLAYERS], state[at.EDITION], state[at.VARIANTS] = players, edition, variants
    state[at.FIRST] = state[at.TURN] = state[at.ENDED_BY] = state[at.SEAT] = -1


@kernel
def restart(state: Record) -> None:
    """Another match under the same rules."""
    start(state, state[at.PLAYERS], state[at.EDITION], state[at.VARIANTS])


@outlined
def deal(state: Record, stream: Words, deck: NDArray[np.int64]) -> None:
    """The next round, dealt as `karat.aurum.shuffled` does from the same stream. `deck` is room for 50."""
    players = state[at.PLAYERS]
    first = after(state[at.FIRST], players) if state[at.ROUNDS] else stream_below(stream, players)  # A2.4
    place = fill_deck(players, deck) - 1
    lay_out(state, first)
    while place >= HAND_SIZE * players:  # A2.1; as in `stream_shuffle`, the last place gets its card first
        state[at.ASIDE] |= at.ONE << _draw(stream, deck, place)
        place -= 1
    for seat in range(players - 1, -1, -1):
        hand = np.int64(0)
        for _ in range(HAND_SIZE):
            hand |= at.ONE << _draw(stream, deck, place)
            place -= 1
        state[at.HAND + seat] = hand


@kernel
def _draw(stream: Words, deck: NDArray[np.int64], place: Int) -> Int:
    """The card that a shuffle leaves at `place`, when those behind it have theirs."""
    other = stream_below(stream, place + 1) if place else np.int64(0)
    card = deck[other]
    deck[other] = deck[place]
    return card


@outlined
def deal_any(state: Record, rng: Words, deck: NDArray[np.int64]) -> None:
    """The next round, dealt from a fast generator: as fair, but nobody's seed tells the cards."""
    players = state[at.PLAYERS]
    first = after(state[at.FIRST], players) if state[at.ROUNDS] else below(rng, players)  # A2.4
    size = fill_deck(players, deck)
    lay_out(state, first)
    rest: Int = np.int64(at.ALL_4 if players == 4 else at.ALL_3)
    for seat in range(players - 1):
        hand: Int = np.int64(0)
        for _ in range(HAND_SIZE):
            place = below(rng, size)
            size -= 1
            hand |= at.ONE << deck[place]
            deck[place] = deck[size]
        state[at.HAND + seat] = hand
        rest ^= hand
    while size > HAND_SIZE:  # A2.1
        place = below(rng, size)
        size -= 1
        state[at.ASIDE] |= at.ONE << deck[place]
        deck[place] = deck[size]
    state[at.HAND + players - 1] = rest ^ state[at.ASIDE]


@kernel
def fill_deck(players: Int, deck: NDArray[np.int64]) -> Int:
    """Write the base cards of the game in order (A2.1, A2.2); how many there are."""
    cards = at.DECK_4 if players == 4 else at.DECK_3
    for place in range(cards.size):
        deck[place] = cards[place]
    return np.int64(cards.size)


@kernel
def lay_out(state: Record, first: Int) -> None:
    """A2, A10: an empty table, gold in its places, and nobody's hand filled yet."""
    players = state[at.PLAYERS]
    zero = np.int64(0) if state[at.VARIANTS] & at.NO_ZERO_GOLD else at.ONE  # A2.3, AV.1
    for seat in range(4):
        state[at.HAND + seat] = state[at.KNOWN + seat] = state[at.OUT + seat] = state[at.TRICKS + seat] = 0
        state[at.BID + seat] = -1
        state[at.STOCK + seat] = zero if seat < players else 0
    state[at.SUPPLY] = at.SUPPLY_4 if players == 4 else at.SUPPLY_3
    state[at.ASIDE] = 0
    state[at.PLAYED] = 0
    state[at.FIRST] = state[at.LEADER] = first
    state[at.TURN] = first if players == 4 else 0  # A3.2, A3.3
    state[at.ENDED_BY] = -1
    state[at.PHASE] = at.BIDDING
