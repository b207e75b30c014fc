"""Aurum by search: worlds that fit what the seat knows, one tree over all of them, and rules of thumb to the end.

What it does is told in karat.search.aurum.tree; here it gets an Observation, a budget and a seed.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from karat.bots.bot import Budget, Candidate
from karat.kernel.aurum.pack import pack_view
from karat.kernel.random import generator
from karat.rules.aurum.codec import encode
from karat.search.aurum.think import Settings, think

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.kernel.aurum.layout import Record
    from karat.kernel.random import Words
    from karat.rules.aurum import Action, Observation
    from karat.search.aurum.think import Tried
    from karat.shuffle import Stream


class AurumStrong:
    """Thinks for a time, or for a number of tries, which give the same choice wherever they are made."""

    def __init__(self, budget: Budget, settings: Settings | None = None) -> None:
        self.budget = budget
        self.settings = settings or Settings()

    @classmethod
    def thinking(cls, budget: Budget) -> AurumStrong:
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
        tried = self.search(pack_view(seen), seat, chance, deadline)
        return tuple(Candidate(by_number[one.action], one.points, one.win, one.tries) for one in tried)

    def search(self, view: Record, seat: int, rng: Words, deadline: float) -> list[Tried]:
        """What came of the actions of a seat, from what it knows."""
        return think(view, seat, rng, settings=self.settings, tries=self.budget.tries, deadline=deadline)
