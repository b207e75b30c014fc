"""Opal by arithmetic: what each stone earns on average if the others lay any stone that is out of sight."""

from __future__ import annotations

from collections import Counter
from itertools import product
from math import prod
from typing import TYPE_CHECKING

from karat.bots.bot import Candidate
from thirdgame.rules.cards import ALL_STONES, Stone
from thirdgame.rules.round import points

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.shuffle import Stream
    from thirdgame.rules.actions import Lay
    from thirdgame.rules.observe import Observation


class Careful:
    def choose(self, seen: Observation, legal: Sequence[Lay], rng: Stream) -> Lay:
        return self.candidates(seen, legal, rng)[0].action

    def candidates(self, seen: Observation, legal: Sequence[Lay], rng: Stream) -> Sequence[Candidate]:  # noqa: ARG002
        told = [Candidate(action, expected(seen, action.stone)) for action in legal]
        return sorted(told, key=lambda one: -(one.points or 0))


def expected(seen: Observation, stone: Stone) -> float:
    unseen = Counter(ALL_STONES) - Counter(seen.hand)
    rivals = list(product(unseen.items(), repeat=seen.rules.players - 1))
    weights = [prod(copies for _, copies in laid) for laid in rivals]
    won = [points((stone, *(other for other, _ in laid)))[0] for laid in rivals]
    return sum(one * weight for one, weight in zip(won, weights, strict=True)) / sum(weights)
