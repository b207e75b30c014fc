"""How Amul's cards look and what they do, in a few words. A colour is letter, sign and colour, always all three."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from textual.content import Content

from karat.amul.rules.cards import BAZAAR_ROW, Card, CardFile, Kind, Zone
from karat.amul.rules.effects import (
    By,
    Combo,
    DistinctSets,
    Flat,
    Majority,
    PerDistinct,
    PerMatch,
    PerPair,
    Rarity,
    Scope,
    Scoring,
    Selector,
    SetTable,
    Threshold,
)

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

ZONES = {Zone.TABLE: "table", Zone.HAND: "hand", Zone.BOTH: "both"}
LETTERS = {"arab": "A", "mongol": "M", "valour": "V", "trade": "T", "gift": "G"}
"""The symbols in one letter each, where there is little room."""
SCOPES = {
    Scope.OWN: "",
    Scope.NEIGHBOURS: " at neighbours",
    Scope.OWN_AND_NEIGHBOURS: ", neighbours too",
    Scope.EVERYONE: " of all",
}


def colour_of(card: Card, cards: CardFile) -> str:
    return COLOURS[cards.kinds[card.id].colour]


def name_of(card: Card, cards: CardFile) -> str:
    """The English name, with the letter where copies differ: `Arab Guard F`."""
    return f"{cards.name(card)} {card.letter}".rstrip()


def inline(card: Card, cards: CardFile) -> Content:
    """A card within a line of text."""
    return Content.styled(name_of(card, cards), f"bold {colour_of(card, cards)}")


def signed(card: Card, cards: CardFile) -> Content:
    """The same with the sign of its colour: `B● Silver`."""
    kind = cards.kinds[card.id]
    return Content.assemble((f"{SIGNS[kind.colour]} ", COLOURS[kind.colour]), inline(card, cards))


def sign(row: str) -> Content:
    return Content.styled(SIGNS[row], f"bold {COLOURS[row]}")


def counted(cards: Iterable[Card]) -> dict[Card, int]:
    """Copies that are alike as one entry."""
    return dict(Counter(cards))


def row(cards_in_row: Iterable[Card], cards: CardFile) -> Content:
    """Cards one after the other, copies counted: `Camel ×2, Silk`."""
    shown = [
        Content.assemble(inline(card, cards), f" ×{number}" if number > 1 else "")
        for card, number in counted(cards_in_row).items()
    ]
    return Content(", ").join(shown) if shown else Content.styled("none", "dim")


def symbols(card: Card, kind: Kind) -> str:
    """In letters, a turn-order letter behind: `A V:F`."""
    shown = " ".join(LETTERS[name] * number for name, number in kind.symbols)
    return f"{shown}:{card.letter}" if card.letter else shown


def short(kind: Kind, cards: CardFile) -> str:
    """What a card does in one short line."""
    said = effect(kind.scoring, cards)
    if kind.instant is None:
        return said
    number = "" if kind.instant.count == 1 else f" {kind.instant.count}"
    return f"{said}; takes{number} from {' or '.join(kind.instant.places)}"


def effect(scoring: Scoring, cards: CardFile) -> str:
    """A way of scoring, shorter than `karat.amul.rules.explain` has it."""
    match scoring:
        case Flat():
            return str(scoring.points)
        case PerMatch():
            return f"{scoring.points} per {what(scoring.of, cards)}{SCOPES[scoring.scope]}{bound(scoring.cap)}"
        case SetTable():
            return f"set {slashed(scoring.table)}, +{scoring.beyond}"
        case DistinctSets():
            return f"set of different {slashed(scoring.table)}"
        case Rarity():
            return f"{slashed(scoring.table)} by {what(scoring.of, cards)}{SCOPES[scoring.scope]}"
        case PerDistinct():
            each = "different good" if scoring.of else "colour"
            return f"{scoring.points} per {each}{bound(scoring.cap)}"
        case PerPair():
            return f"{scoring.points} per {what(scoring.a, cards)} + {what(scoring.b, cards)}{bound(scoring.cap)}"
        case Combo():
            needs = " + ".join(f"{number} {cards.kinds[name].names['en']}" for name, number in scoring.needs)
            return f"{scoring.points} for {needs}"
        case Threshold():
            most = f"up to {scoring.most}" if scoring.most else "no"
            number = most if scoring.least is None else str(scoring.least)
            where = SCOPES[scoring.scope]
            return f"{scoring.then} with {number} {what(scoring.of, cards)}{where}, else {scoring.otherwise}"
        case Majority():
            rival = "no one" if scoring.scope is Scope.EVERYONE else "no neighbour"
            return f"{scoring.then} if {rival} has more {what(scoring.of, cards)}, else {scoring.otherwise}"


def what(selector: Selector, cards: CardFile) -> str:
    if selector.by is By.IDS:
        return "/".join(cards.kinds[name].names["en"] for name in selector.names)
    return f"{selector.names[0]} card" if selector.by in (By.COLOUR, By.DECK) else selector.names[0]


def slashed(table: tuple[int, ...]) -> str:
    return "/".join(map(str, table))


def bound(cap: int | None) -> str:
    return "" if cap is None else f", ≤{cap}"
