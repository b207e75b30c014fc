"""Who sits where, and how the table speaks of them and to the person; for any game."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from textual.content import Content

from karat.game import IllegalAction, Law, Seat

Explain = Callable[[Law], str]
"""What a rule says, in a sentence."""


@dataclass(frozen=True, slots=True)
class Seating:
    """Who sits where: names and levels by seat."""

    seat: Seat
    """The person's."""
    names: tuple[str, ...]
    levels: tuple[str, ...]
    """Of the bots; empty for the person."""

    def is_person(self, seat: Seat) -> bool:
        return seat == self.seat

    def says(self, seat: Seat, do: str, does: str) -> str:
        """`You take`, `Maria takes`."""
        return f"You {do}" if seat == self.seat else f"{self.names[seat]} {does}"

    def then_says(self, seat: Seat, do: str, does: str) -> str:
        """The same within a sentence: `you take`."""
        return f"you {do}" if seat == self.seat else f"{self.names[seat]} {does}"

    def side(self, seats: tuple[Seat, ...]) -> str:
        """A side by its names, the person first."""
        own_first = sorted(seats, key=lambda seat: seat != self.seat)
        return " & ".join(self.names[seat] for seat in own_first)

    @property
    def clockwise(self) -> tuple[Seat, ...]:
        """All seats, the person's first."""
        players = len(self.names)
        return tuple((self.seat + step) % players for step in range(players))


def seat_bots(bot_names: Sequence[str], seat: Seat, levels: Mapping[Seat, str]) -> Seating:
    """The person on `seat`, bots of these levels on the others, named in turn."""
    players = len(levels) + 1
    names = list(bot_names[: players - 1])
    names.insert(seat, "You")
    return Seating(seat, tuple(names), tuple(levels.get(place, "") for place in range(players)))


def law_in_words(law: Law) -> str:
    return law.name.lower().replace("_", " ")


def refusal(refused: IllegalAction, who: Seating, explain: Explain) -> Content:
    """The rule's id, its name, its sentence, and why it stands in the way here."""
    sentence, name = explain(refused.law), law_in_words(refused.law)
    told = f" {sentence.rstrip('.')}." if sentence not in ("", name) else ""
    why = re.sub(r"\bits\b", "your", refused.why)  # reasons speak of the seat, and here it is the person's
    for seat in range(len(who.names)):
        why = why.replace(f"seat {seat}", who.names[seat])
    return Content.assemble(
        (f"✗ {refused.law.value} {name}.", "bold $error"), told,
        (f" You may not {refused.action}: {why}.", "italic"),
    )  # fmt: skip
