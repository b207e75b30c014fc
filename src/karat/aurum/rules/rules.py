"""What is agreed before a match: players, edition, variants; and every point on which the editions differ."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from karat.aurum.rules.law import Law
from karat.game import BadRules, NamedValue

if TYPE_CHECKING:
    from collections.abc import Iterable

    from karat.game import Seat


class Edition(NamedValue):
    """A printed rulebook, by its language."""

    DE = "de"
    FR = "fr"
    RU = "ru"


class Variant(NamedValue):
    """The experts' variants; any combination may be played."""

    NO_ZERO_GOLD = "no-zero-gold"
    """AV.1"""
    THREE_ROUND_TOTAL = "three-round-total"
    """AV.2"""


PLAYERS = (3, 4)
"""As the box says."""
NUGGETS_TO_WIN = 2
"""A9.1"""


@dataclass(frozen=True, slots=True)
class Rules:
    """What the table agreed on.

    >>> Rules.parse(3, "fr", ["no-zero-gold"]).deals_zero_gold
    False
    """

    players: int = 4
    edition: Edition = Edition.DE
    variants: tuple[Variant, ...] = ()

    @staticmethod
    def parse(players: int = 4, edition: str = "de", variants: Iterable[str] = ()) -> Rules:
        """The rules that these texts name; BadRules where they name none."""
        return Rules(players, cast("Edition", edition), cast("tuple[Variant, ...]", tuple(variants)))

    def __post_init__(self) -> None:
        if type(self.players) is not int or self.players not in PLAYERS:
            raise BadRules(f"Aurum is for 3 or 4 players, not {self.players!r}")
        try:
            edition = Edition(self.edition)
        except ValueError:
            raise BadRules(f"no edition {self.edition!r}; there are {', '.join(Edition)}") from None
        try:
            variants = tuple(sorted({Variant(variant) for variant in self.variants}))
        except ValueError:
            raise BadRules(f"no such variant in {list(self.variants)!r}; there are {', '.join(Variant)}") from None
        # Plain text is welcome from callers; what is kept is always the enum, sorted as records want it.
        object.__setattr__(self, "edition", edition)
        object.__setattr__(self, "variants", variants)

    @property
    def sides(self) -> tuple[tuple[Seat, ...], ...]:
        """Who scores together: partners sit opposite each other."""
        return ((0, 2), (1, 3)) if self.players == 4 else ((0,), (1,), (2,))

    @property
    def silenced_by(self) -> Law | None:
        """A11.1: partners may not agree on anything; the rule by which the players of a match may not talk freely."""
        return Law.NO_FREE_TALK if self.players == 4 else None

    @property
    def deals_zero_gold(self) -> bool:
        """A2.3, AV.1"""
        return Variant.NO_ZERO_GOLD not in self.variants

    @property
    def plays_for_total(self) -> bool:
        """AV.2"""
        return Variant.THREE_ROUND_TOTAL in self.variants

    @property
    def highest_gold_breaks_ties(self) -> bool:
        """A8.5: the Russian rulebook has three players share at once."""
        return not (self.edition is Edition.RU and self.players == 3)

    @property
    def three_rounds_at_most(self) -> bool:
        """A9.1: the French rulebook plays a match of three players over three rounds."""
        return self.edition is Edition.FR and self.players == 3
