"""How strong somebody is: OpenSkill's Plackett-Luce model, for each game and number of players.

There are two pools that never mix. Matches among people alone count in one; as soon as a bot sits at the table, the
match counts in the other, where bots have their ratings and people have a second one. Guests are not rated.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from enum import StrEnum
from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING

from openskill.models import PlackettLuce

from karat.game import Outcome
from karat.server.store.database import Statement

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from karat.server.store.database import Database, Row

MU, SIGMA = 25.0, 25.0 / 3
MODEL = PlackettLuce(mu=MU, sigma=SIGMA)
POINTS_EACH, POINTS_AT_ZERO = 40, 500
"""A new player is shown as 1500, ±667."""
ERRORS = 2
"""The bar spans so many standard deviations on each side: the strength is inside it in 19 of 20 cases."""
MOST_LISTED = 100


class Pool(StrEnum):
    PEOPLE = "people"
    BOTS = "bots"


@dataclass(frozen=True, slots=True)
class Rated:
    """Who is rated: a person's id, or `bot:LEVEL`; and where they belong."""

    id: str
    home: Pool


@dataclass(frozen=True, slots=True)
class Rating:
    mu: float = MU
    sigma: float = SIGMA
    matches: int = 0

    @property
    def points(self) -> int:
        return round(POINTS_EACH * self.mu + POINTS_AT_ZERO)

    @property
    def error(self) -> int:
        return round(POINTS_EACH * ERRORS * self.sigma)


@dataclass(frozen=True, slots=True)
class RatingChange:
    before: Rating
    after: Rating


@dataclass(frozen=True, slots=True)
class Changes:
    pool: Pool
    game: str
    players: int
    by_seat: tuple[RatingChange, ...]
    by_player: Mapping[str, RatingChange]


@dataclass(frozen=True, slots=True)
class Ranked:
    """A line of a leaderboard."""

    player: str
    name: str
    rating: Rating
    avatar: str = ""


def places(outcome: Outcome) -> tuple[int, ...]:
    """The place of each side from 1 on; equals share one, and the winners share the first."""

    def standing(side: int) -> tuple[bool, int]:
        return side in outcome.winners, 0 if side in outcome.winners else outcome.scores[side]

    everybody = [standing(side) for side in range(len(outcome.sides))]
    return tuple(1 + sum(other > own for other in everybody) for own in everybody)


def with_forfeits(sides: tuple[tuple[int, ...], ...], outcome: Outcome | None, forfeits: Mapping[int, int]) -> Outcome:
    """How a match counts in which seats were forfeited, the numbers telling in which order.

    A side with such a seat comes after all others, the further down the earlier it was; the others stand as the match
    ended, or side by side where it did not.
    """
    played = places(outcome) if outcome else (1,) * len(sides)

    def standing(side: int) -> tuple[bool, int, int]:
        gone = [forfeits[seat] for seat in sides[side] if seat in forfeits]
        return not gone, min(gone, default=0), 0 if gone else -played[side]

    everybody = [standing(side) for side in range(len(sides))]
    ranks = [1 + sum(other > own for other in everybody) for own in everybody]
    winners = tuple(side for side, rank in enumerate(ranks) if rank == 1)
    return Outcome(sides, winners, tuple(-rank for rank in ranks))


def spared(outcome: Outcome, forfeited: Collection[int]) -> frozenset[int]:
    """The seats whose partner forfeited: their rating stays as it is."""
    let_down = [side for side in outcome.sides if any(seat in forfeited for seat in side)]
    return frozenset(seat for side in let_down for seat in side if seat not in forfeited)


def rate(before: Sequence[Rating], outcome: Outcome) -> tuple[Rating, ...]:
    """The ratings by seat after a match."""
    teams = [[MODEL.rating(before[seat].mu, before[seat].sigma) for seat in side] for side in outcome.sides]
    rated = MODEL.rate(teams, ranks=[float(place) for place in places(outcome)])
    after = list(before)
    for side, team in zip(outcome.sides, rated, strict=True):
        for seat, one in zip(side, team, strict=True):
            after[seat] = Rating(one.mu, one.sigma, before[seat].matches + 1)
    return tuple(after)


def pool_of(players: Sequence[Rated | None]) -> Pool | None:
    """Where a match counts; nowhere with a guest, or a player who only met themself."""
    known = [player for player in players if player is not None]
    if len(known) < len(players) or len({player.id for player in known}) < 2:
        return None
    return Pool.BOTS if any(player.home is Pool.BOTS for player in known) else Pool.PEOPLE


def _joined(ratings: Sequence[Rating]) -> Rating:
    """One rating for who held several seats, as a level of bots does: the mean of what each seat showed."""
    count = len(ratings)
    return Rating(
        sum(rating.mu for rating in ratings) / count,
        sum(rating.sigma for rating in ratings) / count,
        ratings[0].matches,
    )


def changed(
    pool: Pool,
    game: str,
    who: Sequence[str | None],
    before: Sequence[Rating],
    outcome: Outcome,
    untouched: Collection[int] = (),
) -> Changes:
    """What a match does to the ratings of its seats; a seat of None moves the others but has none of its own.

    Nothing happens to the ratings of seats that are `untouched`.
    """
    rated = rate(before, outcome)
    after = [before[seat] if seat in untouched else rating for seat, rating in enumerate(rated)]
    by_player = {}
    for player in sorted({player for player in who if player is not None}):
        seats = [seat for seat, other in enumerate(who) if other == player]
        if seats[0] in untouched:
            continue
        by_player[player] = RatingChange(before[seats[0]], _joined([after[seat] for seat in seats]))
    by_seat = tuple(
        by_player[player] if player in by_player else RatingChange(before[seat], after[seat])
        for seat, player in enumerate(who)
    )
    return Changes(pool, game, len(who), by_seat, by_player)


@dataclass(frozen=True, slots=True)
class Ratings:
    database: Database

    async def of(self, player: str, pool: Pool, game: str, players: int) -> Rating:
        rows = await self.database.fetch(
            "SELECT mu, sigma, matches FROM ratings WHERE player = ? AND pool = ? AND game = ? AND players = ?",
            player,
            pool,
            game,
            players,
        )
        return _rating(rows[0]) if rows else Rating()

    async def all_of(self, player: str) -> list[tuple[Pool, str, int, Rating]]:
        rows = await self.database.fetch(
            "SELECT pool, game, players, mu, sigma, matches FROM ratings WHERE player = ?"
            " ORDER BY pool DESC, game, players",
            player,
        )
        return [(Pool(str(row[0])), str(row[1]), int(str(row[2])), _rating(row[3:])) for row in rows]

    async def changes(
        self, game: str, players: int, seated: Sequence[Rated | None], outcome: Outcome, untouched: Collection[int] = ()
    ) -> Changes | None:
        """What a match would do to the ratings as they stand now; None where it does not count."""
        pool = pool_of(seated)
        if pool is None:
            return None
        who = [player.id for player in seated if player is not None]
        known = {player: await self.of(player, pool, game, players) for player in set(who)}
        return changed(pool, game, who, [known[player] for player in who], outcome, untouched)

    def statements(self, changes: Changes, at: float) -> list[Statement]:
        """The changes as statements that fit only while nobody has moved since they were worked out."""
        return [self._statement(changes, player, change, at) for player, change in changes.by_player.items()]

    def _statement(self, changes: Changes, player: str, change: RatingChange, at: float) -> Statement:
        key = (player, changes.pool, changes.game, changes.players)
        if change.before.matches == 0:
            return Statement(
                "INSERT INTO ratings (player, pool, game, players, mu, sigma, matches, changed)"
                " VALUES (?, ?, ?, ?, ?, ?, 1, ?)",
                (*key, change.after.mu, change.after.sigma, at),
                rows=1,
            )
        return Statement(
            "UPDATE ratings SET mu = ?, sigma = ?, matches = matches + 1, changed = ?"
            " WHERE player = ? AND pool = ? AND game = ? AND players = ? AND matches = ?",
            (change.after.mu, change.after.sigma, at, *key, change.before.matches),
            rows=1,
        )

    async def leaderboard(
        self, pool: Pool, game: str, players: int, limit: int = MOST_LISTED, offset: int = 0, least: int = 0
    ) -> list[Ranked]:
        """The strongest first, by the lower end of the bar: who is hardly known does not stand on top.

        People have played at least so many matches, and let others see their ratings.
        """
        rows = await self.database.fetch(
            "SELECT ratings.player, people.name, people.avatar, mu, sigma, matches FROM ratings"
            " LEFT JOIN people ON people.id = ratings.player"
            " WHERE pool = ? AND game = ? AND players = ? AND (people.id IS NULL OR"
            " (people.suspended = 0 AND matches >= ? AND ' ' || people.shows || ' ' LIKE '% ratings %'))"
            " ORDER BY mu - 2 * sigma DESC, ratings.player LIMIT ? OFFSET ?",
            pool,
            game,
            players,
            least,
            min(limit, MOST_LISTED),
            offset,
        )
        return [
            Ranked(
                str(player),
                str(name) if name is not None else str(player).removeprefix("bot:"),
                _rating(rest),
                str(avatar or ""),
            )
            for player, name, avatar, *rest in rows
        ]

    async def recompute(self) -> int:
        """Every rating anew from the matches that counted, in one unit; how many there were.

        Who has deleted their account still moves the others, by the rating that they had on the day. A match that
        is closed in the meantime makes it begin again.
        """
        rows = await self.database.fetch(
            "SELECT matches.id, game, players, ended, COALESCE(standing, outcome), seat, player, kind, mu, sigma,"
            " forfeited FROM matches"
            " JOIN match_seats ON match_seats.match_id = matches.id WHERE rated = 1 ORDER BY ended, matches.id, seat"
        )
        standing: dict[tuple[str, Pool, str, int], tuple[Rating, float]] = {}
        statements = [Statement("DELETE FROM ratings")]
        count = 0
        for count, (match, seats) in enumerate(groupby(rows, key=itemgetter(0)), start=1):  # noqa: B007 -- the last counts
            lines = list(seats)
            game, players, ended = str(lines[0][1]), int(str(lines[0][2])), float(str(lines[0][3]))
            pool = Pool.BOTS if any(row[7] == "bot" for row in lines) else Pool.PEOPLE
            who = [None if row[6] is None else str(row[6]) for row in lines]
            before = [
                Rating(float(str(row[8])), float(str(row[9])))
                if player is None
                else standing.get((player, pool, game, players), (Rating(), 0.0))[0]
                for player, row in zip(who, lines, strict=True)
            ]
            outcome = read_outcome(str(lines[0][4]))
            untouched = spared(outcome, [seat for seat, row in enumerate(lines) if row[10]])
            changes = changed(pool, game, who, before, outcome, untouched)
            for player, change in changes.by_player.items():
                standing[player, pool, game, players] = change.after, ended
            statements += [_redone(str(match), seat, change) for seat, change in enumerate(changes.by_seat)]
        for (player, pool, game, players), (rating, ended) in standing.items():
            statements.append(
                Statement(
                    "INSERT INTO ratings (player, pool, game, players, mu, sigma, matches, changed)"
                    " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                    (player, pool, game, players, rating.mu, rating.sigma, rating.matches, ended),
                )
            )
        unmoved = Statement("UPDATE matches SET rated = 1 WHERE rated = 1", rows=count)
        return count if await self.database.write(unmoved, *statements) else await self.recompute()


def read_outcome(text: str) -> Outcome:
    stored = json.loads(text)
    return Outcome(tuple(map(tuple, stored["sides"])), tuple(stored["winners"]), tuple(stored["scores"]))


def _redone(match: str, seat: int, change: RatingChange) -> Statement:
    return Statement(
        "UPDATE match_seats SET mu = ?, sigma = ?, mu_after = ?, sigma_after = ? WHERE match_id = ? AND seat = ?",
        (change.before.mu, change.before.sigma, change.after.mu, change.after.sigma, match, seat),
    )


def _rating(row: Sequence[object] | Row) -> Rating:
    mu, sigma, matches = row
    return Rating(float(str(mu)), float(str(sigma)), int(str(matches)))
