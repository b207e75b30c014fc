"""Flat Monte Carlo with common worlds: every choice is tried on the same deals, and those that fall behind are dropped.

For each world all choices that are left are made in turn and the match is played on by the policy: to its end, or to
the end of a round from where on it is only estimated what every seat will score (outlook.py). As everything else is
the same for all choices, the difference between two of them varies much less than either; it is what decides.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from karat.amul.kernel import layout as at
from karat.amul.kernel.layout import Room, State
from karat.amul.kernel.scoring import POINTS_IN, WON_IN, Scores, score
from karat.amul.net.choice import draw_tastes
from karat.amul.net.net import NetWorkspace, evaluate
from karat.amul.search.outlook import expect
from karat.amul.search.prospect import survey
from karat.amul.search.rollout import advance, copy, play_on, play_on_by_net
from karat.amul.search.workspace import Floats, Position, Real, Workspace
from karat.amul.search.worlds import draw
from karat.kernel.jit import Int, kernel, outlined
from karat.kernel.random import Words

TRIES, VALUE, POINTS, WIN = range(4)
"""Columns of the sums by choice."""
SUMS = 4

FOR_WIN, SCALE, DOUBT, DOUBT_A_ROUND, TASTE, POLICY = range(6)
"""Places in the aims: what a win counts; the distance to the best of the others counts for the rest, from -1 to 1, and
this is at how many points it is half of its way. Where points are estimated: how much they may be out, and how much
more for each round that is left. How many points the others' tastes for cards may differ from what the net says. The
part that play by the policy has in what a choice is worth, beside play by the net."""
AIMS: Floats = np.array([0.5, 6.0, 2.0, 0.2, 0.0, 0.0])
"""What the end of a match is worth, unless somebody says otherwise."""


class Ledger(NamedTuple):
    """What comes out, by choice."""

    actions: Room
    alive: Room
    """1 until a choice is dropped."""
    sums: Floats
    squares: Floats
    """By pair of choices, the squares of their differences, world by world."""
    values: Floats
    """In the last world."""


class FlatSettings(NamedTuple):
    """How choices are tried."""

    aims: Floats
    rounds: Int
    """How many are played on after the present one before it is estimated what comes out."""


@outlined
def try_out(
    workspace: Workspace, net: NetWorkspace, by_net: Int, ledger: Ledger, settings: FlatSettings, view: State,
    rng: Words, count: Int,
) -> None:  # fmt: skip
    """Try the choices that are alive on `count` worlds.

    With `by_net` all seats play by the net, which also tells what they may expect; in the same world they then play by
    the policy to the end of the match, and both count in part. Else they play by the policy and the outlook.
    """
    cards, alive, aims, seat = workspace.cards, ledger.alive, settings.aims, np.int64(view[at.SEAT])
    choices, last = len(ledger.actions), np.int64(view[at.NUMBER]) + settings.rounds
    policy, end = (aims[POLICY], np.int64(at.ROUNDS)) if by_net else (1.0, last)
    for _ in range(count):
        draw(cards, view, rng, workspace.world, workspace.worlds)
        survey(cards, workspace.world, workspace.world_prospect)
        if by_net and aims[TASTE] > 0.0:
            draw_tastes(workspace, seat, net, aims[TASTE], rng)
        for choice in range(choices):
            if alive[choice]:
                open_entry(ledger, choice)
                if policy < 1.0:
                    make(workspace, seat, ledger.actions[choice])
                    play_on_by_net(workspace, net, last)
                    doubt = estimate(workspace, net, np.int64(1), aims)
                    enter(workspace, ledger, aims, doubt, seat, choice, 1.0 - policy)
                if policy > 0.0:
                    make(workspace, seat, ledger.actions[choice])
                    play_on(workspace, end)
                    doubt = estimate(workspace, net, np.int64(0), aims)
                    enter(workspace, ledger, aims, doubt, seat, choice, policy)
        compare(ledger)


@kernel
def make(workspace: Workspace, seat: Int, action: Int) -> None:
    """The world after an action of the seat whose choice it is."""
    begin_again(workspace)
    advance(workspace.cards, workspace.world, workspace.state, workspace.prospect, seat, action)


@kernel
def begin_again(workspace: Workspace) -> None:
    """The state is the world once more."""
    prospect, first = workspace.prospect, workspace.world_prospect
    copy(workspace.world, workspace.state, np.int64(workspace.cards[at.STATE]))
    copy(first.tallies, prospect.tallies, len(prospect.tallies))
    copy(first.owned, prospect.owned, len(prospect.owned))


@kernel
def open_entry(ledger: Ledger, choice: Int) -> None:
    """A choice is tried in one more world; what comes of it is to be entered."""
    ledger.values[choice] = 0.0
    ledger.sums[choice, TRIES] += 1


@kernel
def enter(workspace: Workspace, ledger: Ledger, aims: Floats, doubt: Real, seat: Int, choice: Int, part: Real) -> None:
    """Write what came out for a choice in this world, which counts in part."""
    players = np.int64(workspace.cards[at.PLAYERS])
    won = share(workspace.points, doubt, workspace.scores, players, seat)
    worth = part * value_of(aims, workspace.points, doubt, players, seat, won)
    ledger.values[choice] += worth
    ledger.sums[choice, VALUE] += worth
    ledger.sums[choice, POINTS] += part * workspace.points[seat]
    ledger.sums[choice, WIN] += part * won


@kernel
def compare(ledger: Ledger) -> None:
    """Write how much those alive differ in this world."""
    alive, values = ledger.alive, ledger.values
    for choice in range(len(alive)):
        for other in range(choice):
            if alive[choice] and alive[other]:
                ledger.squares[choice, other] += (values[choice] - values[other]) ** 2


@kernel
def score_end(workspace: Workspace) -> None:
    """Write the points of all seats, scored."""
    score(workspace.cards, workspace.state, workspace.scores, workspace.room)
    for seat in range(workspace.cards[at.PLAYERS]):
        workspace.points[seat] = workspace.scores[seat, POINTS_IN]


@kernel
def estimate(workspace: Workspace, net: NetWorkspace, by_net: Int, aims: Floats) -> Real:
    """Write the points of all seats, scored or expected; by how much they may be out."""
    cards, state, number = workspace.cards, workspace.state, np.int64(workspace.state[at.NUMBER])
    if state[at.PHASE] == at.OVER:
        score_end(workspace)
        return 0.0
    position = Position(cards, workspace.watch, state, workspace.prospect, workspace.worths)
    for seat in range(cards[at.PLAYERS]):
        if by_net:
            workspace.points[seat] = evaluate(workspace, seat, net)
        else:
            workspace.points[seat] = expect(position, workspace.habits[number], workspace.weights[number], seat)
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
def value_of(aims: Floats, points: Floats, doubt: Real, players: Int, seat: Int, won: Real) -> Real:
    """What an end of the match is worth to a seat."""
    best = -1e9
    for other in range(players):
        if other != seat:
            best = max(best, points[other])
    margin = (points[seat] - best) / (aims[SCALE] + doubt)
    return aims[FOR_WIN] * won + (1.0 - aims[FOR_WIN]) * margin / (1.0 + math.fabs(margin))
