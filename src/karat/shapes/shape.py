"""The form that a value of the rules has on the wire, made from its class alone.

A class of the rules is the one definition of what it tells. From its annotations come both the type that a schema
describes and the function that makes values of that type, so bytes and schema cannot differ.

| in the rules                                | on the wire                                                     |
|---------------------------------------------|-----------------------------------------------------------------|
| a number, a text, a truth value             | the same                                                        |
| what has a text form: cards, actions, turns | that text                                                       |
| a member of an enum                         | its value                                                       |
| a tuple                                     | an array                                                        |
| another dataclass or named tuple            | an object; fields that hold None or an empty tuple are left out |
| one of several of those                     | such an object; `kind` is the name of its class, as `per_match` |
"""

from __future__ import annotations

import dataclasses
import re
import types
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from functools import cache
from typing import Any, Literal, TypeAlias, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Struct

Make: TypeAlias = Callable[[Any], Any]


class NoShape(TypeError):
    """A class of the rules that has no form on the wire."""


@dataclass(frozen=True, slots=True)
class Shape:
    """A type of the wire, and how a value of the rules becomes one of that type."""

    type: Any
    make: Make


@cache
def shape_of(hint: Any, prefix: str) -> Shape:
    """The shape of values that are annotated so; names of types begin with `prefix`."""
    arguments = get_args(hint)
    if hint in {int, float, str, bool} or get_origin(hint) is Literal:
        return Shape(hint, as_it_is)
    if get_origin(hint) is tuple:
        return tuple_shape(arguments, prefix)
    if get_origin(hint) in {Union, types.UnionType}:
        return union_shape(arguments, prefix)
    if isinstance(hint, type) and has_text(hint):
        return Shape(str, str)
    if isinstance(hint, type) and issubclass(hint, Enum):
        return Shape(Literal[tuple(each.value for each in hint)], value_of)
    if isinstance(hint, type) and field_names(hint):
        return object_shape(hint, prefix)
    raise NoShape(f"{hint!r} has no form on the wire")


@cache
def object_shape(kind: type, prefix: str, tag_field: str | None = None, tag: str | None = None) -> Shape:
    """The shape of values of a class with fields; with a tag they say in `tag_field` what they are."""
    hints = get_type_hints(kind)
    required: list[tuple[Any, ...]] = []
    optional: list[tuple[Any, ...]] = []
    makes: dict[str, Make] = {}
    for name in field_names(kind):
        shape = shape_of(hints[name], prefix)
        makes[name] = shape.make
        if get_args(shape.type)[-1:] == (...,):
            optional.append((name, shape.type, ()))
        elif type(None) in get_args(shape.type):
            optional.append((name, shape.type, None))
        else:
            required.append((name, shape.type))
    struct = msgspec.defstruct(
        f"{prefix}{kind.__name__}",
        [*required, *optional],
        frozen=True,
        omit_defaults=True,
        forbid_unknown_fields=True,
        tag_field=tag_field,
        tag=tag,
        module=__name__,
        namespace={"__doc__": docstring(kind)},
    )
    return Shape(struct, maker(struct, [(name, makes[name]) for name, *_ in (*required, *optional)]))


def maker(struct: type[Struct], fields: list[tuple[str, Make]]) -> Make:
    """What makes that struct from a value with the same fields, given in the struct's order."""

    def make(value: Any) -> Struct:
        return struct(*[make_field(getattr(value, name)) for name, make_field in fields])

    return make


def tuple_shape(arguments: tuple[Any, ...], prefix: str) -> Shape:
    if arguments[-1:] == (...,):
        each = shape_of(arguments[0], prefix)
        kind = types.GenericAlias(tuple, (each.type, ...))
        if each.make is as_it_is:
            return Shape(kind, as_it_is)
        return Shape(kind, lambda values: tuple(map(each.make, values)))
    parts = [shape_of(argument, prefix) for argument in arguments]
    makes = [part.make for part in parts]

    def make(values: Any) -> tuple[Any, ...]:
        return tuple(make_part(value) for make_part, value in zip(makes, values, strict=True))

    return Shape(types.GenericAlias(tuple, tuple(part.type for part in parts)), make)


def union_shape(arguments: tuple[Any, ...], prefix: str) -> Shape:
    """One of several kinds of values, or nothing."""
    kinds = [argument for argument in arguments if argument is not type(None)]
    if len(kinds) == 1:
        one = shape_of(kinds[0], prefix)
    else:
        shapes = {kind: object_shape(kind, prefix, "kind", snake_case(kind.__name__)) for kind in kinds}
        one = Shape(
            Union[tuple(shape.type for shape in shapes.values())],  # noqa: UP007 -- of a tuple
            lambda value: shapes[type(value)].make(value),
        )
    if type(None) not in arguments:
        return one
    if one.make is as_it_is:
        return Shape(one.type | None, as_it_is)
    return Shape(one.type | None, lambda value: None if value is None else one.make(value))


def as_it_is(value: Any) -> Any:
    return value


def value_of(member: Enum) -> Any:
    return member.value


def has_text(kind: Any) -> bool:
    """Whether values of that kind say themselves how they are written."""
    return kind.__str__ is not object.__str__ and not issubclass(kind, Enum) and bool(field_names(kind))


def field_names(kind: Any) -> tuple[str, ...]:
    if dataclasses.is_dataclass(kind):
        return tuple(field.name for field in dataclasses.fields(kind))
    return tuple(getattr(kind, "_fields", ()))


def docstring(kind: type) -> str | None:
    """What a class says of itself; a signature that `dataclass` has put there says nothing."""
    said = kind.__doc__ or ""
    return None if said.startswith(f"{kind.__name__}(") else said or None


def snake_case(name: str) -> str:
    """The name of a class as a word among others: `per_match` for `PerMatch`."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()
