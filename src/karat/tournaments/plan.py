"""What a tournament is, who sits where in it, and what came of that: plain values."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from karat.tournaments.scoring import Scoring


class BadPlan(ValueError):
    """A tournament that cannot be played so; the message says why."""


class EntryForm(StrEnum):
    """Who enters."""

    SINGLES = "singles"
    """Single players; where there are partners, everybody has another one in every round."""
    SIDES = "sides"
    """Whole sides: pairs, where partners sit together."""
    TEAMS = "teams"
    """Teams that hold every side of the same deal, each at another table."""


class DrawSystem(StrEnum):
    """Who meets whom."""

    MOVEMENT = "movement"
    """Everybody meets as many others as there are rounds, drawn beforehand."""
    SWISS = "swiss"
    """Who stands about level meets, and nobody the same twice as long as that can be helped."""
    KNOCKOUT = "knockout"
    """The best of every table goes on, until one is left."""


class EventSeat(NamedTuple):
    """Whose a seat is."""

    entrant: int | None
    """By number from 0; None for a bot that fills up."""
    place: int = 0
    """Which of the entrant's people."""


@dataclass(frozen=True, slots=True)
class RoundTable:
    """A table of a round: each of the round's deals is played at it, one after the other."""

    number: int
    seats: tuple[EventSeat, ...]


@dataclass(frozen=True, slots=True)
class TableResult:
    """What became of one deal at one table."""

    round: int
    deal: int
    """Within the round."""
    table: RoundTable
    points: tuple[int, ...] | None
    """By side; none where it counts for nobody, None while it is played."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentPlan:
    """All but who enters."""

    sides: tuple[tuple[int, ...], ...]
    """The seats of a table that win together, as the game says."""
    form: EntryForm = EntryForm.SINGLES
    system: DrawSystem = DrawSystem.MOVEMENT
    scoring: Scoring = Scoring.MATCHPOINTS
    rounds: int = 1
    """A knock-out has as many as it takes."""
    deals: int = 1
    """In a round: every table of it plays the same ones."""

    @property
    def players(self) -> int:
        return sum(map(len, self.sides))

    @property
    def at_once(self) -> int:
        """How many entrants meet."""
        return self.players if self.form is EntryForm.SINGLES else len(self.sides)

    @property
    def people(self) -> int:
        """In one entrant."""
        return {EntryForm.SINGLES: 1, EntryForm.SIDES: len(self.sides[0]), EntryForm.TEAMS: self.players}[self.form]

    def check(self, entrants: int) -> None:
        """BadPlan where so many cannot play it."""
        if entrants < 2:
            raise BadPlan("a tournament needs two entrants or more")

    def rounds_for(self, entrants: int) -> int:
        """How many rounds there will be."""
        if self.system is not DrawSystem.KNOCKOUT:
            return self.rounds
        rounds, left = 0, entrants
        while left > 1:
            left = survivors(left, self.at_once)
            rounds += 1
        return rounds

    def side_of(self, seat: int) -> int:
        return next(side for side, seats in enumerate(self.sides) if seat in seats)


def survivors(entrants: int, at_once: int) -> int:
    """How many are left after a round of a knock-out: the largest power of the table that is smaller.

    >>> [survivors(n, 2) for n in (16, 9, 3, 2)], [survivors(n, 3) for n in (9, 7, 3, 2)]
    ([8, 8, 2, 1], [3, 3, 1, 1])
    """
    left = 1
    while left * at_once < entrants:
        left *= at_once
    return left
