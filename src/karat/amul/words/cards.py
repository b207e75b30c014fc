"""The cards of one file in one language: names, copies counted, and what their marks are called."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from karat.words.texts import TextFile

if TYPE_CHECKING:
    from collections.abc import Iterable

    from karat.amul.rules.cards import Card, CardFile, Kind

TEXTS = TextFile("karat.amul.words", "cards.toml")


@dataclass(frozen=True, slots=True)
class CardWords:
    """What cards are called; names stand as the file has them and are never inflected."""

    cards: CardFile
    language: str = "en"

    def kind(self, card: Card) -> Kind:
        return self.cards.kinds[card.id]

    def name(self, card: Card) -> str:
        """With the letter where copies differ: `Arab Guard F`."""
        return f"{self.cards.name(card, self.language)} {card.letter}".rstrip()

    def row(self, cards: Iterable[Card]) -> str:
        """One after the other, copies counted: `Camel ×2, Silk`.

        >>> from karat.amul import load_standard
        >>> from karat.amul.rules.cards import parse_cards
        >>> CardWords(load_standard(), "de").row(parse_cards("camel silk camel"))
        'Kamel ×2, Seide'
        """
        counted = Counter(cards)
        names = [self.name(card) + (f" ×{copies}" if copies > 1 else "") for card, copies in counted.items()]
        return ", ".join(names) or self.say("nothing")

    def say(self, key: str) -> str:
        """A colour, deck, zone or symbol in a word: `colour.blue`."""
        return TEXTS.text(key, self.language)

    def symbols(self, kind: Kind) -> str:
        """`arab, valour 2`"""
        return ", ".join(
            self.say(f"symbol.{name}") + (f" {number}" if number > 1 else "") for name, number in kind.symbols
        )
