"""What cards can do: the closed vocabulary of effects, as values. A card file names them, `scoring` counts them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from karat.game import NamedValue


class Symbol(NamedValue):
    ARAB = "arab"
    MONGOL = "mongol"
    VALOUR = "valour"
    TRADE = "trade"
    GIFT = "gift"


class Place(NamedValue):
    """Where an instant effect can take a card from."""

    PALACE = "palace"
    BAZAAR = "bazaar"
    MARKET = "market"


class Scope(NamedValue):
    """Whose areas are counted."""

    OWN = "own"
    NEIGHBOURS = "neighbours"
    OWN_AND_NEIGHBOURS = "own_and_neighbours"
    EVERYONE = "everyone"


class By(NamedValue):
    """What a selector goes by."""

    IDS = "ids"
    COLOUR = "colour"
    SYMBOL = "symbol"
    DECK = "deck"


@dataclass(frozen=True, slots=True)
class Selector:
    """What is counted: cards of these faces, of a colour or a deck; or symbols, of which a card may have several."""

    by: By
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Flat:
    points: int


@dataclass(frozen=True, slots=True)
class PerMatch:
    """Points for each match in the scope; `cap` bounds the points of the card."""

    points: int
    of: Selector
    scope: Scope
    cap: int | None = None


@dataclass(frozen=True, slots=True)
class SetTable:
    """Once for each player and group: the points of a set by its size, and `beyond` for each card more."""

    group: str
    of: Selector
    table: tuple[int, ...]
    beyond: int


@dataclass(frozen=True, slots=True)
class DistinctSets:
    """Once for each player and group: sets of different faces, as large as possible first."""

    group: str
    ids: tuple[str, ...]
    table: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Rarity:
    """Points by how many are in play; past the end of the table its last value holds."""

    of: Selector
    scope: Scope
    table: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PerDistinct:
    """Points for each different colour, or each different face of a list, in the own area."""

    points: int
    by: str
    of: Selector | None = None
    cap: int | None = None


@dataclass(frozen=True, slots=True)
class PerPair:
    """Points for each pair of one of `a` and one of `b` in the own area."""

    points: int
    a: Selector
    b: Selector
    cap: int | None = None


@dataclass(frozen=True, slots=True)
class Combo:
    """Points if every needed face is owned often enough; they are not used up (R11)."""

    needs: tuple[tuple[str, int], ...]
    points: int


@dataclass(frozen=True, slots=True)
class Threshold:
    """`then` if the count is at least `least`, or at most `most`; one of the two is given."""

    of: Selector
    scope: Scope
    then: int
    otherwise: int
    least: int | None = None
    most: int | None = None


@dataclass(frozen=True, slots=True)
class Majority:
    """`then` if the owner has at least one and nobody else in the scope has more; ties are fine."""

    of: Selector
    scope: Scope
    then: int
    otherwise: int


Scoring: TypeAlias = (
    Flat | PerMatch | SetTable | DistinctSets | Rarity | PerDistinct | PerPair | Combo | Threshold | Majority
)

KINDS: dict[str, type[Scoring]] = {
    "flat": Flat,
    "per_match": PerMatch,
    "set_table": SetTable,
    "distinct_sets": DistinctSets,
    "rarity": Rarity,
    "per_distinct": PerDistinct,
    "per_pair": PerPair,
    "combo": Combo,
    "threshold": Threshold,
    "majority": Majority,
}
"""The kinds by the names that card files and score sheets give them."""

KIND_NAMES = {kind: name for name, kind in KINDS.items()}


@dataclass(frozen=True, slots=True)
class InstantEffect:
    """Take `count` cards, all from one of `places`, into the own area when the card is played (M22, R18)."""

    places: tuple[Place, ...]
    count: int = 1
