"""Worlds looked at for a review: by world, action and seat, the part of the win and the points that may be expected.

These are the tries of `expert` (karat.amul.search.flat and ending), in the same worlds. There what comes of them is
added up for the seat that chooses; here it is kept world by world and for every seat, as a review has to tell chance
from what is so, and what one seat's choice brings another.
"""

from __future__ import annotations

import numpy as np

from karat.amul.kernel import layout as at
from karat.amul.kernel.layout import Room, State
from karat.amul.net.choice import draw_tastes
from karat.amul.net.net import NetWorkspace
from karat.amul.search.ending import Strategies, draw_card, finish, first_action
from karat.amul.search.flat import POLICY, TASTE, FlatSettings, estimate, make, score_end, share
from karat.amul.search.policy import forget
from karat.amul.search.prospect import survey
from karat.amul.search.rollout import copy, play_on, play_on_by_net
from karat.amul.search.unseen import Spread, next_world
from karat.amul.search.workspace import Floats, Real, Workspace
from karat.amul.search.worlds import draw
from karat.kernel.jit import Int, kernel, outlined
from karat.kernel.random import Words

WIN, POINTS = 0, 1
"""In the last axis of what is written."""


@outlined
def look_on(
    workspace: Workspace, net: NetWorkspace, by_net: Int, actions: Room, settings: FlatSettings, view: State,
    rng: Words, out: Floats,
) -> None:  # fmt: skip
    """Before the last round: as `flat.try_out` tries them, in as many worlds as `out` has room for."""
    cards, aims, seat = workspace.cards, settings.aims, np.int64(view[at.SEAT])
    last = np.int64(view[at.NUMBER]) + settings.rounds
    policy, end = (aims[POLICY], np.int64(at.ROUNDS)) if by_net else (1.0, last)
    for number in range(out.shape[0]):
        draw(cards, view, rng, workspace.world, workspace.worlds)
        survey(cards, workspace.world, workspace.world_prospect)
        if by_net and aims[TASTE] > 0.0:
            draw_tastes(workspace, seat, net, aims[TASTE], rng)
        for place in range(actions.size):
            if policy < 1.0:
                make(workspace, seat, actions[place])
                play_on_by_net(workspace, net, last)
                note(workspace, estimate(workspace, net, np.int64(1), aims), 1.0 - policy, out[number, place])
            if policy > 0.0:
                make(workspace, seat, actions[place])
                play_on(workspace, end)
                note(workspace, estimate(workspace, net, np.int64(0), aims), policy, out[number, place])


@outlined
def look_to_the_end(
    workspace: Workspace, actions: Room, strategies: Strategies, spread: Spread, aims: Floats, view: State,
    rng: Words, out: Floats,
) -> None:  # fmt: skip
    """In the last round: as `ending.try_last` tries them."""
    seat, together = np.int64(view[at.SEAT]), np.int64(view[at.PHASE] == at.OFFER or view[at.PHASE] == at.PLAY)
    for number in range(out.shape[0]):
        next_world(workspace, spread, view, rng)
        survey(workspace.cards, workspace.world, workspace.world_prospect)
        if together:
            begin = first_action(workspace)
            forget(workspace.worths)
            for other in range(workspace.cards[at.PLAYERS]):
                if other != seat:
                    strategies.chosen[other] = begin + draw_card(workspace, strategies, strategies.average, other, rng)
        for place in range(actions.size):
            strategies.chosen[seat] = actions[place]
            finish(workspace, strategies, aims, seat, together)
            score_end(workspace)
            note(workspace, 0.0, 1.0, out[number, place])


@kernel
def note(workspace: Workspace, doubt: Real, part: Real, out: Floats) -> None:
    """Add to what is written by seat, which counts in part."""
    players = np.int64(workspace.cards[at.PLAYERS])
    for seat in range(players):
        out[seat, WIN] += part * share(workspace.points, doubt, workspace.scores, players, seat)
        out[seat, POINTS] += part * workspace.points[seat]


@outlined
def size_up(states: State, workspace: Workspace, net: NetWorkspace, by_net: Int, aims: Floats, out: Floats) -> None:
    """Write, by state and seat, the part of the win as a round begins; by the net, or else by the outlook."""
    cards, players = workspace.cards, np.int64(workspace.cards[at.PLAYERS])
    for number in range(states.shape[0]):
        copy(states[number], workspace.state, np.int64(cards[at.STATE]))
        survey(cards, workspace.state, workspace.prospect)
        doubt = estimate(workspace, net, by_net, aims)
        for seat in range(players):
            out[number, seat] = share(workspace.points, doubt, workspace.scores, players, seat)
