"""What a player can do, as values; the text of each is what a record says."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from karat.aurum.rules.cards import Card
from karat.game import BadText, Seat


@dataclass(frozen=True, slots=True)
class Bid:
    """Lay a card as one's bid (A3.1)."""

    card: Card

    def __str__(self) -> str:
        return f"bid {self.card}"


@dataclass(frozen=True, slots=True)
class Keep:
    """Leave the bids as they are (A4.1)."""

    def __str__(self) -> str:
        return "keep"


@dataclass(frozen=True, slots=True)
class Swap:
    """Pay `gold` and lay `card` in place of the bid card of `whose` (A4)."""

    gold: Card
    whose: Seat
    card: Card

    def __str__(self) -> str:
        return f"swap {self.gold} {self.whose} {self.card}"


@dataclass(frozen=True, slots=True)
class Play:
    """Play a base card to the trick (A5)."""

    card: Card

    def __str__(self) -> str:
        return f"play {self.card}"


@dataclass(frozen=True, slots=True)
class PlayGold:
    """Play gold from one's stock to the trick (A5.5)."""

    card: Card

    def __str__(self) -> str:
        return f"gold {self.card}"


@dataclass(frozen=True, slots=True)
class End:
    """End the round, having no base card that may be played (A7.1)."""

    def __str__(self) -> str:
        return "end"


Action: TypeAlias = Bid | Keep | Swap | Play | PlayGold | End


def parse_action(text: str) -> Action:
    """The action that a record's text names.

    >>> parse_action("swap G0 1 P6")
    Swap(gold=Card.parse('G0'), whose=1, card=Card.parse('P6'))
    """
    match text.split(" "):
        case ["bid", card]:
            return Bid(Card.parse(card))
        case ["keep"]:
            return Keep()
        case ["swap", paid, whose, card] if whose.isascii() and whose.isdigit() and len(whose) == 1:
            return Swap(Card.parse(paid), int(whose), Card.parse(card))
        case ["play", card]:
            return Play(Card.parse(card))
        case ["gold", card]:
            return PlayGold(Card.parse(card))
        case ["end"]:
            return End()
    raise BadText(
        f"{text!r} is no action of Aurum; these are: bid CARD, keep, swap GOLD SEAT CARD, play CARD, gold GOLD, end"
    )
