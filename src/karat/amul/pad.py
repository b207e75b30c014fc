"""The score pad of Amul: areas as they lie at the end at a table with the box on it. The rules do the sums."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

from msgspec import Meta, Struct

from karat.amul.rules.pad import entered_match
from karat.amul.rules.rules import Rules
from karat.amul.view import AmulPad, pads, texts
from karat.amul.words.scores import line_sentences

if TYPE_CHECKING:
    from karat.amul.rules.cards import CardFile

CardName = Annotated[str, Meta(max_length=50)]
CardRow = Annotated[tuple[CardName, ...], Meta(max_length=200)]
Rows = Annotated[tuple[CardRow, ...], Meta(max_length=12)]
Name = Annotated[str, Meta(max_length=100)]
Language = Literal["en", "de", "fr", "ru"]


class AmulEntries(Struct, frozen=True, forbid_unknown_fields=True):
    players: int
    areas: Rows
    """By seat; a letter may be left out."""
    hands: Rows = ()
    """What was still in the hands at the end."""
    tea: bool | int = False
    """Whether with Tea cards, or how many of them."""
    cards: Name = "standard"
    language: Language = "en"


class AmulScores(Struct, frozen=True):
    pads: tuple[AmulPad, ...]
    explained: tuple[tuple[str, ...], ...]
    """By seat, each line of its pad in words."""
    laid_down: tuple[tuple[str, ...], ...]
    """By seat, the hand cards that counted."""
    removed: tuple[tuple[str, ...], ...]
    """By seat, those that did not."""
    winners: tuple[int, ...]
    tiebreak: str
    """The symbol that breaks ties."""
    law: str
    """By which the match was won."""


def score(entered: AmulEntries, cards: CardFile) -> AmulScores:
    """The match as it was entered, with these cards; BadRules or BadEntry where that cannot be."""
    base = Rules(entered.players, cards)
    tea = cards.recommended_tea(entered.players) if entered.tea is True else int(entered.tea)
    pad = entered_match(Rules(base.players, cards, tea), entered.areas, entered.hands)
    rows = [name for name, _ in pad.sheet.rows]
    ordered = [sorted(lines, key=lambda line: rows.index(line.row)) for lines in pad.sheet.lines]
    return AmulScores(
        pads=pads(pad.sheet),
        explained=tuple(tuple(line_sentences(line, cards, entered.language) for line in lines) for lines in ordered),
        laid_down=tuple(map(texts, pad.laid_down)),
        removed=tuple(map(texts, pad.removed)),
        winners=pad.sheet.winners,
        tiebreak=cards.tiebreak,
        law=pad.law,
    )
