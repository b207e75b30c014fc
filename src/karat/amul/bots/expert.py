"""Amul by trying out: all seats play on by a trained net, which also tells what they may expect after a few rounds."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from karat.amul.bots.strong import AIMS, AmulStrong
from karat.amul.kernel import layout as at
from karat.amul.net.net import knows, shipped_layers
from karat.amul.search.flat import POLICY, TASTE
from karat.amul.search.policy import CHANGING, STEADY
from karat.amul.search.think import race, race_last

if TYPE_CHECKING:
    from karat.amul.kernel.layout import State
    from karat.amul.net.net import Layers
    from karat.amul.rules.rules import Rules
    from karat.amul.search.think import Limit, Tried
    from karat.amul.search.workspace import Desk, Floats
    from karat.bots.bot import Budget
    from karat.kernel.random import Words

FEW = 3
"""With so few players the match is also played to its end by the policy; with more that adds nothing to the net."""
POLICY_IN = {at.OFFER: 0.2, at.TAKE: 0.4, at.PLAY: 0.7, at.GAIN: 0.5}
"""What that counts beside the net, by phase: the net knows better what to offer and take, the policy what to play."""
TASTES = 1.5
"""By how many points the others' tastes may differ then: with none, it counts on them to do as the net would. Among
more players this would make the others much weaker than anybody is."""
LATE = 5
"""With so few, the net looks no further than this round before round LATE."""


class AmulExpert(AmulStrong):
    """As strong, but by a net, and for a few rounds.

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
        return shipped_layers(rules.players) if knows(rules) else None

    def search(
        self, desk: Desk, layers: Layers | None, view: State, actions: list[int], rng: Words, limit: Limit
    ) -> list[Tried]:
        if view[at.NUMBER] == at.ROUNDS:
            return race_last(desk, AIMS, view, int(view[at.SEAT]), actions, rng, limit)
        if layers is None:
            return race(desk, None, AIMS, self.rounds, view, actions, rng, limit)
        aims, rounds = np.array(AIMS), self.rounds_by_net
        if desk.cards[at.PLAYERS] <= FEW:
            aims[TASTE], aims[POLICY] = TASTES, POLICY_IN[int(view[at.PHASE])]
            rounds = 0 if view[at.NUMBER] < LATE else rounds
        return race(desk._replace(habits=STEADY), layers, aims, rounds, view, actions, rng, limit)
