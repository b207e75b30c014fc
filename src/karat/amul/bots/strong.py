"""Amul by trying out: every choice on the same sampled worlds, played on by rules of thumb (karat.amul.search.flat)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from karat.amul.bots.casual import Casual
from karat.amul.kernel import layout as at
from karat.amul.kernel.check import BadArray, check_view
from karat.amul.kernel.pack import CannotPack, pack_view
from karat.amul.rules.codec import codec
from karat.amul.search.flat import AIMS, FlatSettings
from karat.amul.search.outlook import weights_for
from karat.amul.search.policy import STEADY
from karat.amul.search.think import think
from karat.amul.search.workspace import make_workspace
from karat.bots.bot import Budget, Candidate
from karat.kernel.random import generator
from karat.search.limit import Limit

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.amul.kernel.layout import Record
    from karat.amul.rules.actions import Action
    from karat.amul.rules.observe import Observation
    from karat.amul.search.workspace import Floats
    from karat.kernel.random import Words
    from karat.search.limit import Tried
    from karat.shuffle import Stream


class Strong:
    """Flat Monte Carlo with common worlds, to the end of the match."""

    habits: Floats = STEADY
    rounds = at.ROUNDS
    """How many are played on after the present one before it is estimated what comes out."""

    def __init__(self, budget: Budget | None = None) -> None:
        self.budget = budget or Budget()

    @classmethod
    def thinking(cls, budget: Budget) -> Strong:
        return cls(budget)

    def choose(self, seen: Observation, legal: Sequence[Action], rng: Stream) -> Action:
        if len(legal) == 1:
            return legal[0]
        chosen: Action = self.candidates(seen, legal, rng)[0].action
        return chosen

    def candidates(self, seen: Observation, legal: Sequence[Action], rng: Stream) -> Sequence[Candidate]:
        """The legal actions, the best first."""
        limit = Limit.from_now(self.budget.seconds, self.budget.tries)
        seed = f"{rng.word()} {rng.word()}"
        numbers = codec(seen.rules.cards)
        try:
            view = pack_view(seen)
            check_view(view)
        except (CannotPack, BadArray):  # a position set up by hand: no world fits what was done before
            return (Candidate(Casual().choose(seen, legal, rng)),)
        tried = self.search(view, generator(seed), limit)
        return [Candidate(numbers.decode(one.action), one.points, one.win, one.tries) for one in tried]

    def search(self, view: Record, rng: Words, limit: Limit) -> list[Tried]:
        """What came of the actions of the seat, the best first."""
        workspace = make_workspace(view.rules, self.habits, weights_for(view.rules.players))
        return think(view.words, int(view.words[at.SEAT]), rng, limit, FlatSettings(AIMS, self.rounds), workspace)
