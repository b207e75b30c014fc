"""What came about in a tournament, summed up deal by deal."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass, field

from karat.arena.bootstrap import Estimate, estimate
from karat.arena.deals import Job, Plan, Team
from karat.arena.play import Played
from karat.arena.ratings import BotRating, rate

SLACK = 0.05
"""Seconds over its budget from which a choice is an overrun."""


@dataclass(slots=True)
class Sums:
    """Of one team on one deal."""

    games: int = 0
    shares: float = 0.0
    luck: float = 0.0
    rounds: int = 0
    points: int = 0
    counts: dict[str, int] = field(default_factory=dict)
    """Of what else the game has counted."""


@dataclass(slots=True)
class Times:
    """Of one entrant: every choice in millionths of a second, and the processor's time for all of them."""

    micros: array[int] = field(default_factory=lambda: array("L"))
    worked: int = 0


@dataclass(frozen=True, slots=True)
class Overrun:
    """A choice that took longer than its budget and the slack."""

    entrant: int
    job: Job
    seating: int
    seat: int
    choice: int
    micros: int


class Tally:
    """Deals are added in order, so that everything in it is the same for the same games."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.games = 0
        self.deals: dict[int, set[int]] = {}
        self.teams: dict[Team, dict[int, Sums]] = {}
        """By team in ascending order, then by deal."""
        self.meetings: list[dict[int, Sums]] = [{} for _ in plan.meetings]
        """Of the first team of each, by deal."""
        self.times = [Times() for _ in plan.entrants]
        self.overruns: list[Overrun] = []
        self.ratings: tuple[BotRating, ...] = (BotRating(),) * len(plan.entrants)
        self._limits = [
            1e6 * (entrant.budget.seconds + SLACK) if entrant.budget and entrant.budget.seconds else None
            for entrant in plan.entrants
        ]

    def add(self, job: Job, games: Sequence[Played]) -> None:
        """One finished deal of one meeting."""
        self.deals.setdefault(job.meeting, set()).add(job.deal)
        first = tuple(sorted(self.plan.meetings[job.meeting][0]))
        for seating, game in enumerate(games):
            self.games += 1
            teams = [tuple(game.seats[seat] for seat in side) for side in self.plan.sides]
            for side, team in enumerate(teams):
                who = tuple(sorted(team))
                _add(self.teams.setdefault(who, {}).setdefault(job.deal, Sums()), game, side)
                if who == first:
                    _add(self.meetings[job.meeting].setdefault(job.deal, Sums()), game, side)
            if len({who for team in teams for who in team}) > 1:
                self.ratings = rate(self.ratings, teams, game.shares)
            for seat, entrant in enumerate(game.seats):
                self._time(job, seating, seat, entrant, game)

    def _time(self, job: Job, seating: int, seat: int, who: int, game: Played) -> None:
        self.times[who].micros.extend(game.micros[seat])
        self.times[who].worked += game.worked[seat]
        limit = self._limits[who]
        if limit is not None:
            self.overruns += [
                Overrun(who, job, seating, seat, choice, micros)
                for choice, micros in enumerate(game.micros[seat])
                if micros > limit
            ]

    def wins(self, team: Team, *, draws: int | None = None) -> Estimate:
        """The share of the wins that falls to a team."""
        rows = [(sums.shares, sums.games) for sums in self.teams[team].values()]
        return estimate(rows, draws=draws) if draws else estimate(rows)

    def wins_of_first(self, meeting: int) -> Estimate:
        """The share of the wins that falls to the first team of a meeting."""
        return estimate([(sums.shares, sums.games) for sums in self.meetings[meeting].values()])

    def shares(self, meeting: int) -> list[float]:
        """By deal, the mean share of the meeting's first team."""
        return [sums.shares / sums.games for sums in self.meetings[meeting].values()]


def _add(sums: Sums, game: Played, side: int) -> None:
    sums.games += 1
    sums.shares += game.shares[side]
    sums.luck += game.luck[side] if game.luck else 0.0
    for told in game.rounds:
        sums.rounds += 1
        sums.points += told.points[side]
        for name, counted in told.counts.items():
            sums.counts[name] = sums.counts.get(name, 0) + counted[side]
