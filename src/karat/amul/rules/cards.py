"""The cards of Amul (M2, M3): a card by its name, and the card file that says what each one is."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cache, lru_cache
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from karat.game import BadText, NamedValue

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from karat.amul.rules.effects import InstantEffect, Scoring

STANDARD = "standard"
"""How records name the card file that comes with Karat."""

_NAME = re.compile(r"([a-z][a-z0-9_]{0,39})(?::([A-Z]))?")


class Card(NamedTuple):
    """A card by its id and, where its copies differ, its turn-order letter (R17); all other copies are alike.

    >>> Card.parse("arab_guard:F").letter, str(Card("camel"))
    ('F', 'camel')
    """

    id: str
    letter: str = ""

    def __str__(self) -> str:
        return f"{self.id}:{self.letter}" if self.letter else self.id

    def __repr__(self) -> str:
        return f"Card.parse({str(self)!r})"

    @staticmethod
    def parse(text: str) -> Card:
        """The card that `text` could name; whether a card file has it is asked of the file."""
        return _parse(text)


@cache
def _the_card(name: str, letter: str) -> Card:
    """Copies that are alike are one value: nobody can tell them apart by the object either."""
    return Card(name, letter)


@lru_cache(maxsize=1024)
def _parse(text: str) -> Card:
    if found := _NAME.fullmatch(text):
        return _the_card(found[1], found[2] or "")
    raise BadText(f"{text!r} is no card; a card is written camel or arab_guard:F")


Cards: TypeAlias = tuple[Card, ...]


class Deck(NamedValue):
    MARKET = "market"
    PALACE = "palace"
    BAZAAR = "bazaar"
    TEA = "tea"


class Zone(NamedValue):
    """Where a card counts: played to the table, kept in hand to the end, or either (M17 to M19)."""

    TABLE = "table"
    HAND = "hand"
    BOTH = "both"


COLOURS = ("yellow", "blue", "violet", "red", "green", "orange")
BAZAAR_ROW = "bazaar"
"""The traders' line on the score pad; no colour of its own (M37)."""


@dataclass(frozen=True, slots=True, eq=False)
class Kind:
    """One entry of a card file."""

    id: str
    deck: Deck
    face: str
    """Whose face it shows: its own, or the market card that a palace card copies (R10)."""
    colour: str
    zone: Zone
    names: Mapping[str, str]
    """By language."""
    copies: tuple[tuple[int, int], ...]
    """Player count from which they are in, and how many; ascending."""
    symbols: tuple[tuple[str, int], ...]
    letters: tuple[str, ...]
    """Of each copy in the order of `copies`; none for a card without valour."""
    scoring: Scoring
    instant: InstantEffect | None
    tea_route: bool
    """Whether only that variant has it."""
    columns: str
    source: Mapping[str, str]
    """Where each group of fields comes from."""
    notes: str

    @property
    def valour(self) -> int:
        return next((number for symbol, number in self.symbols if symbol == "valour"), 0)

    @property
    def all_copies(self) -> tuple[tuple[int, Card], ...]:
        """Every copy with the player count from which it is in."""
        counts = [players for players, number in self.copies for _ in range(number)]
        letters = self.letters or ("",) * len(counts)
        return tuple((players, _the_card(self.id, letter)) for players, letter in zip(counts, letters, strict=True))

    def copies_for(self, players: int) -> Cards:
        """M3: the copies whose number is at most the number of players."""
        return tuple(card for least, card in self.all_copies if least <= players)


@dataclass(frozen=True, slots=True, repr=False)
class CardFile:
    """A checked card file. Two are the same when their bytes are."""

    identity: str
    """`standard`, or the SHA-256 of the file in hex."""
    kinds: Mapping[str, Kind] = field(compare=False, repr=False)
    """By id, in the order of the file."""
    rows: tuple[str, ...] = field(compare=False, repr=False)
    """The colours and the bazaar in the order of the score pad (M36)."""
    tiebreak: str = field(compare=False, repr=False)
    """The symbol of M43."""

    def __repr__(self) -> str:
        # The standard file can be had again by its loader; of another there is only its identity to tell.
        return "load_standard()" if self.identity == STANDARD else f"<CardFile {self.identity[:12]}>"

    def __contains__(self, card: Card) -> bool:
        kind = self.kinds.get(card.id)
        return kind is not None and (card.letter in kind.letters if kind.letters else not card.letter)

    def name(self, card: Card, language: str = "en") -> str:
        return self.kinds[card.id].names[language]

    @property
    def tea(self) -> Cards:
        """Every Tea card, those for few players first."""
        copies = [copy for kind in self.kinds.values() if kind.deck is Deck.TEA for copy in kind.all_copies]
        return tuple(card for _, card in sorted(copies, key=lambda copy: copy[0]))

    def recommended_tea(self, players: int) -> int:
        """M45"""
        return sum(len(kind.copies_for(players)) for kind in self.kinds.values() if kind.deck is Deck.TEA)


def parse_cards(text: str) -> Cards:
    """Cards written one after the other with spaces between; '-' stands for none."""
    return () if text.strip() == "-" else tuple(Card.parse(word) for word in text.split())


def show_cards(cards: Iterable[Card]) -> str:
    return " ".join(map(str, cards)) or "-"


def without(cards: Cards, card: Card) -> Cards:
    """`cards` less one copy of `card`, which must be among them."""
    index = cards.index(card)
    return cards[:index] + cards[index + 1 :]


def with_card(cards: Cards, card: Card) -> Cards:
    """`cards` and `card`, sorted."""
    return tuple(sorted((*cards, card)))


def each_once(cards: Iterable[Card]) -> Cards:
    """Copies that are alike are one choice; sorted."""
    return tuple(sorted(set(cards)))
