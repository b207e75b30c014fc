"""What a player can do, as values; the text of each is what a record says."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from karat.amul.rules.cards import Card
from karat.amul.rules.effects import Place
from karat.game import BadText


@dataclass(frozen=True, slots=True)
class Offer:
    """Put a hand card face down into the market (M13)."""

    card: Card

    def __str__(self) -> str:
        return f"offer {self.card}"


@dataclass(frozen=True, slots=True)
class Take:
    """Take a face-up market card into hand (M14)."""

    card: Card

    def __str__(self) -> str:
        return f"take {self.card}"


@dataclass(frozen=True, slots=True)
class Play:
    """Put a hand card face down into one's own area (M16)."""

    card: Card

    def __str__(self) -> str:
        return f"play {self.card}"


@dataclass(frozen=True, slots=True)
class Gain:
    """Put a card from palace, bazaar or market straight into one's area, by an instant effect (M22)."""

    place: Place
    card: Card

    def __str__(self) -> str:
        return f"gain {self.place} {self.card}"


Action: TypeAlias = Offer | Take | Play | Gain


def parse_action(text: str) -> Action:
    """The action that a record's text names; whether the card exists is asked of the card file.

    >>> parse_action("gain palace palace_gem")
    Gain(place=Place.PALACE, card=Card.parse('palace_gem'))
    """
    match text.split(" "):
        case ["offer", card]:
            return Offer(Card.parse(card))
        case ["take", card]:
            return Take(Card.parse(card))
        case ["play", card]:
            return Play(Card.parse(card))
        case ["gain", place, card] if place in tuple(Place):
            return Gain(Place(place), Card.parse(card))
    raise BadText(
        f"{text!r} is no action of Amul; these are: offer CARD, take CARD, play CARD, gain PLACE CARD"
        f" with PLACE {', '.join(Place)}"
    )
