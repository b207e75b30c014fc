"""Why one action of Amul was better than another, in a sentence of every language, from facts that can be checked.

The facts are by seat: the points that it may expect at the end of the match.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from karat.amul.words.cards import CardWords
from karat.judging import fact_told, why_better
from karat.language import decimal
from karat.words.seat_names import numbered
from karat.words.texts import Sentence, TextFile

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.amul.rules.actions import Action
    from karat.amul.rules.cards import Card
    from karat.amul.rules.observe import Observation
    from karat.judging import ReasonFact, WhyBetter

TEXTS = TextFile("karat.amul.words", "reasons.toml")
A_POINT = 0.5
"""With less between them, points are about the same."""
RULES = {"points": ("M36",), "denial": ("M42",), "close": ("M42",), "given": ("M42",)}


def tell_reason(
    seen: Observation, played: Action, better: Action, facts: tuple[Sequence[float], Sequence[float]]
) -> WhyBetter:
    """Own points where they differ, and who of the others is given most; facts of what was played, then of better."""
    by_played, by_better = facts
    own = seen.seat or 0
    given = {seat: by_played[seat] - by_better[seat] for seat in range(seen.rules.players) if seat != own}
    most = max(given, key=lambda seat: given[seat])
    more, denied = by_better[own] - by_played[own] >= A_POINT, given[most] >= A_POINT
    key = "points" if more else "denial" if denied else "close"

    def told(about: str) -> ReasonFact:
        def sentence(language: str) -> Sentence:
            parts = {
                "better": doing(better),
                "played": doing(played),
                "more": decimal(by_better[own], language),
                "less": decimal(by_played[own], language),
                "who": numbered(seen.rules.players, language).names[most],
                "given": decimal(given[most], language),
            }
            return Sentence(about, parts)

        return fact_told(TEXTS, sentence, name, RULES[about])

    def name(card: Card, language: str) -> str:
        return CardWords(seen.rules.cards, language).name(card)

    return why_better([told(about) for about in ((key, "given") if more and denied else (key,))])


def doing(action: Action) -> Sentence:
    """`taking Silk`"""
    return Sentence(f"action.{type(action).__name__.lower()}", {"card": action.card})


def said(seen: Observation, action: Action, language: str) -> str:
    words = CardWords(seen.rules.cards, language)
    return TEXTS.say(doing(action), language, None, words.name)
