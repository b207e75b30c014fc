"""Amul by trying out: all seats play on by a trained net, which also tells what they may expect after a few rounds."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from karat.bots.amul_strong import AIMS, AmulStrong
from karat.kernel.amul.layout import NUMBER, ROUNDS, SEAT
from karat.search.amul.flat import TASTE
from karat.search.amul.net import knows, shipped_layers
from karat.search.amul.policy import CHANGING
from karat.search.amul.race import race, race_last

if TYPE_CHECKING:
    from karat.bots.bot import Budget
    from karat.kernel.amul.layout import State
    from karat.kernel.random import Words
    from karat.rules.amul.rules import Rules
    from karat.search.amul.desk import Desk, Floats
    from karat.search.amul.net import Layers
    from karat.search.amul.race import Limit, Tried

TASTES = 1.5
"""By how many points the others' tastes may differ: with none, it counts on them to do as the net would."""
AIMS_BY_NET = np.array(AIMS)
AIMS_BY_NET[TASTE] = TASTES


class AmulExpert(AmulStrong):
    """As strong, but by a net, for two rounds after this one, and with others who do not quite play by it.

    In the last round it looks at all worlds where it can, and at how the others choose in secret. With cards that the
    net does not know it plays on by the policy, with habits that change from round to round, and for three rounds.
    """

    habits: Floats = CHANGING
    rounds = 3
    rounds_by_net = 2

    @classmethod
    def thinking(cls, budget: Budget) -> AmulExpert:
        return cls(budget)

    def layers(self, rules: Rules) -> Layers | None:
        return shipped_layers() if knows(rules) else None

    def search(
        self, desk: Desk, layers: Layers | None, view: State, actions: list[int], rng: Words, limit: Limit
    ) -> list[Tried]:
        if view[NUMBER] == ROUNDS:
            return race_last(desk, AIMS, view, int(view[SEAT]), actions, rng, limit)
        if layers is None:
            return race(desk, None, AIMS, self.rounds, view, actions, rng, limit)
        return race(desk, layers, AIMS_BY_NET, self.rounds_by_net, view, actions, rng, limit)
