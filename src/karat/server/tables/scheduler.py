"""What happens at tables without anybody's doing: bots move, clocks run out, seats are filled.

The rows of the tables say when each must be looked at, so a server that starts after a crash finds all that is due.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from typing import TYPE_CHECKING

import structlog

from karat.server.store.database import Unreachable
from karat.server.tables import commands
from karat.server.tables.bot_pool import Question, Thinkers, question
from karat.server.tables.live import NoSuchTable

if TYPE_CHECKING:
    from karat.game import Seat
    from karat.server.tables.house import House
    from karat.server.tables.table import Table

SWEEP_EVERY = 0.25
BOT_GRACE = 2.0
"""Seconds for which a bot's move is left to the worker that knows of it."""
MOST_AT_ONCE = 200

log = structlog.get_logger()


class Clockwork:
    """Runs beside the house on every worker; where two do the same, the log takes the first."""

    def __init__(self, house: House, thinkers: Thinkers) -> None:
        self._house = house
        self._thinkers = thinkers
        self._at_work: dict[str, asyncio.Task[None]] = {}
        self._sweeper: asyncio.Task[None] | None = None
        house.changed.append(self._look_at)

    def start(self) -> None:
        self._sweeper = asyncio.create_task(self._sweep_for_ever())

    async def stop(self) -> None:
        tasks = [*([self._sweeper] if self._sweeper else []), *self._at_work.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def sweep(self, grace: float = BOT_GRACE) -> None:
        """Find every table where something is due, and begin with it."""
        now = time.time()
        rows = await self._house.database.fetch(
            "SELECT id FROM tables WHERE deadline <= ? UNION SELECT id FROM tables WHERE bot_due <= ? LIMIT ?",
            now,
            now - grace,
            MOST_AT_ONCE,
        )
        for (table_id,) in rows:
            self._begin(str(table_id))
        for room in self._house.live.rooms:
            if room.waiting:
                room.release(now)
        self._house.live.forget_idle()

    async def _sweep_for_ever(self) -> None:
        grace = 0.0  # what was due before this start waits for nobody
        while True:
            try:
                await self.sweep(grace)
                grace = BOT_GRACE
            except Unreachable:
                log.warning("sweep.unreachable")
            except Exception:
                log.exception("sweep.failed")
            await asyncio.sleep(SWEEP_EVERY)

    def _look_at(self, table: Table) -> None:
        if table.bots_to_act:
            self._begin(table.id)

    def _begin(self, table_id: str) -> None:
        if table_id not in self._at_work:
            self._at_work[table_id] = asyncio.create_task(self._attend(table_id))

    async def _attend(self, table_id: str) -> None:
        """Do all that is due at a table now."""
        with contextlib.suppress(NoSuchTable, Unreachable):
            try:
                await self._house.change(table_id, lambda table: commands.tick(table, time.time()))
                while (asked := await self._next_question(table_id)) is not None:
                    seat, decision, put = asked
                    action = str(await self._thinkers.choose(put))
                    await self._house.change(
                        table_id,
                        lambda table, seat=seat, decision=decision, action=action: commands.act_for(  # type: ignore[misc]
                            table, seat, decision, action
                        ),
                    )
            except (NoSuchTable, Unreachable):
                raise
            except Exception:
                log.exception("table.failed", table=table_id)
            finally:
                # At once, not when the task is done: what changes in between must begin anew.
                self._at_work.pop(table_id, None)

    async def _next_question(self, table_id: str) -> tuple[Seat, str, Question] | None:
        table = await self._house.table(table_id)
        if not table.bots_to_act or table.running is None:
            return None
        seat = table.bots_to_act[0]
        return seat, table.running.decision, question(table, seat)
