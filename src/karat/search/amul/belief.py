"""How well a world goes with what the others did: who offers a card keeps better ones.

Worlds are drawn uniformly from the deals that fit. But a seat that gave a card away had a choice, so hands full of
cards worse than that are unlikely. Of several worlds one is drawn in proportion to how likely the last offers are.
"""

from __future__ import annotations

import math

import numpy as np

from karat.kernel.amul.layout import (
    HAND_SIZE,
    HANDS,
    HELD,
    NOTHING,
    NUMBER,
    OFFERED,
    PLAYERS,
    SEATS,
    STATE,
    TAKEN,
    CardTable,
    Room,
    State,
)
from karat.kernel.jit import Int, kernel, outlined
from karat.kernel.random import Words, below
from karat.search.amul.desk import Floats, Real, Watch
from karat.search.amul.prospect import lift, survey
from karat.search.amul.rollout import copy
from karat.search.amul.worlds import draw

KEENNESS = 0.35
"""How much less likely it is, in powers of e, to keep a card that is a point worse than the one offered."""
WORST = 5.0
"""Points beyond which it makes no difference: people have reasons that we do not see."""
FINE = 1 << 24


@outlined
def draw_likely(
    cards: CardTable,
    watch: Watch,
    habits: Floats,
    view: State,
    seat: Int,
    drawn: Int,
    rng: Words,
    world: State,
    other: State,
    tallies: Room,
    owned: Room,
    worlds: Room,
) -> None:
    """Write one of `drawn` worlds, in proportion to how likely they are; `other` is room for a world."""
    draw(cards, view, rng, world, worlds)
    if drawn < 2 or view[NUMBER] < 2:
        return
    survey(cards, world, tallies, owned)
    weights = likelihood(cards, watch, habits, world, seat, tallies, owned)
    for _ in range(1, drawn):
        draw(cards, view, rng, other, worlds)
        survey(cards, other, tallies, owned)
        weight = likelihood(cards, watch, habits, other, seat, tallies, owned)
        weights += weight
        if below(rng, FINE) < FINE * weight / weights:  # as fair as drawing from all at once
            copy(other, world, np.int64(cards[STATE]))


@kernel
def likelihood(
    cards: CardTable, watch: Watch, habits: Floats, world: State, seat: Int, tallies: Room, owned: Room
) -> Real:
    """Of the last offer of every other seat, up to a factor."""
    regret = 0.0
    for other in range(cards[PLAYERS]):
        if other == seat:
            continue
        number = np.int64(world[NUMBER]) - 1
        if world[OFFERED + SEATS * number + other] == NOTHING:
            number -= 1
        offered = np.int64(world[OFFERED + SEATS * number + other])
        taken = np.int64(world[TAKEN + SEATS * number + other])
        given = lift(cards, watch, habits, tallies, owned, other, offered, 1)
        hand = HANDS + HAND_SIZE * other
        for place in range(world[HELD + other]):
            card = np.int64(world[hand + place])
            if card not in (taken, offered):
                kept = -lift(cards, watch, habits, tallies, owned, other, card, -1)
                regret += min(WORST, max(0.0, given - kept))
    return math.exp(-KEENNESS * regret)
