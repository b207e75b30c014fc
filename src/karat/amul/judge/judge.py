"""What reviews ask of Amul, in one place."""

from __future__ import annotations

from typing import TYPE_CHECKING

from karat.amul.judge.deals import deal_luck
from karat.amul.judge.position import AmulPosition
from karat.amul.rules.actions import Gain, Offer, Take
from karat.amul.rules.counts import ROUNDS
from karat.amul.words.reasons import A_POINT, TEXTS, said, tell_reason

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from karat.amul.rules.actions import Action
    from karat.amul.rules.observe import Observation
    from karat.amul.rules.rules import Rules
    from karat.game import Seat
    from karat.judging import Luck, WhyBetter
    from karat.record import Taken


class AmulJudge:
    """Under the rules of a match."""

    kinds = {kind: TEXTS.texts[f"kind.{kind}"] for kind in ("offer", "take", "play", "gain")}  # noqa: RUF012 -- never changed

    facts: Mapping[str, Mapping[str, str]] = {}

    def __init__(self, rules: Rules) -> None:
        self.rules = rules

    def kind(self, seen: Observation, action: Action, better: Action) -> str:  # noqa: ARG002 -- all are of one kind
        return {Offer: "offer", Take: "take", Gain: "gain"}.get(type(action), "play")

    def position(self, seen: Observation, legal: Sequence[Action], played: Action) -> AmulPosition:  # noqa: ARG002
        return AmulPosition(seen, legal)

    def said(self, seen: Observation, action: Action, language: str) -> str:
        return said(seen, action, language)

    def reason(
        self, seen: Observation, played: Action, better: Action, facts: tuple[Sequence[float], Sequence[float]]
    ) -> WhyBetter:
        return tell_reason(seen, played, better, facts)

    def themes(
        self, seen: Observation, answer: Action, facts: tuple[Sequence[float], Sequence[float]]
    ) -> tuple[str, ...]:
        """`denial` where the answer brings no more points of one's own."""
        found, own = [self.kind(seen, answer, answer)], seen.seat or 0
        if seen.number == ROUNDS:
            found.append("last round")
        if facts[0][own] - facts[1][own] < A_POINT:
            found.append("denial")
        return tuple(found)

    def deals(self, taken: Sequence[Taken], seat: Seat, samples: int, seed: str) -> tuple[Luck, ...]:
        return deal_luck(taken, seat, samples, seed)
