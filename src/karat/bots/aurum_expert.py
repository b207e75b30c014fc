"""Aurum by search with a trained net, on worlds that are weighted by what the others have done.

The tree is that of `strong`. A net says what its leaves are worth, in place of playing out, and what to try first; the
worlds are those in which the others' bids and cards make sense; and with two tricks left all of them are solved. With
three players worlds are drawn evenly: there the rules of thumb tell next to nothing about the hands of bots that
search, and weighing worlds by them took a fifth of the time.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from karat.bots.aurum_strong import AurumStrong
from karat.kernel.aurum.layout import PLAYERS, SEAT
from karat.nets.aurum import shipped_net
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

NET_FROM = {3: 3, 4: 5}
"""By players: with fewer tricks left, playing out is as quick as the net, and truer."""
MOST_DRAWN, FEWEST_DRAWN = 1024, 256
DRAWN_A_SECOND = 5000
"""Worlds that are drawn and weighted for each second of the budget: some five hundredths of it."""
TRIES_A_WORLD = 8


class AurumExpert(AurumStrong):
    """The strongest there is."""

    most_worlds = 90

    def search(self, seen: Observation, view: Record, rng: Words, deadline: float) -> list[Tried]:
        """What came of the actions of the seat, the best first."""
        wins = self.solve(seen, view, deadline)
        seat, players, worlds = int(view[SEAT]), int(view[PLAYERS]), None
        if players == 4:
            worlds = likely_worlds(seen, view, seat, rng, self.drawn())
        tried = think(
            view,
            seat,
            rng,
            settings=replace(self.settings, net_from=NET_FROM[players]),
            tries=self.budget.tries,
            deadline=deadline,
            worlds=worlds,
            net=shipped_net(players),
        )
        return tried if wins is None else by_solution(tried, wins)

    def drawn(self) -> int:
        """How many worlds are weighed."""
        tries = self.budget.tries
        many = tries // TRIES_A_WORLD if tries else int((self.budget.seconds or 0.0) * DRAWN_A_SECOND)
        return min(max(many, FEWEST_DRAWN), MOST_DRAWN)

    def weights(self, seen: Observation, worlds: Record) -> NDArray[np.float64]:
        """By world, how likely the others' choices make it."""
        if seen.rules.players == 3:
            return super().weights(seen, worlds)
        assert seen.seat is not None  # noqa: S101 -- an onlooker is never asked
        return likelihood(seen, seen.seat, worlds)
