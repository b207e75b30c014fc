"""Karat: two card games about metals, with their rules written to be read."""

__version__ = "0.1.0"
