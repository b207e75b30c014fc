"""The last round: others' secret choices by regret matching, and the last reply by trying all of them.

Little is left to play, and everything is scored by the rules. Where all choose at once, `learn` first finds out how the
seats choose. Each has a regret for every type of card: how much better it would have done with it than it did, summed
over worlds, and never below 0; and one for doing as the policy does, which knows the whole hand. It chooses in
proportion to its regrets; what it did on the average, later worlds counting for more, is its *manner*. `try_last` then
tries the own choices while the others choose by their manners.

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
from karat.amul.search.flat import Ledger, compare, enter, look_at_end, open_entry, payoff, share
from karat.amul.search.policy import choose, forget
from karat.amul.search.prospect import survey
from karat.amul.search.rollout import advance, copy
from karat.amul.search.unseen import Spread, next_world
from karat.amul.search.workspace import MOST_CHOICES, Desk, Floats, Real
from karat.kernel.jit import Int, kernel, outlined
from karat.kernel.random import Words, below

FINE = 1 << 30
"""Chances are drawn in so many steps."""
LOW = -1e9


class Manners(NamedTuple):
    """How seats choose in secret; by seat and type of card, unless said otherwise. Past the types: as the policy."""

    regrets: Floats
    chances: Floats
    """What it was chosen with, summed over worlds."""
    weights: Floats
    """The same sum if it had been chosen whenever it was in hand."""
    weight: Floats
    """A word: what the next world counts."""
    shares: Floats
    """The manners, once they are settled: in proportion to these it chooses."""
    mix: Floats
    """By seat and place in the hand, the chances in this world; past the places: that of doing as the policy does."""
    payoffs: Floats
    """By place in the hand of a seat that is asked."""
    advised: Room
    """By seat, the card that the policy would choose in this world."""
    chosen: Room
    """By seat, the choice in this world."""
    options: Room
    """Room for the actions of a reply."""


def open_manners(desk: Desk) -> Manners:
    """Manners of which nothing is known yet."""
    players, types = int(desk.cards[at.PLAYERS]), int(desk.cards[at.TYPES])
    return Manners(
        regrets=np.zeros((players, types + 1)),
        chances=np.zeros((players, types + 1)),
        weights=np.zeros((players, types + 1)),
        weight=np.ones(1),
        shares=np.zeros((players, types + 1)),
        mix=np.zeros((players, at.HAND_SIZE + 1)),
        payoffs=np.zeros(at.HAND_SIZE),
        advised=np.zeros(players, np.int64),
        chosen=np.zeros(players, np.int64),
        options=np.zeros(MOST_CHOICES, np.int64),
    )


def settle(manners: Manners) -> None:
    """Write the manners: the mean chance of each card in the worlds in which it was in hand."""
    manners.shares[:] = manners.chances / np.maximum(manners.weights, 1.0)


@outlined
def learn(desk: Desk, manners: Manners, spread: Spread, aims: Floats, view: State, rng: Words, count: Int) -> None:
    """Regret matching on `count` worlds; all seats choose at once."""
    world, policy = desk.world, np.int64(desk.cards[at.TYPES])
    for _ in range(count):
        next_world(desk, spread, view, rng)
        survey(desk.cards, world, desk.tallies_first, desk.owned_first)
        begin = first_action(desk)
        forget(desk.worths)
        for seat in range(desk.cards[at.PLAYERS]):
            manners.chosen[seat] = begin + pick(desk, manners, manners.regrets, seat, rng)
        for seat in range(desk.cards[at.PLAYERS]):
            hand, chosen, mix = at.HANDS + at.HAND_SIZE * seat, manners.chosen[seat], manners.mix[seat]
            usual, by_policy = 0.0, 0.0
            for place in range(world[at.HELD + seat]):
                if mix[place] >= 0.0:
                    manners.chosen[seat] = begin + np.int64(world[hand + place])
                    finish(desk, manners, aims, 0, 1)
                    manners.payoffs[place] = reward(desk, aims, seat)
                    usual += mix[place] * manners.payoffs[place]
                    if world[hand + place] == manners.advised[seat]:
                        by_policy = manners.payoffs[place]
            manners.chosen[seat] = chosen
            usual += mix[at.HAND_SIZE] * by_policy
            for place in range(world[at.HELD + seat]):
                if mix[place] >= 0.0:
                    regret(manners, seat, np.int64(world[hand + place]), mix[place], manners.payoffs[place] - usual)
            regret(manners, seat, policy, mix[at.HAND_SIZE], by_policy - usual)
        manners.weight[0] += 1.0


@kernel
def regret(manners: Manners, seat: Int, card: Int, chance: Real, better: Real) -> None:
    """Enter that a card, chosen with a chance, would have been so much better than what was done."""
    manners.regrets[seat, card] = max(0.0, manners.regrets[seat, card] + better)
    manners.chances[seat, card] += manners.weight[0] * chance
    manners.weights[seat, card] += manners.weight[0]


@kernel
def first_action(desk: Desk) -> Int:
    """The number of the first action of the phase in which all choose at once: of an offer, or of a play."""
    return np.int64(0) if desk.world[at.PHASE] == at.OFFER else 2 * np.int64(desk.cards[at.MARKET])


@outlined
def try_last(
    desk: Desk,
    ledger: Ledger,
    manners: Manners,
    spread: Spread,
    aims: Floats,
    view: State,
    seat: Int,
    rng: Words,
    count: Int,
) -> None:
    """As `flat.try_out`, to the end of the match, with the others' manners where all choose at once."""
    together = view[at.PHASE] == at.OFFER or view[at.PHASE] == at.PLAY
    for _ in range(count):
        next_world(desk, spread, view, rng)
        survey(desk.cards, desk.world, desk.tallies_first, desk.owned_first)
        if together:
            forget(desk.worths)
            for other in range(desk.cards[at.PLAYERS]):
                if other != seat:
                    manners.chosen[other] = first_action(desk) + pick(desk, manners, manners.shares, other, rng)
        for choice in range(len(ledger.actions)):
            if ledger.alive[choice]:
                manners.chosen[seat] = ledger.actions[choice]
                finish(desk, manners, aims, seat, together)
                look_at_end(desk)
                open_entry(ledger, choice)
                enter(desk, ledger, aims, 0.0, seat, choice, 1.0)
        compare(ledger)


@outlined
def pick(desk: Desk, manners: Manners, shares: Floats, seat: Int, rng: Words) -> Int:
    """A card of a hand, drawn in proportion to the shares; where these are 0, the policy's."""
    blend(desk, manners, shares, seat)
    world, mix, drawn = desk.world, manners.mix[seat], below(rng, FINE) / FINE
    for place in range(world[at.HELD + seat]):
        if mix[place] > 0.0:
            drawn -= mix[place]
            if drawn < 0.0:
                return np.int64(world[at.HANDS + at.HAND_SIZE * seat + place])
    return manners.advised[seat]


@kernel
def blend(desk: Desk, manners: Manners, shares: Floats, seat: Int) -> None:
    """Write the chances of the cards in a hand, -1 for a copy of the one before, and of doing as the policy does."""
    world, mix, policy = desk.world, manners.mix[seat], np.int64(desk.cards[at.TYPES])
    hand, held = at.HANDS + at.HAND_SIZE * seat, np.int64(world[at.HELD + seat])
    manners.advised[seat] = -first_action(desk) + choose(
        desk.cards, desk.watch, desk.habits[np.int64(world[at.NUMBER])], world, desk.tallies_first, desk.owned_first,
        desk.worths, seat,
    )  # fmt: skip
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
def finish(desk: Desk, manners: Manners, aims: Floats, seat: Int, together: Int) -> None:
    """Make the choices in this world, of all seats or of one, and play the round to its end."""
    cards, world, state, tallies, owned = desk.cards, desk.world, desk.state, desk.tallies, desk.owned
    copy(world, state, np.int64(cards[at.STATE]))
    copy(desk.tallies_first, tallies, len(tallies))
    copy(desk.owned_first, owned, len(owned))
    forget(desk.worths)
    if together:
        for one in range(cards[at.PLAYERS]):
            advance(cards, world, state, tallies, owned, one, manners.chosen[one])
    else:
        advance(cards, world, state, tallies, owned, seat, manners.chosen[seat])
    habits = desk.habits[np.int64(world[at.NUMBER])]
    who = next_seat(cards, state)
    while who >= 0:
        if gains_last(desk):
            action = best_reply(desk, aims, manners.options, who)
        else:
            action = choose(cards, desk.watch, habits, state, tallies, owned, desk.worths, who)
        advance(cards, world, state, tallies, owned, who, action)
        who = next_seat(cards, state)


@kernel
def gains_last(desk: Desk) -> Int:
    """Whether nothing is left to do once a card is gained."""
    state = desk.state
    if state[at.PHASE] != at.GAIN or state[at.LEFT] > 1:
        return False
    for place in range(state[at.AT] + 1, desk.cards[at.PLAYERS]):
        played = np.int64(state[at.PLAYED + at.SEATS * (state[at.NUMBER] - 1) + state[at.ORDER + place]])
        if of_type(desk.cards, played, at.PLACES):
            return False
    return True


@outlined
def best_reply(desk: Desk, aims: Floats, options: Room, who: Int) -> Int:
    """The action that is best for the seat that acts last; the first of those that are equal."""
    cards, reply, players = desk.cards, desk.reply, np.int64(desk.cards[at.PLAYERS])
    best: Int = np.int64(0)
    most = LOW
    for option in range(legal_list(cards, desk.state, who, options)):
        copy(desk.state, reply, np.int64(cards[at.STATE]))
        apply(cards, reply, who, options[option])
        score(cards, reply, desk.scores, desk.room)
        for seat in range(players):
            desk.points[seat] = desk.scores[seat, POINTS_IN]
        value = payoff(aims, desk.points, 0.0, players, who, share(desk.points, 0.0, desk.scores, players, who))
        if value > most:
            best, most = option, value
    return options[best]


@kernel
def reward(desk: Desk, aims: Floats, seat: Int) -> Real:
    """What the end of the match that was reached is worth to a seat."""
    look_at_end(desk)
    players = np.int64(desk.cards[at.PLAYERS])
    return payoff(aims, desk.points, 0.0, players, seat, share(desk.points, 0.0, desk.scores, players, seat))
