"""How good a seat's first cards were, against the average deal: as in Aurum, by a fixed function of a deal.

The function is the part of the win that the net sees for each seat as round 1 begins. What is dealt and turned up later
counts to chance, with all else that nobody could know.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from karat.amul import observe
from karat.amul.judge.doubt import fitted
from karat.amul.judge.kernels import size_up
from karat.amul.kernel import edge
from karat.amul.kernel.pack import pack_view
from karat.amul.net.net import make_net_workspace, no_layers
from karat.amul.net.shipped import knows, shipped_layers
from karat.amul.search.flat import AIMS
from karat.amul.search.outlook import weights_for
from karat.amul.search.policy import STEADY
from karat.amul.search.workspace import make_workspace
from karat.amul.search.worlds import draw, prepare
from karat.judging import Luck
from karat.kernel.random import generator

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from karat.amul.rules.match import Match
    from karat.game import Seat
    from karat.record import Taken

    Floats = NDArray[np.float64]


def deal_luck(taken: Sequence[Taken], seat: Seat, samples: int, seed: str) -> tuple[Luck, ...]:
    """Of the one deal."""
    found = []
    for step, one in enumerate(taken):
        if one.seat is None:
            own, average = (each[:, seat] for each in worths_of_deals(one.step.state, seat, samples, seed))
            error = np.hypot(own.std() / len(own) ** 0.5, average.std() / len(average) ** 0.5)
            found.append(Luck(1, step, float(own.mean() - average.mean()), float(error)))
    return tuple(found)


def worths_of_deals(match: Match, seat: Seat, samples: int, seed: str) -> tuple[Floats, Floats]:
    """By deal and seat, the part of the win: of deals that fit what the seat sees, and of any deals."""
    rules, rng = match.rules, generator(seed)
    workspace, view = make_workspace(rules, STEADY, weights_for(rules.players)), pack_view(observe(match, seat)).words
    by_net = int(knows(rules))
    net = make_net_workspace(shipped_layers(rules.players) if by_net else no_layers())
    prepare(workspace.cards, view, workspace.worlds, 0)
    fitting = np.zeros((samples, len(view)), np.int16)
    anyhow = np.zeros((samples, len(view)), np.int16)
    for number in range(samples):
        draw(workspace.cards, view, rng, fitting[number], workspace.worlds)
        dealt = edge.start(rules)
        edge.deal(dealt, f"{seed}/any", number)
        anyhow[number] = dealt.words
    wins = np.zeros((2, samples, rules.players))
    for which, states in enumerate((fitting, anyhow)):
        size_up(states, workspace, net, by_net, fitted(AIMS, rules.players), wins[which])
    return wins[0], wins[1]
