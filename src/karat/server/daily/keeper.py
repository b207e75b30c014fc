"""What happens to deals of days without anybody's doing: they are committed to, played by bots, and revealed."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import structlog

from karat.server.daily.days import later
from karat.server.daily.deals import BotScore
from karat.server.house.bot_match import BotMatch
from karat.server.house.bot_pool import NoAnswer
from karat.server.store.database import Unreachable
from karat.server.tables.table import read_rules
from karat.tournaments.scoring import lead

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from karat.server.daily.deals import DailyDeal, DailyDeals
    from karat.server.house.bot_pool import Study

    Think = Callable[[Study, Sequence[str], Callable[[Any], None]], Awaitable[Any]]

LOOK_EVERY = 5.0
"""Seconds between two looks at the calendar."""

LOOKED_BACK = 7
"""Days whose deals the bots still play."""

log = structlog.get_logger()


class DailyKeeper:
    """Runs on every worker; what one has done is there for all."""

    def __init__(self, deals: DailyDeals, think: Think) -> None:
        self.deals = deals
        self._think = think
        self._committed = ""
        """The day for which everything was committed to."""
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Have today's deals before the first person asks for them."""
        await self.look()
        self._task = asyncio.create_task(self._run())

    async def stop(self) -> None:
        if self._task:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def look(self) -> None:
        """Commit to what comes, and reveal what is over."""
        if self._committed != self.deals.today:
            today = self.deals.today
            await self.deals.commit()
            self._committed = today
        await self.deals.reveal()

    async def have_bots_play(self) -> None:
        """Have every level play the deals that somebody has finished; of all workers one does.

        Those of the last days, too: who finished just before midnight, or before a restart, wants to know as well.
        """
        played = "SELECT DISTINCT deal FROM daily_attempts JOIN daily_deals ON id = deal WHERE bots = '' AND day >= ?"
        since = later(self.deals.today, -LOOKED_BACK)
        rows = await self.deals.database.fetch(f"{played} AND score IS NOT NULL", since)
        for (wanted,) in rows:
            deal = await self.deals.find(str(wanted))
            kit = self.deals.games.get(deal.game) if deal else None
            if deal is None or kit is None or kit.ready_levels != kit.levels or not await self.deals.claim(deal):
                continue
            await self.deals.keep(deal, [await self.play(deal, level) for level in kit.levels])

    async def play(self, deal: DailyDeal, level: str) -> BotScore:
        """What a level makes of a deal, against the bots that people meet there."""
        kit = self.deals.games[deal.game]
        levels = tuple(level if seat == deal.seat else deal.level for seat in range(deal.players))
        found = await self._think(BotMatch(kit, deal.config, levels, deal.secret, deal.tries), (), lambda _: None)
        sides = kit.sides(read_rules(deal.config, kit))
        side = next(side for side, seats in enumerate(sides) if deal.seat in seats)
        return BotScore(level, lead(found.points, side), found.points[side])

    async def _run(self) -> None:
        while True:
            await asyncio.sleep(LOOK_EVERY)
            try:
                await self.look()
                await self.have_bots_play()
            except Unreachable:
                log.warning("daily.unreachable")
            except NoAnswer:
                log.exception("daily.bots_failed")
            except Exception:  # a fault of ours is told, and does not end what looks after all others
                log.exception("daily.failed")
