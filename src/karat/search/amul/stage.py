"""Search of one stage: all choices of a seat, while the others' secret choices follow regret matching.

Where all choose at once, every other seat has a regret for each type of card: how much better it would have done with
it than with what it chose, summed over worlds. It chooses in proportion to those above 0; what the policy would do has
some credit from the start. In every few worlds one of the others is asked: all its choices are tried, with the seat's
best so far, and its regrets follow. The seat's own choices are all tried in every world and race (flat.py), which
needs no regrets: their means are known, and less uncertain than by sampling.
"""

from __future__ import annotations

import numpy as np

from karat.kernel.amul.layout import (
    HAND_SIZE,
    HANDS,
    HELD,
    MARKET,
    OFFER,
    PHASE,
    PLAY,
    PLAYERS,
    STATE,
    CardTable,
    Room,
    State,
)
from karat.kernel.amul.scoring import POINTS_IN, Scores, score
from karat.kernel.jit import Int, kernel, outlined
from karat.kernel.random import Words, below
from karat.search.amul.belief import FINE, draw_likely
from karat.search.amul.desk import Floats, Watch
from karat.search.amul.flat import OWN, PAYOFF, TRIES, WIN, payoff, share
from karat.search.amul.policy import choose, forget, weigh_actions
from karat.search.amul.prospect import survey
from karat.search.amul.rollout import advance, copy, play_on
from karat.search.amul.worlds import draw

DRAWN, EVERY = range(2)
"""Places in the plan: how many worlds one is drawn from (belief.py); in every how many worlds another seat is asked."""
CREDIT = 0.5
"""The regret that the policy's choice has from the start."""


@outlined
def try_stage(
    cards: CardTable,
    watch: Watch,
    habits: Floats,
    aims: Floats,
    plan: Room,
    view: State,
    seat: Int,
    actions: Room,
    alive: Room,
    sums: Floats,
    squares: Floats,
    payoffs: Floats,
    regrets: Floats,
    chosen: Room,
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
    """As `flat.try_out`; `regrets` by seat and type of card are carried on from call to call."""
    size, players = np.int64(cards[STATE]), np.int64(cards[PLAYERS])
    together = view[PHASE] == OFFER or view[PHASE] == PLAY
    for _ in range(count):
        draw_likely(cards, watch, habits, view, seat, plan[DRAWN], rng, world, state, tallies, owned, worlds)
        survey(cards, world, tallies_first, owned_first)
        if together:
            copy(world, state, size)
            copy(tallies_first, tallies, len(tallies))
            copy(owned_first, owned, len(owned))
            forget(worths)
            for other in range(players):
                if other != seat:
                    usual = choose(cards, watch, habits, state, tallies, owned, worths, other)
                    chosen[other] = sample(cards, state, other, usual, regrets, rng)
        for choice in range(len(actions)):
            if alive[choice]:
                chosen[seat] = actions[choice]
                finish(cards, watch, habits, seat, together, chosen, world, state, tallies, owned,
                       tallies_first, owned_first, worths, scores, room)  # fmt: skip
                won = share(scores, players, seat)
                payoffs[choice] = payoff(aims, scores, players, seat, won)
                sums[choice, TRIES] += 1
                sums[choice, PAYOFF] += payoffs[choice]
                sums[choice, OWN] += scores[seat, POINTS_IN]
                sums[choice, WIN] += won
        for choice in range(len(actions)):
            for other in range(choice):
                if alive[choice] and alive[other]:
                    squares[choice, other] += (payoffs[choice] - payoffs[other]) ** 2
        if together and below(rng, plan[EVERY]) == 0:
            asked = (seat + 1 + below(rng, players - 1)) % players
            chosen[seat] = actions[leader(alive, sums)]
            ask(cards, watch, habits, aims, seat, asked, regrets, chosen, world, state, tallies, owned,
                tallies_first, owned_first, worths, scores, room)  # fmt: skip


@outlined
def foresee(
    cards: CardTable,
    watch: Watch,
    habits: Floats,
    view: State,
    seat: Int,
    actions: Room,
    out: Floats,
    world: State,
    tallies: Room,
    owned: Room,
    worths: Floats,
    worlds: Room,
    rng: Words,
    count: Int,
) -> None:
    """Add to `out` what the policy thinks of each action, in points, in `count` worlds."""
    for _ in range(count):
        draw(cards, view, rng, world, worlds)
        survey(cards, world, tallies, owned)
        forget(worths)
        weigh_actions(cards, watch, habits, world, tallies, owned, worths, seat, actions, out)


@kernel
def leader(alive: Room, sums: Floats) -> Int:
    """The choice that is ahead; all alive were tried equally often."""
    best: Int = np.int64(-1)
    for choice in range(len(alive)):
        if alive[choice] and (best < 0 or sums[choice, PAYOFF] > sums[best, PAYOFF]):
            best = choice
    return best


@kernel
def sample(cards: CardTable, state: State, other: Int, usual: Int, regrets: Floats, rng: Words) -> Int:
    """A choice of another seat, in proportion to its regrets."""
    market, hand = np.int64(cards[MARKET]), HANDS + HAND_SIZE * other
    begin = np.int64(0) if state[PHASE] == OFFER else 2 * market
    weights = CREDIT
    for place in range(state[HELD + other]):
        card = np.int64(state[hand + place])
        if place == 0 or state[hand + place - 1] != card:
            weights += max(0.0, regrets[other, card])
    drawn = weights * below(rng, FINE) / FINE - CREDIT
    if drawn < 0.0:
        return usual
    for place in range(state[HELD + other]):
        card = np.int64(state[hand + place])
        if place == 0 or state[hand + place - 1] != card:
            drawn -= max(0.0, regrets[other, card])
            if drawn < 0.0:
                return begin + card
    return usual


@outlined
def finish(
    cards: CardTable,
    watch: Watch,
    habits: Floats,
    seat: Int,
    together: Int,
    chosen: Room,
    world: State,
    state: State,
    tallies: Room,
    owned: Room,
    tallies_first: Room,
    owned_first: Room,
    worths: Floats,
    scores: Scores,
    room: Room,
) -> None:
    """Make the choices of a stage in a world, play on, and write the scores."""
    copy(world, state, np.int64(cards[STATE]))
    copy(tallies_first, tallies, len(tallies))
    copy(owned_first, owned, len(owned))
    if together:
        for one in range(cards[PLAYERS]):
            advance(cards, world, state, tallies, owned, one, chosen[one])
    else:
        advance(cards, world, state, tallies, owned, seat, chosen[seat])
    play_on(cards, watch, habits, world, state, tallies, owned, worths)
    score(cards, state, scores, room)


@outlined
def ask(
    cards: CardTable,
    watch: Watch,
    habits: Floats,
    aims: Floats,
    seat: Int,
    asked: Int,
    regrets: Floats,
    chosen: Room,
    world: State,
    state: State,
    tallies: Room,
    owned: Room,
    tallies_first: Room,
    owned_first: Room,
    worths: Floats,
    scores: Scores,
    room: Room,
) -> None:
    """Try all choices of another seat, and add to its regrets how much better than its own each would have been."""
    players, market = np.int64(cards[PLAYERS]), np.int64(cards[MARKET])
    begin = np.int64(0) if world[PHASE] == OFFER else 2 * market
    hand, own = HANDS + HAND_SIZE * asked, chosen[asked]
    finish(cards, watch, habits, seat, 1, chosen, world, state, tallies, owned, tallies_first, owned_first,
           worths, scores, room)  # fmt: skip
    base = payoff(aims, scores, players, asked, share(scores, players, asked))
    for place in range(world[HELD + asked]):
        card = np.int64(world[hand + place])
        if (place == 0 or world[hand + place - 1] != card) and begin + card != own:
            chosen[asked] = begin + card
            finish(cards, watch, habits, seat, 1, chosen, world, state, tallies, owned, tallies_first,
                   owned_first, worths, scores, room)  # fmt: skip
            regrets[asked, card] += payoff(aims, scores, players, asked, share(scores, players, asked)) - base
    chosen[asked] = own
