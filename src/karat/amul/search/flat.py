"""Flat Monte Carlo with common worlds: every choice is tried on the same deals, and those that fall behind are dropped.

For each world all choices still in the race are made in turn and the match is played on by the policy: to its end, or
to the end of a round from where on it is only estimated what every seat will score (outlook.py). As everything else is
the same for all choices, the difference between two of them varies much less than either; it is what decides.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from karat.amul.kernel import layout as at
from karat.amul.kernel.layout import Room, State
from karat.amul.kernel.scoring import POINTS_IN, WON_IN, Scores, score
from karat.amul.net.net import Judge
from karat.amul.search.judge import draw_tastes, judged, play_on_by_net
from karat.amul.search.outlook import expect
from karat.amul.search.prospect import survey
from karat.amul.search.rollout import advance, copy, play_on
from karat.amul.search.workspace import Desk, Floats, Real
from karat.amul.search.worlds import draw
from karat.kernel.jit import Int, kernel, outlined
from karat.kernel.random import Words

TRIES, PAYOFF, POINTS, WIN = range(4)
"""Columns of the sums by choice."""
SUMS = 4

FOR_WIN, SCALE, DOUBT, DOUBT_A_ROUND, TASTE, POLICY = range(6)
"""Places in the aims: what a win counts; the distance to the best of the others counts for the rest, from -1 to 1, and
this is at how many points it is half of its way. Where points are estimated: how much they may be out, and how much
more for each round that is left. How many points the others' tastes for cards may differ from what the net says. The
part that play by the policy has in what a choice is worth, beside play by the net."""
AIMS = 6
"""How many there are."""


class Ledger(NamedTuple):
    """What comes out, by choice."""

    actions: Room
    alive: Room
    """1 while a choice is in the race."""
    sums: Floats
    squares: Floats
    """By pair of choices, the squares of their differences, world by world."""
    payoffs: Floats
    """In the last world."""


@outlined
def try_out(
    desk: Desk,
    judge: Judge,
    by_net: Int,
    ledger: Ledger,
    aims: Floats,
    rounds: Int,
    view: State,
    seat: Int,
    rng: Words,
    count: Int,
) -> None:
    """Try the choices that are alive on `count` worlds, playing on for so many rounds after this one.

    With `by_net` all seats play by the net, which also tells what they may expect; in the same world they then play by
    the policy to the end of the match, and both count in part. Else they play by the policy and the outlook.
    """
    cards, alive = desk.cards, ledger.alive
    choices, last = len(ledger.actions), np.int64(view[at.NUMBER]) + rounds
    policy, end = (aims[POLICY], np.int64(at.ROUNDS)) if by_net else (1.0, last)
    for _ in range(count):
        draw(cards, view, rng, desk.world, desk.worlds)
        survey(cards, desk.world, desk.tallies_first, desk.owned_first)
        if by_net and aims[TASTE] > 0.0:
            draw_tastes(desk, judge, seat, aims[TASTE], rng)
        for choice in range(choices):
            if alive[choice]:
                open_entry(ledger, choice)
                if policy < 1.0:
                    make(desk, seat, ledger.actions[choice])
                    play_on_by_net(desk, judge, last)
                    enter(desk, ledger, aims, look(desk, judge, np.int64(1), aims), seat, choice, 1.0 - policy)
                if policy > 0.0:
                    make(desk, seat, ledger.actions[choice])
                    play_on(
                        cards, desk.watch, desk.habits, desk.world, desk.state, desk.tallies, desk.owned, desk.worths,
                        end,
                    )  # fmt: skip
                    enter(desk, ledger, aims, look(desk, judge, np.int64(0), aims), seat, choice, policy)
        compare(ledger)


@kernel
def make(desk: Desk, seat: Int, action: Int) -> None:
    """The world after an action of the seat whose choice it is."""
    copy(desk.world, desk.state, np.int64(desk.cards[at.STATE]))
    copy(desk.tallies_first, desk.tallies, len(desk.tallies))
    copy(desk.owned_first, desk.owned, len(desk.owned))
    advance(desk.cards, desk.world, desk.state, desk.tallies, desk.owned, seat, action)


@kernel
def open_entry(ledger: Ledger, choice: Int) -> None:
    """A choice is tried in one more world; what comes of it is to be entered."""
    ledger.payoffs[choice] = 0.0
    ledger.sums[choice, TRIES] += 1


@kernel
def enter(desk: Desk, ledger: Ledger, aims: Floats, doubt: Real, seat: Int, choice: Int, part: Real) -> None:
    """Write what came out for a choice in this world, which counts in part."""
    players = np.int64(desk.cards[at.PLAYERS])
    won = share(desk.points, doubt, desk.scores, players, seat)
    worth = part * payoff(aims, desk.points, doubt, players, seat, won)
    ledger.payoffs[choice] += worth
    ledger.sums[choice, PAYOFF] += worth
    ledger.sums[choice, POINTS] += part * desk.points[seat]
    ledger.sums[choice, WIN] += part * won


@kernel
def compare(ledger: Ledger) -> None:
    """Write how much those alive differ in this world."""
    alive, payoffs = ledger.alive, ledger.payoffs
    for choice in range(len(alive)):
        for other in range(choice):
            if alive[choice] and alive[other]:
                ledger.squares[choice, other] += (payoffs[choice] - payoffs[other]) ** 2


@kernel
def look_at_end(desk: Desk) -> None:
    """Write the points of all seats, scored."""
    score(desk.cards, desk.state, desk.scores, desk.room)
    for seat in range(desk.cards[at.PLAYERS]):
        desk.points[seat] = desk.scores[seat, POINTS_IN]


@kernel
def look(desk: Desk, judge: Judge, by_net: Int, aims: Floats) -> Real:
    """Write the points of all seats, scored or expected; by how much they may be out."""
    cards, state, number = desk.cards, desk.state, np.int64(desk.state[at.NUMBER])
    if state[at.PHASE] == at.OVER:
        look_at_end(desk)
        return 0.0
    for seat in range(cards[at.PLAYERS]):
        if by_net:
            desk.points[seat] = judged(desk, judge, seat)
        else:
            desk.points[seat] = expect(
                cards, desk.watch, desk.habits[number], desk.weights[number], state, desk.tallies, desk.owned,
                desk.worths, seat,
            )  # fmt: skip
    return aims[DOUBT] + aims[DOUBT_A_ROUND] * (at.ROUNDS + 1 - number)


@kernel
def share(points: Floats, doubt: Real, scores: Scores, players: Int, seat: Int) -> Real:
    """The part of the win that falls to a seat, or is expected to."""
    winners = 0.0
    if doubt > 0.0:
        for other in range(players):
            winners += math.exp((points[other] - points[seat]) / doubt)
        return 1.0 / winners
    for other in range(players):
        winners += scores[other, WON_IN]
    return scores[seat, WON_IN] / winners


@kernel
def payoff(aims: Floats, points: Floats, doubt: Real, players: Int, seat: Int, won: Real) -> Real:
    """What an end of the match is worth to a seat."""
    best = -1e9
    for other in range(players):
        if other != seat:
            best = max(best, points[other])
    margin = (points[seat] - best) / (aims[SCALE] + doubt)
    return aims[FOR_WIN] * won + (1.0 - aims[FOR_WIN]) * margin / (1.0 + math.fabs(margin))
