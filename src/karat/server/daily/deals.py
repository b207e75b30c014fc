"""The deals of days: drawn and committed to a week before, secret until their day is over."""

from __future__ import annotations

import json
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from karat.server.daily.days import begin_of, day_of, end_of, later
from karat.server.daily.origins import FORGET
from karat.server.store.database import Statement
from karat.server.tables import fair
from karat.server.tables.entries import Config, EventTable

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from karat.kit import Kit
    from karat.server.store.database import Database, Row

AHEAD = 7
"""Days for which deals are committed to beforehand."""
CLAIMED_FOR = 300.0
"""Seconds after which somebody else may have the bots play a deal, as who began with it is gone."""
COLUMNS = "id, day, game, players, seat, level, tries, secret, committed, bots"
INSERT = (
    "INSERT INTO daily_deals (id, day, game, players, seat, level, tries, secret, committed, claimed, bots)"
    " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 0, '') ON CONFLICT (id) DO NOTHING"
)
SEAL = "INSERT INTO sealed_events (event) VALUES (?) ON CONFLICT (event) DO NOTHING"
UNSEAL = "DELETE FROM sealed_events WHERE event IN (SELECT id FROM daily_deals WHERE day < ?)"


@dataclass(frozen=True, slots=True)
class BotScore:
    """What a level made of a deal, on the person's seat."""

    level: str
    score: int
    points: int


@dataclass(frozen=True, slots=True)
class DailyDeal:
    id: str
    day: str
    game: str
    players: int
    seat: int
    """The person's."""
    level: str
    """Of the bots around them."""
    tries: int
    secret: str = field(repr=False)
    committed: float
    """When it was drawn and its commitment published."""
    bots: tuple[BotScore, ...] | None
    """None until they have played it."""

    @property
    def commitment(self) -> str:
        return fair.commitment(self.secret)

    @property
    def begins(self) -> float:
        return begin_of(self.day)

    @property
    def ends(self) -> float:
        return end_of(self.day)

    @property
    def config(self) -> Config:
        bots = {str(seat): self.level for seat in range(self.players) if seat != self.seat}
        return Config(self.game, self.players, bots=bots, bot_level=self.level, hints=False)

    @property
    def event(self) -> EventTable:
        return EventTable(self.id, "daily", self.tries, until=self.ends)


@dataclass(frozen=True, slots=True)
class DailyDeals:
    database: Database
    games: Mapping[str, Kit]
    now: Callable[[], float] = time.time

    @property
    def today(self) -> str:
        return day_of(self.now())

    async def commit(self) -> None:
        """Draw what is missing of today and the days to come; whoever is first has drawn it for all workers."""
        known = {deal.id for deal in await self.between(self.today, later(self.today, AHEAD))}
        statements = []
        for days in range(AHEAD + 1):
            day = later(self.today, days)
            for kit in self.games.values():
                for table in kit.daily:
                    deal = f"{day}-{kit.name}-{table.settings.players}"
                    if deal in known:
                        continue
                    level = table.level if table.level in kit.levels else kit.usual_level
                    drawn = (table.seat, level, table.tries, fair.fresh_secret(), self.now())
                    values = (deal, day, kit.name, table.settings.players, *drawn)
                    statements += [Statement(INSERT, values), Statement(SEAL, (deal,))]
        if statements:
            await self.database.write(*statements)

    async def reveal(self) -> None:
        """Open the matches of days that are over to everybody who has their address; forget from where they came."""
        if await self.database.fetch(
            "SELECT 1 FROM daily_origins JOIN daily_deals ON id = deal WHERE day < ? LIMIT 1", self.today
        ):
            await self.database.write(Statement(FORGET, (self.today,)))
        if await self.database.fetch(
            "SELECT 1 FROM sealed_events JOIN daily_deals ON id = event WHERE day < ? LIMIT 1", self.today
        ):
            await self.database.write(Statement(UNSEAL, (self.today,)))

    async def of(self, day: str) -> list[DailyDeal]:
        return await self.between(day, day)

    async def between(self, first: str, last: str) -> list[DailyDeal]:
        rows = await self.database.fetch(
            f"SELECT {COLUMNS} FROM daily_deals WHERE day >= ? AND day <= ?",  # noqa: S608
            first,
            last,
        )
        return self._in_order(rows)

    async def find(self, deal: str) -> DailyDeal | None:
        """A deal whose day has begun."""
        rows = await self.database.fetch(f"SELECT {COLUMNS} FROM daily_deals WHERE id = ?", deal)  # noqa: S608
        found = self._in_order(rows)
        return found[0] if found and found[0].day <= self.today else None

    async def before(self, day: str, days: int) -> list[DailyDeal]:
        """Those of so many days before that one, the newest first."""
        found = await self.between(later(day, -days), later(day, -1))
        return sorted(found, key=lambda deal: deal.day, reverse=True)

    async def claim(self, deal: DailyDeal) -> bool:
        """Whether this worker may have the bots play it."""
        now = self.now()
        wanted = "UPDATE daily_deals SET claimed = ? WHERE id = ? AND bots = '' AND claimed < ?"
        return await self.database.write(Statement(wanted, (now, deal.id, now - CLAIMED_FOR), rows=1))

    async def keep(self, deal: DailyDeal, found: list[BotScore]) -> None:
        body = json.dumps([[one.level, one.score, one.points] for one in found])
        await self.database.write(
            Statement("UPDATE daily_deals SET bots = ? WHERE id = ? AND bots = ''", (body, deal.id))
        )

    def _in_order(self, rows: list[Row]) -> list[DailyDeal]:
        """As the table of games has them; what is of a game that this house no longer has is left out."""
        known = [(kit.name, table.settings.players) for kit in self.games.values() for table in kit.daily]
        places = {what: place for place, what in enumerate(known)}
        found = [read_deal(row) for row in rows if str(row[2]) in self.games]
        return sorted(found, key=lambda deal: (deal.day, places.get((deal.game, deal.players), len(places)), deal.id))


def read_deal(row: Row) -> DailyDeal:
    id_, day, game, players, seat, level, tries, secret, committed, bots = map(str, row)
    scores = tuple(BotScore(*one) for one in json.loads(bots)) if bots else None
    return DailyDeal(
        id_, day, game, int(players), int(seat), level, int(tries), secret, float(committed), scores
    )  # fmt: skip
