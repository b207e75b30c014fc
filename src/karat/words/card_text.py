"""A card told to somebody who opens it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class CardText:
    """What a card is called and what stands on it, in one language."""

    name: str
    lines: tuple[str, ...]
    rules: tuple[str, ...] = ()
    """Ids of rules in the game's book that say more."""
    sign: str = ""
    """As players write it; empty where its name is all there is."""
    paper: str = "#f6ebd0"
    """As CSS writes colours: what it is printed on."""
    ink: str = "#241b11"
    """And with."""

    @property
    def short(self) -> str:
        return self.sign or self.name
