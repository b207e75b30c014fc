"""What is agreed before a match: how many play, and for how long (O2.2, O6.1, OV.1)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from karat.game import BadRules

if TYPE_CHECKING:
    from collections.abc import Iterable

PLAYERS = (2, 3, 4)
LONG = "long"


@dataclass(frozen=True, slots=True)
class Rules:
    players: int = 3
    long: bool = False

    def __post_init__(self) -> None:
        if type(self.players) is not int or self.players not in PLAYERS:
            raise BadRules(f"Opal is for {PLAYERS[0]} to {PLAYERS[-1]} players, not {self.players!r}")

    @property
    def rounds(self) -> int:
        """O6.1, OV.1"""
        return 5 if self.long else 3

    @property
    def variants(self) -> tuple[str, ...]:
        return (LONG,) if self.long else ()

    @staticmethod
    def parse(players: int, variants: Iterable[str] = ()) -> Rules:
        said = list(variants)
        if said not in ([], [LONG]):
            raise BadRules(f"no variant {', '.join(said)!r}; there is {LONG}")
        return Rules(players, long=bool(said))
