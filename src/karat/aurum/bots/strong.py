"""Aurum by search: worlds that fit what the seat knows, one tree over all of them, and rules of thumb to the end.

What it does is told in karat.aurum.search.ismcts; here it gets an Observation, a budget and a seed.
"""

from __future__ import annotations

import time
from functools import cached_property, partial
from typing import TYPE_CHECKING

import numpy as np

from karat.aurum.kernel import layout as at
from karat.aurum.kernel.pack import pack_view
from karat.aurum.rules.codec import encode
from karat.aurum.search.ending import ENDLESS, NODES_A_TRY, STEPS_A_TRY, all_worlds, by_solution, may_be_solved, weighed
from karat.aurum.search.think import Settings, think
from karat.aurum.solver.table import make_work
from karat.bots.bot import Budget, Candidate
from karat.kernel.random import generator

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from karat.aurum import Action, Observation
    from karat.aurum.kernel.layout import Record
    from karat.aurum.search.think import Tried
    from karat.aurum.solver.table import Work
    from karat.kernel.random import Words
    from karat.shuffle import Stream

WORK_BITS = 15
"""Two tricks need no larger table."""


class Strong:
    """Thinks for a time, or for a number of tries, which give the same choice wherever they are made."""

    most_worlds = 6
    """With so many worlds left or fewer, they are solved: in the last trick."""

    def __init__(self, budget: Budget, settings: Settings | None = None) -> None:
        self.budget = budget
        self.settings = settings or Settings()

    @classmethod
    def thinking(cls, budget: Budget) -> Strong:
        return cls(budget)

    def choose(self, seen: Observation, legal: Sequence[Action], rng: Stream) -> Action:
        """The best of the candidates; what is forced is not thought about."""
        action: Action = legal[0] if len(legal) == 1 else self.candidates(seen, legal, rng)[0].action
        return action

    def candidates(self, seen: Observation, legal: Sequence[Action], rng: Stream) -> tuple[Candidate, ...]:
        """What was tried, the best first; points and wins are those of the round, of the seat's side."""
        deadline = time.perf_counter() + (self.budget.seconds or 0.0)
        assert seen.seat is not None  # noqa: S101 -- an onlooker is never asked
        seat, players = seen.seat, seen.rules.players
        by_number = {encode(action, seat, players): action for action in legal}
        chance = generator(f"{rng.word():08x}{rng.word():08x}")
        tried = self.search(seen, pack_view(seen), chance, deadline)
        return tuple(Candidate(by_number[one.action], one.points, one.win, one.tries or None) for one in tried)

    def search(self, seen: Observation, view: Record, rng: Words, deadline: float) -> list[Tried]:
        """What came of the actions of the seat, the best first."""
        parts = self.solve(seen, view, deadline)
        tries, settings = self.budget.tries, self.settings
        tried = think(view, int(view[at.SEAT]), rng, settings=settings, tries=tries, deadline=deadline)
        return tried if parts is None else by_solution(tried, parts, of_the_round=not seen.rules.plays_for_total)

    def solve(self, seen: Observation, view: Record, deadline: float) -> dict[int, float] | None:
        """By action, the mean part of the win over all worlds, where they are few enough to be looked at."""
        if not may_be_solved(view, self.most_worlds):
            return None
        worlds, seat, tries = all_worlds(view), int(view[at.SEAT]), self.budget.tries
        weigh = partial(weighed, worlds, self.weights(seen, worlds), seat, self.work)
        if tries:
            return weigh(nodes=tries * NODES_A_TRY, steps=tries * STEPS_A_TRY)
        left_for_the_tree = (self.budget.seconds or 0.0) / 4
        return weigh(nodes=ENDLESS, steps=ENDLESS, deadline=deadline - left_for_the_tree)

    def weights(self, seen: Observation, worlds: Record) -> NDArray[np.float64]:  # noqa: ARG002
        """By world, how likely it is: here all are alike."""
        return np.full(len(worlds), 1 / len(worlds))

    @cached_property
    def work(self) -> Work:
        """What the solver works in."""
        return make_work(WORK_BITS)
