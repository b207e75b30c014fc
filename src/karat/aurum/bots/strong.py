"""Aurum by search: worlds that fit what the seat knows, one tree over all of them, and rules of thumb to the end.

What it does is told in karat.aurum.search.ismcts; here it gets an Observation, a budget and a seed.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from karat.aurum.kernel import layout as at
from karat.aurum.kernel.pack import pack_view
from karat.aurum.rules.codec import encode
from karat.aurum.search.ending import all_worlds, by_solution, may_be_solved, weighed
from karat.aurum.search.think import TreeSettings, think
from karat.aurum.solver.table import make_solver_workspace
from karat.bots.bot import Budget, Candidate
from karat.kernel.random import generator

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from karat.aurum import Action, Observation
    from karat.aurum.kernel.layout import Record
    from karat.aurum.solver.table import SolverWorkspace
    from karat.kernel.random import Words
    from karat.search.limit import Limit, Tried
    from karat.shuffle import Stream

ENTRY_BITS = 15
"""Two tricks need no larger table."""


class Strong:
    """Thinks for a time, or for a number of tries, which give the same choice wherever they are made."""

    most_worlds = 6
    """With so many worlds left or fewer, they are solved: in the last trick."""

    def __init__(self, budget: Budget, settings: TreeSettings | None = None) -> None:
        self.budget = budget
        self.settings = settings or TreeSettings()

    @classmethod
    def thinking(cls, budget: Budget) -> Strong:
        return cls(budget)

    def choose(self, seen: Observation, legal: Sequence[Action], rng: Stream) -> Action:
        """The best of the candidates; what is forced is not thought about."""
        action: Action = legal[0] if len(legal) == 1 else self.candidates(seen, legal, rng)[0].action
        return action

    def candidates(self, seen: Observation, legal: Sequence[Action], rng: Stream) -> tuple[Candidate, ...]:
        """What was tried, the best first; points and wins are those of the round, of the seat's side."""
        limit = self.budget.limit()
        assert seen.seat is not None  # noqa: S101 -- an onlooker is never asked
        seat, players = seen.seat, seen.rules.players
        by_number = {encode(action, seat, players): action for action in legal}
        chance = generator(f"{rng.word():08x}{rng.word():08x}")
        tried = self.search(seen, pack_view(seen), chance, limit)
        return tuple(Candidate(by_number[one.action], one.points, one.win, one.tries or None) for one in tried)

    def search(self, seen: Observation, view: Record, rng: Words, limit: Limit) -> list[Tried]:
        """What came of the actions of the seat, the best first."""
        parts = self.solve(seen, view, limit)
        tried = think(view, int(view[at.SEAT]), rng, limit, self.settings)
        return tried if parts is None else by_solution(tried, parts, of_the_round=not seen.rules.plays_for_total)

    def solve(self, seen: Observation, view: Record, limit: Limit) -> dict[int, float] | None:
        """By action, the mean part of the win over all worlds, where they are few enough to be looked at."""
        if not may_be_solved(view, self.most_worlds):
            return None
        worlds = all_worlds(view)
        # A quarter of the time is left for the tree; tries are counted for each of the two.
        most = limit.part(0.75) if limit.by_time else limit
        return weighed(worlds, self.weights(seen, worlds), int(view[at.SEAT]), most, self.solver)

    def weights(self, seen: Observation, worlds: Record) -> NDArray[np.float64]:  # noqa: ARG002
        """By world, how likely it is: here all are alike."""
        return np.full(len(worlds), 1 / len(worlds))

    @cached_property
    def solver(self) -> SolverWorkspace:
        """What the solver works in."""
        return make_solver_workspace(ENTRY_BITS)
