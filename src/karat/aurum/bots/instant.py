"""Plays by a trained net alone: a look at every action, and the one that promises most is taken."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from karat.aurum.bots.forecast import Forecast
from karat.aurum.kernel import layout as at
from karat.aurum.kernel.pack import pack_view
from karat.aurum.kernel.resample import resample
from karat.aurum.net.choice import TILT
from karat.aurum.net.net import (
    AT_LEAST,
    EXACTLY,
    MARGIN,
    POINTS_HEAD,
    SHAPES,
    WIN,
    NetWorkspace,
    evaluate_actions,
    make_action_values,
    make_net_workspace,
)
from karat.aurum.net.shipped import shipped_net
from karat.aurum.rules.codec import encode
from karat.bots.bot import Candidate
from karat.kernel.random import generator
from karat.search.net_file import read

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
        self.workspace: NetWorkspace | None = None
        self.out = make_action_values()

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

    def asked(self, players: int) -> NetWorkspace:
        """The net for a number of players, ready to be asked."""
        weights = (self.net or shipped_net(players)).weights
        if self.workspace is None or self.workspace.weights is not weights:
            self.workspace = make_net_workspace(weights)
        return self.workspace

    def judge(self, seen: Observation, legal: Sequence[Action]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """By legal action, what it is chosen by, and all that the net says of it."""
        assert seen.seat is not None  # noqa: S101 -- an onlooker is never asked
        players = seen.rules.players
        view = pack_view(seen)
        state = np.zeros_like(view)
        resample(view, ANYHOW.copy(), state)
        out = self.out
        count = evaluate_actions(state, seen.seat, tuple(self.asked(players)), tuple(out))
        values = out.values[:count]
        if len(legal) != count:  # else both are in the order of the rules
            places = {int(number): place for place, number in enumerate(out.actions[:count])}
            values = values[[places[encode(action, seen.seat, players)] for action in legal]]
        if view[at.VARIANTS] & at.THREE_ROUND_TOTAL:
            return values[:, MARGIN], values
        return values[:, WIN] + np.float32(TILT) * values[:, MARGIN], values


def with_net(content: bytes, name: str) -> Instant:
    """The same on a net from the bytes of a file, which errors call `name`."""
    return Instant(read(content, name, SHAPES))
