"""Signals of collusion and of engine use, for moderators: each with its uncertainty, and none that acts by itself.

*Pairs*: people who were at the same tables, and how much more often one of them won than their ratings of the day let
expect. With many pairs some stand out by chance alone, so each has a chance that is corrected for how many were looked
at (Holm). *Agreement*: how often somebody chose what a review finds best, against others of their strength.
*Addresses*: accounts that came from the same one.
"""

from __future__ import annotations

import json
import math
from collections import defaultdict
from dataclasses import dataclass, replace
from itertools import combinations, groupby
from typing import TYPE_CHECKING

from karat.server.matches.ladders import NORMAL
from karat.server.matches.ratings import MODEL

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from karat.server.store.database import Database

LEAST_TOGETHER = 10
"""Matches before a pair is looked at."""
LOOKED_BACK = 5000
"""Rated matches of a game, the newest."""
MOST_TOLD = 50
LEAST_OTHERS = 8
"""Seats of other people that were reviewed, before there is anything to compare with."""


@dataclass(frozen=True, slots=True)
class SeatAtMatch:
    person: str | None
    side: int
    share: float
    mu: float
    sigma: float


@dataclass(frozen=True, slots=True)
class PairSignal:
    """Two people who were at the same tables."""

    first: str
    second: str
    matches: int
    together: int
    """Of these on the same side."""
    won: float
    """By one of the two, or both."""
    expected: float
    """By their ratings and those of the others."""
    excess: float
    """Wins a match more than expected."""
    error: float
    """It lies so far from the truth, up or down, in 19 of 20 cases."""
    chance: float
    """That fair play brings as much, by chance alone; corrected for how many pairs were looked at."""


@dataclass(frozen=True, slots=True)
class AddressSignal:
    """Two accounts that came from one address."""

    first: str
    second: str
    accounts: int
    """How many came from there in all: a school or a café has many."""
    last: float
    matches: int
    """At which both sat."""


@dataclass(frozen=True, slots=True)
class ReviewedPlay:
    """A seat of a match that was reviewed: how many free choices, and how many of them the best."""

    person: str
    mu: float | None
    free: int
    agreed: int


@dataclass(frozen=True, slots=True)
class Agreement:
    """How often somebody chose what a review finds best."""

    matches: int
    choices: int
    rate: float
    error: float
    """Of the rate, at 19 of 20."""
    others: int
    """Seats of other people that it is compared with."""
    expected: float | None
    """Of somebody of that strength; None where there is too little to compare with."""
    excess: float | None
    excess_error: float | None


def pairs(matches: Iterable[Sequence[SeatAtMatch]]) -> list[PairSignal]:
    """Of rated matches, those who won most beyond what ratings explain first."""
    tallies: dict[tuple[str, str], list[tuple[float, float, bool]]] = defaultdict(list)
    for seats in matches:
        chances = chances_of(seats)
        won = {seat.side: seat.share for seat in seats}
        people = sorted({seat.person: seat.side for seat in seats if seat.person is not None}.items())
        for (one, side), (other, second) in combinations(people, 2):
            sides = {side, second}
            chance = min(1.0, sum(chances[each] for each in sides))
            gained = sum(won[each] for each in sides)
            if 0 < chance < 1:  # where both sides of a match are theirs, one of them wins anyhow
                tallies[one, other].append((gained, chance, side == second))
    found = [signal for pair, played in tallies.items() if (signal := _pair(pair, played)) is not None]
    return sorted(corrected(found), key=lambda one: (one.chance, -one.excess))


def chances_of(seats: Sequence[SeatAtMatch]) -> dict[int, float]:
    """By side, the chance to win as the ratings of the day have it."""
    sides = sorted({seat.side for seat in seats})
    teams = [[MODEL.rating(seat.mu, seat.sigma) for seat in seats if seat.side == side] for side in sides]
    return dict(zip(sides, MODEL.predict_win(teams), strict=True))


def _pair(pair: tuple[str, str], played: Sequence[tuple[float, float, bool]]) -> PairSignal | None:
    count = len(played)
    if count < LEAST_TOGETHER:
        return None
    won, expected = sum(one[0] for one in played), sum(one[1] for one in played)
    spread = math.sqrt(sum(chance * (1 - chance) for _, chance, _ in played))
    return PairSignal(
        first=pair[0],
        second=pair[1],
        matches=count,
        together=sum(one[2] for one in played),
        won=won,
        expected=expected,
        excess=(won - expected) / count,
        error=NORMAL * spread / count,
        chance=0.5 * math.erfc((won - expected) / spread / math.sqrt(2)),
    )


def corrected(found: Sequence[PairSignal]) -> list[PairSignal]:
    """With Holm's correction: the smallest chance counts as often as there are pairs, the next once less."""
    ordered, worst = sorted(found, key=lambda one: one.chance), 0.0
    result = []
    for place, one in enumerate(ordered):
        worst = max(worst, min(1.0, one.chance * (len(ordered) - place)))
        result.append(replace(one, chance=worst))
    return result


def agreement(person: str, played: Sequence[ReviewedPlay]) -> Agreement | None:
    """Against others, with strength taken out as a straight line over their ratings; None without a review."""
    own = [one for one in played if one.person == person and one.free]
    others = [one for one in played if one.person != person and one.free]
    choices = sum(one.free for one in own)
    if not choices:
        return None
    rate = sum(one.agreed for one in own) / choices
    spread = math.sqrt(max(rate * (1 - rate), 1 / (choices + 2)) / choices)
    told = Agreement(len(own), choices, rate, NORMAL * spread, len(others), None, None, None)
    rated = [one for one in others if one.mu is not None]
    mu = [one.mu for one in own if one.mu is not None]
    if len(others) < LEAST_OTHERS:
        return told
    if len(rated) >= LEAST_OTHERS and mu:
        expected, error = on_the_line(rated, sum(mu) / len(mu), len(own))
    else:
        expected, error = on_the_line([replace(one, mu=0.0) for one in others], 0.0, len(own))
    return replace(told, expected=expected, excess=rate - expected, excess_error=NORMAL * math.hypot(spread, error))


def on_the_line(others: Sequence[ReviewedPlay], mu: float, matches: int) -> tuple[float, float]:
    """The rate that a line through others has at a strength, and its standard error for so many matches."""
    weights = [one.free for one in others]
    total = sum(weights)
    rates = [one.agreed / one.free for one in others]
    mus = [one.mu or 0.0 for one in others]
    middle = sum(w * m for w, m in zip(weights, mus, strict=True)) / total
    mean = sum(w * r for w, r in zip(weights, rates, strict=True)) / total
    across = sum(w * (m - middle) ** 2 for w, m in zip(weights, mus, strict=True))
    slope = 0.0
    if across > 1e-9:
        slope = sum(w * (m - middle) * (r - mean) for w, m, r in zip(weights, mus, rates, strict=True)) / across
    left = [r - mean - slope * (m - middle) for m, r in zip(mus, rates, strict=True)]
    variance = sum(w * one * one for w, one in zip(weights, left, strict=True)) / total
    away = (mu - middle) ** 2 / across * total if across > 1e-9 else 0.0
    # How much people of one strength differ counts for each match of the person, too.
    error = math.sqrt(variance * (1 / matches + (1 + away) / len(others)))
    return min(1.0, max(0.0, mean + slope * (mu - middle))), error


@dataclass(frozen=True, slots=True)
class Signals:
    database: Database

    async def rated_matches(self, game: str) -> list[list[SeatAtMatch]]:
        rows = await self.database.fetch(
            "SELECT match_id, person, side, share, mu, sigma FROM match_seats WHERE mu IS NOT NULL AND side IS NOT NULL"
            " AND share IS NOT NULL AND match_id IN (SELECT id FROM matches WHERE rated = 1 AND game = ?"
            " ORDER BY ended DESC, id LIMIT ?) ORDER BY match_id, seat",
            game,
            LOOKED_BACK,
        )
        return [
            [
                SeatAtMatch(
                    None if person is None else str(person),
                    int(str(side)),
                    float(str(share)),
                    float(str(mu)),
                    float(str(sigma)),
                )
                for _, person, side, share, mu, sigma in seats
            ]
            for _, seats in groupby(rows, key=lambda row: row[0])
        ]

    async def addresses(self) -> list[AddressSignal]:
        rows = await self.database.fetch(
            "SELECT one.person, other.person, MIN((SELECT count(*) FROM addresses WHERE hash = one.hash)),"
            " MAX(CASE WHEN one.last < other.last THEN one.last ELSE other.last END),"
            " (SELECT count(DISTINCT a.match_id) FROM match_seats AS a JOIN match_seats AS b ON a.match_id = b.match_id"
            " WHERE a.person = one.person AND b.person = other.person)"
            " FROM addresses AS one JOIN addresses AS other ON other.hash = one.hash AND one.person < other.person"
            " GROUP BY one.person, other.person ORDER BY 5 DESC, 3, 4 DESC, 1, 2 LIMIT ?",
            MOST_TOLD,
        )
        return [
            AddressSignal(str(one), str(other), int(str(accounts)), float(str(last)), int(str(matches)))
            for one, other, accounts, last, matches in rows
        ]

    async def reviewed(self, game: str) -> list[ReviewedPlay]:
        """Every seat of a person that was reviewed, the newest matches first."""
        rows = await self.database.fetch(
            "SELECT match_seats.person, match_seats.mu, reviews.summary FROM reviews"
            " JOIN matches ON matches.id = reviews.match_id JOIN match_seats ON match_seats.match_id = matches.id"
            " AND reviews.part = 'seat ' || CAST(match_seats.seat AS TEXT)"
            " WHERE matches.game = ? AND reviews.summary <> '' AND match_seats.person IS NOT NULL"
            " AND match_seats.kind <> 'bot' ORDER BY matches.ended DESC, matches.id LIMIT ?",
            game,
            LOOKED_BACK,
        )
        found = []
        for person, mu, summary in rows:
            told = json.loads(str(summary))
            if told.get("free"):
                strength = None if mu is None else float(str(mu))
                found.append(ReviewedPlay(str(person), strength, int(told["free"]), int(told["agreed"])))
        return found

    async def newest_seats(self, person: str, game: str, most: int) -> list[tuple[str, int]]:
        """The seats of people in a person's newest matches that were played to the end, to be reviewed."""
        rows = await self.database.fetch(
            "SELECT match_id, seat FROM match_seats WHERE kind <> 'bot' AND person IS NOT NULL AND match_id IN"
            " (SELECT matches.id FROM matches JOIN match_seats ON match_id = matches.id WHERE person = ? AND game = ?"
            " AND imported_by IS NULL AND outcome IS NOT NULL ORDER BY ended DESC, matches.id LIMIT ?)"
            " ORDER BY match_id, seat",
            person,
            game,
            most,
        )
        return [(str(match), int(str(seat))) for match, seat in rows]

    async def names(self, people: Iterable[str]) -> Mapping[str, str]:
        wanted = sorted(set(people))
        if not wanted:
            return {}
        rows = await self.database.fetch(
            f"SELECT id, name FROM people WHERE id IN ({', '.join('?' * len(wanted))})",  # noqa: S608
            *wanted,
        )
        return {str(id_): str(name) for id_, name in rows}
