"""What happened, in the past tense: for a log, a replay or a screen. Who learns of it stands in `seen_by`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

# At run time too: the types of the wire are made from these annotations.
from karat.aurum.rules.cards import Card, Cards
from karat.aurum.rules.scoring import MatchResult, RoundResult
from karat.game import Seat


@dataclass(frozen=True, slots=True)
class RoundDealt:
    """Everyone got a hand and perhaps a gold 0; the cards left over lie open (A2)."""

    number: int
    first: Seat
    aside: Cards


@dataclass(frozen=True, slots=True)
class HandDealt:
    """One seat picked up its hand."""

    seat: Seat
    hand: Cards


@dataclass(frozen=True, slots=True)
class BidLaid:
    """A seat laid its bid: face up with four players (A3.2)."""

    seat: Seat
    card: Card
    tricks: int
    """That it bids (A3.1)."""


@dataclass(frozen=True, slots=True)
class BidChosen:
    """A seat laid its bid face down (A3.3): all see that it did, the seat alone sees which card."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class BidsRevealed:
    """The secret bids were turned up together (A3.3)."""

    bids: Cards


@dataclass(frozen=True, slots=True)
class BidKept:
    seat: Seat


@dataclass(frozen=True, slots=True)
class BidChanged:
    """A seat paid gold and put `laid` in place of `taken`, which it took into hand (A4)."""

    seat: Seat
    paid: Card
    whose: Seat
    laid: Card
    taken: Card


@dataclass(frozen=True, slots=True)
class CardPlayed:
    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class GoldWon:
    """The lowest base card of the trick earned a gold card of its rank (A6.1)."""

    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class TrickTaken:
    """A trick was full: `seat` took it (A6.3) and `leads` leads the next (A6.2)."""

    seat: Seat
    trick: Cards
    leads: Seat


@dataclass(frozen=True, slots=True)
class RoundEnded:
    """A7: `seat` could not or would not play on and showed `shown`; a leader with an empty hand shows nothing."""

    seat: Seat
    shown: Cards


@dataclass(frozen=True, slots=True)
class RoundScored:
    result: RoundResult


@dataclass(frozen=True, slots=True)
class MatchEnded:
    result: MatchResult


Event: TypeAlias = (
    RoundDealt | HandDealt | BidLaid | BidChosen | BidsRevealed | BidKept | BidChanged
    | CardPlayed | GoldWon | TrickTaken | RoundEnded | RoundScored | MatchEnded
)  # fmt: skip


def seen_by(event: Event, seat: Seat | None) -> bool:
    """Whether `seat` learns of `event`; None is an onlooker. A hand is its owner's alone (A2.5 speaks of gold only)."""
    return not isinstance(event, HandDealt) or event.seat == seat


def reveals(event: Event) -> bool:
    """Whether `event` showed somebody what was hidden until then (A3.3, A7): no undo goes past it."""
    return isinstance(event, RoundDealt | HandDealt | BidsRevealed | RoundEnded)
