"""What the shared modules hold: two looks at it show whether somebody changed one in between."""

from __future__ import annotations

import sys
from types import FunctionType, ModuleType
from typing import Any

from karat.games import TABLE

GAMES_OWN = tuple(module.rpartition(".")[0] for module in TABLE.values())


def shared_modules() -> list[ModuleType]:
    """The modules of Karat that are loaded and no game's own."""
    return [
        module
        for name, module in sorted(sys.modules.items())
        if name.partition(".")[0] == "karat" and not any(f"{name}.".startswith(f"{own}.") for own in GAMES_OWN)
    ]


def look() -> dict[str, Any]:
    """By place, each global value, class member and entry of a table that shared modules hold now."""
    found: dict[str, Any] = {}
    for module in shared_modules():
        for name, value in vars(module).items():
            if isinstance(value, ModuleType) or name.startswith("_"):  # an import adds the first, a cache is the second
                continue
            where = f"{module.__name__}.{name}"
            found[where] = value
            if isinstance(value, dict):
                found |= {f"{where}[{key!r}]": entry for key, entry in value.items()}
            elif isinstance(value, list | set):
                found[f"{where} = "] = tuple(value)
            elif isinstance(value, type) and value.__module__ == module.__name__:
                members = vars(value).items()
                found |= {f"{where}.{key}": member for key, member in members if isinstance(member, FunctionType)}
    return found


def changed(before: dict[str, Any], after: dict[str, Any]) -> set[str]:
    """The places that hold something else, of modules that were loaded both times."""
    modules = {place.split("[")[0].rpartition(".")[0] for place in before}
    new = {place for place in after if place not in before and place.split("[")[0].rpartition(".")[0] in modules}
    return new | {place for place, value in before.items() if place not in after or not same(after[place], value)}


def same(one: Any, other: Any) -> bool:
    return one is other or (isinstance(one, tuple) and one == other)
