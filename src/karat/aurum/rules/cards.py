"""The cards of Aurum (A1)."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple, TypeAlias

from karat.game import BadText, NamedValue


class UnknownCard(BadText):
    """A text that names no card of Aurum (A1)."""


class Metal(NamedValue):
    """A suit, by the letter that stands for it in every text form."""

    BISMUTH = "B"
    COPPER = "C"
    PHOSPHORUS = "P"
    SILVER = "S"
    ZINC = "Z"
    GOLD = "G"


BASE_METALS = (Metal.BISMUTH, Metal.COPPER, Metal.PHOSPHORUS, Metal.SILVER, Metal.ZINC)


class Card(NamedTuple):
    """A metal and a rank; its text is a letter and a number.

    >>> str(Card.parse("S10")), Card.parse("G0").is_gold
    ('S10', True)
    """

    metal: Metal
    rank: int

    @property
    def is_gold(self) -> bool:
        return self.metal is Metal.GOLD

    def __str__(self) -> str:
        return f"{self.metal._value_}{self.rank}"  # the plain text: this is asked more than anything else

    def __repr__(self) -> str:
        return f"Card.parse({str(self)!r})"

    @staticmethod
    def parse(text: str) -> Card:
        try:
            return _BY_TEXT[text]
        except KeyError:
            raise UnknownCard(f"no card of Aurum is called {text!r}") from None


Cards: TypeAlias = tuple[Card, ...]

BASE_CARDS: Cards = tuple(Card(metal, rank) for metal in BASE_METALS for rank in range(1, 11))
"""A1.1: fifty of them."""

GOLD_COPIES = {0: 4, 1: 2, 2: 2, 3: 2, 4: 1, 5: 1, 6: 1, 7: 1, 8: 1}
"""A1.2: how many gold cards of each rank there are."""

_BY_TEXT = {str(card): card for card in (*BASE_CARDS, *(Card(Metal.GOLD, rank) for rank in GOLD_COPIES))}


@cache
def gold(rank: int) -> Card:
    return _BY_TEXT[f"G{rank}"]


def parse_cards(text: str) -> Cards:
    """Cards written one after the other with spaces between; '-' stands for none."""
    return () if text.strip() == "-" else tuple(Card.parse(word) for word in text.split())


def show_cards(cards: Cards) -> str:
    return " ".join(map(str, cards)) or "-"


def without(cards: Cards, card: Card) -> Cards:
    """`cards` less one copy of `card`, which must be among them."""
    index = cards.index(card)
    return cards[:index] + cards[index + 1 :]


def with_card(cards: Cards, card: Card) -> Cards:
    """`cards` and `card`, sorted."""
    return tuple(sorted((*cards, card)))
