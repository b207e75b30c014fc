"""How good a seat's cards were, against the average deal.

The measure is a fixed function of a deal: what the net says of it to each seat, put together side by side. A seat's
*cards* are worth its mean over the deals that fit what the seat holds and sees; the average deal, its mean over all
deals. Both means are taken over deals drawn by chance alone, so that their difference averages to nothing over many
matches, whoever plays them and however well the net judges (docs/development/review.md).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from karat.aurum import observe
from karat.aurum.judge.kernels import size_up
from karat.aurum.judge.stakes import stakes
from karat.aurum.kernel import layout as at
from karat.aurum.kernel.pack import pack_view
from karat.aurum.net.net import HEADS, WIN
from karat.aurum.net.shipped import shipped_net
from karat.aurum.search.belief import draw
from karat.aurum.search.workspace import make_workspace
from karat.judging import Luck
from karat.kernel.random import generator

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from karat.aurum.kernel.layout import Record
    from karat.aurum.rules.match import Match
    from karat.aurum.rules.rules import Rules
    from karat.game import Seat
    from karat.record import Taken

    Floats = NDArray[np.float64]

SHARPER = 0.5
"""What the seats' log odds count, each of which knows its own cards alone: fitted to rounds that nets play."""


def deal_luck(taken: Sequence[Taken], seat: Seat, samples: int, seed: str) -> tuple[Luck, ...]:
    """Deal by deal."""
    found = []
    for step, one in enumerate(taken):
        if one.seat is None and one.step.state.round is not None:
            own, average = worths_of_deals(one.step.state, seat, samples, f"{seed}/deal {one.round}")
            rules = one.step.state.rules
            worth = stakes(rules, one.step.state.results)[:, side_of_seat(rules, seat)]
            change = own @ worth, average @ worth
            error = np.hypot(*(each.std() / len(each) ** 0.5 for each in change))
            found.append(Luck(one.round, step, float(change[0].mean() - change[1].mean()), float(error)))
    return tuple(found)


def side_of_seat(rules: Rules, seat: Seat) -> int:
    return next(side for side, seats in enumerate(rules.sides) if seat in seats)


def worths_of_deals(match: Match, seat: Seat, samples: int, seed: str) -> tuple[Floats, Floats]:
    """By deal and side, the chance to win the round: of deals that fit what the seat sees, and of any deals."""
    rules, rng = match.rules, generator(seed)
    view = pack_view(observe(match, seat))
    fitting = np.zeros((samples, at.WORDS), np.int64)
    draw(view, rng, fitting)
    anyhow = np.zeros((samples, at.WORDS), np.int64)
    view[at.HAND : at.HAND + 4] = view[at.ASIDE] = 0
    draw(view, rng, anyhow)
    if rules.players == 4:
        anyhow[:, at.ASIDE] = at.ALL_4 & ~np.bitwise_or.reduce(anyhow[:, at.HAND : at.HAND + 4], axis=1)
    if not match.results:  # A2.4: chance has chosen the first player too
        anyhow[:, at.FIRST] = anyhow[:, at.LEADER] = np.arange(samples) % rules.players
        if rules.players == 4:
            anyhow[:, at.TURN] = anyhow[:, at.FIRST]
    return by_side(fitting, rules), by_side(anyhow, rules)


def by_side(deals: Record, rules: Rules) -> Floats:
    """By deal and side, the chance to win the round."""
    heads = np.zeros((len(deals), rules.players, HEADS), np.float32)
    size_up(deals, rules.players, make_workspace(shipped_net(rules.players)), heads)
    wins = np.clip(heads[:, :, WIN].astype(np.float64), 1e-3, 1 - 1e-3)
    odds = SHARPER * np.log(wins / (1 - wins))
    sides = np.stack([odds[:, list(seats)].sum(axis=1) for seats in rules.sides], axis=1)
    sides = np.exp(sides - sides.max(axis=1, keepdims=True))
    chances: Floats = sides / sides.sum(axis=1, keepdims=True)
    return chances
