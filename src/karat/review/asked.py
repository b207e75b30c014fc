"""What stands beside a review, as a value."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from karat.judging import Likelihood
    from karat.review.levels import LevelPlay
    from karat.words.card_text import CardText


@dataclass(frozen=True, slots=True)
class AskedFor:
    """What stands beside a review, in one language."""

    levels: tuple[LevelPlay, ...] = ()
    """The same deals by bots of every level."""
    known: Mapping[int, Likelihood] = field(default_factory=dict)
    """By step, what could have been known of the cards out of sight."""
    rules: Mapping[str, str] = field(default_factory=dict)
    """By id, what the rules say that reasons and cards refer to."""
    cards: Mapping[str, CardText] = field(default_factory=dict)
    """Those that are named; none where the game does not tell them."""
    actions: Mapping[tuple[int, str], str] = field(default_factory=dict)
    """By step and as a record writes them, what was played and what was better, in words."""
    facts: Mapping[str, str] = field(default_factory=dict)
    """What is counted of a deal beside points, in words."""

    def action(self, step: int, action: str) -> str:
        return self.actions.get((step, action), action)

    def card(self, card: str) -> str:
        """As it stands in a table."""
        told = self.cards.get(card)
        return told.short if told else card


NOTHING_ELSE = AskedFor()
