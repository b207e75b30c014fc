"""Card files that nobody would print: the standard cards with effects, zones and instants drawn at random.

They are valid by all checks of karat.amul.rules.cardcheck, and ask the kernel for what the standard file never does:
effects that take several cards, points below zero, every scope with every selector.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from karat.amul.rules.cardfile import load_standard
from karat.amul.rules.cards import BAZAAR_ROW, COLOURS, CardFile, Deck, Kind, Zone
from karat.amul.rules.effects import (
    By,
    Combo,
    DistinctSets,
    Flat,
    InstantEffect,
    Majority,
    PerDistinct,
    PerMatch,
    PerPair,
    Place,
    Rarity,
    Scope,
    Scoring,
    Selector,
    SetTable,
    Symbol,
    Threshold,
)
from karat.shuffle import Stream


@cache
def odd_cards(seed: str) -> CardFile:
    """A card file drawn from a seed."""
    standard, rng = load_standard(), Stream(f"odd cards {seed}")
    faces = tuple(kind.id for kind in standard.kinds.values() if kind.face == kind.id)
    kinds: dict[str, Kind] = {}
    for kind in standard.kinds.values():
        if kind.face == kind.id:
            kinds[kind.id] = _odd_kind(kind, faces, rng)
        else:
            original = kinds[kind.face]  # a copy comes after what it copies in the standard file
            kinds[kind.id] = replace(kind, scoring=original.scoring)
    return CardFile(f"odd cards {seed}", kinds, standard.rows, rng.choice(tuple(Symbol)).value)


def _odd_kind(kind: Kind, faces: tuple[str, ...], rng: Stream) -> Kind:
    effect, zone, instant = _scoring(kind, faces, rng), kind.zone, None
    if kind.deck in (Deck.MARKET, Deck.TEA):
        zone = rng.choice(tuple(Zone))
    if kind.deck is Deck.MARKET and zone is not Zone.HAND and rng.below(2):
        places = tuple(place for place in Place if rng.below(2)) or (rng.choice(tuple(Place)),)
        instant = InstantEffect(places, rng.choice((1, 1, 2, 3, 40)))
    return replace(kind, scoring=effect, zone=zone, instant=instant)


def _scoring(kind: Kind, faces: tuple[str, ...], rng: Stream) -> Scoring:
    def points() -> int:
        return rng.below(15) - 4

    def table(size: int) -> tuple[int, ...]:
        return tuple(points() for _ in range(size))

    def ids(first: tuple[str, ...] = ()) -> tuple[str, ...]:
        return tuple(dict.fromkeys((*first, *(rng.choice(faces) for _ in range(1 + rng.below(4))))))

    def of() -> Selector:
        names: dict[By, tuple[str, ...]] = {
            By.COLOUR: (*COLOURS, BAZAAR_ROW),
            By.SYMBOL: tuple(symbol.value for symbol in Symbol),
            By.DECK: (Deck.PALACE.value, Deck.BAZAAR.value),
        }
        by = rng.choice(tuple(By))
        return Selector(by, ids() if by is By.IDS else (rng.choice(names[by]),))

    def scope() -> Scope:
        return rng.choice(tuple(Scope))

    def cap() -> int | None:
        return rng.below(9) if rng.below(2) else None

    if isinstance(kind.scoring, DistinctSets):  # the cards of a group stay together
        return kind.scoring
    which = rng.below(11)
    bounds = (rng.below(4), None) if rng.below(2) else (None, rng.below(4))
    several = ids((kind.id,))
    effects: tuple[Scoring, ...] = (
        Flat(points()),
        PerMatch(points(), of(), scope(), cap()),
        SetTable(kind.id, of(), table(1 + rng.below(5)), points()),
        DistinctSets(kind.id, several, table(len(several))),
        Rarity(Selector(By.IDS, several), rng.choice((Scope.OWN, Scope.EVERYONE)), table(1 + rng.below(5))),
        PerDistinct(points(), "colour", None, cap()),
        PerDistinct(points(), "id", Selector(By.IDS, several), cap()),
        PerPair(points(), of(), of(), cap()),
        Combo(tuple((name, 1 + rng.below(2)) for name in ids()), points()),
        Threshold(of(), scope(), points(), points(), *bounds),
        Majority(of(), scope(), points(), points()),
    )
    return effects[which]
