"""What a round means for the match: the part of the match's win that goes with who wins the round.

Between equal players each side is as likely as any other to win a round that is not dealt yet. So much is known of the
rounds to come, and the rules of the match (A9) say the rest. Where totals decide (AV.2) it is the lead that counts.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from karat.aurum.net.net import MARGIN, NEXT_WIN, WIN
from karat.aurum.rules.scoring import ROUNDS_OF_A_FIXED_MATCH, RoundResult, collected, match_result

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from karat.aurum.rules.rules import Rules
    from karat.game import Seat

    Floats = NDArray[np.float64]

LEAD_NOW, LEAD_A_ROUND = 2.0, 7.0
"""Where totals decide: at how many points ahead the odds are e to one, and what each round to come adds to it."""


def won_by(rules: Rules, side: int) -> RoundResult:
    """A round of which nothing else is known."""
    players, sides = rules.players, len(rules.sides)
    nuggets = tuple(int(other == side) for other in range(sides))
    return RoundResult((0,) * players, (0,) * sides, (False,) * sides, ((),) * players, (0,) * sides, nuggets)


@lru_cache(maxsize=1024)
def chances(rules: Rules, results: tuple[RoundResult, ...]) -> tuple[float, ...]:
    """By side, its part of the match's win after these rounds; all are alike in those to come.

    >>> from karat.aurum.rules.rules import Rules
    >>> chances(Rules(4), (won_by(Rules(4), 0),))
    (0.75, 0.25)
    """
    sides = range(len(rules.sides))
    if ended := match_result(rules, results):
        return tuple((side in ended.winners) / len(ended.winners) for side in sides)
    if rules.plays_for_total:
        _, totals = collected(rules, results)
        left = ROUNDS_OF_A_FIXED_MATCH - len(results)
        odds = np.exp((np.array(totals) - max(totals)) / (LEAD_NOW + LEAD_A_ROUND * left**0.5))
        return tuple((odds / odds.sum()).tolist())
    ways = [chances(rules, (*results, won_by(rules, side))) for side in sides]
    return tuple(sum(way[side] for way in ways) / len(ways) for side in sides)


def match_wins(heads: NDArray[np.float32], rules: Rules, results: tuple[RoundResult, ...], seat: Seat) -> Floats:
    """What the net says of a round to a seat, as parts of the match's win by side; heads stand in the last axis."""
    own, many = next(side for side, seats in enumerate(rules.sides) if seat in seats), len(rules.sides)
    if rules.plays_for_total:
        return by_lead(heads[..., MARGIN].astype(np.float64), rules, results, own)
    parts = np.empty((*heads.shape[:-1], many))
    parts[..., own] = heads[..., WIN]
    rest = 1.0 - parts[..., own]
    if many == 2:
        parts[..., 1 - own] = rest
    else:
        following = np.minimum(heads[..., NEXT_WIN].astype(np.float64), rest)
        parts[..., (own + 1) % many], parts[..., (own + 2) % many] = following, rest - following
    worth: Floats = sum(parts[..., side, None] * each for side, each in enumerate(stakes(rules, results)))
    return worth  # a product of matrices would round by how many actions stand side by side


def stakes(rules: Rules, results: tuple[RoundResult, ...]) -> Floats:
    """By who wins the round, each side's part of the match's win."""
    return np.array([chances(rules, (*results, won_by(rules, side))) for side in range(len(rules.sides))])


def by_lead(margins: Floats, rules: Rules, results: tuple[RoundResult, ...], own: int) -> Floats:
    """AV.2: from the margin in points that the round brings."""
    _, totals = collected(rules, results) if results else ((), (0,) * len(rules.sides))
    lead = margins + totals[own] - max(total for side, total in enumerate(totals) if side != own)
    left, many = ROUNDS_OF_A_FIXED_MATCH - len(results) - 1, len(rules.sides)
    won = 1 / (1 + (many - 1) * np.exp(-np.clip(lead / (LEAD_NOW + LEAD_A_ROUND * left**0.5), -30, 30)))
    parts = np.repeat(((1 - won) / (many - 1))[..., None], many, axis=-1)
    parts[..., own] = won
    return parts
