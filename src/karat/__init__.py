"""Karat: tabletop card games to play and to study."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from types import ModuleType

__version__ = "0.1.0"
__all__ = ["__version__"]


def __getattr__(name: str) -> "ModuleType":
    """A game is loaded when it is first asked for: whoever plays one does not wait for the others."""
    from importlib import import_module  # noqa: PLC0415

    from karat.games import TABLE  # noqa: PLC0415 -- which stands on this package

    if name in TABLE:
        return import_module(TABLE[name].rpartition(".")[0])
    raise AttributeError(f"module 'karat' has no attribute {name!r}")
