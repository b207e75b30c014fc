"""Rounds of Aurum played by nets: for training, with what is to be learned from them, and to compare two nets.

All of it is compiled, chance comes from a generator of the kernel, and the same generator gives the same rounds.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from karat.aurum.kernel import layout as at
from karat.aurum.kernel.layout import Record
from karat.aurum.kernel.match import deal_any, start
from karat.aurum.kernel.playout import random_action
from karat.aurum.kernel.round import apply
from karat.aurum.net.choice import chance, pick
from karat.aurum.net.features import FEATURES, METAL_FEATURES, METALS, Floats, look
from karat.aurum.net.net import HEADS, MARGIN, WIN, NetWorkspace, make_net_workspace, result
from karat.aurum.rules.codec import BASE, KEEP
from karat.aurum.search.sparring import spar
from karat.kernel.bits import popcount
from karat.kernel.jit import Int, kernel, outlined
from karat.kernel.random import Words, below

if TYPE_CHECKING:
    from karat.aurum.search.sparring import SparringWorkspace

EVENTS = 1024
"""More than happens in a round."""
MOST_SAMPLES = 250
"""More than a round gives."""

EPSILON, HEAT, LAMBDA, KEEPING, OTHERS, RIVALS, SPARRING, SPARRING_TRIES = range(8)
"""The numbers that say how to play for training:

| number         | is                                                                                                |
|----------------|---------------------------------------------------------------------------------------------------|
| EPSILON        | the chance of a random action; of a random bid change a quarter of it                             |
| HEAT           | how much noise is added to what actions are worth, so that near equals are all tried              |
| LAMBDA         | how far a sample learns from the round's end; the rest from its seat's thought at its next choice |
| KEEPING        | the share of moments after an own action that become samples                                      |
| OTHERS         | the chance that an action gives a sample of the moment for another seat                           |
| RIVALS         | the share of rounds in which some seats play by older weights, and give no samples                |
| SPARRING       | the share of rounds in which some seats choose by a search, and give no samples                   |
| SPARRING_TRIES | how many tries that search has for a choice                                                       |
"""


class RoundsWorkspace(NamedTuple):
    """What rounds are played in, and the nets that play them; one for each thread."""

    net: NetWorkspace
    rival: NetWorkspace
    """Another net's weights, in the same arrays."""
    values: Floats
    """By seat, heads: what a choice is worth, and then how the round ended."""
    states: Record
    """Two records: the round that is played, and another."""
    events: Record
    """Of a round, in order: whose thought or sample it was, and the number of the sample, -1 for a thought."""
    thoughts: Floats
    """By event, the heads at the choice."""
    deck: Record


def make_rounds_workspace(weights: Floats, rival: Floats | None = None) -> RoundsWorkspace:
    net = make_net_workspace(weights)
    return RoundsWorkspace(
        net,
        rival=net if rival is None else net._replace(weights=rival),
        values=np.zeros((4, HEADS), np.float32),
        states=np.zeros((2, at.WORDS), np.int64),
        events=np.zeros((EVENTS, 2), np.int64),
        thoughts=np.zeros((EVENTS, HEADS), np.float32),
        deck=np.zeros(BASE, np.int64),
    )


class SampleArrays(NamedTuple):
    """What is learned from, a row for each sample."""

    xs: NDArray[np.int8]
    metals: Record
    targets: Floats


@kernel
def hurry(state: Record, seat: Int) -> Int:
    """The chance that a seat keeps the bids without a thought, to save time where it will be asked again."""
    left = popcount(state[at.HAND + seat])
    return 0.75 if left >= 8 else 0.5 if left >= 4 else 0.0


@outlined
def start_round(state: Record, players: Int, edition: Int, variants: Int, rng: Words, deck: NDArray[np.int64]) -> None:
    """The first round of a match, dealt."""
    start(state, players, edition, variants)
    deal_any(state, rng, deck)


@outlined
def gather(
    players: Int,
    rounds: Int,
    settings: NDArray[np.float64],
    rng: Words,
    workspace: RoundsWorkspace,
    sparring: SparringWorkspace,
    out: SampleArrays,
) -> Int:
    """Play rounds and write what is to be learned; how many samples there are."""
    net, state, events, thoughts = workspace.net, workspace.states[0], workspace.events, workspace.thoughts
    floats, values = net.floats, workspace.values
    samples = np.int64(0)
    for _ in range(rounds):
        variants = np.int64(at.NO_ZERO_GOLD if chance(rng) < 0.1 else 0)
        edition = np.int64(at.RU if players == 3 and chance(rng) < 0.2 else 0)
        start_round(state, players, edition, variants, rng, workspace.deck)
        rivals, meets = np.int64(0), chance(rng)
        searching = settings[RIVALS] <= meets
        if meets < settings[RIVALS] + settings[SPARRING]:
            rivals = 1 + below(rng, 6) if players == 3 else (np.int64(5) << below(rng, 2))
        happened = np.int64(0)
        while state[at.TURN] >= 0:
            seat = state[at.TURN]
            older = rivals >> seat & 1
            changing = state[at.PHASE] == at.CHANGING
            epsilon = settings[EPSILON] / 4 if changing else settings[EPSILON]
            values[0, WIN] = -1
            if older and searching:
                action = spar(state, seat, sparring, rng)
            elif changing and chance(rng) < hurry(state, seat):
                action = np.int64(KEEP)
            elif chance(rng) < epsilon:
                action = random_action(state, seat, rng)
            else:
                thrifty = changing and chance(rng) < 0.9
                action = pick(state, seat, workspace.rival if older else net, values, settings[HEAT], thrifty, rng)
            if not older and values[0, WIN] >= 0:
                events[happened, 0], events[happened, 1] = seat, -1
                for head in range(HEADS):
                    thoughts[happened, head] = values[0, head]
                happened += 1
            apply(state, seat, action)
            if state[at.TURN] < 0:
                break
            viewer = np.int64(-1)
            if values[0, WIN] >= 0 and chance(rng) < settings[KEEPING]:
                viewer = seat
            if chance(rng) < settings[OTHERS]:
                viewer = below(rng, players)
            if viewer >= 0 and not rivals >> viewer & 1:
                look(state, viewer, floats[:FEATURES], out.metals[samples])
                for feature in range(FEATURES):
                    out.xs[samples, feature] = np.int8(floats[feature])
                events[happened, 0], events[happened, 1] = viewer, samples
                happened += 1
                samples += 1
        for seat in range(players):
            result(state, seat, values[seat])
        for event in range(happened - 1, -1, -1):
            seat, sample = events[event, 0], events[event, 1]
            for head in range(HEADS):
                if sample >= 0:
                    out.targets[sample, head] = values[seat, head]
                else:
                    values[seat, head] += (1 - settings[LAMBDA]) * (thoughts[event, head] - values[seat, head])
    return samples


@outlined
def duel(
    players: Int, deals: Int, at_random: Int, rng: Words, workspace: RoundsWorkspace, wins: Floats, margins: Floats
) -> None:
    """Let two nets meet on the same cards from all places: by deal and place, what the first one's side came to.

    With four players it has seats 0 and 2, then 1 and 3; with three, each seat once, alone against two of the other.
    If `at_random`, the other plays at random.
    """
    states, values = workspace.states, workspace.values
    places = 2 if players == 4 else 3
    for number in range(deals):
        start_round(states[0], players, 0, 0, rng, workspace.deck)
        for place in range(places):
            state = states[1]
            for word in range(at.WORDS):
                state[word] = states[0, word]
            mine = (5 << place) if players == 4 else (1 << place)
            while state[at.TURN] >= 0:
                seat = state[at.TURN]
                if mine >> seat & 1:
                    action = pick(state, seat, workspace.net, values, 0, 1, rng)
                elif at_random:
                    action = random_action(state, seat, rng)
                else:
                    action = pick(state, seat, workspace.rival, values, 0, 1, rng)
                apply(state, seat, action)
            result(state, place, values[0])
            wins[number, place] = values[0, WIN]
            margins[number, place] = values[0, MARGIN]


@outlined
def assemble(
    order: NDArray[np.int64],
    xs: NDArray[np.int8],
    metals: NDArray[np.int64],
    targets: Floats,
    x_out: Floats,
    metals_out: Floats,
    targets_out: Floats,
) -> None:
    """The samples of those numbers, one after the other, as floats: bits of metals become a 0 or 1 each."""
    for row in range(order.size):
        sample = order[row]
        for feature in range(FEATURES):
            x_out[row, feature] = xs[sample, feature]
        for metal in range(METALS):
            seen = metals[sample, metal]
            for bit in range(METAL_FEATURES):
                metals_out[row, metal, bit] = seen >> bit & 1
        for head in range(HEADS):
            targets_out[row, head] = targets[sample, head]
