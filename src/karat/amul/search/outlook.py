"""What a seat may expect to score at the end, told at the beginning of a round without playing on.

It is a weighted sum of a few things that can be counted off a prospect. The weights are those of a linear regression of
the final points on them, over 17,000 matches in which all seats played by the policy with 3, 4, 5, 6 and 8 players
(bench/fit_amul.py).
What a seat has early says little about the end, so its weight grows as the rounds go by; both that and the number of
players are in the weights as polynomials. No card is known by its name.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from karat.amul.kernel import layout as at
from karat.amul.kernel.order import of_type
from karat.amul.kernel.scoring import worth
from karat.amul.search.policy import errand
from karat.amul.search.prospect import clan_share, hope_of_trader
from karat.amul.search.workspace import Floats, Position, Real
from karat.kernel.jit import Int, kernel, outlined

(ALWAYS, SURE, HOPED, MAJORITIES, SYMBOLS, ERRANDS, BRAVERY, KEPT, TABLES, TOO_MANY) = range(10)
"""What is counted: 1; the points of the effects as things stand; what traders that lack goods are hoped to bring; the
points of the clans' majorities; the symbols of the clans; what instant effects in hand may fetch; valour in area and
hand; different cards in hand that may be kept; cards in hand for the table; and how many of these cannot be played."""

FITTED = np.array([
    [3.22, 62.12, -10.07, -1.97, 3.51],
    [0.875, -0.356, -0.325, 0.059, -0.121],
    [0.882, 0.057, -0.726, 0.097, 0.018],
    [0.853, -0.96, 0.259, 0.012, 0.032],
    [0.141, 0.892, -0.356, -0.041, -0.38],
    [0.639, -0.177, -0.153, -0.003, -0.003],
    [0.12, 1.693, -1.557, -0.05, -0.312],
    [0.002, 1.26, -0.514, -0.106, -0.11],
    [-0.022, -2.007, 2.254, -0.521, 0.278],
    [-3.165, -0.526, 2.057, -0.012, 0.054],
])  # fmt: skip
"""By what is counted: the factors of 1, l, l², p and pl, where l is rounds left / 8 and p (players - 5) / 3."""


def terms_of(players: int) -> Floats:
    """What the factors are of; a column for each round, from 0 on."""
    left, more = (at.ROUNDS + 1 - np.arange(at.ROUNDS + 1)) / 8, (players - 5) / 3
    return np.stack([np.ones_like(left), left, left**2, np.full_like(left, more), more * left])


@lru_cache(maxsize=8)
def weights_for(players: int) -> Floats:
    """By round, from 0 on, the weight of what is counted."""
    weights: Floats = np.ascontiguousarray((FITTED @ terms_of(players)).T)
    weights.setflags(write=False)
    return weights


@outlined
def expect(position: Position, habits: Floats, weights: Floats, seat: Int) -> Real:
    """The points that a seat may expect; habits and weights are those of the round that begins."""
    cards, (tallies, owned) = position.cards, position.prospect
    players = np.int64(cards[at.PLAYERS])
    found = weights[ALWAYS]
    for number in range((cards[at.DECK_AT] - cards[at.EFFECTS_AT]) // at.EFFECT):
        copies = owned[players * number + seat]
        if copies:
            effect = cards[at.EFFECTS_AT] + at.EFFECT * number
            if cards[effect + at.GROUPED]:
                copies = 1
            sure = worth(cards, effect, tallies, players, seat)
            found += weights[SURE] * copies * sure
            if cards[effect + at.KIND] == at.COMBO and sure == 0:
                found += weights[HOPED] * copies * hope_of_trader(cards, habits, effect, tallies, players, seat)
    for clan in (at.ARAB, at.MONGOL):
        found += weights[MAJORITIES] * clan_share(tallies, players, clan, seat)
        found += weights[SYMBOLS] * tallies[players * clan + seat]
    return found + expect_of_hand(position, habits, weights, seat)


@kernel
def expect_of_hand(position: Position, habits: Floats, weights: Floats, seat: Int) -> Real:
    """The part of the sum that is counted off the hand and off valour."""
    cards, state = position.cards, position.state
    hand, found, tables = at.HANDS + at.HAND_SIZE * seat, weights[BRAVERY] * state[at.STRENGTH + seat], np.int64(0)
    for place in range(state[at.HELD + seat]):
        card = np.int64(state[hand + place])
        found += weights[BRAVERY] * of_type(cards, card, at.VALOUR)
        if of_type(cards, card, at.ZONE) == at.TABLE:
            tables += 1
            if of_type(cards, card, at.PLACES):
                found += weights[ERRANDS] * errand(position, habits, seat, card)
        elif place == 0 or state[hand + place - 1] != card:
            found += weights[KEPT]
    too_many = max(np.int64(0), tables - (at.ROUNDS + 1 - np.int64(state[at.NUMBER])))
    return found + weights[TABLES] * tables + weights[TOO_MANY] * too_many
