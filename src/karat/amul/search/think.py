"""The race between choices, told from outside the kernels: chunks of worlds, a clock, and who is dropped."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from karat.amul.kernel import layout as at
from karat.amul.net.net import judge_with, no_layers
from karat.amul.search.ending import learn, open_manners, settle, try_last
from karat.amul.search.flat import PAYOFF, POINTS, SUMS, TRIES, WIN, Ledger, try_out
from karat.amul.search.unseen import spread_out
from karat.amul.search.worlds import prepare

if TYPE_CHECKING:
    from collections.abc import Callable

    from karat.amul.kernel.layout import State
    from karat.amul.net.net import Layers
    from karat.amul.search.workspace import Desk, Floats
    from karat.kernel.random import Words

CHUNK = 8
"""Worlds between two looks at who has fallen behind, when tries are counted."""
SLICE = 0.002
"""Seconds between two looks at the clock."""
LEAST_WORLDS = 16
"""Nobody is dropped before."""
BEHIND = 2.5
"""A choice is dropped when it is this many standard errors behind the best."""

LEARNING = 0.25
"""The part of the time that goes to finding out how others choose in secret."""


@dataclass(frozen=True, slots=True)
class Limit:
    """When to stop: at a time of `time.perf_counter`, or after so many tries."""

    deadline: float | None
    tries: int | None

    def worlds(self, spent: float, done: int, tries: int, alive: int) -> int:
        """How many worlds to try next, after `done` of them in `spent` seconds and `tries` in all; 0 to stop."""
        if self.tries is not None:
            left = (self.tries - tries) // alive
            return min(CHUNK, left) if done else max(1, min(CHUNK, left))
        assert self.deadline is not None  # noqa: S101 -- a limit has one of the two
        left_over = self.deadline - time.perf_counter()
        if spent == 0.0:
            return 1
        if left_over <= 0:
            return 0
        return max(1, min(64, int(min(SLICE, left_over) * done / spent)))

    def part(self, share: float) -> Limit:
        """A share of what is left from now on."""
        if self.deadline is None:
            return Limit(None, None if self.tries is None else int(self.tries * share))
        now = time.perf_counter()
        return Limit(now + (self.deadline - now) * share, None)

    def less(self, tries: int) -> Limit:
        """What is left after so many tries."""
        return self if self.tries is None else Limit(self.deadline, self.tries - tries)


@dataclass(frozen=True, slots=True)
class Tried:
    """What came out for one choice."""

    action: int
    payoff: float
    points: float
    win: float
    tries: int


def open_ledger(actions: list[int]) -> Ledger:
    """A ledger in which nothing is written yet."""
    size = len(actions)
    return Ledger(
        np.array(actions, np.int64),
        np.ones(size, np.int64),
        np.zeros((size, SUMS)),
        np.zeros((size, size)),
        np.zeros(size),
    )


def drop_those_behind(ledger: Ledger) -> None:
    """Those alive were all tried on the same worlds, so their differences can be told from chance."""
    alive = np.flatnonzero(ledger.alive)
    totals, worlds = ledger.sums[:, PAYOFF], ledger.sums[alive[0], TRIES]
    if worlds < LEAST_WORLDS:
        return
    best = max(alive, key=lambda choice: totals[choice])
    for choice in alive:
        behind = (totals[best] - totals[choice]) / worlds
        square = ledger.squares[max(choice, best), min(choice, best)] / worlds
        if behind > BEHIND * math.sqrt(max(square - behind * behind, 0.0) / worlds) and behind > 0:
            ledger.alive[choice] = 0


def results(ledger: Ledger) -> list[Tried]:
    """Best first; those that were dropped come after those that were not."""
    means = ledger.sums / np.maximum(ledger.sums[:, TRIES], 1)[:, None]
    order = sorted(range(len(means)), key=lambda choice: (-ledger.sums[choice, TRIES], -means[choice, PAYOFF]))
    return [
        Tried(
            int(ledger.actions[choice]),
            float(means[choice, PAYOFF]),
            float(means[choice, POINTS]),
            float(means[choice, WIN]),
            int(ledger.sums[choice, TRIES]),
        )
        for choice in order
    ]


def repeat(attempt: Callable[[int], None], limit: Limit, tries_of_a_world: Callable[[], int], most: int | None) -> int:
    """Attempt worlds until the limit is reached, one choice is left, or so many worlds are done; the tries it took."""
    done, tries, spent = 0, 0, 0.0
    while True:
        each = tries_of_a_world()
        worlds = limit.worlds(spent, done, tries, each)
        if most is not None:
            worlds = min(worlds, most - done)
        if worlds < 1 or (each == 1 and done):
            return tries
        begin = time.perf_counter()
        attempt(worlds)
        spent += time.perf_counter() - begin
        done += worlds
        tries += worlds * each


def race(
    desk: Desk,
    layers: Layers | None,
    aims: Floats,
    rounds: int,
    view: State,
    actions: list[int],
    rng: Words,
    limit: Limit,
) -> list[Tried]:
    """Try choices until one is left or the limit is reached, playing on for so many rounds; the best comes first.

    All play on by a net with these layers; without, by the policy.
    """
    prepare(desk.cards, view, desk.worlds, 0)
    ledger, judge, seat = open_ledger(actions), judge_with(layers or no_layers()), int(view[at.SEAT])

    def attempt(count: int) -> None:
        try_out(desk, judge, int(layers is not None), ledger, aims, rounds, view, seat, rng, count)
        drop_those_behind(ledger)

    repeat(attempt, limit, lambda: int(ledger.alive.sum()), None)
    return results(ledger)


def race_last(
    desk: Desk, aims: Floats, view: State, seat: int, actions: list[int], rng: Words, limit: Limit
) -> list[Tried]:
    """The same in the last round (lastround.py).

    Where all worlds are listed and nobody else chooses at the same time, each is tried once for every choice.
    """
    spread = spread_out(desk, view, rng)
    prepare(desk.cards, view, desk.worlds, 0)
    ledger, manners = open_ledger(actions), open_manners(desk)
    listed, secret = len(spread.turn), int(view[at.PHASE]) in {at.OFFER, at.PLAY}
    if secret:
        limit = limit.less(
            repeat(
                lambda count: learn(desk, manners, spread, aims, view, rng, count),
                limit.part(LEARNING),
                lambda: len(manners.chosen) * at.HAND_SIZE,
                None,
            )
        )
        settle(manners)
    complete = bool(listed) and not secret

    def attempt(count: int) -> None:
        try_last(desk, ledger, manners, spread, aims, view, seat, rng, count)
        if not complete:
            drop_those_behind(ledger)

    repeat(attempt, limit, lambda: int(ledger.alive.sum()), listed if complete else None)
    return results(ledger)
