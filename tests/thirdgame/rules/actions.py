"""What a player can do, as a value; its text is what a record says."""

from __future__ import annotations

from dataclasses import dataclass

from karat.game import BadText
from thirdgame.rules.cards import Stone


@dataclass(frozen=True, slots=True)
class Lay:
    """Lay a stone face down (O4.1)."""

    stone: Stone

    def __str__(self) -> str:
        return f"lay {self.stone}"


def parse_action(text: str) -> Lay:
    """The action that a record's text names.

    >>> parse_action("lay O3")
    Lay(stone=Stone.parse('O3'))
    """
    match text.split(" "):
        case ["lay", stone]:
            return Lay(Stone.parse(stone))
    raise BadText(f"{text!r} is no action of Opal; there is: lay STONE")
