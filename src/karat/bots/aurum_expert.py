"""Aurum by a trained net that looks further, in two ways, whichever was measured to be the stronger.

With four players the net looks a trick ahead, in worlds that are weighted by what the others have done: it says which
actions are worth a look, plays for the others, and judges what is then on the table. With three it judges the leaves of
the tree of `strong` and says what to try first: the net for three alone is weaker than that search, and a look ahead by
it was not enough to overtake it. With two tricks left all worlds are solved.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from karat.bots.aurum_strong import AurumStrong
from karat.kernel.aurum.layout import PLAYERS, SEAT
from karat.nets.aurum import shipped_net
from karat.search.aurum.ahead import look_ahead
from karat.search.aurum.belief import likelihood, likely_worlds
from karat.search.aurum.ending import by_solution
from karat.search.aurum.think import think

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from karat.kernel.aurum.layout import Record
    from karat.kernel.random import Words
    from karat.rules.aurum import Observation
    from karat.search.aurum.think import Tried

MOST_DRAWN, FEWEST_DRAWN = 128, 16
"""Worlds that are drawn and weighed at once, before they are looked at."""
TRIES_A_WORLD = 8
NET_FROM = 3
"""In the tree: with fewer tricks left, playing out is as quick as the net, and truer."""


class AurumExpert(AurumStrong):
    """The strongest there is."""

    most_worlds = 90

    def search(self, seen: Observation, view: Record, rng: Words, deadline: float) -> list[Tried]:
        """What came of the actions of the seat, the best first."""
        wins = self.solve(seen, view, deadline)
        look = self.ahead if view[PLAYERS] == 4 else self.tree
        tried = look(seen, view, rng, deadline)
        return tried if wins is None else by_solution(tried, wins)

    def ahead(self, seen: Observation, view: Record, rng: Words, deadline: float) -> list[Tried]:
        """One trick further by the net."""
        seat, tries, net = int(view[SEAT]), self.budget.tries, shipped_net(4)
        many = min(max(tries // TRIES_A_WORLD, FEWEST_DRAWN), MOST_DRAWN) if tries else MOST_DRAWN
        draw = partial(likely_worlds, seen, view, seat, rng, net, many)
        return look_ahead(view, seat, rng, net, draw, tries=tries, deadline=deadline)

    def tree(self, seen: Observation, view: Record, rng: Words, deadline: float) -> list[Tried]:  # noqa: ARG002
        """The search of `strong` with the net."""
        settings, net = replace(self.settings, net_from=NET_FROM), shipped_net(3)
        return think(view, int(view[SEAT]), rng, settings=settings, tries=self.budget.tries, deadline=deadline, net=net)

    def weights(self, seen: Observation, worlds: Record) -> NDArray[np.float64]:
        """By world, how likely the others' choices make it."""
        assert seen.seat is not None  # noqa: S101 -- an onlooker is never asked
        return likelihood(seen, seen.seat, worlds, shipped_net(seen.rules.players))
