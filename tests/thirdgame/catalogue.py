"""Every stone, for a page to draw from the texts that it is sent."""

from __future__ import annotations

from msgspec import Struct

from thirdgame.rules.cards import COPIES, RANKS, Stone


class OpalStone(Struct, frozen=True):
    stone: str
    rank: int
    copies: int


class OpalCatalogue(Struct, frozen=True):
    stones: tuple[OpalStone, ...]


def catalogue(cards: None = None) -> OpalCatalogue:  # noqa: ARG001 -- the stones are fixed
    return OpalCatalogue(tuple(OpalStone(str(Stone(rank)), rank, COPIES) for rank in RANKS))
