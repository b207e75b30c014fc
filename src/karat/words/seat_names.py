"""What the seats of a table are called, who of them is spoken to, and in which language; for any game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from karat.words.texts import Somebody, TextFile

if TYPE_CHECKING:
    from collections.abc import Iterable

    from karat.game import Seat

TEXTS = TextFile("karat.words", "seat_names.toml")


@dataclass(frozen=True, slots=True)
class SeatNames:
    """Names by seat, in one language."""

    seat: Seat | None
    """Of the person who is spoken to; None where nobody is."""
    names: tuple[str, ...]
    levels: tuple[str, ...] = ()
    """Of the bots; empty for the person."""
    language: str = "en"

    def is_person(self, seat: Seat) -> bool:
        return seat == self.seat

    def somebody(self, seat: Seat) -> Somebody:
        """Whoever sits there, as texts want them."""
        return Somebody(self.names[seat], self.is_person(seat))

    def side(self, seats: tuple[Seat, ...]) -> Somebody:
        """Who wins together, the person first: `You & Geber`."""
        own_first = sorted(seats, key=lambda seat: seat != self.seat)
        return Somebody(" & ".join(self.names[seat] for seat in own_first), self.seat in seats)

    def listed(self, seats: Iterable[Seat]) -> Somebody:
        """All of them in a sentence: `You, Maes and Polo`."""
        who = tuple(seats)
        return Somebody(listed([self.names[seat] for seat in who], self.language), self.seat in who)

    @property
    def clockwise(self) -> tuple[Seat, ...]:
        """All seats, the person's first."""
        players = len(self.names)
        return tuple(((self.seat or 0) + step) % players for step in range(players))


def numbered(players: int, language: str = "en") -> SeatNames:
    """Nobody is known by name, and nobody spoken to.

    >>> numbered(3, "de").names
    ('Platz 0', 'Platz 1', 'Platz 2')
    """
    return SeatNames(None, tuple(TEXTS.say("seat", language, number=seat) for seat in range(players)), (), language)


def you(language: str = "en") -> str:
    """How the person is called where the others have names."""
    return TEXTS.say("you", language)


def listed(names: Iterable[str], language: str = "en") -> str:
    """All of them in a sentence.

    >>> listed(["a", "b", "c"]), listed(["a"]), listed([])
    ('a, b and c', 'a', 'nobody')
    """
    *most, last = list(names) or [TEXTS.say("nobody", language)]
    return TEXTS.say("and", language, most=", ".join(most), last=last) if most else last
