"""A match before its first round; the twin of amul/rules/match.py and deal.py on the arrays of layout.py."""

from __future__ import annotations

from karat.amul.kernel import layout as at
from karat.amul.kernel.layout import CardTable, State
from karat.amul.kernel.market import open_market
from karat.kernel.jit import kernel, outlined
from karat.kernel.random import Words, below, shuffle, stream_below, stream_shuffle


@kernel
def start(state: State) -> None:
    """A match that awaits its deal."""
    state[:] = 0
    state[at.SEAT] = at.NOTHING


@outlined
def deal(cards: CardTable, state: State, stream: Words) -> None:
    """A match set up as `karat.shuffle` deals it: first who is emir (M8), then the deck (M6)."""
    emir = stream_below(stream, cards[at.PLAYERS])
    deck = state[cards[at.DECK_IN] : cards[at.STATE]]
    for place in range(cards[at.DECK]):
        deck[place] = cards[cards[at.DECK_AT] + place]
    stream_shuffle(stream, deck, cards[at.DECK])
    open_market(cards, state, emir)


@outlined
def deal_any(cards: CardTable, state: State, rng: Words) -> None:
    """A match set up from a fast generator: as fair, but nobody's seed tells the cards."""
    emir = below(rng, cards[at.PLAYERS])
    deck = state[cards[at.DECK_IN] : cards[at.STATE]]
    for place in range(cards[at.DECK]):
        deck[place] = cards[cards[at.DECK_AT] + place]
    shuffle(rng, deck, cards[at.DECK])
    open_market(cards, state, emir)
