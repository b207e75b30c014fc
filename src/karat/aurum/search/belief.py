"""Which worlds fit not only what a seat has seen but also how the others have played.

Worlds are drawn evenly from a view; then the round is played again in each of them up to now, and at every bid and card
of another seat the net is asked how likely it was for that hand: the better an action looks to whoever holds it, the
likelier it is made. Worlds in which the others have played oddly count less. Nobody plays as our net does exactly, so
what it says is taken with a grain of salt, which was measured.
"""

from __future__ import annotations

import math
import time
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from karat.aurum.kernel import edge
from karat.aurum.kernel import layout as at
from karat.aurum.kernel.layout import Record
from karat.aurum.kernel.legal import count_of, lying, nth_of, options_of
from karat.aurum.kernel.pack import card_set
from karat.aurum.kernel.resample import resample
from karat.aurum.kernel.round import apply
from karat.aurum.net.choice import score
from karat.aurum.net.net import evaluate_after, prepare
from karat.aurum.rules.actions import Bid, Play, Swap
from karat.aurum.rules.codec import NUMBERS, encode
from karat.aurum.search.workspace import Desk, make_desk
from karat.kernel.jit import Int, outlined
from karat.kernel.random import Words

if TYPE_CHECKING:
    from karat.aurum import Observation
    from karat.search.net_file import Net

Floats = NDArray[np.float64]

HEAT = 0.04
"""By how much better an action must look to be e times as likely: four hundredths of the win."""
IN_WINS = 0.025
"""Where rounds are added up (AV.2), a point of the lead is so much of a win."""
SLIP = 0.1
"""The chance that somebody does anything at all."""
SHARPNESS = 0.5
"""The power to which all chances together are taken.

HEAT, SLIP and this serve against everybody: with four players the true hands get 0.5 nats more than an even draw gives
them where `strong` or `casual` play, and 1.5 where `expert` does; with three 0.4, 0.2 and 0.8. A HEAT of 0.01 tells yet
more of who goes by the same net, but takes from the true hands of `strong`.
"""
HOPELESS = 7 / SHARPNESS
"""A world whose logarithm is so far behind another's is not looked at to the end: it counts less than a thousandth."""
AT_ONCE = 8
"""Worlds that are weighed between two looks at the clock."""
ALMOST_ALL = 0.97
"""The likeliest worlds that together have this share are kept."""


@outlined
def log_chance(state: Record, seat: Int, done: Int, desk: Desk) -> Int:
    """The logarithm of the chance that a seat does that."""
    cards, means = options_of(state, seat, lying(state))
    count = count_of(cards, means)
    if count == 1:
        return 0.0
    values = desk.values[0]
    prepare(state, seat, desk.weights, desk.floats, desk.words)
    best, own, total = -1e9, -1e9, 0.0
    for number in range(count):
        action = nth_of(cards, means, number)
        evaluate_after(state, seat, action, desk.weights, desk.floats, desk.words, values)
        value = np.float64(score(state, values))
        if state[at.VARIANTS] & at.THREE_ROUND_TOTAL:
            value *= IN_WINS
        if value > best:
            total = total * math.exp((best - value) / HEAT) + 1
            best = value
        else:
            total += math.exp((value - best) / HEAT)
        if action == done:
            own = value
    return math.log((1 - SLIP) * math.exp((own - best) / HEAT) / total + SLIP / count)


@outlined
def log_chances(start: Record, steps: Record, moved: Int, world: Record, who: Int, desk: Desk, least: Int) -> Int:
    """The logarithm of the chance that a seat does all it did; where it falls below `least`, no more than that."""
    state, told = desk.state, 0.0
    for word in range(at.WORDS):
        state[word] = start[word]
    for other in range(4):
        state[at.HAND + other] |= world[at.HAND + other] & ~moved
    for place in range(steps.shape[0]):
        if steps[place, 0] == who and state[at.PHASE] != at.CHANGING:
            told += log_chance(state, who, steps[place, 1], desk)
            if told < least:
                break
        apply(state, steps[place, 0], steps[place, 1])
    return told


@outlined
def weigh(start: Record, steps: Record, moved: Int, seat: Int, worlds: Record, begin: Int, end: Int, desk: Desk,
          best: Int, parts: Floats, out: Floats) -> Int:  # fmt: skip
    """By world, the logarithm of how likely the steps of the other seats were; the best of these and of `best`.

    `start` is the round before the bids, with those cards in each hand that have since been played, bid or laid; a step
    is a seat and an action. What a seat did depends on its own hand alone, so that `parts` keeps it, by world and seat,
    for other worlds in which it holds the same; not a number where it is not known. A world that is hopeless beside the
    best is not looked at to the end.
    """
    for number in range(begin, end):
        told = 0.0
        for who in range(start[at.PLAYERS]):
            if who == seat:
                continue
            part = np.nan
            for earlier in range(number):
                if worlds[earlier, at.HAND + who] == worlds[number, at.HAND + who] and parts[earlier, who] <= 0.0:
                    part = parts[earlier, who]
                    break
            if math.isnan(part):
                least = best - HOPELESS - told
                part = log_chances(start, steps, moved, worlds[number], who, desk, least)
                if part >= least:
                    parts[number, who] = part
            told += part
            if told < best - HOPELESS:
                break
        out[number] = told
        best = max(best, told)
    return best


@outlined
def draw(view: Record, rng: Words, worlds: Record) -> None:
    """Fill all rows with worlds that fit the view, each as likely as every other."""
    for number in range(worlds.shape[0]):
        resample(view, rng, worlds[number])


def beginning(seen: Observation) -> tuple[Record, Record, int]:
    """The round before the bids with all cards that have moved since, what was done, and which cards have moved."""
    rules = seen.rules
    start = edge.start(rules)
    edge.deal(start, "any")
    start[at.HAND : at.HAND + 4] = 0
    start[at.FIRST] = start[at.LEADER] = seen.first[0]
    start[at.TURN] = seen.first[0] if rules.players == 4 else 0
    start[at.ASIDE] = card_set(seen.aside)
    moved = 0
    for seat, action in seen.actions:
        if isinstance(action, Bid | Play | Swap) and not moved >> NUMBERS[action.card] & 1:
            moved |= 1 << NUMBERS[action.card]  # where a card first left a hand, it was dealt
            start[at.HAND + seat] |= 1 << NUMBERS[action.card]
    steps = [(seat, encode(action, seat, rules.players)) for seat, action in seen.actions]
    return start, np.array(steps, np.int64).reshape(-1, 2), moved


def likelihood(
    seen: Observation, seat: int, worlds: Record, net: Net, deadline: float | None = None
) -> NDArray[np.float64]:
    """By world, its weight, together 1; of the first worlds only, where the clock passes the deadline."""
    start, steps, moved = beginning(seen)
    desk, told, parts = make_desk(net), np.zeros(len(worlds), np.float64), np.full((len(worlds), 4), math.nan)
    best, done = -math.inf, 0
    while done < len(worlds):
        end = min(done + AT_ONCE, len(worlds))
        best = weigh(start, steps, moved, seat, worlds, done, end, desk, best, parts, told)
        done = end
        if deadline is not None and time.perf_counter() > deadline:
            break
    likely = np.exp((told[:done] - best) * SHARPNESS)
    weights: NDArray[np.float64] = likely / likely.sum()
    return weights


def likely_worlds(
    seen: Observation, view: Record, seat: int, rng: Words, net: Net, count: int, deadline: float | None = None
) -> tuple[Record, NDArray[np.float64]]:
    """Worlds that fit the view and what share each has, by how likely the others' choices make it.

    Bids must lie open. So many are drawn, or as many as can be weighed by the deadline. Those that hardly count are
    left out, and the rest are in the order in which they were drawn, which is none.
    """
    worlds = np.zeros((count, at.WORDS), np.int64)
    draw(view, rng, worlds)
    shares = likelihood(seen, seat, worlds, net, deadline)
    order = np.argsort(-shares, kind="stable")
    kept = np.sort(order[: int(np.searchsorted(np.cumsum(shares[order]), ALMOST_ALL)) + 1])
    return worlds[kept], shares[kept]
