"""A seat of a table with all that the log says of it, and what was proposed to all."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Hashable

    from karat.game import Seat
    from karat.server.tables.entries import Player, Wish
    from karat.server.tables.rests import Rest

LAG_QUOTA = 1.0
"""Seconds of the network's delay that a clock forgives at once."""


@dataclass(slots=True)
class Chair:
    """A seat with whoever sits on it."""

    player: Player | None = None
    bot: str = ""
    """The level of the bot that sits here."""
    stand_in: str = ""
    """The level of the bot that plays for the person."""
    pledge: str | None = None
    """Of a salt that is told later; empty where there will be none, None where that is not said yet."""
    salt: str | None = None
    left: float | None = None
    """Since when the person has left a rated match that they can still come back to."""
    forfeit: int | None = None
    """The number of the entry with which they have lost it, whatever comes of it."""
    credited: int = -1
    """How far the match had come when the clock last gave the seat something."""
    forced: bool = False
    """Whether the person wants forced moves made for them."""
    orders: dict[str, Hashable] = field(default_factory=dict)
    """What the person has said in advance, the most wanted first, with what each stands on."""
    ordered_at: float = 0.0
    bank: float = 0.0
    quota: float = LAG_QUOTA
    asked_at: float | None = None
    """When the seat's open question was put."""
    away: float | None = None
    """Since when the person has had no connection."""
    rests: tuple[Rest, ...] = ()
    """The days off that the person has, in order."""
    late: int = 0
    """How many times in a row the clock ran out."""
    here: bool = True
    """Whether the person is there to see what bots do: connected, or at least they have acted since they were not."""
    gave_up: bool = False
    """Whether the person has left the match to a bot."""
    replaced: bool = False
    """Whether the bot that stands in does so for good: somebody else plays for them from now on."""

    @property
    def is_person(self) -> bool:
        return self.player is not None and not self.bot

    @property
    def level(self) -> str:
        """Of the bot that plays here now, if one does."""
        return self.bot or self.stand_in


@dataclass(slots=True)
class Consent:
    """What was proposed, and who agreed."""

    wish: Wish
    by: Seat
    yes: set[Seat] = field(default_factory=set)
    left: int | None = None
    """How many moves an undo leaves."""
