"""What Prometheus is told: of one worker, or, where `karat serve` runs several, of all of them together."""

from __future__ import annotations

import os
import time
from typing import TYPE_CHECKING

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector

from karat.server.tables import entries

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from karat.server.store.database import Database, Row, Statement, Value
    from karat.server.tables.commands import Refused
    from karat.server.tables.entries import Logged
    from karat.server.tables.table import Table

SHARED = "PROMETHEUS_MULTIPROC_DIR"
"""The variable that names a folder in which workers count together; prometheus_client knows it by this name."""
QUICK = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5)
"""Seconds: from what a memory takes to what nobody should have to wait."""
SLOW = (0.001, 0.01, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30)
COUNT_AGAIN = 30.0
"""Seconds for which the number of tables in the database is remembered."""


class Metrics:
    """Counters with a registry of their own, so that two apps in one process do not share them."""

    def __init__(self) -> None:
        self._registry = own = CollectorRegistry()
        self.requests = Counter("karat_requests", "REST calls", ["call", "status"], registry=own)
        self.seconds = Histogram("karat_request_seconds", "Time to answer a REST call", registry=own, buckets=QUICK)
        self.sockets = Gauge("karat_sockets", "Open sockets", registry=own, multiprocess_mode="livesum")
        self.streams = Gauge("karat_streams", "Open streams of bots", registry=own, multiprocess_mode="livesum")
        self.rooms = Gauge("karat_rooms", "Tables in memory", registry=own, multiprocess_mode="livesum")
        self.tables = Gauge(
            "karat_tables", "Tables in the database", ["status"], registry=own, multiprocess_mode="mostrecent"
        )
        self.changes = Counter("karat_changes", "Units committed to the logs of tables", registry=own)
        self.actions = Counter("karat_actions", "Actions brought to the log, by who chose", ["by"], registry=own)
        self.action_seconds = Histogram(
            "karat_action_seconds", "From a player's frame to its answer, others told too", registry=own, buckets=QUICK
        )
        self.refusals = Counter("karat_refusals", "What tables refused", ["code", "law"], registry=own)
        self.thinking = Histogram(
            "karat_bot_thinking_seconds", "Time that bots of the house took", ["level"], registry=own, buckets=SLOW
        )
        self.reading = Histogram("karat_database_read_seconds", "Queries", registry=own, buckets=QUICK)
        self.writing = Histogram("karat_database_write_seconds", "Units, until on disk", registry=own, buckets=QUICK)
        self.failures = Counter("karat_database_failures", "Reads and writes that failed", registry=own)
        self._counted = 0.0

    def refused(self, refused: Refused) -> None:
        self.refusals.labels(refused.code, refused.law).inc()

    def committed(self, _table: Table, logged: Sequence[Logged]) -> list[Statement]:
        """Hear of entries that are about to be written; adds nothing to them.

        Forced moves count as the player's: where few play, their number would say something about a hand.
        """
        for one in logged:
            if isinstance(one.entry, entries.Acted):
                self.actions.labels("player" if one.entry.by in ("", "forced", "order") else one.entry.by).inc()
        return []

    def changed(self, _table: Table) -> None:
        """Hear of a unit that is committed."""
        self.changes.inc()

    def thought(self, level: str, seconds: float) -> None:
        """Hear how long a bot took."""
        self.thinking.labels(level).observe(seconds)

    async def count_tables(self, database: Database) -> None:
        """How many there are of each status, looked up now and then."""
        if time.monotonic() - self._counted < COUNT_AGAIN and self._counted:
            return
        self._counted = time.monotonic()
        counts = {str(status): int(count or 0) for status, count in await database.fetch(COUNT)}
        for status in ("open", "playing", "finished", "closed"):
            self.tables.labels(status).set(counts.get(status, 0))

    def text(self) -> bytes:
        if SHARED not in os.environ:
            return generate_latest(self._registry)
        together = CollectorRegistry()
        MultiProcessCollector(together)  # type: ignore[no-untyped-call]
        return generate_latest(together)


COUNT = "SELECT status, count(*) FROM tables GROUP BY status"


class Measured:
    """A `Database` whose times are taken."""

    def __init__(self, database: Database, metrics: Metrics) -> None:
        self._database = database
        self._metrics = metrics

    async def open(self) -> None:
        await self._database.open()

    async def close(self) -> None:
        await self._database.close()

    async def fetch(self, sql: str, *values: Value) -> list[Row]:
        began = time.perf_counter()
        try:
            return await self._database.fetch(sql, *values)
        except Exception:
            self._metrics.failures.inc()
            raise
        finally:
            self._metrics.reading.observe(time.perf_counter() - began)

    async def write(self, *statements: Statement, notify: str | None = None) -> bool:
        began = time.perf_counter()
        try:
            return await self._database.write(*statements, notify=notify)
        except Exception:
            self._metrics.failures.inc()
            raise
        finally:
            self._metrics.writing.observe(time.perf_counter() - began)

    def listen(self, hear: Callable[[str], None]) -> None:
        self._database.listen(hear)
