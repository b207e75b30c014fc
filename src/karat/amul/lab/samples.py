"""Matches of Amul played by nets: for training, with what is to be learned from them, and to compare two nets.

All of it is compiled, chance comes from a generator of the kernel, and the same generator gives the same matches.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from karat.amul.kernel import layout as at
from karat.amul.kernel.layout import Room
from karat.amul.kernel.legal import legal_list, next_seat
from karat.amul.kernel.match import deal_any
from karat.amul.kernel.scoring import POINTS_IN, WON_IN, score
from karat.amul.net.choice import LOW, pick
from karat.amul.net.features import BEGINS, FEATURES, changes, look, look_before
from karat.amul.net.net import NetWorkspace, make_net_workspace
from karat.amul.search.outlook import weights_for
from karat.amul.search.policy import CHANGING
from karat.amul.search.prospect import survey
from karat.amul.search.rollout import advance, copy
from karat.amul.search.workspace import Singles, Workspace, make_workspace
from karat.kernel.jit import Int, kernel, outlined
from karat.kernel.random import Words, below

if TYPE_CHECKING:
    from karat.amul.net.net import Layers
    from karat.amul.rules.rules import Rules
    from karat.amul.search.workspace import Floats, Real

EPSILON, TRUST, RIVALS = 0, 2, 5
"""Of the numbers that say how to play for training (`TrainingPlan.settings` of karat.lab), those that matter here."""
SAMPLED = 0.25
"""The share of moments that become samples: those of one match are much alike."""
MOST_MOMENTS = 60
"""More than a seat has in a match."""
NO_SAMPLE = -1
EVENTS = 2 * at.SEATS * MOST_MOMENTS
"""Choices and samples of a match, no more of each than moments."""
FINE = 1 << 30
"""Chances are drawn in so many steps."""
Features = NDArray[np.int16]
"""What the net is told is whole numbers: scales are in its weights."""


@kernel
def happens(rng: Words, chance: Real) -> Int:
    return below(rng, FINE) < chance * FINE


class MatchesWorkspace(NamedTuple):
    """What matches are played in; one for each thread."""

    search: Workspace
    net: NetWorkspace
    rival: NetWorkspace
    older: Room
    """By seat, whether it plays by the rival."""
    events: Room
    """Who chose, or became which sample,"""
    thoughts: Singles
    """and what was expected then."""


def make_matches_workspace(rules: Rules, net: Layers, rival: Layers) -> MatchesWorkspace:
    """A workspace for two nets at a table of these rules."""
    return MatchesWorkspace(
        make_workspace(rules, CHANGING, weights_for(rules.players)),
        make_net_workspace(net),
        make_net_workspace(rival),
        np.zeros(at.SEATS, np.int64),
        np.zeros((EVENTS, 2), np.int64),
        np.zeros(EVENTS, np.float32),
    )


class SampleArrays(NamedTuple):
    """What is learned from, a row for each sample."""

    features: Features
    rounds: Room
    points: Singles


def make_samples(most: int) -> SampleArrays:
    """Room for so many samples."""
    return SampleArrays(np.zeros((most, FEATURES), np.int16), np.zeros(most, np.int64), np.zeros(most, np.float32))


@outlined
def gather(matches: Int, settings: Floats, rng: Words, workspace: MatchesWorkspace, out: SampleArrays) -> Int:
    """Play matches and write their samples: what was told, in which round, and the points; how many there are.

    The points that a sample learns are those of the end, and in part what its seat thought at its next choices.
    """
    search, net, older, thoughts = workspace.search, workspace.net, workspace.older, workspace.thoughts
    cards, world, state, final = search.cards, search.world, search.state, search.points
    players, samples = np.int64(cards[at.PLAYERS]), np.int64(0)
    for _ in range(matches):
        begin_match(search, rng)
        mixed = happens(rng, settings[RIVALS])
        for seat in range(at.SEATS):
            older[seat] = mixed and happens(rng, 0.5)
        happened, number = np.int64(0), np.int64(0)
        seat = next_seat(cards, state)
        while seat >= 0:
            if state[at.NUMBER] != number:
                number = np.int64(state[at.NUMBER])
                for other in range(players):
                    if not older[other] and happens(rng, SAMPLED):
                        look(search, other, net, np.int64(BEGINS))
                        happened = remember(workspace, happened, other, samples)
                        samples = keep(net, out, number, samples)
            action = act(search, seat, workspace.rival if older[seat] else net, settings[EPSILON], rng)
            if not older[seat]:
                if net.value[0] > LOW:
                    thoughts[happened] = net.value[0]
                    happened = remember(workspace, happened, seat, np.int64(NO_SAMPLE))
                if happens(rng, SAMPLED):
                    look_after(search, seat, action, net)
                    happened = remember(workspace, happened, seat, samples)
                    samples = keep(net, out, number, samples)
            advance(cards, world, state, search.prospect, seat, action)
            seat = next_seat(cards, state)
        score(cards, state, search.scores, search.room)
        for seat in range(players):
            final[seat] = search.scores[seat, POINTS_IN]
        for event in range(happened - 1, -1, -1):
            seat, sample = workspace.events[event, 0], workspace.events[event, 1]
            if sample == NO_SAMPLE:
                final[seat] += (1 - settings[TRUST]) * (thoughts[event] - final[seat])
            else:
                out.points[sample] = final[seat]
    return samples


@kernel
def remember(workspace: MatchesWorkspace, happened: Int, seat: Int, sample: Int) -> Int:
    """Write that a seat chose, or became a sample; how much has happened then."""
    workspace.events[happened, 0] = seat
    workspace.events[happened, 1] = sample
    return happened + 1


@kernel
def begin_match(workspace: Workspace, rng: Words) -> None:
    deal_any(workspace.cards, workspace.world, rng)
    copy(workspace.world, workspace.state, np.int64(workspace.cards[at.STATE]))
    survey(workspace.cards, workspace.state, workspace.prospect)


@outlined
def act(workspace: Workspace, seat: Int, net: NetWorkspace, epsilon: Real, rng: Words) -> Int:
    """What the net chooses, or with some chance anything."""
    if happens(rng, epsilon):
        net.value[0] = LOW
        many = legal_list(workspace.cards, workspace.state, seat, net.options)
        return net.options[below(rng, many)]
    return pick(workspace, seat, net)


@outlined
def look_after(workspace: Workspace, seat: Int, action: Int, net: NetWorkspace) -> None:
    """Write what the net is told of a seat as it will be after an action."""
    look_before(workspace, seat, net)
    for change in range(changes(workspace, seat, action, net)):
        net.features[net.changed[change]] += net.by[change]


@kernel
def keep(net: NetWorkspace, out: SampleArrays, number: Int, samples: Int) -> Int:
    """Write what the net is told as a sample; how many there are then."""
    for place in range(len(net.features)):
        out.features[samples, place] = np.int16(net.features[place])
    out.rounds[samples] = number
    return samples + 1


@outlined
def duel(deals: Int, epsilon: Real, rng: Words, workspace: MatchesWorkspace, wins: Floats, margins: Floats) -> None:
    """Play deals with the net on each seat in turn, the others by the rival, who does anything with that chance."""
    search, net, rival = workspace.search, workspace.net, workspace.rival
    cards, world, state, scores = search.cards, search.world, search.state, search.scores
    players = np.int64(cards[at.PLAYERS])
    for deal in range(deals):
        begin_match(search, rng)
        for hero in range(players):
            copy(world, state, np.int64(cards[at.STATE]))
            survey(cards, state, search.prospect)
            seat = next_seat(cards, state)
            while seat >= 0:
                action = pick(search, seat, net) if seat == hero else act(search, seat, rival, epsilon, rng)
                advance(cards, world, state, search.prospect, seat, action)
                seat = next_seat(cards, state)
            score(cards, state, scores, search.room)
            best, winners = np.int64(-1000), np.int64(0)
            for other in range(players):
                winners += scores[other, WON_IN]
                if other != hero:
                    best = max(best, scores[other, POINTS_IN])
            wins[deal, hero] = scores[hero, WON_IN] / winners
            margins[deal, hero] = scores[hero, POINTS_IN] - best
