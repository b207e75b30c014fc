"""What happens at tables without anybody's doing: bots move, clocks run out, seats are filled.

The rows of the tables say when each must be looked at, so a server that starts after a crash finds all that is due.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from typing import TYPE_CHECKING, NamedTuple

import structlog

from karat.server.house.bot_pool import BotPool, Question, question
from karat.server.house.log import BadLog, NoSuchTable
from karat.server.store.database import Unreachable
from karat.server.tables.commands import MoveFor, Tick
from karat.server.tables.orders import is_order_due

if TYPE_CHECKING:
    from karat.game import Seat
    from karat.server.house.house import House
    from karat.server.tables.table import Table

SWEEP_EVERY = 0.25
BOT_GRACE = 2.0
"""Seconds for which a bot's move is left to the worker that knows of it."""
MOST_AT_ONCE = 200

FIRST_PAUSE, LONGEST_PAUSE = 2.0, 600.0
"""Seconds for which a table is left alone that could not be attended to, twice as many each time."""

log = structlog.get_logger()


class Pause(NamedTuple):
    seconds: float
    until: float


NO_PAUSE = Pause(FIRST_PAUSE / 2, 0.0)


class Scheduler:
    """Runs beside the house on every worker; where two do the same, the log takes the first."""

    def __init__(self, bot_pool: BotPool) -> None:
        self._bot_pool = bot_pool
        self._house: House | None = None
        self._at_work: dict[str, asyncio.Task[None]] = {}
        self._sweeper: asyncio.Task[None] | None = None
        self._later: dict[str, Pause] = {}
        """Tables that are left alone for a while, as nothing came of it the last time."""

    def start(self, house: House) -> None:
        """Look after the tables of that house from now on."""
        self._house = house
        self._sweeper = asyncio.create_task(self._sweep_for_ever(house))

    def changed(self, table: Table) -> None:
        """Hear of a change: where a bot has to move, or an order is due, it is done at once."""
        self._later.pop(table.id, None)
        if self._house is not None and (table.bots_to_act or is_order_due(table, time.time())):
            self._begin(self._house, table.id)

    async def stop(self) -> None:
        tasks = [*([self._sweeper] if self._sweeper else []), *self._at_work.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def sweep(self, house: House, grace: float = BOT_GRACE) -> None:
        """Find every table where something is due, and begin with it."""
        now = time.time()
        rows = await house.database.fetch(
            "SELECT id FROM tables WHERE deadline <= ? UNION SELECT id FROM tables WHERE bot_due <= ? LIMIT ?",
            now,
            now - grace,
            MOST_AT_ONCE + len(self._later),  # those that are left alone take nobody's place
        )
        due = {str(table_id) for (table_id,) in rows}
        self._later = {table_id: pause for table_id, pause in self._later.items() if table_id in due}
        for table_id in due:
            if self._later.get(table_id, NO_PAUSE).until <= time.monotonic():
                self._begin(house, table_id)
        for live in house.live.tables:
            if live.waiting:
                live.release(now)
        house.live.forget_idle()

    async def _sweep_for_ever(self, house: House) -> None:
        grace = 0.0  # what was due before this start waits for nobody
        while True:
            try:
                await self.sweep(house, grace)
                grace = BOT_GRACE
            except Unreachable:
                log.warning("sweep.unreachable")
            except Exception:
                log.exception("sweep.failed")
            await asyncio.sleep(SWEEP_EVERY)

    def _begin(self, house: House, table_id: str) -> None:
        if table_id not in self._at_work:
            self._at_work[table_id] = asyncio.create_task(self._attend(house, table_id))

    async def _attend(self, house: House, table_id: str) -> None:
        """Do all that is due at a table now."""
        with contextlib.suppress(NoSuchTable, Unreachable):
            try:
                before = seen = (await house.table(table_id)).seq
                while True:
                    await house.submit(table_id, None, Tick())
                    while (asked := next_question(table := await house.table(table_id))) is not None:
                        seat, decision, put, people = asked
                        action = str(await self._bot_pool.choose(put, people))
                        await house.submit(table_id, None, MoveFor(seat, decision, action))
                    if table.seq == seen or not is_order_due(table, time.time()):
                        break
                    seen = table.seq
                if table.seq == before:
                    self._leave_alone(table_id)
            except (NoSuchTable, Unreachable):
                raise
            except BadLog as bad:
                log.warning("table.bad_log", table=table_id, error=str(bad))
                self._leave_alone(table_id)
            except Exception:
                log.exception("table.failed", table=table_id)
                self._leave_alone(table_id)
            finally:
                # At once, not when the task is done: what changes in between must begin anew.
                self._at_work.pop(table_id, None)

    def _leave_alone(self, table_id: str) -> None:
        """Have a table wait before it is swept up again: its log cannot be read, or its row says more than is so."""
        pause = min(LONGEST_PAUSE, 2 * self._later.get(table_id, NO_PAUSE).seconds)
        self._later[table_id] = Pause(pause, time.monotonic() + pause)


def next_question(table: Table) -> tuple[Seat, str, Question, tuple[str, ...]] | None:
    """The seat that a bot moves next, the open question's name, how it is put to the bot, and who waits for it."""
    if not table.bots_to_act or table.running is None:
        return None
    seat = table.bots_to_act[0]
    people = tuple(player.id for one in table.here if (player := table.chairs[one].player) is not None)
    return seat, table.running.decision, question(table, seat), people
