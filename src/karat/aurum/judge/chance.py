"""How far chance favoured each side, for tournaments: every deal against deals that could have been.

The measure is the fixed function of a deal that reviews use (deals.py), of all four hands at once. Whoever plays, and
however well the net judges, the deal that came and those drawn here are drawn alike: so the difference averages to
nothing, and may be taken from what was won without changing what is expected of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from karat.aurum import observe
from karat.aurum.judge.deals import by_side
from karat.aurum.judge.stakes import stakes
from karat.aurum.kernel import layout as at
from karat.aurum.kernel.pack import pack, pack_view
from karat.aurum.search.belief import draw
from karat.kernel.random import generator

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.aurum.kernel.layout import Record
    from karat.aurum.rules.match import Match
    from karat.aurum.rules.rules import Rules
    from karat.record import Taken

SAMPLES = 48
"""Deals that each one is held against."""


def luck_of_sides(rules: Rules, taken: Sequence[Taken], seed: str, *, of_match: bool) -> tuple[float, ...]:
    """By side, the part of the win that its cards brought: of the match's, or of its first round's."""
    total = np.zeros(len(rules.sides))
    for one in taken:
        if one.seat is not None or one.step.state.round is None:
            continue
        match = one.step.state
        chances = by_side(np.concatenate([pack(match)[None], deals_instead(match, f"{seed}/{one.round}")]), rules)
        worth = stakes(rules, match.results) if of_match else np.eye(len(rules.sides))
        total += (chances[0] - chances[1:].mean(axis=0)) @ worth
        if not of_match:
            break
    return tuple(total.tolist())


def deals_instead(match: Match, seed: str) -> Record:
    """Other deals of the same round with the same first player, each as likely as every other."""
    view = pack_view(observe(match, 0))
    view[at.HAND : at.HAND + 4] = view[at.ASIDE] = 0
    drawn = np.zeros((SAMPLES, at.WORDS), np.int64)
    draw(view, generator(seed), drawn)
    if match.rules.players == 4:
        drawn[:, at.ASIDE] = at.ALL_4 & ~np.bitwise_or.reduce(drawn[:, at.HAND : at.HAND + 4], axis=1)
    return drawn
