"""The table finder: wishes wait in the database, and whichever worker is asked next seats those that fit.

Whoever waits asks every few seconds, so nobody has to be woken: the question shows that they are still there, and
pairing is tried then. A table, its seats and the end of the wishes that led to it are one unit, so after a crash
either all of it has happened or the wishes wait on.
"""

from __future__ import annotations

import secrets
import statistics
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

import msgspec

from karat.server.house.log import KINDS
from karat.server.matches.ratings import POINTS_AT_ZERO, POINTS_EACH, Pool
from karat.server.social.pairing import Seeker, TableFor, Wish, pair
from karat.server.store.database import Statement
from karat.server.tables.entries import Player

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from karat.server.house.house import House
    from karat.server.people.relations import Relations
    from karat.server.people.sanctions import Sanctions

GONE_AFTER = 15.0
"""Seconds without a question after which a wish is over: its page was left."""
SWEPT_AFTER = 86400.0
MOST_LOOKED_AT = 200
MOST_PAIRED = 10
"""Tables that one question fills at most."""
LOOKED_BACK = 20
"""Pairings from which the waiting time is guessed."""
FEWEST_PAIRINGS = 3


@dataclass(frozen=True, slots=True)
class SeekerState:
    wish: Wish | None
    """None for who does not wait."""
    since: float | None
    waiting: int
    """How many wait for that game, oneself included."""
    about: float | None
    """Seconds that others waited lately, as a median; None where there is too little to go by."""
    table: str | None
    """Where one is seated now."""


@dataclass(frozen=True, slots=True)
class Finder:
    house: House
    relations: Relations
    sanctions: Sanctions
    now: Callable[[], float] = time.time

    async def seek(self, person: str, wish: Wish) -> None:
        """Wait for others from now on; the same wish again waits on."""
        now, told = self.now(), msgspec.json.encode(wish).decode()
        await self.house.database.write(
            Statement(
                "DELETE FROM seekers WHERE (table_id IS NULL AND seen < ?) OR seen < ?",
                (now - 4 * GONE_AFTER, now - SWEPT_AFTER),
            ),
            Statement(
                "INSERT INTO seekers (person, game, wish, since, seen) VALUES (?, ?, ?, ?, ?)"
                " ON CONFLICT (person) DO UPDATE SET game = excluded.game, wish = excluded.wish, seen = excluded.seen,"
                " table_id = NULL, since = CASE WHEN seekers.wish = excluded.wish AND seekers.table_id IS NULL"
                " AND seekers.seen >= ? THEN seekers.since ELSE excluded.since END",
                (person, wish.game, told, now, now, now - GONE_AFTER),
            ),
        )

    async def leave(self, person: str) -> None:
        await self.house.database.write(Statement("DELETE FROM seekers WHERE person = ?", (person,)))

    async def look(self, person: str) -> SeekerState:
        """How it stands for who waits, and that they still do; whoever fits together is seated."""
        seen = Statement("UPDATE seekers SET seen = ? WHERE person = ?", (self.now(), person))
        await self.house.database.write(seen)
        rows = await self.house.database.fetch("SELECT game, table_id FROM seekers WHERE person = ?", person)
        if rows and rows[0][1] is None:
            await self.pair_all(str(rows[0][0]))
        return await self.stands(person)

    async def stands(self, person: str) -> SeekerState:
        rows = await self.house.database.fetch(
            "SELECT game, wish, since, table_id FROM seekers WHERE person = ?", person
        )
        if not rows:
            return SeekerState(None, None, 0, None, None)
        game, wish, since, table = rows[0]
        return SeekerState(
            msgspec.json.decode(str(wish), type=Wish),
            float(str(since)),
            await self.count(str(game)),
            await self.about(str(game)),
            None if table is None else str(table),
        )

    async def count(self, game: str) -> int:
        """How many wait for a game."""
        rows = await self.house.database.fetch(
            "SELECT count(*) FROM seekers WHERE game = ? AND table_id IS NULL AND seen >= ?",
            game,
            self.now() - GONE_AFTER,
        )
        return int(str(rows[0][0]))

    async def about(self, game: str) -> float | None:
        rows = await self.house.database.fetch(
            "SELECT waited FROM pairings WHERE game = ? ORDER BY at DESC LIMIT ?", game, LOOKED_BACK
        )
        return statistics.median(float(str(waited)) for (waited,) in rows) if len(rows) >= FEWEST_PAIRINGS else None

    async def pair_all(self, game: str) -> list[str]:
        """Seat whoever fits together now; the tables."""
        made: list[str] = []
        for _ in range(MOST_PAIRED):
            waiting = await self._waiting(game)
            apart = {one.player.id: await self.relations.apart_from(one.player.id) for one in waiting}
            found = pair(waiting, apart, self.now())
            table = await self._seat(found) if found is not None else None
            if table is None:  # nobody fits, or another worker was quicker and looks on
                break
            made.append(table)
        return made

    async def _seat(self, found: TableFor) -> str | None:
        """A table with all of them at it, in an order drawn by lot; None where one of them is not there any more."""
        now = self.now()
        level = self.house.games[found.seekers[0].wish.game].usual_level
        people = list(found.seekers)
        secrets.SystemRandom().shuffle(people)

        def met(table: str) -> Sequence[Statement]:
            return [
                *(
                    Statement(
                        "UPDATE seekers SET table_id = ? WHERE person = ? AND since = ? AND table_id IS NULL",
                        (table, one.player.id, one.since),
                        rows=1,
                    )
                    for one in sorted(people, key=lambda one: one.player.id)
                ),
                *(
                    Statement(
                        "INSERT INTO pairings (id, game, at, waited) VALUES (?, ?, ?, ?)",
                        (secrets.token_hex(8), one.wish.game, now, now - one.since),
                    )
                    for one in people
                ),
                Statement("DELETE FROM pairings WHERE at < ?", (now - 7 * SWEPT_AFTER,)),
            ]

        seated = {seat: (one.player, None) for seat, one in enumerate(people)}
        return await self.house.open_together(found.config(level), seated, met) or None

    async def _waiting(self, game: str) -> list[Seeker]:
        rows = await self.house.database.fetch(
            "SELECT people.id, people.name, people.kind, people.avatar, wish, since FROM seekers"
            " JOIN people ON people.id = seekers.person WHERE game = ? AND table_id IS NULL AND seen >= ?"
            " AND suspended = 0 ORDER BY since, people.id LIMIT ?",
            game,
            self.now() - GONE_AFTER,
            MOST_LOOKED_AT,
        )
        rated = await self.house.database.fetch(
            "SELECT player, players, mu FROM ratings WHERE pool = ? AND game = ?"
            " AND player IN (SELECT person FROM seekers WHERE game = ?)",
            Pool.PEOPLE,
            game,
            game,
        )
        ratings: dict[str, dict[int, float]] = {}
        for player, players, mu in rated:
            points = POINTS_EACH * float(str(mu)) + POINTS_AT_ZERO
            ratings.setdefault(str(player), {})[int(str(players))] = points
        return [
            Seeker(
                Player(str(id_), str(name), KINDS[str(kind)], str(avatar)),
                msgspec.json.decode(str(wish), type=Wish),
                float(str(since)),
                ratings.get(str(id_), {}),
            )
            for id_, name, kind, avatar, wish, since in rows
            if not self.sanctions.is_suspended(str(id_))
        ]
