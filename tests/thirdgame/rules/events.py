"""What happened, in the past tense; who learns of it stands in `seen_by`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

# At run time too: the types of the wire are made from these annotations.
from karat.game import Seat
from thirdgame.rules.cards import Stones


@dataclass(frozen=True, slots=True)
class RoundBegan:
    number: int
    """From 1."""


@dataclass(frozen=True, slots=True)
class HandDealt:
    seat: Seat
    hand: Stones


@dataclass(frozen=True, slots=True)
class StoneLaid:
    """A seat laid a stone face down: all see that it did, the seat alone knows which (O4.1)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class StonesRevealed:
    """All stones were turned up together, by seat, and scored (O4.2, O5.1)."""

    stones: Stones
    points: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class MatchEnded:
    winners: tuple[Seat, ...]
    points: tuple[int, ...]


Event: TypeAlias = RoundBegan | HandDealt | StoneLaid | StonesRevealed | MatchEnded


def seen_by(event: Event, seat: Seat | None) -> bool:
    """Whether `seat` learns of `event`; None is an onlooker."""
    return not isinstance(event, HandDealt) or event.seat == seat


def reveals(event: Event) -> bool:
    """Whether `event` showed somebody what was hidden until then: no undo goes past it."""
    return isinstance(event, HandDealt | StonesRevealed)
