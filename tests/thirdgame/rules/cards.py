"""O2: the stones."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from karat.game import BadText

RANKS = range(1, 9)
COPIES = 2


@dataclass(frozen=True, slots=True, order=True)
class Stone:
    """One of the two stones of its rank.

    >>> Stone.parse("O7")
    Stone.parse('O7')
    """

    rank: int

    def __str__(self) -> str:
        return f"O{self.rank}"

    def __repr__(self) -> str:
        return f"Stone.parse({str(self)!r})"

    @staticmethod
    def parse(text: str) -> Stone:
        if len(text) != 2 or text[0] != "O" or text[1] not in map(str, RANKS):
            raise BadText(f"{text!r} is no stone; there are O{RANKS[0]} to O{RANKS[-1]}")
        return Stone(int(text[1]))


Stones: TypeAlias = tuple[Stone, ...]
ALL_STONES: Stones = tuple(Stone(rank) for rank in RANKS for _ in range(COPIES))


def show_stones(stones: Stones) -> str:
    return " ".join(map(str, stones))


def parse_stones(text: str) -> Stones:
    return tuple(map(Stone.parse, text.split()))
