"""Values of any game as JSON knows them: what has a text form goes as that text, the rest by the names of fields."""

from __future__ import annotations

import dataclasses
from enum import Enum
from functools import cache
from typing import Any

LEFT_OUT = frozenset({"rules"})
"""Fields that are told once, with the table's config."""
PLAIN = frozenset({type(None), bool, int, float, str})
"""What is plain already; asked first, as it is most of what there is."""


def plain(value: Any) -> Any:
    """The value as dicts, lists, texts and numbers; fields that hold nothing are left out."""
    kind: Any = type(value)
    if kind in PLAIN:
        return value
    if kind is tuple:
        return [plain(item) for item in value]
    if isinstance(value, Enum):
        return value.value
    if has_text(kind):
        return str(value)
    if names := _fields(kind):
        shown = {name: getattr(value, name) for name in names}
        return {name: plain(item) for name, item in shown.items() if item is not None and item != ()}
    if isinstance(value, tuple | list):
        return [plain(item) for item in value]
    if isinstance(value, int | float):
        return value
    raise TypeError(f"{value!r} has no plain form")


def event(happened: Any) -> dict[str, Any]:
    """An event of a game, by the name of its kind."""
    return {"e": type(happened).__name__, **plain(happened)}


@cache
def has_text(kind: Any) -> bool:
    """Whether values of that kind say themselves how they are written: cards, actions, turns."""
    return kind.__str__ is not object.__str__ and (dataclasses.is_dataclass(kind) or hasattr(kind, "_fields"))


@cache
def _fields(kind: Any) -> tuple[str, ...]:
    if dataclasses.is_dataclass(kind):
        return tuple(field.name for field in dataclasses.fields(kind) if field.name not in LEFT_OUT)
    return tuple(getattr(kind, "_fields", ()))
