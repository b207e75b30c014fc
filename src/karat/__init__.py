"""Karat: tabletop card games to play and to study."""

from typing import Any

__version__ = "0.1.0"
__all__ = ["__version__"]

FRONT = {
    "Match": "karat.match",
    "Batch": "karat.env.batch",
    "make_bot": "karat.games",
    "tournament": "karat.arena.tournament",
}
"""What can be had from here, by the module that has it."""


def __getattr__(name: str) -> Any:
    """A game, and what stands in front, is loaded when it is first asked for: nobody waits for the rest."""
    from importlib import import_module  # noqa: PLC0415

    if name in FRONT:
        return getattr(import_module(FRONT[name]), name)

    from karat.games import TABLE  # noqa: PLC0415 -- which stands on this package

    if name in TABLE:
        return import_module(TABLE[name].rpartition(".")[0])
    raise AttributeError(f"module 'karat' has no attribute {name!r}")


def __dir__() -> list[str]:
    """What can be had from here, for prompts that complete names."""
    from karat.games import TABLE  # noqa: PLC0415 -- as above

    return sorted([*__all__, *FRONT, *TABLE])
