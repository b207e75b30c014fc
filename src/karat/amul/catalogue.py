"""Every card of Amul with what it is called and what it does, for a page to draw from the texts that it is sent."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias

from msgspec import Struct

from karat.amul.rules.counts import PLAYERS
from karat.amul.rules.effects import Scoring
from karat.amul.words.effects import card_sentences
from karat.language import LANGUAGES
from karat.shapes.shape import shape_of

if TYPE_CHECKING:
    from karat.amul.rules.cards import CardFile, Kind

EFFECT = shape_of(Scoring, "Amul")
AmulEffect: TypeAlias = EFFECT.type  # type: ignore[name-defined]


class AmulInstant(Struct, frozen=True):
    """Takes `count` cards from one of `places` when it is played."""

    places: tuple[str, ...]
    count: int


class AmulCardFacts(Struct, frozen=True):
    id: str
    names: dict[str, str]
    """By language."""
    deck: Literal["market", "palace", "bazaar", "tea"]
    face: str
    """The card whose face it shows: its own, or the one that it copies."""
    colour: str
    zone: Literal["table", "hand", "both"]
    """Where it counts."""
    copies: dict[str, int]
    """By the number of players."""
    symbols: dict[str, int]
    letters: tuple[str, ...]
    """Of its copies, by which they are told apart: `id:letter` is such a card."""
    effect: AmulEffect
    instant: AmulInstant | None
    text: dict[str, str]
    """What it says, in sentences, by language."""


class AmulCatalogue(Struct, frozen=True):
    file: str
    """`standard`, or the SHA-256 of the card file."""
    rows: tuple[str, ...]
    """The colours and the bazaar in the order of the score pad."""
    tiebreak: str
    cards: tuple[AmulCardFacts, ...]


def catalogue(cards: CardFile) -> AmulCatalogue:
    """All cards of a card file, in its order."""
    told = tuple(card_facts(kind, cards) for kind in cards.kinds.values())
    return AmulCatalogue(cards.identity, cards.rows, cards.tiebreak, told)


def card_facts(kind: Kind, cards: CardFile) -> AmulCardFacts:
    instant = AmulInstant(tuple(map(str, kind.instant.places)), kind.instant.count) if kind.instant else None
    return AmulCardFacts(
        id=kind.id,
        names=dict(kind.names),
        deck=kind.deck.value,
        face=kind.face,
        colour=kind.colour,
        zone=kind.zone.value,
        copies={str(players): len(kind.copies_for(players)) for players in PLAYERS},
        symbols=dict(kind.symbols),
        letters=kind.letters,
        effect=EFFECT.make(kind.scoring),
        instant=instant,
        text={language: " ".join(card_sentences(kind.id, cards, language)) for language in LANGUAGES},
    )
