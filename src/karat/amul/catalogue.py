"""Every card of Amul with what it is called and what it does, for a page to draw from the texts that it is sent."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Literal, TypeAlias

from msgspec import Struct

from karat.amul.rules.cards import Deck
from karat.amul.rules.counts import PLAYERS
from karat.amul.rules.deal import bazaar_cards, market_cards, palace_cards
from karat.amul.rules.effects import Scoring
from karat.amul.rules.pad import HAND_LAW
from karat.amul.rules.rules import VARIANTS, Rules
from karat.amul.words.effects import card_line, card_sentences
from karat.game import BadRules
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
    zone: Literal["table", "hand", "both"] | None
    """Where it counts; null for cards that never are in a hand."""
    copies: dict[str, int]
    """How many are in a match, by the number of players."""
    variants: dict[str, dict[str, int]]
    """The same in a match with that variant; where it is otherwise."""
    symbols: dict[str, int]
    letters: tuple[str, ...]
    """Of its copies, by which they are told apart: `id:letter` is such a card."""
    effect: AmulEffect
    instant: AmulInstant | None
    line: dict[str, str]
    """What it says, in the few words that fit on it, by language."""
    text: dict[str, str]
    """The same in sentences."""


class AmulCatalogue(Struct, frozen=True):
    file: str
    """`standard`, or the SHA-256 of the card file."""
    rows: tuple[str, ...]
    """The colours and the bazaar in the order of the score pad."""
    tiebreak: str
    hand_law: str
    """The rule by which hands are laid down before anything is counted."""
    cards: tuple[AmulCardFacts, ...]


def catalogue(cards: CardFile) -> AmulCatalogue:
    """All cards of a card file, in its order."""
    plain = copies_of(cards)
    varied = {variant: copies_of(cards, variant) for variant in VARIANTS}
    told = []
    for kind in cards.kinds.values():
        otherwise = {name: found[kind.id] for name, found in varied.items() if found[kind.id] != plain[kind.id]}
        told.append(card_facts(kind, cards, plain[kind.id], otherwise))
    return AmulCatalogue(cards.identity, cards.rows, cards.tiebreak, HAND_LAW, tuple(told))


def copies_of(cards: CardFile, *variants: str) -> dict[str, dict[str, int]]:
    """By card, and then by the number of players, how many are in a match with these variants."""
    found: dict[str, dict[str, int]] = {kind: {} for kind in cards.kinds}
    for players in PLAYERS:
        rules = agreed(players, variants, cards)
        there = Counter(card.id for deck in (market_cards, palace_cards, bazaar_cards) for card in deck(rules))
        for kind, numbers in found.items():
            numbers[str(players)] = there[kind]
    return found


def agreed(players: int, variants: tuple[str, ...], cards: CardFile) -> Rules:
    try:
        return Rules.parse(players, variants, cards)
    except BadRules:  # these cards have nothing for the variant
        return Rules(players, cards)


def card_facts(
    kind: Kind, cards: CardFile, copies: dict[str, int], variants: dict[str, dict[str, int]]
) -> AmulCardFacts:
    instant = AmulInstant(tuple(map(str, kind.instant.places)), kind.instant.count) if kind.instant else None
    return AmulCardFacts(
        id=kind.id,
        names=dict(kind.names),
        deck=kind.deck.value,
        face=kind.face,
        colour=kind.colour,
        zone=kind.zone.value if kind.deck in (Deck.MARKET, Deck.TEA) else None,
        copies=copies,
        variants=variants,
        symbols=dict(kind.symbols),
        letters=kind.letters,
        effect=EFFECT.make(kind.scoring),
        instant=instant,
        line={language: card_line(kind.id, cards, language) for language in LANGUAGES},
        text={language: " ".join(card_sentences(kind.id, cards, language)) for language in LANGUAGES},
    )
