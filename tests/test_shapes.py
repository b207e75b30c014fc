"""Values of the rules on the wire: one definition gives the bytes and the type that describes them."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any, NamedTuple

import msgspec
import pytest

from karat.amul.catalogue import AmulEffect
from karat.amul.rules.effects import KIND_NAMES, KINDS, By, PerMatch, Scope, Selector
from karat.shapes.shape import NoShape, object_shape, shape_of


class Colour(StrEnum):
    RED = "red"
    BLUE = "blue"


@dataclass(frozen=True, slots=True)
class Stone:
    rank: int

    def __str__(self) -> str:
        return f"S{self.rank}"


class Pair(NamedTuple):
    left: int
    right: Stone | None = None


@dataclass(frozen=True, slots=True)
class Round:
    points: int


@dataclass(frozen=True, slots=True)
class LongSquare:
    """A square that is none."""

    sides: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Laid:
    """A seat laid stones."""

    seat: int
    stones: tuple[Stone, ...]
    colour: Colour
    pair: Pair
    area: Round | LongSquare | None = None
    first: Stone | None = None


def sent(value: Any) -> Any:
    shape = object_shape(type(value), "Test", "e", type(value).__name__)
    told = msgspec.json.encode(shape.make(value))
    assert msgspec.json.encode(msgspec.json.decode(told, type=shape.type)) == told
    return msgspec.json.decode(told)


def test_every_kind_of_value_has_its_form():
    laid = Laid(1, (Stone(3), Stone(4)), Colour.RED, Pair(7, Stone(1)), LongSquare((2, 3)), Stone(9))
    assert sent(laid) == {
        "e": "Laid",
        "seat": 1,
        "stones": ["S3", "S4"],
        "colour": "red",
        "pair": {"left": 7, "right": "S1"},
        "area": {"kind": "long_square", "sides": [2, 3]},
        "first": "S9",
    }


def test_what_holds_nothing_is_left_out():
    assert sent(Laid(0, (), Colour.BLUE, Pair(0))) == {"e": "Laid", "seat": 0, "colour": "blue", "pair": {"left": 0}}


def test_a_class_tells_the_schema_what_it_is():
    _, named = msgspec.json.schema_components([object_shape(Laid, "Test").type])
    assert named["TestLaid"]["description"] == "A seat laid stones."
    assert named["TestLaid"]["required"] == ["seat", "colour", "pair"]
    assert named["TestLongSquare"]["required"] == ["kind", "sides"]
    assert "description" not in named["TestRound"]


def test_what_has_no_form_is_refused_by_name():
    with pytest.raises(NoShape, match="dict"):
        shape_of(dict[str, int], "Test")


def test_cards_and_scores_call_an_effect_by_the_name_of_card_files():
    """The page draws an effect by its `kind`, which is what card files and the score pad call it."""
    assert {shape.__struct_config__.tag for shape in AmulEffect.__args__} == set(KINDS)
    effect = PerMatch(2, Selector(By.COLOUR, ("red",)), Scope.OWN)
    assert msgspec.to_builtins(shape_of(PerMatch | Selector, "Test").make(effect))["kind"] == KIND_NAMES[PerMatch]
