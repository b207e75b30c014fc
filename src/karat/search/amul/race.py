"""The race between choices, told from outside the kernels: chunks of worlds, a clock, and who is dropped."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from karat.search.amul.desk import Desk, Floats
from karat.search.amul.flat import OWN, PAYOFF, SUMS, TRIES, WIN, try_out
from karat.search.amul.worlds import prepare

if TYPE_CHECKING:
    from karat.kernel.amul.layout import State
    from karat.kernel.random import Words

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


class Sums:
    """The sums by choice, and by pair of choices the squares of their differences, world by world."""

    def __init__(self, actions: list[int]) -> None:
        size = len(actions)
        self.actions = np.array(actions, np.int64)
        self.alive = np.ones(size, np.int64)
        self.sums = np.zeros((size, SUMS))
        self.squares = np.zeros((size, size))
        self.payoffs = np.zeros(size)
        self.lean = np.zeros(size)
        """What was thought of each before anything was tried, as a mean payoff over `credit` worlds."""
        self.credit = 0.0

    @property
    def means(self) -> Floats:
        """The payoffs that are expected."""
        expected: Floats = (self.sums[:, PAYOFF] + self.credit * self.lean) / np.maximum(
            self.sums[:, TRIES] + self.credit, 1
        )
        return expected

    def drop_those_behind(self) -> None:
        """Those alive were all tried on the same worlds, so their differences can be told from chance."""
        alive = np.flatnonzero(self.alive)
        worlds = self.sums[alive[0], TRIES]
        if worlds < LEAST_WORLDS:
            return
        means = self.means
        best = max(alive, key=lambda choice: means[choice])
        for choice in alive:
            if choice != best:
                behind = means[best] - means[choice]
                apart = (self.sums[best, PAYOFF] - self.sums[choice, PAYOFF]) / worlds
                square = self.squares[max(choice, best), min(choice, best)] / worlds
                if behind > BEHIND * math.sqrt(max(square - apart * apart, 0.0) / worlds) and behind > 0:
                    self.alive[choice] = 0

    def results(self) -> list[Tried]:
        """Best first; those that were dropped come after those that were not."""
        tries = np.maximum(self.sums[:, TRIES], 1)
        means, expected = self.sums / tries[:, None], self.means
        order = sorted(range(len(tries)), key=lambda choice: (-self.sums[choice, TRIES], -expected[choice]))
        return [
            Tried(
                int(self.actions[choice]),
                float(means[choice, PAYOFF]),
                float(means[choice, OWN]),
                float(means[choice, WIN]),
                int(self.sums[choice, TRIES]),
            )
            for choice in order
        ]


Attempt = Callable[[Sums, int], None]
"""Tries the choices that are alive on so many worlds."""


def race(found: Sums, attempt: Attempt, limit: Limit) -> list[Tried]:
    """Try choices until one is left or the limit is reached; the best comes first."""
    done, tries, spent = int(found.sums[:, TRIES].max()), int(found.sums[:, TRIES].sum()), 0.0
    while True:
        alive = int(found.alive.sum())
        worlds = limit.worlds(spent, done, tries, alive)
        if worlds < 1 or (alive == 1 and done):
            return found.results()
        begin = time.perf_counter()
        attempt(found, worlds)
        spent += time.perf_counter() - begin
        done += worlds
        tries += worlds * alive
        found.drop_those_behind()


def flat_race(
    desk: Desk, aims: Floats, view: State, seat: int, actions: list[int], rng: Words, limit: Limit
) -> list[Tried]:
    """The race of flat.py."""
    prepare(desk.cards, view, desk.worlds, 0)

    def attempt(found: Sums, worlds: int) -> None:
        try_out(
            desk.cards, desk.watch, desk.habits, aims, view, seat, found.actions, found.alive, found.sums,
            found.squares, found.payoffs, desk.world, desk.state, desk.tallies, desk.owned, desk.tallies_first,
            desk.owned_first, desk.worths, desk.scores, desk.room, desk.worlds, rng, worlds,
        )  # fmt: skip

    return race(Sums(actions), attempt, limit)
