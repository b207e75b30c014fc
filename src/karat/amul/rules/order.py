"""Turn order (M15, M28 to M33): clockwise from First Pick, and from round n+1 on by valour first."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.amul.rules.cards import CardFile, Cards
    from karat.game import Seat


Owed = Literal["valour", "first_pick", "clockwise"]


class OrderPlace(NamedTuple):
    """A place in the turn order and what it is owed to: valour and the best letter, or neither."""

    seat: Seat
    valour: int = 0
    """0 for those who go clockwise from First Pick: everyone in the first n rounds, later who has no valour."""
    letter: str = ""
    """The nearest to the start of the alphabet in the seat's area; it decides among equal valour (M31)."""

    def __str__(self) -> str:
        return f"{self.seat}:{self.valour}{self.letter}" if self.valour else str(self.seat)


def owed_to(turn: OrderPlace, holder: Seat | None) -> Owed:
    """What a place in the turn order is owed to (M15, M30, M32), First Pick being with `holder`."""
    return "valour" if turn.valour else "first_pick" if turn.seat == holder else "clockwise"


def clockwise(start: Seat, players: int) -> tuple[Seat, ...]:
    """All seats, from `start` on."""
    return tuple((start + place) % players for place in range(players))


def first_pick(emir: Seat, number: int, players: int) -> Seat:
    """M8, M26: who holds First Pick in round `number`."""
    return (emir + number - 1) % players


def valour_counts(number: int, players: int) -> bool:
    """M28: from the round in which First Pick has come back to the emir's holder."""
    return number > players


def valour(cards: CardFile, area: Cards) -> int:
    """M29"""
    return sum(cards.kinds[card.id].valour for card in area)


def turn_order(cards: CardFile, areas: Sequence[Cards], number: int, holder: Seat) -> tuple[OrderPlace, ...]:
    """The order for M14 and M21 as the areas are now, First Pick being with `holder`."""
    seats = clockwise(holder, len(areas))
    if not valour_counts(number, len(areas)):
        return tuple(OrderPlace(seat) for seat in seats)  # M15
    strengths = {seat: valour(cards, areas[seat]) for seat in seats}
    brave = [
        OrderPlace(seat, strengths[seat], min((card.letter for card in areas[seat] if card.letter), default=""))
        for seat in seats
        if strengths[seat]
    ]
    brave.sort(key=lambda turn: (-turn.valour, turn.letter))  # M30, M31
    return (*brave, *(OrderPlace(seat) for seat in seats if not strengths[seat]))  # M32
