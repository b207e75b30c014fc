"""Aurum by a trained net that looks a trick ahead.

Worlds are weighted by what the others have done. The net says which actions are worth a look, plays for the others, and
judges what is then on the table. In the last tricks all worlds are solved.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from karat.bots.aurum_strong import AurumStrong
from karat.kernel.aurum.layout import SEAT
from karat.nets.aurum import shipped_net
from karat.search.aurum.ahead import look_ahead
from karat.search.aurum.belief import likelihood, likely_worlds
from karat.search.aurum.ending import by_solution
from karat.search.aurum.think import prepared

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


class AurumExpert(AurumStrong):
    """The strongest there is."""

    most_worlds = 90

    def search(self, seen: Observation, view: Record, rng: Words, deadline: float) -> list[Tried]:
        """What came of the actions of the seat, the best first."""
        wins = self.solve(seen, view, deadline)
        tried = self.ahead(seen, view, rng, deadline)
        return tried if wins is None else by_solution(tried, wins)

    def ahead(self, seen: Observation, view: Record, rng: Words, deadline: float) -> list[Tried]:
        """One trick further by the net."""
        seat, tries, net = int(view[SEAT]), self.budget.tries, shipped_net(seen.rules.players)
        view = prepared(view, seat)
        many = min(max(tries // TRIES_A_WORLD, FEWEST_DRAWN), MOST_DRAWN) if tries else MOST_DRAWN
        draw = partial(likely_worlds, seen, view, seat, rng, net, many)
        return look_ahead(view, seat, rng, net, draw, tries=tries, deadline=deadline)

    def weights(self, seen: Observation, worlds: Record) -> NDArray[np.float64]:
        """By world, how likely the others' choices make it."""
        assert seen.seat is not None  # noqa: S101 -- an onlooker is never asked
        return likelihood(seen, seen.seat, worlds, shipped_net(seen.rules.players))
