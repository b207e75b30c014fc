"""A choice in Amul as its seat could know it, and what comes of actions in worlds that fit.

Worlds are drawn evenly from all deals that fit, and played on as `expert` does it (karat.amul.bots.expert): by the net
for some rounds, in the last round with the others' secret choices by regret matching (karat.amul.search.ending).
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from karat.amul.bots.expert import Expert
from karat.amul.judge.doubt import fitted
from karat.amul.judge.kernels import POINTS, WIN, look_on, look_to_the_end
from karat.amul.kernel import layout as at
from karat.amul.kernel.pack import pack_view
from karat.amul.net.net import make_net_workspace, no_layers
from karat.amul.net.shipped import knows, shipped_layers
from karat.amul.rules.codec import codec
from karat.amul.search.ending import learn, make_strategies, settle
from karat.amul.search.flat import AIMS, POLICY
from karat.amul.search.outlook import weights_for
from karat.amul.search.policy import CHANGING, STEADY
from karat.amul.search.unseen import Spread, spread_out
from karat.amul.search.workspace import make_workspace
from karat.amul.search.worlds import draw, prepare
from karat.judging import Likelihood, Looks
from karat.kernel.random import generator

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from karat.amul.kernel.layout import Room
    from karat.amul.rules.actions import Action
    from karat.amul.rules.observe import Observation
    from karat.amul.search.ending import Strategies
    from karat.amul.search.flat import FlatSettings

    Floats = NDArray[np.float64]

LEARNING = 200
"""Worlds in which it is found out how the others choose in secret, in the last round."""


class AmulPosition:
    """What one seat knows at a choice, with the actions that are compared: all."""

    def __init__(self, seen: Observation, legal: Sequence[Action]) -> None:
        assert seen.seat is not None  # noqa: S101 -- an onlooker chooses nothing
        self.seen, self.seat, self.rules = seen, seen.seat, seen.rules
        self.view = pack_view(seen).words
        self.actions = tuple(legal)

    def look(self, actions: Sequence[Action], worlds: int, seed: str) -> Looks:
        numbers = np.array([codec(self.rules.cards).encode(action) for action in actions], np.int64)
        if self.is_last:
            return self.look_last(numbers, worlds, seed)
        settings = Expert.settings(self.rules, self.view)
        return self.look_some_rounds(numbers, worlds, seed, settings._replace(aims=self.aims(settings)))

    def play_out(self, actions: Sequence[Action], worlds: int, seed: str) -> Looks | None:
        """To the end of the match, all by the net; in the last round any look comes to the end."""
        if self.is_last or not knows(self.rules):
            return None
        numbers = np.array([codec(self.rules.cards).encode(action) for action in actions], np.int64)
        settings = Expert.settings(self.rules, self.view)
        aims = self.aims(settings)
        aims[POLICY] = 0.0
        return self.look_some_rounds(numbers, worlds, seed, settings._replace(aims=aims, rounds=at.ROUNDS))

    def aims(self, settings: FlatSettings) -> Floats:
        return fitted(settings.aims, self.rules.players)

    def look_some_rounds(self, numbers: Room, worlds: int, seed: str, settings: FlatSettings) -> Looks:
        """In so many worlds, the next rounds or all that are left."""
        rng = generator(seed)
        workspace = make_workspace(
            self.rules, STEADY if knows(self.rules) else CHANGING, weights_for(self.rules.players)
        )
        by_net = int(knows(self.rules))
        net = make_net_workspace(shipped_layers(self.rules.players) if by_net else no_layers())
        prepare(workspace.cards, self.view, workspace.worlds, 0)
        out = np.zeros((worlds, len(numbers), self.rules.players, 2))
        look_on(workspace, net, by_net, numbers, settings, self.view, rng, out)
        return self.looks(out, is_all=False)

    @property
    def is_last(self) -> bool:
        return int(self.view[at.NUMBER]) == at.ROUNDS

    @cached_property
    def strategies(self) -> Strategies:
        """How the others choose in secret in the last round: learned once, so that all looks are at the same."""
        workspace = make_workspace(self.rules, CHANGING, weights_for(self.rules.players))
        rng = generator("strategies")
        found = make_strategies(workspace)
        if self.in_secret:
            spread = spread_out(workspace, self.view, rng)
            prepare(workspace.cards, self.view, workspace.worlds, 0)
            learn(workspace, found, spread, AIMS, self.view, rng, LEARNING)
            settle(found)
        return found

    @property
    def in_secret(self) -> bool:
        return int(self.view[at.PHASE]) in {at.OFFER, at.PLAY}

    def look_last(self, numbers: Room, worlds: int, seed: str) -> Looks:
        """To the end of the match; where all worlds are listed and nobody else chooses meanwhile, all of them."""
        workspace, rng = make_workspace(self.rules, CHANGING, weights_for(self.rules.players)), generator(seed)
        spread: Spread = spread_out(workspace, self.view, rng)
        prepare(workspace.cards, self.view, workspace.worlds, 0)
        is_all = bool(len(spread.turn)) and not self.in_secret
        out = np.zeros((len(spread.turn) if is_all else worlds, len(numbers), self.rules.players, 2))
        look_to_the_end(workspace, numbers, self.strategies, spread, AIMS, self.view, rng, out)
        return self.looks(out, is_all=is_all)

    def looks(self, out: Floats, *, is_all: bool) -> Looks:
        """The facts are what each seat may expect in points."""
        points = out[..., POINTS]
        return Looks(np.zeros(len(out)), out[..., WIN], points[..., self.seat], points, is_all)

    def likelihood(self, worlds: int, seed: str) -> Likelihood:
        """Each market card out of sight, by how many of it a seat holds or the deck has left."""
        workspace, rng = make_workspace(self.rules, STEADY, weights_for(self.rules.players)), generator(seed)
        players, types = self.rules.players, codec(self.rules.cards).types
        prepare(workspace.cards, self.view, workspace.worlds, 0)
        held = np.zeros((len(types), players + 1))
        for _ in range(worlds):
            draw(workspace.cards, self.view, rng, workspace.world, workspace.worlds)
            for seat in range(players):
                if seat != self.seat:
                    size = int(workspace.world[at.HELD + seat])
                    begin = at.HANDS + at.HAND_SIZE * seat
                    np.add.at(held[:, seat], workspace.world[begin : begin + size], 1)
            gone = at.START_SIZE * players + int(self.view[at.NUMBER]) * (players + int(workspace.cards[at.TURNED_UP]))
            begin = int(workspace.cards[at.DECK_IN])
            deck = workspace.world[begin + gone : begin + int(workspace.cards[at.DECK])]
            np.add.at(held[:, players], deck, 1)
        held /= worlds
        cards = {str(types[card]): tuple(held[card].tolist()) for card in np.flatnonzero(held.sum(axis=1)).tolist()}
        return Likelihood((*map(str, range(players)), "deck"), cards, worlds)
