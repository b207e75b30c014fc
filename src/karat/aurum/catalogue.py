"""Every card of Aurum with what it is called, for a page to draw from the texts that it is sent."""

from __future__ import annotations

from msgspec import Struct

from karat.aurum.rules.cards import BASE_CARDS, GOLD_COPIES, gold
from karat.aurum.rules.deal import base_cards
from karat.aurum.rules.pad import gold_there, most_tricks, possible_bids
from karat.aurum.rules.rules import PLAYERS, Rules
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


class AurumPadFacts(Struct, frozen=True):
    """What can be entered of a round on a score pad."""

    sides: tuple[tuple[int, ...], ...]
    """Who scores together, by seat."""
    bids: tuple[int, ...]
    """From low to high."""
    most_tricks: int
    gold: dict[str, int]
    """By rank, how many cards of gold there are."""


class AurumCatalogue(Struct, frozen=True):
    metals: tuple[MetalFacts, ...]
    cards: tuple[AurumCardFacts, ...]
    pads: dict[str, AurumPadFacts]
    """By the number of players."""


def catalogue(_cards: None = None) -> AurumCatalogue:
    """All cards of Aurum, base metals first."""
    metals = tuple(MetalFacts(metal.name.lower(), metal.value, dict(names)) for metal, names in METALS.items())
    base = [
        AurumCardFacts(str(card), card.metal.value, card.rank, {str(n): int(card in base_cards(n)) for n in PLAYERS}, 0)
        for card in BASE_CARDS
    ]
    golden = [
        AurumCardFacts(
            str(card),
            card.metal.value,
            card.rank,
            {str(n): gold_there(Rules(n))[card] for n in PLAYERS},
            gold_points((card,)),
        )
        for card in map(gold, GOLD_COPIES)
    ]
    pads = {str(n): pad_facts(Rules(n), golden) for n in PLAYERS}
    return AurumCatalogue(metals, (*base, *golden), pads)


def pad_facts(rules: Rules, golden: list[AurumCardFacts]) -> AurumPadFacts:
    copies = {str(card.rank): card.copies[str(rules.players)] for card in golden}
    return AurumPadFacts(
        rules.sides,
        possible_bids(rules.players),
        most_tricks(rules.players),
        {rank: number for rank, number in copies.items() if number},
    )
