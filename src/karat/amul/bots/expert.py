"""Amul by trying out: all seats play on by a trained net, which also tells what they may expect after a few rounds."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from karat.amul.bots.strong import Strong
from karat.amul.kernel import layout as at
from karat.amul.net.shipped import knows, shipped_layers
from karat.amul.search.flat import AIMS, POLICY, TASTE, FlatSettings
from karat.amul.search.outlook import weights_for
from karat.amul.search.policy import CHANGING, STEADY
from karat.amul.search.think import think, think_last
from karat.amul.search.workspace import make_workspace

if TYPE_CHECKING:
    from karat.amul.kernel.layout import Record, State
    from karat.amul.rules.rules import Rules
    from karat.amul.search.workspace import Floats
    from karat.bots.bot import Budget
    from karat.kernel.random import Words
    from karat.search.limit import Limit, Tried

FEW = 3
"""With so few players the match is also played to its end by the policy; with more that adds nothing to the net."""
POLICY_IN = {at.OFFER: 0.2, at.TAKE: 0.4, at.PLAY: 0.7, at.GAIN: 0.5}
"""What that counts beside the net, by phase: the net knows better what to offer and take, the policy what to play."""
TASTES = 1.5
"""By how many points the others' tastes may differ then: with none, it counts on them to do as the net would. Among
more players this would make the others much weaker than anybody is."""
LATE = 5
"""With so few, the net looks no further than this round before round LATE."""


class Expert(Strong):
    """As strong, but by a net, and for a few rounds.

    In the last round it looks at all worlds where it can, and at how the others choose in secret. With cards that the
    net does not know it plays on by the policy, with habits that change from round to round, and for three rounds.
    """

    habits: Floats = CHANGING
    rounds = 3
    rounds_by_net = 2

    @classmethod
    def thinking(cls, budget: Budget) -> Expert:
        return cls(budget)

    def search(self, view: Record, rng: Words, limit: Limit) -> list[Tried]:
        rules, words, seat = view.rules, view.words, int(view.words[at.SEAT])
        if words[at.NUMBER] == at.ROUNDS:
            workspace = make_workspace(rules, self.habits, weights_for(rules.players))
            return think_last(words, seat, rng, limit, AIMS, workspace)
        if not knows(rules):
            return super().search(view, rng, limit)
        workspace = make_workspace(rules, STEADY, weights_for(rules.players))
        settings = self.settings(rules, words)
        return think(words, seat, rng, limit, settings, workspace, shipped_layers(rules.players))

    @classmethod
    def settings(cls, rules: Rules, words: State) -> FlatSettings:
        """How choices are tried before the last round, by the net where it knows the cards."""
        if not knows(rules):
            return FlatSettings(AIMS, cls.rounds)
        aims, rounds = np.array(AIMS), cls.rounds_by_net
        if rules.players <= FEW:
            aims[TASTE], aims[POLICY] = TASTES, POLICY_IN[int(words[at.PHASE])]
            rounds = 0 if words[at.NUMBER] < LATE else rounds
        return FlatSettings(aims, rounds)
