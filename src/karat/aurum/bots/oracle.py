"""Aurum with all cards open: the search of `strong` on the one true world. For measuring, never at a table."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from karat.aurum.kernel import layout as at
from karat.aurum.kernel.observe import view
from karat.aurum.kernel.pack import pack
from karat.aurum.rules import match
from karat.aurum.rules.codec import encode
from karat.aurum.search.think import TreeSettings, think
from karat.bots.bot import Budget
from karat.kernel.random import generator

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.aurum import Action, Match
    from karat.shuffle import Stream


class Oracle:
    """Sees every hand, and so tells how much there would be to win by knowing them."""

    knows_all = True

    def __init__(self, budget: Budget) -> None:
        self.budget = budget

    @classmethod
    def thinking(cls, budget: Budget) -> Oracle:
        return cls(budget)

    def choose_knowing(self, state: Match, legal: Sequence[Action], rng: Stream) -> Action:
        """The best of the legal actions of whoever has them; where three bid in secret, it does not see their bids."""
        if len(legal) == 1:
            return legal[0]
        limit = self.budget.limit()
        chance = generator(f"{rng.word():08x}{rng.word():08x}")
        seat = next(seat for seat in match.to_act(state) if match.legal_actions(state, seat) == tuple(legal))
        world = pack(state)
        seen = np.zeros_like(world)
        view(world, seat, seen)
        if world[at.PHASE] == at.BIDDING and world[at.PLAYERS] == 3:
            for other in range(3):
                bid = int(world[at.BID + other])
                if other != seat and bid >= 0:
                    world[at.HAND + other] |= 1 << bid
                    world[at.BID + other] = -1
            world[at.TURN] = seat
        tried = think(seen, seat, chance, limit, TreeSettings(), worlds=world.reshape(1, -1))
        by_number = {encode(action, seat, state.rules.players): action for action in legal}
        return by_number[tried[0].action]
