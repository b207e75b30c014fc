"""What is agreed before a match: players, card file, and how many Tea cards (M1, M44, M45)."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from karat.amul.rules.cardfile import load_standard
from karat.amul.rules.cards import STANDARD, CardFile
from karat.amul.rules.counts import PLAYERS
from karat.game import BadRules

if TYPE_CHECKING:
    from collections.abc import Iterable

VARIANTS = ("tea",)
"""M44"""
_TEA = re.compile(r"tea(?::([1-9][0-9]{0,2}))?")


@dataclass(frozen=True, slots=True)
class Rules:
    """What the table agreed on.

    >>> Rules(players=4, tea=4).variants, Rules(players=4, tea=2).variants, Rules(players=4).variants
    (('tea',), ('tea:2',), ())
    """

    players: int = 5
    cards: CardFile = field(default_factory=load_standard)
    tea: int = 0
    """How many Tea cards are shuffled into the market deck; 0 in the base game (M4)."""

    def __post_init__(self) -> None:
        if type(self.players) is not int or self.players not in PLAYERS:
            raise BadRules(f"Amul is for {PLAYERS[0]} to {PLAYERS[-1]} players, not {self.players!r}")
        if not isinstance(self.cards, CardFile):
            raise BadRules(f"a card file is loaded with load_cards, not {self.cards!r}")
        if type(self.tea) is not int or not 0 <= self.tea <= len(self.cards.tea):
            raise BadRules(f"the card file has {len(self.cards.tea)} Tea cards, not {self.tea!r}")

    def __reduce__(self) -> tuple[object, ...]:
        # Other processes have the standard file too; pickled states go without a copy of it.
        if self.cards.identity == STANDARD:
            return _with_standard_cards, (self.players, self.tea)
        return Rules, (self.players, self.cards, self.tea)

    @property
    def variants(self) -> tuple[str, ...]:
        """As records write them: the recommended number of Tea cards (M45) goes without saying."""
        if not self.tea:
            return ()
        return ("tea",) if self.tea == self.cards.recommended_tea(self.players) else (f"tea:{self.tea}",)

    @staticmethod
    def parse(players: int, variants: Iterable[str] = (), cards: CardFile | None = None) -> Rules:
        """Rules from the words of a command line or a record: `tea`, or `tea:N` for another number.

        >>> Rules.parse(5, ["tea:3"]).tea
        3
        """
        base = Rules(players, cards or load_standard())
        said = list(variants)
        if not said:
            return base
        found = _TEA.fullmatch(said[0])
        if len(said) > 1 or not found:
            raise BadRules(f"no variant {', '.join(said)!r}; there is tea, or tea:N for N Tea cards")
        number = int(found[1]) if found[1] else base.cards.recommended_tea(players)
        if not number:
            raise BadRules(f"the card file has no Tea cards for {players} players")
        return Rules(players, base.cards, number)


def _with_standard_cards(players: int, tea: int) -> Rules:
    return Rules(players, tea=tea)
