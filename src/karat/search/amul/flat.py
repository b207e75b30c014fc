"""Flat Monte Carlo with common worlds: every choice is tried on the same deals, and those that fall behind are dropped.

For each world all choices still in the race are made in turn and the match is played on by the policy. As everything
else is the same for all of them, the difference between two choices varies much less than either; it is what decides.
"""

from __future__ import annotations

import math

import numpy as np

from karat.kernel.amul.layout import PLAYERS, STATE, CardTable, Room, State
from karat.kernel.amul.scoring import POINTS_IN, WON_IN, Scores, score
from karat.kernel.jit import Int, kernel, outlined
from karat.kernel.random import Words
from karat.search.amul.desk import Floats, Real, Watch
from karat.search.amul.prospect import survey
from karat.search.amul.rollout import advance, copy, play_on
from karat.search.amul.worlds import draw

TRIES, PAYOFF, OWN, WIN = range(4)
"""Columns of the sums by choice."""
SUMS = 4

FOR_WIN, FOR_MARGIN, SCALE, FOR_POINTS = range(4)
"""Places in the aims: what a win counts, what the distance to the best of the others counts, from -1 to 1, and at how
many points that is half of its way; what a point counts."""


@outlined
def try_out(
    cards: CardTable,
    watch: Watch,
    habits: Floats,
    aims: Floats,
    view: State,
    seat: Int,
    actions: Room,
    alive: Room,
    sums: Floats,
    squares: Floats,
    payoffs: Floats,
    world: State,
    state: State,
    tallies: Room,
    owned: Room,
    tallies_first: Room,
    owned_first: Room,
    worths: Floats,
    scores: Scores,
    room: Room,
    worlds: Room,
    rng: Words,
    count: Int,
) -> None:
    """Try the choices that are alive on `count` worlds; what comes out is added to `sums` and `squares`."""
    size = np.int64(cards[STATE])
    for _ in range(count):
        draw(cards, view, rng, world, worlds)
        survey(cards, world, tallies_first, owned_first)
        for choice in range(len(actions)):
            if alive[choice]:
                copy(world, state, size)
                copy(tallies_first, tallies, len(tallies))
                copy(owned_first, owned, len(owned))
                advance(cards, world, state, tallies, owned, seat, actions[choice])
                play_on(cards, watch, habits, world, state, tallies, owned, worths)
                score(cards, state, scores, room)
                won = share(scores, np.int64(cards[PLAYERS]), seat)
                payoffs[choice] = payoff(aims, scores, np.int64(cards[PLAYERS]), seat, won)
                sums[choice, TRIES] += 1
                sums[choice, PAYOFF] += payoffs[choice]
                sums[choice, OWN] += scores[seat, POINTS_IN]
                sums[choice, WIN] += won
        for choice in range(len(actions)):
            for other in range(choice):
                if alive[choice] and alive[other]:
                    squares[choice, other] += (payoffs[choice] - payoffs[other]) ** 2


@kernel
def share(scores: Scores, players: Int, seat: Int) -> Real:
    """The part of the win that falls to a seat."""
    winners = np.int64(0)
    for other in range(players):
        winners += scores[other, WON_IN]
    return scores[seat, WON_IN] / winners


@kernel
def payoff(aims: Floats, scores: Scores, players: Int, seat: Int, won: Real) -> Real:
    """What an end of the match is worth to a seat."""
    best = np.int64(-(10**9))
    for other in range(players):
        if other != seat:
            best = max(best, scores[other, POINTS_IN])
    margin = (scores[seat, POINTS_IN] - best) / aims[SCALE]
    return (
        aims[FOR_WIN] * won
        + aims[FOR_MARGIN] * margin / (1.0 + math.fabs(margin))
        + aims[FOR_POINTS] * scores[seat, POINTS_IN]
    )
