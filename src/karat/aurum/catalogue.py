"""Every card of Aurum with what it is called, for a page to draw from the texts that it is sent."""

from __future__ import annotations

from msgspec import Struct

from karat.aurum.rules.cards import BASE_CARDS, GOLD_COPIES, gold
from karat.aurum.rules.deal import base_cards, first_supply
from karat.aurum.rules.scoring import gold_points
from karat.aurum.words.metals import METALS


class MetalFacts(Struct, frozen=True):
    id: str
    letter: str
    names: dict[str, str]
    """By language."""


class AurumCardFacts(Struct, frozen=True):
    card: str
    metal: str
    """The metal's letter."""
    rank: int
    copies: dict[str, int]
    """By the number of players."""
    points: int
    """At the end of a round; of gold."""


class AurumCatalogue(Struct, frozen=True):
    metals: tuple[MetalFacts, ...]
    cards: tuple[AurumCardFacts, ...]


def catalogue(_cards: None = None) -> AurumCatalogue:
    """All cards of Aurum, base metals first."""
    metals = tuple(MetalFacts(metal.name.lower(), metal.value, dict(names)) for metal, names in METALS.items())
    base = [
        AurumCardFacts(str(card), card.metal.value, card.rank, {str(n): int(card in base_cards(n)) for n in (3, 4)}, 0)
        for card in BASE_CARDS
    ]
    golden = [
        AurumCardFacts(
            str(card),
            card.metal.value,
            card.rank,
            {str(n): first_supply(n).count(card) if card.rank else n for n in (3, 4)},
            gold_points((card,)),
        )
        for card in map(gold, GOLD_COPIES)
    ]
    return AurumCatalogue(metals, (*base, *golden))
