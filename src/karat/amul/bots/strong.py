"""Amul by trying out: every choice on the same sampled worlds, played on by rules of thumb (karat.amul.search.flat)."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import numpy as np

from karat.amul.bots.casual import AmulCasual
from karat.amul.kernel import layout as at
from karat.amul.kernel.check import BadArray, check_view
from karat.amul.kernel.pack import CannotPack, pack_view
from karat.amul.rules.codec import codec
from karat.amul.search.outlook import weights_for
from karat.amul.search.policy import STEADY
from karat.amul.search.think import Limit, race
from karat.amul.search.workspace import make_desk
from karat.bots.bot import Budget, Candidate
from karat.kernel.random import generator

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.amul.kernel.layout import State
    from karat.amul.net.net import Layers
    from karat.amul.rules.actions import Action
    from karat.amul.rules.observe import Observation
    from karat.amul.rules.rules import Rules
    from karat.amul.search.think import Tried
    from karat.amul.search.workspace import Desk, Floats
    from karat.kernel.random import Words
    from karat.shuffle import Stream

AIMS = np.array([0.5, 6.0, 2.0, 0.2, 0.0, 0.0])
"""What the end of a match is worth, in the order of flat.py."""


class AmulStrong:
    """Flat Monte Carlo with common worlds, to the end of the match."""

    habits: Floats = STEADY
    rounds = at.ROUNDS
    """How many are played on after the present one before it is estimated what comes out."""

    def __init__(self, budget: Budget | None = None) -> None:
        self.budget = budget or Budget()

    @classmethod
    def thinking(cls, budget: Budget) -> AmulStrong:
        return cls(budget)

    def choose(self, seen: Observation, legal: Sequence[Action], rng: Stream) -> Action:
        if len(legal) == 1:
            return legal[0]
        chosen: Action = self.candidates(seen, legal, rng)[0].action
        return chosen

    def candidates(self, seen: Observation, legal: Sequence[Action], rng: Stream) -> Sequence[Candidate]:
        """The legal actions, the best first."""
        begin = time.perf_counter()
        seed = f"{rng.word()} {rng.word()}"
        numbers = codec(seen.rules.cards)
        desk = make_desk(seen.rules, self.habits, weights_for(seen.rules.players))
        try:
            view = pack_view(seen)
            check_view(desk.cards, view)
        except (CannotPack, BadArray):  # a position set up by hand: no world fits what was done before
            return (Candidate(AmulCasual().choose(seen, legal, rng)),)
        seconds = self.budget.seconds
        limit = Limit(None if seconds is None else begin + seconds, self.budget.tries)
        actions = sorted(numbers.encode(action) for action in legal)
        tried = self.search(desk, self.layers(seen.rules), view, actions, generator(seed), limit)
        return [Candidate(numbers.decode(one.action), one.points, one.win, one.tries) for one in tried]

    def layers(self, _rules: Rules) -> Layers | None:
        """Those of the net by which all seats play on; None: by the policy."""
        return None

    def search(
        self, desk: Desk, layers: Layers | None, view: State, actions: list[int], rng: Words, limit: Limit
    ) -> list[Tried]:
        return race(desk, layers, AIMS, self.rounds, view, actions, rng, limit)
