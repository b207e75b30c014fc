"""Karat: two tabletop card games, Aurum and Amul, to play and to study."""

from karat.rules import aurum

__version__ = "0.1.0"
__all__ = ["__version__", "aurum"]
