"""Classes of the rules as types of the wire: the shape that `karat.shapes.plain` gives their values."""

from __future__ import annotations

import dataclasses
import types
from enum import StrEnum
from functools import cache
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Struct

from karat.shapes.plain import LEFT_OUT, has_text


@cache
def mirrored(kind: type, prefix: str, tag: str | None = None, tag_field: str = "e") -> type[Struct]:
    """The struct of a value of the rules as `plain` writes it: fields that hold nothing are left out."""
    hints = get_type_hints(kind)
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
    if isinstance(hint, type) and has_text(hint):
        return str
    if get_origin(hint) is tuple:
        each = [argument if argument is ... else on_the_wire(argument, prefix) for argument in arguments]
        return types.GenericAlias(tuple, tuple(each))
    if get_origin(hint) in (Union, types.UnionType):
        others = [argument for argument in arguments if argument is not type(None)]
        # Of several kinds of values none says on the wire which it is.
        whole: Any = on_the_wire(others[0], prefix) if len(others) == 1 else dict[str, Any]
        return whole | None if type(None) in arguments else whole
    if isinstance(hint, type) and issubclass(hint, StrEnum):
        return Literal[tuple(each.value for each in hint)]
    return mirrored(hint, prefix) if dataclasses.is_dataclass(hint) and isinstance(hint, type) else hint
