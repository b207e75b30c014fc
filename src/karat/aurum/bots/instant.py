"""Plays by a trained net alone: a look at every action, and the one that promises most is taken."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from karat.aurum.kernel import layout as at
from karat.aurum.kernel.pack import pack_view
from karat.aurum.kernel.resample import resample
from karat.aurum.net.choice import TILT
from karat.aurum.net.net import AT_LEAST, EXACTLY, MARGIN, POINTS_HEAD, WIN, evaluate_actions
from karat.aurum.net.shipped import Room, shipped_net
from karat.aurum.rules.codec import encode
from karat.bots.bot import Candidate, Forecast
from karat.kernel.random import generator

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from karat.aurum import Action, Observation
    from karat.search.net_file import Net
    from karat.shuffle import Stream

ANYHOW = generator("the net does not see how unseen cards lie")


class Instant:
    """Greedy on the net that comes with the package, or on another one."""

    def __init__(self, net: Net | None = None) -> None:
        self.net = net
        self.room = Room()

    def choose(self, seen: Observation, legal: Sequence[Action], rng: Stream) -> Action:  # noqa: ARG002
        """The action that promises most; of equal ones the first."""
        if len(legal) == 1:
            return legal[0]
        scores, _ = self.judge(seen, legal)
        return legal[int(scores.argmax())]

    def candidates(self, seen: Observation, legal: Sequence[Action], rng: Stream) -> Sequence[Candidate]:  # noqa: ARG002
        """All actions with what the net expects of them, the best first."""
        scores, values = self.judge(seen, legal)
        return [
            Candidate(legal[number], float(values[number, POINTS_HEAD]), float(values[number, WIN]))
            for number in np.argsort(-scores, kind="stable").tolist()
        ]

    def forecast(self, seen: Observation, legal: Sequence[Action], rng: Stream) -> Forecast:  # noqa: ARG002
        """How sure it is of its side's bid, if it does what it would choose."""
        scores, values = self.judge(seen, legal)
        best = values[int(scores.argmax())]
        return Forecast(float(best[EXACTLY]), float(max(best[EXACTLY], best[AT_LEAST])))

    def judge(self, seen: Observation, legal: Sequence[Action]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """By legal action, what it is chosen by, and all that the net says of it."""
        assert seen.seat is not None  # noqa: S101 -- an onlooker is never asked
        players, room = seen.rules.players, self.room
        view = pack_view(seen)
        state = np.zeros_like(view)
        resample(view, ANYHOW.copy(), state)
        net = self.net or shipped_net(players)
        count = evaluate_actions(state, seen.seat, net.weights, room.floats, room.words, room.actions, room.values)
        values = room.values[:count]
        if len(legal) != count:  # else both are in the order of the rules
            places = {int(number): place for place, number in enumerate(room.actions[:count])}
            values = values[[places[encode(action, seen.seat, players)] for action in legal]]
        if view[at.VARIANTS] & at.THREE_ROUND_TOTAL:
            return values[:, MARGIN], values
        return values[:, WIN] + np.float32(TILT) * values[:, MARGIN], values
