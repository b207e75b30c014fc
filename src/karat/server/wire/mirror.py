"""Classes of the rules as types of the wire: the shape that `karat.server.wire.plain` gives their values."""

from __future__ import annotations

import dataclasses
import types
from enum import StrEnum
from functools import cache
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Struct

from karat import amul, aurum
from karat.amul.rules import effects as amul_effects
from karat.amul.rules import order as amul_order
from karat.amul.rules import scoring as amul_scoring
from karat.aurum.rules import scoring as aurum_scoring
from karat.game import Seat
from karat.server.wire.plain import LEFT_OUT

TEXTS = (aurum.Card, amul.Card, amul_order.Turn)
"""Values that go as their text."""
NAMES = {
    "Seat": Seat,
    "Turn": amul_order.Turn,
    "Place": amul_effects.Place,
    "ScoreSheet": amul_scoring.ScoreSheet,
    "RoundResult": aurum_scoring.RoundResult,
    "MatchResult": aurum_scoring.MatchResult,
}
"""What annotations name that their modules import only for them."""


@cache
def mirrored(kind: type, prefix: str, tag: str | None = None, tag_field: str = "e") -> type[Struct]:
    """The struct of a value of the rules as `plain` writes it: fields that hold nothing are left out."""
    cards: dict[str, Any] = vars(amul if prefix == "Amul" else aurum)
    names = {**NAMES, "Card": cards["Card"], "Cards": types.GenericAlias(tuple, (cards["Card"], ...))}
    hints = get_type_hints(kind, localns=names)
    required: list[Any] = []
    optional: list[Any] = []
    for field in dataclasses.fields(kind):
        if field.name in LEFT_OUT:
            continue
        shape = on_the_wire(hints[field.name], prefix)
        if get_origin(shape) is tuple:
            optional.append((field.name, shape, ()))
        elif type(None) in get_args(shape):
            optional.append((field.name, shape, None))
        else:
            required.append((field.name, shape))
    return msgspec.defstruct(
        f"{prefix}{kind.__name__}",
        [*required, *optional],
        frozen=True,
        omit_defaults=True,
        forbid_unknown_fields=True,
        tag_field=tag_field if tag else None,
        tag=tag,
        module=__name__,
    )


def on_the_wire(hint: Any, prefix: str) -> Any:
    """The type that a value of that type has once it is plain."""
    arguments = get_args(hint)
    if hint in TEXTS:
        return str
    if get_origin(hint) is tuple:
        each = [argument if argument is ... else on_the_wire(argument, prefix) for argument in arguments]
        return types.GenericAlias(tuple, tuple(each))
    if get_origin(hint) in (Union, types.UnionType):
        # An effect does not say its kind: what it is stands in the catalogue of cards.
        effects = set(get_args(amul_effects.Scoring))
        plain = [on_the_wire(argument, prefix) for argument in arguments if argument not in effects]
        whole: Any = dict[str, Any] if effects & set(arguments) else plain[0]
        return whole | None if type(None) in arguments else whole
    if isinstance(hint, type) and issubclass(hint, StrEnum):
        return Literal[tuple(each.value for each in hint)]
    return mirrored(hint, prefix) if dataclasses.is_dataclass(hint) and isinstance(hint, type) else hint
