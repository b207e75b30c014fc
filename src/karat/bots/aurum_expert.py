"""Aurum by a trained net that looks a trick ahead, in worlds that are weighted by what the others have done.

The net says which actions are worth a look, plays for the others, and judges what is then on the table; it also tells
how likely their bids and cards so far were with the hands of a world. With two tricks left all worlds are solved.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from karat.bots.aurum_strong import AurumStrong
from karat.kernel.aurum.layout import BIDDING, PHASE, PLAYERS, SEAT, WORDS
from karat.nets.aurum import shipped_net
from karat.search.aurum.ahead import look_ahead
from karat.search.aurum.belief import draw, likelihood, likely_worlds
from karat.search.aurum.ending import by_solution
from karat.search.aurum.think import prepared

if TYPE_CHECKING:
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
        seat, players, tries = int(view[SEAT]), int(view[PLAYERS]), self.budget.tries
        net, made = shipped_net(players), prepared(view, seat)
        many = min(max(tries // TRIES_A_WORLD, FEWEST_DRAWN), MOST_DRAWN) if tries else MOST_DRAWN
        secret = view[PHASE] == BIDDING and players == 3  # nobody has shown anything (A3.3)

        def draw_worlds(by: float | None) -> tuple[Record, NDArray[np.float64]]:
            if not secret:
                return likely_worlds(seen, made, seat, rng, net, many, by)
            worlds = np.zeros((many, WORDS), np.int64)
            draw(made, rng, worlds)
            return worlds, np.full(many, 1 / many)

        tried = look_ahead(made, seat, rng, net, draw_worlds, tries=tries, deadline=deadline)
        return tried if wins is None else by_solution(tried, wins)

    def weights(self, seen: Observation, worlds: Record) -> NDArray[np.float64]:
        """By world, how likely the others' choices make it."""
        assert seen.seat is not None  # noqa: S101 -- an onlooker is never asked
        return likelihood(seen, seen.seat, worlds, shipped_net(seen.rules.players))
