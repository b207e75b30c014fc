"""Amul by search of the stage: likely worlds, others that look for their own best, and the win as the aim."""

from __future__ import annotations

from typing import TYPE_CHECKING

from karat.bots.amul_strong import AmulStrong
from karat.kernel.amul.layout import SEAT
from karat.search.amul.expert import stage_race

if TYPE_CHECKING:
    from karat.bots.bot import Budget
    from karat.kernel.amul.layout import State
    from karat.kernel.random import Words
    from karat.search.amul.desk import Desk
    from karat.search.amul.race import Limit, Tried


class AmulExpert(AmulStrong):
    """As strong, with another search."""

    @classmethod
    def thinking(cls, budget: Budget) -> AmulExpert:
        return cls(budget)

    def think(self, desk: Desk, view: State, actions: list[int], rng: Words, limit: Limit) -> list[Tried]:
        return stage_race(desk, view, int(view[SEAT]), actions, rng, limit)
