"""How Amul's cards look in a terminal. A colour is letter, sign and colour, always all three."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from textual.content import Content

from karat.amul.rules.cards import BAZAAR_ROW, Card, Kind
from karat.amul.words.cards import CardWords

SIGNS = {
    "yellow": "Y◆",
    "blue": "B●",
    "violet": "V■",
    "red": "R▲",
    "green": "G♣",
    "orange": "O▼",
    BAZAAR_ROW: "Z◎",
}
"""The letter and the shape of a colour."""

COLOURS = {
    "yellow": "#f0cf50",
    "blue": "#5cb8f0",
    "violet": "#c890f0",
    "red": "#f07860",
    "green": "#8fcf6a",
    "orange": "#f09a40",
    BAZAAR_ROW: "#dfe6ea",
}

LETTERS = {"arab": "A", "mongol": "M", "valour": "V", "trade": "T", "gift": "G"}
"""The symbols in one letter each, where there is little room."""


def inline(card: Card, words: CardWords) -> Content:
    """A card within a line of text."""
    return Content.styled(words.name(card), f"bold {COLOURS[words.kind(card).colour]}")


def signed(card: Card, words: CardWords) -> Content:
    """The same with the sign of its colour: `B● Silver`."""
    colour = words.kind(card).colour
    return Content.assemble((f"{SIGNS[colour]} ", COLOURS[colour]), inline(card, words))


def sign(row: str) -> Content:
    return Content.styled(SIGNS[row], f"bold {COLOURS[row]}")


def counted(cards: Iterable[Card]) -> dict[Card, int]:
    """Copies that are alike as one entry."""
    return dict(Counter(cards))


def row(cards: Iterable[Card], words: CardWords) -> Content:
    """Cards one after the other, copies counted: `Camel ×2, Silk`."""
    shown = [
        Content.assemble(inline(card, words), f" ×{number}" if number > 1 else "")
        for card, number in counted(cards).items()
    ]
    return Content(", ").join(shown) if shown else Content.styled(words.say("nothing"), "dim")


def symbols(card: Card, kind: Kind) -> str:
    """In letters, a turn-order letter behind: `A V:F`."""
    shown = " ".join(LETTERS[name] * number for name, number in kind.symbols)
    return f"{shown}:{card.letter}" if card.letter else shown
