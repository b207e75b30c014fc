"""How far chance favoured each seat, for tournaments: the first cards, and what came from the deck in later rounds.

Chance has two kinds of events: the deal, and the cards that are drawn and turned up as a round begins. Before each of
them what is left of the deck lies in any order, whatever was played. So the order that it had and those tried here are
drawn alike, and the difference in a fixed function of the state averages to nothing. The function is the part of the
win that the net sees for each seat as a round begins (deals.py).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from karat.amul.judge.doubt import fitted
from karat.amul.judge.kernels import size_up
from karat.amul.kernel import edge
from karat.amul.kernel import layout as at
from karat.amul.kernel.cards import compile_cards
from karat.amul.kernel.market import apply, open_market
from karat.amul.kernel.observe import deck_top
from karat.amul.kernel.pack import pack
from karat.amul.net.net import make_net_workspace, no_layers
from karat.amul.net.shipped import knows, shipped_layers
from karat.amul.rules.codec import codec
from karat.amul.rules.match import deal, shuffled, start
from karat.amul.rules.rules import Rules
from karat.amul.search.flat import AIMS
from karat.amul.search.outlook import weights_for
from karat.amul.search.policy import STEADY
from karat.amul.search.workspace import make_workspace
from karat.shuffle import Stream

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from karat.amul.rules.actions import Action
    from karat.amul.rules.match import Match
    from karat.game import Seat
    from karat.record import Taken

    Words = NDArray[np.int16]

SAMPLES = 24
"""Orders of the deck that the true one is held against."""


def luck_of_sides(rules: Rules, taken: Sequence[Taken], seed: str, *, of_match: bool) -> tuple[float, ...]:
    """By seat, the part of the win that chance brought; a match is scored once, so there is nothing less than it."""
    assert of_match  # noqa: S101 -- the arena has refused rounds of this game
    rng = np.random.Generator(np.random.PCG64(Stream(seed).below(1 << 31)))
    total, before = np.zeros(rules.players), None
    for one in taken:
        if one.seat is None:
            total += _difference(rules, _dealt(rules, one.step.state, rng))
        elif before is not None and begins_round(before, one.step.state):
            total += _difference(rules, _drawn(rules, before, one.seat, one.action, rng))
        before = one.step.state
    return tuple(total.tolist())


def begins_round(before: Match, after: Match) -> bool:
    """Whether cards came from the deck between these two."""
    one, other = before.market, after.market
    return one is not None and other is not None and one.number != other.number and bool(other.to_act)


def _dealt(rules: Rules, match: Match, rng: np.random.Generator) -> Words:
    """The match as it was dealt, and with other orders of the deck."""
    cards, dealt = compile_cards(rules), pack(match).words
    assert match.deal is not None  # noqa: S101 -- it was dealt
    numbers = codec(rules.cards).numbers
    deck = np.array([numbers[card] for card in match.deal.deck], np.int16)
    states = np.zeros((1 + SAMPLES, len(dealt)), np.int16)
    for row in range(1 + SAMPLES):
        states[row, cards[at.DECK_IN] :] = rng.permutation(deck) if row else deck
        open_market(cards, states[row], match.deal.first)
    return states


def _drawn(rules: Rules, before: Match, seat: Seat, action: Action, rng: np.random.Generator) -> Words:
    """The match as the next round began, and with other orders of what was left of the deck."""
    cards, words = compile_cards(rules), pack(before).words
    top, number = int(deck_top(cards, words)), codec(rules.cards).encode(action)
    states = np.tile(words, (1 + SAMPLES, 1))
    for row in range(1 + SAMPLES):
        if row:
            states[row, top:] = rng.permutation(words[top:])
        apply(cards, states[row], seat, number)
    return states


def _difference(rules: Rules, states: Words) -> NDArray[np.float64]:
    """By seat, what the first state is worth more than the mean of the others."""
    by_net = int(knows(rules))
    workspace = make_workspace(rules, STEADY, weights_for(rules.players))
    net = make_net_workspace(shipped_layers(rules.players) if by_net else no_layers())
    worth = np.zeros((len(states), rules.players))
    size_up(states, workspace, net, by_net, fitted(AIMS, rules.players), worth)
    found: NDArray[np.float64] = worth[0] - worth[1:].mean(axis=0)
    return found


def compiled() -> None:
    """Have all of it compiled."""
    begun = start(Rules(3))
    dealt = deal(begun, shuffled(begun, Stream("warm"))).state
    _difference(dealt.rules, _dealt(dealt.rules, dealt, np.random.default_rng(1)))
    words = edge.start(dealt.rules)
    edge.deal(words, "warm")
    deck_top(compile_cards(dealt.rules), words.words)
    seat = edge.to_act(words)[0]
    apply(compile_cards(dealt.rules), words.words, seat, int(edge.legal_actions(words, seat)[0]))
