"""Amul by trying out, with better rules of thumb and, early on, an estimate of the end in place of playing on to it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from karat.bots.amul_strong import AIMS, AmulStrong
from karat.kernel.amul.layout import NUMBER, ROUNDS, SEAT
from karat.search.amul.policy import CHANGING
from karat.search.amul.race import race_last

if TYPE_CHECKING:
    from karat.bots.bot import Budget
    from karat.kernel.amul.layout import State
    from karat.kernel.random import Words
    from karat.search.amul.desk import Desk, Floats
    from karat.search.amul.race import Limit, Tried


class AmulExpert(AmulStrong):
    """As strong, but it plays on for three rounds after this one, and with habits that change from round to round.

    In the last round it looks at all worlds where it can, and at how the others choose in secret.
    """

    habits: Floats = CHANGING
    rounds = 3
    """With one, less is left to chance, which helps in a few milliseconds; but the estimate is wrong at times, and in
    0.1 s `strong`, which plays on to the end, had caught up (docs/ladder.md)."""

    @classmethod
    def thinking(cls, budget: Budget) -> AmulExpert:
        return cls(budget)

    def search(self, desk: Desk, view: State, actions: list[int], rng: Words, limit: Limit) -> list[Tried]:
        if view[NUMBER] == ROUNDS:
            return race_last(desk, AIMS, view, int(view[SEAT]), actions, rng, limit)
        return super().search(desk, view, actions, rng, limit)
