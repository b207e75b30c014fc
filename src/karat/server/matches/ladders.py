"""Who beat a level of bots how often: a ladder for each level, game and number of players.

A win counts with its uncertainty: the order is by the lower end of Wilson's interval, so that three of three do not
stand above ninety of a hundred.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Collection

    from karat.server.store.database import Database

NORMAL = 1.96
"""Standard deviations of a bar that holds in 19 of 20 cases."""
LEAST_MATCHES = 5
MOST_LISTED = 100
LOOKED_AT = 1000
"""People who have met a level that are ordered."""

BEATEN = """
    SELECT people.id, people.name, people.avatar, COUNT(*), SUM(CASE WHEN own.share = 1 THEN 1 ELSE 0 END)
    FROM matches
    JOIN match_seats AS own ON own.match_id = matches.id AND own.kind = 'account' AND own.share IS NOT NULL
    JOIN people ON people.id = own.person
    WHERE game = ? AND players = ? AND imported_by IS NULL AND begun_from IS NULL AND people.suspended = 0
    AND ' ' || people.shows || ' ' LIKE '% statistics %'
    AND NOT EXISTS (SELECT 1 FROM match_seats WHERE match_id = matches.id AND side <> own.side
        AND (player IS NULL OR player <> ?))
    AND EXISTS (SELECT 1 FROM match_seats WHERE match_id = matches.id AND side <> own.side)
    GROUP BY people.id, people.name, people.avatar HAVING COUNT(*) >= ? ORDER BY COUNT(*) DESC, people.id LIMIT ?"""


class Interval(NamedTuple):
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Climber:
    """Somebody who has played against one level of bots alone."""

    person: str
    name: str
    avatar: str
    matches: int
    won: int

    @property
    def interval(self) -> Interval:
        return wilson(self.won, self.matches)


def wilson(won: int, of: int) -> Interval:
    """Between which rates the true one lies in 19 of 20 cases."""
    if of == 0:
        return Interval(0.0, 1.0)
    rate, z = won / of, NORMAL
    middle = (rate + z * z / (2 * of)) / (1 + z * z / of)
    reach = z / (1 + z * z / of) * sqrt(rate * (1 - rate) / of + z * z / (4 * of * of))
    return Interval(max(0.0, middle - reach), min(1.0, middle + reach))


async def ladder(
    database: Database, game: str, players: int, level: str, hidden: Collection[str] = ()
) -> list[Climber]:
    """Who does best against tables on which everybody on another side is a bot of that level."""
    rows = await database.fetch(BEATEN, game, players, f"bot:{level}", LEAST_MATCHES, LOOKED_AT)
    found = [
        Climber(str(id_), str(name), str(avatar), int(str(matches)), int(str(won)))
        for id_, name, avatar, matches, won in rows
        if id_ not in hidden
    ]
    return sorted(found, key=lambda one: (-one.interval.low, -one.matches, one.person))[:MOST_LISTED]
