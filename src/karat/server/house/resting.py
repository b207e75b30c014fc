"""Tells tables of the days off that people have taken, so that clocks rest; runs on every worker.

What was taken stands in the database, and so does which tables know of it: after a crash, and at tables that begin
later, the next look finds what is missing. A table that hears it twice changes nothing.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from typing import TYPE_CHECKING

import structlog

from karat.server.house.log import BadLog, NoSuchTable
from karat.server.store.database import Statement, Unreachable
from karat.server.tables.commands import RestFor

if TYPE_CHECKING:
    from karat.server.house.house import House

LOOK_EVERY = 5.0
LATELY = 86400.0
"""Seconds after the end of a vacation in which tables are still told that it is over."""
MOST_AT_ONCE = 200
UNTOLD = (
    "SELECT vacations.id, vacations.person, begins, vacations.ends, seats.table_id FROM vacations"
    " JOIN seats ON seats.person = vacations.person JOIN tables ON tables.id = seats.table_id"
    " LEFT JOIN vacation_tables AS known ON known.vacation = vacations.id AND known.table_id = seats.table_id"
    " WHERE tables.status = 'playing' AND vacations.ends > ?"
    " AND ((known.ends IS NULL AND vacations.ends > ?) OR known.ends <> vacations.ends) LIMIT ?"
)
TOLD = (
    "INSERT INTO vacation_tables (vacation, table_id, ends) VALUES (?, ?, ?)"
    " ON CONFLICT (vacation, table_id) DO UPDATE SET ends = excluded.ends"
)

log = structlog.get_logger()


class RestKeeper:
    def __init__(self, house: House) -> None:
        self._house = house
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._task = asyncio.create_task(self._run())

    async def stop(self) -> None:
        if self._task:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def look(self) -> None:
        """Tell every table that does not know yet."""
        now = time.time()
        rows = await self._house.database.fetch(UNTOLD, now - LATELY, now, MOST_AT_ONCE)
        for vacation, person, begins, ends, table in rows:
            with contextlib.suppress(NoSuchTable, BadLog):
                rest = RestFor(str(person), float(str(begins)), float(str(ends)))
                await self._house.submit(str(table), None, rest)
            await self._house.database.write(Statement(TOLD, (vacation, table, ends)))

    async def _run(self) -> None:
        while True:
            try:
                await self.look()
            except Unreachable:
                log.warning("resting.unreachable")
            except Exception:  # a fault of ours is told, and does not end what looks after all others
                log.exception("resting.failed")
            await asyncio.sleep(LOOK_EVERY)
