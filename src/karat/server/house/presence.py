"""Who is at a table: the people with a connection to it, on whatever worker.

A row says that a person is connected on a worker. It is written when they come and deleted when they go, and counts
while the worker is alive, which one row for each worker says: so the cost is that of coming and going, and a worker
that crashed takes nobody's presence with it for long. Who stays away for a while is told to the table as an entry of
its log, and the log is all that tables go by.
"""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import time
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

import structlog

from karat.server.house.log import NoSuchTable
from karat.server.store.database import Statement, Unreachable
from karat.server.tables import entries
from karat.server.tables.commands import Find, Lose

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.server.house.house import House
    from karat.server.store.database import Database
    from karat.server.tables.entries import Logged
    from karat.server.tables.table import Table

LOOK_EVERY = 1.0
GRACE = 5.0
"""Seconds without a connection after which the others are told; a page that is loaded again takes less."""
BEAT_EVERY = 5.0
DEAD_AFTER = 20.0
"""Seconds without a sign of life after which a worker's connections count no more."""
MOST_TOGETHER = 200

INSERT = (
    "INSERT INTO presence (table_id, person, worker) VALUES (?, ?, ?) ON CONFLICT (table_id, person, worker) DO NOTHING"
)
DELETE = "DELETE FROM presence WHERE table_id = ? AND person = ? AND worker = ?"
BEAT = "INSERT INTO workers (id, seen) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET seen = excluded.seen"

log = structlog.get_logger()


class Attendee(NamedTuple):
    table: str
    person: str


class Presence:
    """The connections of this worker, and what the database knows of those of the others."""

    def __init__(self, database: Database) -> None:
        self.grace, self.dead_after = GRACE, DEAD_AFTER
        self.worker = secrets.token_hex(8)
        self._database = database
        self._here: Counter[Attendee] = Counter()
        self._stored: set[Attendee] = set()
        self._gone: dict[Attendee, float] = {}
        """Since when somebody may be missing, by this worker's clock."""
        self._woken = asyncio.Event()
        self._beaten = self._buried = 0.0
        self._task: asyncio.Task[None] | None = None

    def came(self, table: str, person: str) -> None:
        """Somebody who sits at a table has a connection more."""
        attendee = Attendee(table, person)
        self._here[attendee] += 1
        self._gone.pop(attendee, None)
        self._woken.set()

    def went(self, table: str, person: str) -> None:
        attendee = Attendee(table, person)
        self._here[attendee] -= 1
        if self._here[attendee] <= 0:
            del self._here[attendee]
            self._gone[attendee] = time.monotonic()
            self._woken.set()

    def start(self, house: House) -> None:
        """Tell the tables of that house from now on."""
        self._buried = time.monotonic()  # who was connected before a restart needs time to come back
        self._task = asyncio.create_task(self._run(house))

    async def stop(self) -> None:
        """What is stored stays: whoever looks next finds that this worker is gone, and who has not come back."""
        if self._task:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def look(self, house: House, attendee: Attendee) -> None:
        """Tell the table whether that person is there."""
        with contextlib.suppress(NoSuchTable):
            if not await self._is_here(attendee):
                await house.submit(attendee.table, None, Lose(attendee.person))
            if await self._is_here(attendee):  # also who has come in between
                await house.submit(attendee.table, None, Find(attendee.person))

    def missing(self, table: Table, logged: Sequence[Logged]) -> Sequence[Statement]:
        """Hear of entries: when a match starts, somebody may be gone already, or never have come."""
        if any(isinstance(one.entry, entries.Started) for one in logged):
            for seat in table.people:
                player = table.chairs[seat].player
                if player is not None and Attendee(table.id, player.id) not in self._here:
                    self._gone[Attendee(table.id, player.id)] = time.monotonic()
        return ()

    async def _run(self, house: House) -> None:
        while True:
            try:
                await self._beat()
                await self._store(house)
                await self._look_for_the_gone(house)
                await self._bury(house)
            except Unreachable:
                log.warning("presence.unreachable")
            except Exception:
                log.exception("presence.failed")
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(LOOK_EVERY):
                    await self._woken.wait()
            self._woken.clear()

    async def _beat(self) -> None:
        now = time.monotonic()
        if now - self._beaten < min(BEAT_EVERY, self.dead_after / 4):
            return
        if now - self._beaten > self.dead_after:
            self._stored.clear()  # the others have given this worker up
        await self._database.write(Statement(BEAT, (self.worker, time.time())))
        self._beaten = now

    async def _store(self, house: House) -> None:
        """Write who came and went since the last time."""
        new = sorted(self._here.keys() - self._stored)[:MOST_TOGETHER]
        old = sorted(self._stored - self._here.keys())[:MOST_TOGETHER]
        if not new and not old:
            return
        inserts = [Statement(INSERT, (*attendee, self.worker)) for attendee in new]
        deletes = [Statement(DELETE, (*attendee, self.worker)) for attendee in old]
        await self._database.write(*inserts, *deletes)
        self._stored |= set(new)
        self._stored -= set(old)
        for attendee in new:
            with contextlib.suppress(NoSuchTable):
                await house.submit(attendee.table, None, Find(attendee.person))
        if len(new) == MOST_TOGETHER or len(old) == MOST_TOGETHER:
            self._woken.set()

    async def _look_for_the_gone(self, house: House) -> None:
        before = time.monotonic() - self.grace
        for attendee in [attendee for attendee, since in self._gone.items() if since <= before]:
            await self.look(house, attendee)
            self._gone.pop(attendee, None)

    async def _bury(self, house: House) -> None:
        """Look at the people whom a dead worker leaves behind, and forget the worker."""
        now = time.monotonic()
        if now - self._buried < self.dead_after:
            return
        before = time.time() - self.dead_after
        rows = await self._database.fetch(
            "SELECT table_id, person, worker FROM presence LEFT JOIN workers ON workers.id = worker"
            " WHERE seen IS NULL OR seen < ? LIMIT ?",
            before,
            MOST_TOGETHER,
        )
        for table, person, worker in rows:
            await self.look(house, Attendee(str(table), str(person)))
            await self._database.write(Statement(DELETE, (table, person, worker)))
        await self._database.write(
            Statement("DELETE FROM workers WHERE seen < ? AND id NOT IN (SELECT worker FROM presence)", (before,))
        )
        if len(rows) < MOST_TOGETHER:
            self._buried = now

    async def _is_here(self, attendee: Attendee) -> bool:
        if self._here[attendee] > 0:
            return True
        alive = time.time() - self.dead_after
        rows = await self._database.fetch(
            "SELECT 1 FROM presence JOIN workers ON workers.id = worker"
            " WHERE table_id = ? AND person = ? AND worker <> ? AND seen >= ?",
            *attendee,
            self.worker,
            alive,
        )
        return bool(rows)
