"""The effects of a card as a card file writes them: a table of fields for each kind, and one reader for each field."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from karat.amul.rules.effects import KINDS, By, Flat, InstantEffect, Place, Scope, Scoring, Selector
from karat.record import quoted

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from karat.amul.rules.cardcheck import Problems

MANY = 1000
"""More cards, points or table entries than this are a slip, not a game."""


class Wrong(ValueError):
    """A value that its field cannot have; the message completes 'must be ...'."""


class Field(NamedTuple):
    """What a field is called in our values, how it is read, and whether it can be left out."""

    attribute: str
    read: Callable[[Any], Any]
    needed: bool = True


def whole_number(value: object, least: int, most: int) -> int | None:
    """`value` if it is a whole number in these bounds; true is none."""
    return value if type(value) is int and least <= value <= most else None


def points(value: object) -> int:
    if (number := whole_number(value, -MANY, MANY)) is None:
        raise Wrong(f"a whole number from {-MANY} to {MANY}")
    return number


def count(value: object) -> int:
    if (number := whole_number(value, 0, MANY)) is None:
        raise Wrong(f"a whole number from 0 to {MANY}")
    return number


def several(value: object) -> int:
    if (number := whole_number(value, 1, MANY)) is None:
        raise Wrong(f"a whole number from 1 to {MANY}")
    return number


def table(value: object) -> tuple[int, ...]:
    if not isinstance(value, list) or not 0 < len(value) <= MANY:
        raise Wrong("a list of whole numbers")
    return tuple(points(entry) for entry in value)


def word(value: object) -> str:
    if not isinstance(value, str) or not value:
        raise Wrong("a text")
    return value


def ids(value: object) -> tuple[str, ...]:
    if not isinstance(value, list) or not value or not all(isinstance(name, str) for name in value):
        raise Wrong("a list of ids")
    if len(set(value)) < len(value):
        raise Wrong("a list of ids, each once")
    return tuple(value)


def needs(value: object) -> tuple[tuple[str, int], ...]:
    if not isinstance(value, dict) or not value:
        raise Wrong("a table of ids and numbers")
    return tuple((name, several(number)) for name, number in value.items())


def scope(value: object) -> Scope:
    if not isinstance(value, str) or value not in tuple(Scope):
        raise Wrong(f"one of {', '.join(Scope)}")
    return Scope(value)


def distinct_by(value: object) -> str:
    if value not in ("colour", "id"):
        raise Wrong("colour or id")
    return str(value)


def selector(value: object) -> Selector:
    if not isinstance(value, dict) or len(value) != 1 or next(iter(value)) not in tuple(By):
        raise Wrong(f"a table of one selector: {', '.join(By)}")
    ((by, what),) = value.items()
    return Selector(By(by), ids(what) if by == By.IDS else (word(what),))


FIELDS: Mapping[str, Mapping[str, Field]] = {
    "flat": {"points": Field("points", points)},
    "per_match": {
        "points": Field("points", points),
        "of": Field("of", selector),
        "scope": Field("scope", scope),
        "max": Field("cap", count, needed=False),
    },
    "set_table": {
        "group": Field("group", word),
        "of": Field("of", selector),
        "table": Field("table", table),
        "beyond": Field("beyond", points),
    },
    "distinct_sets": {"group": Field("group", word), "ids": Field("ids", ids), "table": Field("table", table)},
    "rarity": {"of": Field("of", selector), "scope": Field("scope", scope), "table": Field("table", table)},
    "per_distinct": {
        "points": Field("points", points),
        "by": Field("by", distinct_by),
        "of": Field("of", selector, needed=False),
        "max": Field("cap", count, needed=False),
    },
    "per_pair": {
        "points": Field("points", points),
        "a": Field("a", selector),
        "b": Field("b", selector),
        "max": Field("cap", count, needed=False),
    },
    "combo": {"needs": Field("needs", needs), "points": Field("points", points)},
    "threshold": {
        "of": Field("of", selector),
        "scope": Field("scope", scope),
        "min": Field("least", count, needed=False),
        "max_count": Field("most", count, needed=False),
        "then": Field("then", points),
        "else": Field("otherwise", points),
    },
    "majority": {
        "of": Field("of", selector),
        "scope": Field("scope", scope),
        "then": Field("then", points),
        "else": Field("otherwise", points),
    },
}


def read_scoring(told: object, card: str, problems: Problems) -> Scoring:
    """The effect that `told` describes; a stand-in when there are problems, which are noted."""
    if not isinstance(told, dict):
        problems.add(card, "scoring", f"must be a table with a kind, not {quoted(told)}")
        return Flat(0)
    kind = told.get("kind")
    if not isinstance(kind, str) or kind not in KINDS:
        problems.add(card, "scoring.kind", f"unknown effect {quoted(kind)}; there are {', '.join(KINDS)}")
        return Flat(0)
    values = read_fields(told, FIELDS[kind], card, "scoring", problems)
    return KINDS[kind](**values) if values is not None else Flat(0)


def read_instant(told: object, card: str, problems: Problems) -> InstantEffect | None:
    """The instant effect that `told` describes."""
    if not isinstance(told, dict):
        problems.add(card, "instant", f"must be a table with a kind, not {quoted(told)}")
        return None
    if told.get("kind") != "take":
        problems.add(card, "instant.kind", f"unknown effect {quoted(told.get('kind'))}; there is take")
        return None
    fields = {"from": Field("places", places), "count": Field("count", several)}
    values = read_fields(told, fields, card, "instant", problems)
    return InstantEffect(**values) if values is not None else None


def places(value: object) -> tuple[Place, ...]:
    listed = isinstance(value, list) and value and all(place in tuple(Place) for place in map(str, value))
    if not isinstance(value, list) or not listed or len(set(map(str, value))) < len(value):
        raise Wrong(f"a list from {', '.join(Place)}, each once")
    return tuple(Place(place) for place in value)


def read_fields(
    told: dict[str, Any], fields: Mapping[str, Field], card: str, where: str, problems: Problems
) -> dict[str, Any] | None:
    """The fields of an effect by our own names; None when one of them is missing, unknown or wrong."""
    before = problems.found
    for name in told:
        if name != "kind" and name not in fields:
            problems.add(card, f"{where}.{name}", f"unknown field of {told['kind']}; there are {', '.join(fields)}")
    values = {}
    for name, known in fields.items():
        if name not in told:
            if known.needed:
                problems.add(card, f"{where}.{name}", f"is missing; {told['kind']} needs it")
            continue
        try:
            values[known.attribute] = known.read(told[name])
        except Wrong as wrong:
            problems.add(card, f"{where}.{name}", f"must be {wrong}, not {quoted(told[name])}")
    return values if problems.found == before else None
