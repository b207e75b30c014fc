"""Aurum by search with a trained net, on worlds that are weighted by what the others have done.

The tree is that of `strong`. A net says what its leaves are worth, in place of playing out, and what to try first; the
worlds are those in which the others' bids and cards make sense; and with two tricks left all of them are solved. With
three players the leaves are played out, as in `strong`: there the net that we have is no better.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from karat.bots.aurum_strong import AurumStrong
from karat.bots.bot import Budget
from karat.kernel.aurum.layout import BIDDING, PHASE, PLAYERS, SEAT
from karat.nets.aurum import shipped_net
from karat.search.aurum.belief import likelihood, likely_worlds
from karat.search.aurum.ending import by_solution
from karat.search.aurum.think import Settings, think

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from karat.kernel.aurum.layout import Record
    from karat.kernel.random import Words
    from karat.rules.aurum import Observation
    from karat.search.aurum.think import Tried

NET_FROM = 5
"""With fewer tricks left, playing out is as quick as the net, and truer."""
MOST_DRAWN, FEWEST_DRAWN = 1024, 256
DRAWN_A_SECOND = 5000
"""Worlds that are drawn and weighted for each second of the budget: some five hundredths of it."""
TRIES_A_WORLD = 8


class AurumExpert(AurumStrong):
    """The strongest there is."""

    most_worlds = 90

    def __init__(self, budget: Budget, settings: Settings | None = None) -> None:
        super().__init__(budget, settings or Settings(net_from=NET_FROM))

    def search(self, seen: Observation, view: Record, rng: Words, deadline: float) -> list[Tried]:
        """What came of the actions of the seat, the best first."""
        wins = self.solve(seen, view, deadline)
        seat, worlds = int(view[SEAT]), None
        if not (view[PHASE] == BIDDING and view[PLAYERS] == 3):
            worlds = likely_worlds(seen, view, seat, rng, self.drawn())
        tried = think(
            view,
            seat,
            rng,
            settings=self.settings,
            tries=self.budget.tries,
            deadline=deadline,
            worlds=worlds,
            net=shipped_net(4) if view[PLAYERS] == 4 else None,
        )
        return tried if wins is None else by_solution(tried, wins)

    def drawn(self) -> int:
        """How many worlds are weighed."""
        tries = self.budget.tries
        many = tries // TRIES_A_WORLD if tries else int((self.budget.seconds or 0.0) * DRAWN_A_SECOND)
        return min(max(many, FEWEST_DRAWN), MOST_DRAWN)

    def weights(self, seen: Observation, worlds: Record) -> NDArray[np.float64]:
        """By world, how likely the others' choices make it."""
        assert seen.seat is not None  # noqa: S101 -- an onlooker is never asked
        return likelihood(seen, seen.seat, worlds)
