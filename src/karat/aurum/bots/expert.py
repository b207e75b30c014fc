"""Aurum by a trained net that looks some tricks ahead.

Worlds are weighted by what the others have done. The net says which actions are worth a look, plays for the others, and
judges what is then on the table. With four players and few cards left the tree of `strong` has a say in what to play.
In the last tricks all worlds are solved.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from karat.aurum.bots.strong import Strong
from karat.aurum.kernel import layout as at
from karat.aurum.net.shipped import shipped_net
from karat.aurum.search.belief import likelihood, likely_worlds
from karat.aurum.search.ending import by_solution
from karat.aurum.search.lookahead import look_ahead
from karat.aurum.search.think import prepared, think

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from karat.aurum import Observation
    from karat.aurum.kernel.layout import Record
    from karat.aurum.search.think import TreeSettings
    from karat.kernel.random import Words
    from karat.search.limit import Limit, Tried

MOST_DRAWN, FEWEST_DRAWN = 128, 16
"""Worlds that are drawn and weighed at once, before they are looked at."""
TRIES_A_WORLD = 8
LATE, TREE_WEIGHT = 6, 0.7
"""With four players and so many cards left or fewer, half of the time goes to the tree, whose values count so much
beside those of the look ahead. The two err in different ways; before, the tree has nothing to add."""
SELDOM = 30
"""A value from so many tries of the tree is half believed; for the rest it is as bad as its worst."""


class Expert(Strong):
    """The strongest there is."""

    most_worlds = 90

    def search(self, seen: Observation, view: Record, rng: Words, limit: Limit) -> list[Tried]:
        """What came of the actions of the seat, the best first."""
        parts = self.solve(seen, view, limit)
        tried = self.ahead(seen, view, rng, limit)
        return tried if parts is None else by_solution(tried, parts, of_the_round=not seen.rules.plays_for_total)

    def ahead(self, seen: Observation, view: Record, rng: Words, limit: Limit) -> list[Tried]:
        """Some tricks further by the net."""
        seat, net = int(view[at.SEAT]), shipped_net(seen.rules.players)
        bonus: dict[int, float] = {}
        late = view[at.PLAYERS] == 4 and view[at.PHASE] == at.PLAYING and max(view[at.SIZES : at.SIZES + 4]) <= LATE
        if late and limit.tries != 1:
            half = limit.part(0.5)
            bonus = by_tree(view, seat, rng, half, self.settings)
            limit = limit.less(half.tries or 0)
        view = prepared(view, seat)
        many = min(max(limit.tries // TRIES_A_WORLD, FEWEST_DRAWN), MOST_DRAWN) if limit.tries else MOST_DRAWN
        draw = partial(likely_worlds, seen, view, rng, net, many)
        return look_ahead(view, seat, rng, net, draw, limit, bonus)

    def weights(self, seen: Observation, worlds: Record) -> NDArray[np.float64]:
        """By world, how likely the others' choices make it."""
        return likelihood(seen, worlds, shipped_net(seen.rules.players))


def by_tree(view: Record, seat: int, rng: Words, limit: Limit, settings: TreeSettings) -> dict[int, float]:
    """By action, what the tree has to add to its worth."""
    tried = [one for one in think(view, seat, rng, limit, settings) if one.tries]
    worst = min(one.value for one in tried)
    return {one.action: TREE_WEIGHT * one.tries / (one.tries + SELDOM) * (one.value - worst) for one in tried}
