"""Karat: two tabletop card games, Aurum and Amul, to play and to study."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from types import ModuleType

    from karat import amul, aurum

__version__ = "0.1.0"
__all__ = ["__version__", "amul", "aurum"]


def __getattr__(name: str) -> "ModuleType":
    """A game is loaded when it is first asked for: whoever plays one does not wait for the other."""
    if name in __all__:
        from importlib import import_module  # noqa: PLC0415

        return import_module(f"karat.{name}")
    raise AttributeError(f"module 'karat' has no attribute {name!r}")
