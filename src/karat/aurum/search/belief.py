"""Which worlds fit not only what a seat has seen but also how the others have played.

Worlds are drawn evenly from a view; then the round is played again in each of them up to now, and at every bid and card
of another seat the net is asked how likely it was for that hand: the better an action looks to whoever holds it, the
likelier it is made. Worlds in which the others have played oddly count less. Nobody plays as our net does exactly, so
what it says is taken with a grain of salt, which was measured.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from karat.aurum.kernel import edge
from karat.aurum.kernel import layout as at
from karat.aurum.kernel.layout import Record
from karat.aurum.kernel.legal import count_of, lying, nth_of, options_of
from karat.aurum.kernel.pack import card_set
from karat.aurum.kernel.resample import resample
from karat.aurum.kernel.round import apply
from karat.aurum.net.choice import score, worth_after
from karat.aurum.net.net import NetWorkspace, prepare
from karat.aurum.rules.actions import Bid, Play, Swap
from karat.aurum.rules.codec import NUMBERS, encode
from karat.aurum.search.leaf import Floats
from karat.aurum.search.workspace import Workspace, make_workspace
from karat.kernel.jit import Int, outlined
from karat.kernel.random import Words

if TYPE_CHECKING:
    from karat.aurum import Observation
    from karat.search.limit import Limit
    from karat.search.net_file import Net

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


class Past(NamedTuple):
    """The round up to now, as a seat knows it."""

    seat: Int
    """Whose knowledge it is."""
    start: Record
    """The round before the bids, with those cards in each hand that have since been played, bid or laid."""
    steps: Record
    """What was done, a row each: a seat and an action."""
    moved: Int
    """The cards that have moved since, as a set."""


@outlined
def log_chance(state: Record, seat: Int, done: Int, net: NetWorkspace, heads: NDArray[np.float32]) -> Int:
    """The logarithm of the chance that a seat does that; `heads` is room for what the net says."""
    cards, means = options_of(state, seat, lying(state))
    count = count_of(cards, means)
    if count == 1:
        return 0.0
    prepare(state, seat, net)
    best, own, total = -1e9, -1e9, 0.0
    for number in range(count):
        action = nth_of(cards, means, number)
        worth_after(state, seat, action, net, heads)
        value = np.float64(score(state, heads))
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
def log_chances(past: Past, world: Record, who: Int, workspace: Workspace, least: Int) -> Int:
    """The logarithm of the chance that a seat does all it did; where it falls below `least`, no more than that."""
    state, steps, total = workspace.state, past.steps, 0.0
    for word in range(at.WORDS):
        state[word] = past.start[word]
    for other in range(4):
        state[at.HAND + other] |= world[at.HAND + other] & ~past.moved
    for place in range(steps.shape[0]):
        if steps[place, 0] == who and state[at.PHASE] != at.CHANGING:
            total += log_chance(state, who, steps[place, 1], workspace.net, workspace.values[0])
            if total < least:
                break
        apply(state, steps[place, 0], steps[place, 1])
    return total


class Weighing(NamedTuple):
    """Worlds, and what is known of how likely they are."""

    worlds: Record
    parts: Floats
    """By world and seat, the logarithm of the chance that the seat does what it did; not a number where unknown."""
    totals: Floats
    """By world, the logarithms of all others together."""


@outlined
def weigh(past: Past, weighing: Weighing, begin: Int, end: Int, best: Int, workspace: Workspace) -> Int:
    """Write, by world, the logarithm of how likely the steps of the other seats were; the best of these and of `best`.

    What a seat did depends on its own hand alone, so that it is kept for other worlds in which it holds the same. A
    world that is hopeless beside the best is not looked at to the end.
    """
    worlds, parts = weighing.worlds, weighing.parts
    for number in range(begin, end):
        total = 0.0
        for who in range(past.start[at.PLAYERS]):
            if who == past.seat:
                continue
            part = np.nan
            for earlier in range(number):
                if worlds[earlier, at.HAND + who] == worlds[number, at.HAND + who] and parts[earlier, who] <= 0.0:
                    part = parts[earlier, who]
                    break
            if math.isnan(part):
                least = best - HOPELESS - total
                part = log_chances(past, worlds[number], who, workspace, least)
                if part >= least:
                    parts[number, who] = part
            total += part
            if total < best - HOPELESS:
                break
        weighing.totals[number] = total
        best = max(best, total)
    return best


@outlined
def draw(view: Record, rng: Words, worlds: Record) -> None:
    """Fill all rows with worlds that fit the view, each as likely as every other."""
    for number in range(worlds.shape[0]):
        resample(view, rng, worlds[number])


def past_of(seen: Observation) -> Past:
    """The round up to now, from what the seat has seen."""
    assert seen.seat is not None and seen.first is not None  # noqa: S101, PT018 -- a player is asked, in a round
    rules = seen.rules
    start = edge.start(rules)
    edge.deal(start, "any")
    start[at.HAND : at.HAND + 4] = 0
    start[at.FIRST] = start[at.LEADER] = seen.first
    start[at.TURN] = seen.first if rules.players == 4 else 0
    start[at.ASIDE] = card_set(seen.aside)
    moved = 0
    for seat, action in seen.actions:
        if isinstance(action, Bid | Play | Swap) and not moved >> NUMBERS[action.card] & 1:
            moved |= 1 << NUMBERS[action.card]  # where a card first left a hand, it was dealt
            start[at.HAND + seat] |= 1 << NUMBERS[action.card]
    steps = [(seat, encode(action, seat, rules.players)) for seat, action in seen.actions]
    return Past(seen.seat, start, np.array(steps, np.int64).reshape(-1, 2), moved)


def likelihood(seen: Observation, worlds: Record, net: Net, limit: Limit | None = None) -> Floats:
    """By world, its weight, together 1; of the first worlds only, where the clock passes the limit's deadline."""
    past, workspace = past_of(seen), make_workspace(net)
    weighing = Weighing(worlds, np.full((len(worlds), 4), math.nan), np.zeros(len(worlds)))
    best, done = -math.inf, 0
    while done < len(worlds):
        end = min(done + AT_ONCE, len(worlds))
        best = weigh(past, weighing, done, end, best, workspace)
        done = end
        if limit is not None and limit.is_past():
            break
    likely = np.exp((weighing.totals[:done] - best) * SHARPNESS)
    weights: Floats = likely / likely.sum()
    return weights


def likely_worlds(
    seen: Observation, view: Record, rng: Words, net: Net, count: int, limit: Limit | None = None
) -> tuple[Record, Floats]:
    """Worlds that fit the view and what share each has, by how likely the others' choices make it.

    Bids must lie open. So many are drawn, or as many as can be weighed by the limit's deadline. Those that hardly count
    are left out, and the rest are in the order in which they were drawn, which is none.
    """
    worlds = np.zeros((count, at.WORDS), np.int64)
    draw(view, rng, worlds)
    shares = likelihood(seen, worlds, net, limit)
    order = np.argsort(-shares, kind="stable")
    kept = np.sort(order[: int(np.searchsorted(np.cumsum(shares[order]), ALMOST_ALL)) + 1])
    return worlds[kept], shares[kept]
