"""What happened, in the past tense: for a log, a replay or a screen. Who learns of it stands in `seen_by`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

# At run time too: the types of the wire are made from these annotations.
from karat.amul.rules.cards import Card, Cards
from karat.amul.rules.effects import Place
from karat.amul.rules.order import OrderPlace
from karat.amul.rules.scoring import ScoreSheet
from karat.game import Seat


@dataclass(frozen=True, slots=True)
class MarketOpened:
    """Palace and bazaar were laid out and the emir card found its holder (M5, M8)."""

    emir: Seat
    palace: Cards
    bazaar: Cards


@dataclass(frozen=True, slots=True)
class HandDealt:
    """One seat picked up its first cards (M7)."""

    seat: Seat
    hand: Cards


@dataclass(frozen=True, slots=True)
class RoundBegan:
    """First Pick lay with `first_pick`, cards were turned up (M12), and cards will be taken in `order` (M14)."""

    number: int
    first_pick: Seat
    turned_up: Cards
    order: tuple[OrderPlace, ...]


@dataclass(frozen=True, slots=True)
class CardDealt:
    """One seat drew a card from the market deck (M11)."""

    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class OfferChosen:
    """A seat laid its offer face down: all see that it did, the seat alone knows which card."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class OffersRevealed:
    """All offers were turned up together, by seat (M13, R2)."""

    cards: Cards


@dataclass(frozen=True, slots=True)
class CardTaken:
    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class PlayChosen:
    """A seat laid a card face down into its area; the seat alone knows which."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class PlaysRevealed:
    """All cards played were turned up together, by seat (M16); effects follow in `order` (M21, R6)."""

    cards: Cards
    order: tuple[OrderPlace, ...]


@dataclass(frozen=True, slots=True)
class PlayRemoved:
    """A revealed card with only the hand symbol left the game (M18)."""

    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class CardGained:
    """An instant effect put a card into an area (M22)."""

    seat: Seat
    place: Place
    card: Card


@dataclass(frozen=True, slots=True)
class NothingToGain:
    """The instant effect of `card` found no card to take (R3)."""

    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class MarketCleared:
    """What was left in the market left the game (M25)."""

    cards: Cards


@dataclass(frozen=True, slots=True)
class HandLaidDown:
    """At the end a seat put `kept` into its area and removed the other cards from the game (M34, R14)."""

    seat: Seat
    kept: Cards
    removed: Cards


@dataclass(frozen=True, slots=True)
class MatchScored:
    sheet: ScoreSheet


Event: TypeAlias = (
    MarketOpened | HandDealt | RoundBegan | CardDealt | OfferChosen | OffersRevealed | CardTaken | PlayChosen
    | PlaysRevealed | PlayRemoved | CardGained | NothingToGain | MarketCleared | HandLaidDown | MatchScored
)  # fmt: skip


def seen_by(event: Event, seat: Seat | None) -> bool:
    """Whether `seat` learns of `event`; None is an onlooker. What is dealt to a hand is its owner's alone (M7)."""
    return not isinstance(event, HandDealt | CardDealt) or event.seat == seat


def reveals(event: Event) -> bool:
    """Whether `event` showed somebody what was hidden until then (M11 to M13, M16, M34): no undo goes past it."""
    return isinstance(event, HandDealt | RoundBegan | CardDealt | OffersRevealed | PlaysRevealed | HandLaidDown)
