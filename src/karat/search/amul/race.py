"""The race between choices, told from outside the kernels: chunks of worlds, a clock, and who is dropped."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from karat.search.amul.flat import PAYOFF, POINTS, SUMS, TRIES, WIN, Ledger, try_out
from karat.search.amul.worlds import prepare

if TYPE_CHECKING:
    from karat.kernel.amul.layout import State
    from karat.kernel.random import Words
    from karat.search.amul.desk import Desk, Floats

CHUNK = 8
"""Worlds between two looks at who has fallen behind, when tries are counted."""
SLICE = 0.002
"""Seconds between two looks at the clock."""
LEAST_WORLDS = 16
"""Nobody is dropped before."""
BEHIND = 2.5
"""A choice is dropped when it is this many standard errors behind the best."""


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


def race(
    desk: Desk, aims: Floats, rounds: int, view: State, seat: int, actions: list[int], rng: Words, limit: Limit
) -> list[Tried]:
    """Try choices until one is left or the limit is reached, playing on for so many rounds; the best comes first."""
    prepare(desk.cards, view, desk.worlds, 0)
    ledger = open_ledger(actions)
    done, tries, spent = 0, 0, 0.0
    while True:
        alive = int(ledger.alive.sum())
        worlds = limit.worlds(spent, done, tries, alive)
        if worlds < 1 or (alive == 1 and done):
            return results(ledger)
        begin = time.perf_counter()
        try_out(desk, ledger, aims, rounds, view, seat, rng, worlds)
        spent += time.perf_counter() - begin
        done += worlds
        tries += worlds * alive
        drop_those_behind(ledger)
