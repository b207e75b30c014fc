"""Matches of Amul played by nets: for training, with what is to be learned from them, and to compare two nets.

All of it is compiled, chance comes from a generator of the kernel, and the same generator gives the same matches.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from karat.amul.kernel import layout as at
from karat.amul.kernel.layout import Room
from karat.amul.kernel.legal import legal_list, next_seat
from karat.amul.kernel.market import deal_any
from karat.amul.kernel.scoring import POINTS_IN, WON_IN, score
from karat.amul.net.features import BEGINS, changes, see, see_before
from karat.amul.search.judge import LOW, choose_by_net
from karat.amul.search.prospect import survey
from karat.amul.search.rollout import advance, copy
from karat.kernel.jit import Int, kernel, outlined
from karat.kernel.random import Words, below

if TYPE_CHECKING:
    from karat.amul.net.net import Judge
    from karat.amul.search.workspace import Desk, Floats, Real, Singles

EPSILON, TRUST, RIVALS = 0, 2, 5
"""Of the numbers that say how to play for training (aurum_rounds.py), those that matter here."""
SAMPLED = 0.25
"""The share of moments that become samples: those of one match are much alike."""
MOST_MOMENTS = 60
"""More than a seat has in a match."""
NO_SAMPLE = -1
EVENTS = 2 * at.SEATS * MOST_MOMENTS
"""Choices and samples of a match, no more of each than moments."""
FINE = 1 << 30
"""Chances are drawn in so many steps."""
Sights = NDArray[np.int16]
"""What the net is told is whole numbers: scales are in its weights."""


@kernel
def happens(rng: Words, chance: Real) -> Int:
    return below(rng, FINE) < chance * FINE


@outlined
def play_matches(
    desk: Desk,
    judge: Judge,
    rival: Judge,
    settings: Floats,
    rng: Words,
    count: Int,
    older: Room,
    events: Room,
    thoughts: Singles,
    sights: Sights,
    rounds: Room,
    points: Singles,
) -> Int:
    """Play matches and write their samples: what was seen, in which round, and the points; how many there are.

    The points that a sample learns are those of the end, and in part what its seat thought at its next choices.
    """
    cards, state, players = desk.cards, desk.state, np.int64(desk.cards[at.PLAYERS])
    found = np.int64(0)
    for _ in range(count):
        begin_match(desk, rng)
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
                        see(desk, judge, other, np.int64(BEGINS))
                        happened = remember(events, happened, other, found)
                        found = keep(judge, number, sights, rounds, found)
            action = act(desk, rival if older[seat] else judge, seat, settings[EPSILON], rng)
            if not older[seat]:
                if judge.thought[0] > LOW:
                    thoughts[happened] = judge.thought[0]
                    happened = remember(events, happened, seat, np.int64(NO_SAMPLE))
                if happens(rng, SAMPLED):
                    see_after(desk, judge, seat, action)
                    happened = remember(events, happened, seat, found)
                    found = keep(judge, number, sights, rounds, found)
            advance(cards, desk.world, state, desk.tallies, desk.owned, seat, action)
            seat = next_seat(cards, state)
        score(cards, state, desk.scores, desk.room)
        for seat in range(players):
            desk.points[seat] = desk.scores[seat, POINTS_IN]
        for event in range(happened - 1, -1, -1):
            seat, sample = events[event, 0], events[event, 1]
            if sample == NO_SAMPLE:
                desk.points[seat] += (1 - settings[TRUST]) * (thoughts[event] - desk.points[seat])
            else:
                points[sample] = desk.points[seat]
    return found


@kernel
def remember(events: Room, happened: Int, seat: Int, sample: Int) -> Int:
    """Write that a seat chose, or became a sample; how much has happened then."""
    events[happened, 0] = seat
    events[happened, 1] = sample
    return happened + 1


@kernel
def begin_match(desk: Desk, rng: Words) -> None:
    deal_any(desk.cards, desk.world, rng)
    copy(desk.world, desk.state, np.int64(desk.cards[at.STATE]))
    survey(desk.cards, desk.state, desk.tallies, desk.owned)


@outlined
def act(desk: Desk, judge: Judge, seat: Int, epsilon: Real, rng: Words) -> Int:
    """What the net chooses, or with some chance anything."""
    if happens(rng, epsilon):
        judge.thought[0] = LOW
        many = legal_list(desk.cards, desk.state, seat, judge.options)
        return judge.options[below(rng, many)]
    return choose_by_net(desk, judge, seat)


@outlined
def see_after(desk: Desk, judge: Judge, seat: Int, action: Int) -> None:
    """Let the judge see a seat as it will be after an action."""
    see_before(desk, judge, seat)
    for change in range(changes(desk, judge, seat, action)):
        judge.sight[judge.changed[change]] += judge.by[change]


@kernel
def keep(judge: Judge, number: Int, sights: Sights, rounds: Room, found: Int) -> Int:
    """Write what the judge sees as a sample; how many there are then."""
    for place in range(len(judge.sight)):
        sights[found, place] = np.int16(judge.sight[place])
    rounds[found] = number
    return found + 1


@outlined
def meet(
    desk: Desk, judge: Judge, rival: Judge, epsilon: Real, rng: Words, deals: Int, shares: Floats, margins: Floats
) -> None:
    """Play deals with the judge on each seat in turn, the others by the rival, who does anything with that chance."""
    cards, state, players = desk.cards, desk.state, np.int64(desk.cards[at.PLAYERS])
    for deal in range(deals):
        begin_match(desk, rng)
        for hero in range(players):
            copy(desk.world, state, np.int64(cards[at.STATE]))
            survey(cards, state, desk.tallies, desk.owned)
            seat = next_seat(cards, state)
            while seat >= 0:
                action = choose_by_net(desk, judge, seat) if seat == hero else act(desk, rival, seat, epsilon, rng)
                advance(cards, desk.world, state, desk.tallies, desk.owned, seat, action)
                seat = next_seat(cards, state)
            score(cards, state, desk.scores, desk.room)
            best, winners = np.int64(-1000), np.int64(0)
            for other in range(players):
                winners += desk.scores[other, WON_IN]
                if other != hero:
                    best = max(best, desk.scores[other, POINTS_IN])
            shares[deal, hero] = desk.scores[hero, WON_IN] / winners
            margins[deal, hero] = desk.scores[hero, POINTS_IN] - best
