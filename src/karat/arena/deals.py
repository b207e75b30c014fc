"""Which games a tournament consists of: who meets whom, on which deals, in which seats.

A deal is cards and a starter, numbered from 0; the starter goes round the table from deal to deal. A *meeting* is who
sits at the table, and every deal of it is played in each of its *seatings*: the same cards and the same starter with
the sides exchanged. Seatings of one deal are one observation, since they share their luck.

| seating | two sides (Aurum with four)            | three and more sides                                          |
|---------|----------------------------------------|---------------------------------------------------------------|
| pairs   | each pair of bots, on either side      | each pair: the first named alone among the other, on each seat |
| mixed   | as pairs                               | all bots at one table, in turn round it                       |
| cross   | each two bots as partners against one  | there are no partners                                         |

The distinct ways to seat a meeting are all played where there are no more than eight; else the bots are laid round
the table in an order drawn for that deal, and all rotations of it are played.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations, combinations_with_replacement, permutations, product
from math import factorial, prod
from typing import Any

from karat.arena.entrants import BadTournament, Entrant
from karat.game import Game, Seat
from karat.kit import Kit, Piece
from karat.shuffle import Stream

MOST_SEATINGS = 8

Team = tuple[int, ...]
"""The entrants on the seats of one side, by number, in seat order."""


class Unit(StrEnum):
    """What is played of a deal."""

    ROUNDS = "rounds"
    MATCHES = "matches"


class Seating(StrEnum):
    PAIRS = "pairs"
    MIXED = "mixed"
    CROSS = "cross"


@dataclass(frozen=True, slots=True)
class Job:
    """One deal of one meeting: what a worker plays in one go."""

    meeting: int
    deal: int


@dataclass(frozen=True, slots=True)
class Plan:
    """A whole tournament but for its length, as a value: the same plan gives the same games."""

    kit: Kit
    rules: Any
    entrants: tuple[Entrant, ...]
    seed: str
    unit: Unit
    seating: Seating = Seating.PAIRS
    duplicate: bool = True
    luck_out: bool = False
    """Whether what chance brought is taken from what was won (Kit.luck)."""
    against: int = 0
    """In cross-play, the entrant that sits on both seats of the other side."""

    def __post_init__(self) -> None:
        if len(self.entrants) < 2:
            raise BadTournament("a tournament needs two bots or more: --bots casual,random")
        if self.unit is Unit.ROUNDS and self.kit.round_won is None:
            raise BadTournament(f"a match of {self.kit.name} is scored once, at its end: use --of matches")
        if self.unit is Unit.ROUNDS and not self.kit.rounds_are_won(self.rules):
            variants = ", ".join(self.kit.settings(self.rules).variants)
            raise BadTournament(f"with {variants} no round is won: use --of matches")
        if self.luck_out and self.kit.luck is None:
            raise BadTournament(f"{self.kit.name} does not tell what chance brought: leave out --luck-out")
        if self.seating is Seating.CROSS and len(self.sides[0]) == 1:
            raise BadTournament(f"--cross-play needs partners, and {self.kit.name} for {self.rules.players} has none")
        if self.seating is Seating.MIXED and len(self.entrants) > len(self.sides):
            raise BadTournament(f"{len(self.entrants)} bots do not fit on {len(self.sides)} sides: use --seating pairs")

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """What its bots think with, to be compiled before they meet."""
        users = [entrant.bot.partition(":")[0] for entrant in self.entrants]
        return self.kit.pieces(*users, *(("luck",) if self.luck_out else ()))

    @property
    def hosted(self) -> Game:
        return self.kit.game

    @property
    def sides(self) -> tuple[tuple[Seat, ...], ...]:
        """The seats that win together."""
        return self.kit.sides(self.rules)

    @property
    def fair(self) -> float:
        """The part of the wins that falls to a side when all are alike."""
        return 1 / len(self.sides)

    @property
    def meetings(self) -> tuple[tuple[Team, ...], ...]:
        """The teams at each table, in no order of seats; the first of them is the one that is asked about."""
        numbers, sides, size = range(len(self.entrants)), len(self.sides), len(self.sides[0])
        if self.seating is Seating.CROSS:
            rivals = (self.against,) * size
            return tuple((pair, rivals) for pair in combinations_with_replacement(numbers, 2))
        if self.seating is Seating.MIXED and sides > 2:
            return (tuple((number % len(self.entrants),) * size for number in range(sides)),)
        return tuple(((one,) * size, *((other,) * size,) * (sides - 1)) for one, other in combinations(numbers, 2))

    def name(self, meeting: int) -> str:
        """Who meets whom."""
        first, *others = self.meetings[meeting]
        if self.seating is Seating.MIXED and len(self.sides) > 2:
            return ", ".join(map(str, self.entrants))
        return f"{self.team_name(first)} against {self.team_name(others[0])}"

    def team_name(self, team: Team) -> str:
        return " + ".join(str(self.entrants[number]) for number in (team if len(set(team)) > 1 else team[:1]))

    def seatings(self, job: Job) -> tuple[tuple[int, ...], ...]:
        """The entrants by seat, for each game of a deal."""
        teams = self.meetings[job.meeting]
        ways = prod(map(factorial, Counter(teams).values()))
        if factorial(len(teams)) // ways <= MOST_SEATINGS:
            orders = list(dict.fromkeys(permutations(teams)))
        else:
            drawn = Stream(f"{self.seed}/order", job.deal).shuffled(teams)
            orders = list(dict.fromkeys((*drawn[start:], *drawn[:start]) for start in range(len(teams))))
        # Partners that differ also change places with each other.
        laid = [way for order in orders for way in product(*(dict.fromkeys(permutations(team)) for team in order))]
        found = tuple(self._by_seat(way) for way in laid)
        return found if self.duplicate else (found[job.deal % len(found)],)

    def _by_seat(self, teams: tuple[Team, ...]) -> tuple[int, ...]:
        at = {
            seat: who
            for seats, team in zip(self.sides, teams, strict=True)
            for seat, who in zip(seats, team, strict=True)
        }
        return tuple(at[seat] for seat in sorted(at))

    def jobs(self, deals: int) -> Iterator[Job]:
        """Deal after deal, all meetings on each: whenever it is stopped, every meeting has had as many."""
        meetings = len(self.meetings)
        return (Job(meeting, deal) for deal in range(deals) for meeting in range(meetings))

    def deal_seed(self, deal: int) -> str:
        return f"{self.seed}/deal {deal}"

    def first_deal(self, deal: int) -> Any:
        """The cards of a deal's first round, with the starter whose turn it is."""
        cards = self.hosted.shuffled(self.hosted.start(self.rules), Stream(self.deal_seed(deal)))
        return self.kit.started_by(cards, deal % self.rules.players)
