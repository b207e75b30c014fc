"""What reviews ask of Opal: every way in which the others can lay, each with how likely it is."""

from __future__ import annotations

from collections import Counter
from itertools import product
from math import log, prod
from typing import TYPE_CHECKING

import numpy as np

from karat.judging import Likelihood, Looks, Luck, WhyBetter
from karat.language import LANGUAGES
from thirdgame.bots.careful import expected
from thirdgame.rules.cards import ALL_STONES
from thirdgame.rules.round import points

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.game import Seat
    from karat.record import Taken
    from thirdgame.rules.actions import Lay
    from thirdgame.rules.observe import Observation
    from thirdgame.rules.rules import Rules

LEAD = 4.0
"""So many points ahead, the odds are e to one."""


class OpalPosition:
    def __init__(self, seen: Observation, legal: Sequence[Lay]) -> None:
        self.seen, self.actions = seen, tuple(legal)

    def look(self, actions: Sequence[Lay], worlds: int, seed: str) -> Looks:  # noqa: ARG002 -- all there are
        seen, seat = self.seen, self.seen.seat
        unseen = Counter(ALL_STONES) - Counter(seen.hand)
        rivals = list(product(unseen.items(), repeat=seen.rules.players - 1))
        weights = np.array([log(prod(copies for _, copies in laid)) for laid in rivals])
        wins = np.zeros((len(rivals), len(actions), seen.rules.players))
        own = np.zeros((len(rivals), len(actions)))
        for world, laid in enumerate(rivals):
            for place, action in enumerate(actions):
                stones = [other for other, _ in laid]
                stones.insert(seat or 0, action.stone)
                won = points(tuple(stones))
                totals = np.array(won) + np.array(seen.points)
                odds = np.exp((totals - totals.max()) / LEAD)
                wins[world, place], own[world, place] = odds / odds.sum(), won[seat or 0]
        return Looks(weights, wins, own, own[..., None], is_all=True)

    def play_out(self, actions: Sequence[Lay], worlds: int, seed: str) -> None:
        """All worlds were looked at."""

    def likelihood(self, worlds: int, seed: str) -> Likelihood:  # noqa: ARG002
        unseen, others = Counter(ALL_STONES) - Counter(self.seen.hand), self.seen.rules.players - 1
        size = sum(unseen.values())
        cards = {str(stone): (3 * others * copies / size,) for stone, copies in unseen.items()}
        return Likelihood(("others",), cards, 1)


class OpalJudge:
    kinds = {"lay": dict.fromkeys(LANGUAGES, "lay")}  # noqa: RUF012 -- never changed

    facts = {}  # noqa: RUF012

    def __init__(self, rules: Rules) -> None:
        self.rules = rules

    def kind(self, seen: Observation, action: Lay, better: Lay) -> str:  # noqa: ARG002 -- there is one
        return "lay"

    def position(self, seen: Observation, legal: Sequence[Lay], played: Lay) -> OpalPosition:  # noqa: ARG002
        return OpalPosition(seen, legal)

    def said(self, seen: Observation, action: Lay, language: str) -> str:  # noqa: ARG002 -- alike in all
        return str(action)

    def reason(
        self, seen: Observation, played: Lay, better: Lay, facts: tuple[Sequence[float], Sequence[float]]
    ) -> WhyBetter:
        text = f"{better}: {expected(seen, better.stone):.2f}, {played}: {facts[0][0]:.2f}"
        return WhyBetter(dict.fromkeys(LANGUAGES, text), ("O5.1",), (str(played.stone), str(better.stone)))

    def themes(self, seen: Observation, answer: Lay, facts: object) -> tuple[str, ...]:  # noqa: ARG002
        return ("lay",)

    def deals(self, taken: Sequence[Taken], seat: Seat, samples: int, seed: str) -> tuple[Luck, ...]:  # noqa: ARG002
        """All stones are as good as others."""
        return tuple(Luck(one.round, step, 0.0, 0.0) for step, one in enumerate(taken) if one.seat is None)
