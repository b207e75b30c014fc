"""Amul by trying out, with better rules of thumb and an estimate of the end in place of most of the playing on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from karat.bots.amul_strong import AmulStrong
from karat.search.amul.policy import CHANGING

if TYPE_CHECKING:
    from karat.bots.bot import Budget
    from karat.search.amul.desk import Floats


class AmulExpert(AmulStrong):
    """As strong, but it plays on to the end of the next round only, and with habits that change from round to round."""

    habits: Floats = CHANGING
    rounds = 1

    @classmethod
    def thinking(cls, budget: Budget) -> AmulExpert:
        return cls(budget)
