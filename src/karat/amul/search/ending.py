"""The last round: others' secret choices by regret matching, and the last reply by trying all of them.

Little is left to play, and everything is scored by the rules. Where all choose at once, `learn` first finds out how the
seats choose. Each has a regret for every type of card: how much better it would have done with it than it did, summed
over worlds, and never below 0; and one for doing as the policy does, which knows the whole hand. It chooses in
proportion to its regrets; what it did on the average, later worlds counting for more, is its *strategy*. `try_last`
then tries the own choices while the others choose by their strategies.

What follows is played by the policy, but whoever gains the last card of the match tries all that it may gain and takes
what is best for itself.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from karat.amul.kernel import layout as at
from karat.amul.kernel.layout import Room, State
from karat.amul.kernel.legal import legal_list, next_seat
from karat.amul.kernel.market import apply
from karat.amul.kernel.order import of_type
from karat.amul.kernel.scoring import POINTS_IN, score
from karat.amul.search.flat import Ledger, begin_again, compare, enter, open_entry, score_end, share, value_of
from karat.amul.search.policy import choose, forget
from karat.amul.search.prospect import survey
from karat.amul.search.rollout import advance, copy
from karat.amul.search.unseen import Spread, next_world
from karat.amul.search.workspace import MOST_CHOICES, Floats, Position, Real, Workspace
from karat.kernel.jit import Int, kernel, outlined
from karat.kernel.random import Words, below

FINE = 1 << 30
"""Chances are drawn in so many steps."""
LOW = -1e9


class Strategies(NamedTuple):
    """How seats choose in secret; by seat and type of card, unless said otherwise. Past the types: as the policy."""

    regrets: Floats
    chances: Floats
    """What it was chosen with, summed over worlds."""
    weights: Floats
    """The same sum if it had been chosen whenever it was in hand."""
    weight: Floats
    """A word: what the next world counts."""
    average: Floats
    """The strategies, once they are settled: in proportion to these it chooses."""
    mix: Floats
    """By seat and place in the hand, the chances in this world; past the places: that of doing as the policy does."""
    values: Floats
    """By place in the hand of a seat that is asked."""
    advised: Room
    """By seat, the card that the policy would choose in this world."""
    chosen: Room
    """By seat, the choice in this world."""
    options: Room
    """Room for the actions of a reply."""


def make_strategies(workspace: Workspace) -> Strategies:
    """Strategies of which nothing is known yet."""
    players, types = int(workspace.cards[at.PLAYERS]), int(workspace.cards[at.TYPES])
    return Strategies(
        regrets=np.zeros((players, types + 1)),
        chances=np.zeros((players, types + 1)),
        weights=np.zeros((players, types + 1)),
        weight=np.ones(1),
        average=np.zeros((players, types + 1)),
        mix=np.zeros((players, at.HAND_SIZE + 1)),
        values=np.zeros(at.HAND_SIZE),
        advised=np.zeros(players, np.int64),
        chosen=np.zeros(players, np.int64),
        options=np.zeros(MOST_CHOICES, np.int64),
    )


def settle(strategies: Strategies) -> None:
    """Write the average: the mean chance of each card in the worlds in which it was in hand."""
    strategies.average[:] = strategies.chances / np.maximum(strategies.weights, 1.0)


@outlined
def learn(
    workspace: Workspace, strategies: Strategies, spread: Spread, aims: Floats, view: State, rng: Words, count: Int
) -> None:
    """Regret matching on `count` worlds; all seats choose at once."""
    world, policy = workspace.world, np.int64(workspace.cards[at.TYPES])
    for _ in range(count):
        next_world(workspace, spread, view, rng)
        survey(workspace.cards, world, workspace.world_prospect)
        begin = first_action(workspace)
        forget(workspace.worths)
        for seat in range(workspace.cards[at.PLAYERS]):
            strategies.chosen[seat] = begin + draw_card(workspace, strategies, strategies.regrets, seat, rng)
        for seat in range(workspace.cards[at.PLAYERS]):
            hand, chosen = at.HANDS + at.HAND_SIZE * seat, strategies.chosen[seat]
            mix, values = strategies.mix[seat], strategies.values
            usual, by_policy = 0.0, 0.0
            for place in range(world[at.HELD + seat]):
                if mix[place] >= 0.0:
                    strategies.chosen[seat] = begin + np.int64(world[hand + place])
                    finish(workspace, strategies, aims, 0, 1)
                    score_end(workspace)
                    values[place] = reward(workspace, aims, seat)
                    usual += mix[place] * values[place]
                    if world[hand + place] == strategies.advised[seat]:
                        by_policy = values[place]
            strategies.chosen[seat] = chosen
            usual += mix[at.HAND_SIZE] * by_policy
            for place in range(world[at.HELD + seat]):
                if mix[place] >= 0.0:
                    regret(strategies, seat, np.int64(world[hand + place]), mix[place], values[place] - usual)
            regret(strategies, seat, policy, mix[at.HAND_SIZE], by_policy - usual)
        strategies.weight[0] += 1.0


@kernel
def regret(strategies: Strategies, seat: Int, card: Int, chance: Real, better: Real) -> None:
    """Enter that a card, chosen with a chance, would have been so much better than what was done."""
    strategies.regrets[seat, card] = max(0.0, strategies.regrets[seat, card] + better)
    strategies.chances[seat, card] += strategies.weight[0] * chance
    strategies.weights[seat, card] += strategies.weight[0]


@kernel
def first_action(workspace: Workspace) -> Int:
    """The number of the first action of the phase in which all choose at once: of an offer, or of a play."""
    return np.int64(0) if workspace.world[at.PHASE] == at.OFFER else 2 * np.int64(workspace.cards[at.MARKET])


@outlined
def try_last(
    workspace: Workspace, ledger: Ledger, strategies: Strategies, spread: Spread, aims: Floats, view: State,
    rng: Words, count: Int,
) -> None:  # fmt: skip
    """As `flat.try_out`, to the end of the match, with the others' strategies where all choose at once."""
    seat, together = np.int64(view[at.SEAT]), np.int64(view[at.PHASE] == at.OFFER or view[at.PHASE] == at.PLAY)
    for _ in range(count):
        next_world(workspace, spread, view, rng)
        survey(workspace.cards, workspace.world, workspace.world_prospect)
        if together:
            begin = first_action(workspace)
            forget(workspace.worths)
            for other in range(workspace.cards[at.PLAYERS]):
                if other != seat:
                    strategies.chosen[other] = begin + draw_card(workspace, strategies, strategies.average, other, rng)
        for choice in range(len(ledger.actions)):
            if ledger.alive[choice]:
                strategies.chosen[seat] = ledger.actions[choice]
                finish(workspace, strategies, aims, seat, together)
                score_end(workspace)
                open_entry(ledger, choice)
                enter(workspace, ledger, aims, 0.0, seat, choice, 1.0)
        compare(ledger)


@outlined
def draw_card(workspace: Workspace, strategies: Strategies, shares: Floats, seat: Int, rng: Words) -> Int:
    """A card of a hand, drawn in proportion to the shares; where these are 0, the policy's."""
    blend(workspace, strategies, shares, seat)
    world, mix, drawn = workspace.world, strategies.mix[seat], below(rng, FINE) / FINE
    for place in range(world[at.HELD + seat]):
        if mix[place] > 0.0:
            drawn -= mix[place]
            if drawn < 0.0:
                return np.int64(world[at.HANDS + at.HAND_SIZE * seat + place])
    return strategies.advised[seat]


@kernel
def blend(workspace: Workspace, strategies: Strategies, shares: Floats, seat: Int) -> None:
    """Write the chances of the cards in a hand, -1 for a copy of the one before, and of doing as the policy does."""
    world, mix, policy = workspace.world, strategies.mix[seat], np.int64(workspace.cards[at.TYPES])
    hand, held = at.HANDS + at.HAND_SIZE * seat, np.int64(world[at.HELD + seat])
    position = Position(workspace.cards, workspace.watch, world, workspace.world_prospect, workspace.worths)
    advice = choose(position, workspace.habits[np.int64(world[at.NUMBER])], seat)
    strategies.advised[seat] = advice - first_action(workspace)
    total = shares[seat, policy]
    for place in range(held):
        card = np.int64(world[hand + place])
        mix[place] = -1.0 if place > 0 and world[hand + place - 1] == card else shares[seat, card]
        total += max(0.0, mix[place])
    mix[at.HAND_SIZE] = shares[seat, policy] / total if total > 0.0 else 1.0
    for place in range(held):
        if mix[place] > 0.0:
            mix[place] /= total


@outlined
def finish(workspace: Workspace, strategies: Strategies, aims: Floats, seat: Int, together: Int) -> None:
    """Make the choices in this world, of all seats or of one, and play the round to its end."""
    cards, world, state, prospect = workspace.cards, workspace.world, workspace.state, workspace.prospect
    position = Position(cards, workspace.watch, state, prospect, workspace.worths)
    begin_again(workspace)
    forget(workspace.worths)
    if together:
        for one in range(cards[at.PLAYERS]):
            advance(cards, world, state, prospect, one, strategies.chosen[one])
    else:
        advance(cards, world, state, prospect, seat, strategies.chosen[seat])
    habits = workspace.habits[np.int64(world[at.NUMBER])]
    who = next_seat(cards, state)
    while who >= 0:
        if gains_last(workspace):
            action = best_reply(workspace, aims, strategies.options, who)
        else:
            action = choose(position, habits, who)
        advance(cards, world, state, prospect, who, action)
        who = next_seat(cards, state)


@kernel
def gains_last(workspace: Workspace) -> Int:
    """Whether nothing is left to do once a card is gained."""
    state = workspace.state
    if state[at.PHASE] != at.GAIN or state[at.LEFT] > 1:
        return False
    for place in range(state[at.AT] + 1, workspace.cards[at.PLAYERS]):
        played = np.int64(state[at.PLAYED + at.SEATS * (state[at.NUMBER] - 1) + state[at.ORDER + place]])
        if of_type(workspace.cards, played, at.PLACES):
            return False
    return True


@outlined
def best_reply(workspace: Workspace, aims: Floats, options: Room, who: Int) -> Int:
    """The action that is best for the seat that acts last; the first of those that are equal."""
    cards, reply, players = workspace.cards, workspace.reply, np.int64(workspace.cards[at.PLAYERS])
    best: Int = np.int64(0)
    most = LOW
    for option in range(legal_list(cards, workspace.state, who, options)):
        copy(workspace.state, reply, np.int64(cards[at.STATE]))
        apply(cards, reply, who, options[option])
        score(cards, reply, workspace.scores, workspace.room)
        for seat in range(players):
            workspace.points[seat] = workspace.scores[seat, POINTS_IN]
        value = reward(workspace, aims, who)
        if value > most:
            best, most = option, value
    return options[best]


@kernel
def reward(workspace: Workspace, aims: Floats, seat: Int) -> Real:
    """What the end of a match, once it is scored, is worth to a seat."""
    points, players = workspace.points, np.int64(workspace.cards[at.PLAYERS])
    won = share(points, 0.0, workspace.scores, players, seat)
    return value_of(aims, points, 0.0, players, seat, won)
