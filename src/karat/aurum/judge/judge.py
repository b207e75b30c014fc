"""What reviews ask of Aurum, in one place."""

from __future__ import annotations

from typing import TYPE_CHECKING

from karat.aurum.judge.deals import deal_luck
from karat.aurum.judge.position import AurumPosition
from karat.aurum.rules.actions import Bid, End, Keep, PlayGold, Swap
from karat.aurum.words.reasons import A_CHANCE, TEXTS, RoundFacts, said, tell_reason

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.aurum.rules.actions import Action
    from karat.aurum.rules.observe import Observation
    from karat.aurum.rules.rules import Rules
    from karat.game import Seat
    from karat.judging import Luck, WhyBetter
    from karat.record import Taken

LATE = 3
"""With so few cards in hand it is the ending."""


class AurumJudge:
    """Under the rules of a match."""

    kinds = {kind: TEXTS.texts[f"kind.{kind}"] for kind in ("bid", "change", "lead", "follow", "gold", "end")}  # noqa: RUF012 -- never changed

    facts = {fact: TEXTS.texts[f"fact.{fact}"] for fact in ("bid", "tricks")}  # noqa: RUF012 -- never changed

    def __init__(self, rules: Rules) -> None:
        self.rules = rules

    def kind(self, seen: Observation, action: Action, better: Action) -> str:
        """A choice between gold and a base card is one of gold, whichever was played."""
        for kinds, name in (((Bid,), "bid"), ((Keep, Swap), "change"), ((End,), "end"), ((PlayGold,), "gold")):
            if isinstance(action, kinds) or isinstance(better, kinds):
                return name
        return "follow" if seen.trick else "lead"

    def position(self, seen: Observation, legal: Sequence[Action], played: Action) -> AurumPosition:
        return AurumPosition(seen, legal, played)

    def said(self, seen: Observation, action: Action, language: str) -> str:
        return said(seen, action, language)

    def reason(
        self, seen: Observation, played: Action, better: Action, facts: tuple[Sequence[float], Sequence[float]]
    ) -> WhyBetter:
        return tell_reason(seen, played, better, (RoundFacts(*facts[0]), RoundFacts(*facts[1])))

    def themes(
        self, seen: Observation, answer: Action, facts: tuple[Sequence[float], Sequence[float]]
    ) -> tuple[str, ...]:
        """`denial` where the answer keeps the other side from its bid and brings one's own no nearer."""
        found = [self.kind(seen, answer, answer)]
        if max(seen.hand_sizes) <= LATE:
            found.append("ending")
        best, second = RoundFacts(*facts[0]), RoundFacts(*facts[1])
        denied = second.rival_exactly - best.rival_exactly
        if len(self.rules.sides) == 2 and denied >= A_CHANCE and best.exactly - second.exactly < A_CHANCE:
            found.append("denial")
        return tuple(found)

    def deals(self, taken: Sequence[Taken], seat: Seat, samples: int, seed: str) -> tuple[Luck, ...]:
        return deal_luck(taken, seat, samples, seed)
