"""SQLite in the process: readers beside one writer, which commits the units of many callers together.

A commit to a disk takes milliseconds whether it holds one unit or a hundred, so whatever has gathered while the last
one was written goes into the next. Each unit has a savepoint of its own: one that does not fit fails alone.
"""

from __future__ import annotations

import asyncio
import queue
import sqlite3
import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING

from karat.server.store.database import Misfit
from karat.server.store.migrations import NEWEST, upgrade_script

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from karat.server.store.database import Row, Statement, Value

READERS = 2
MOST_TOGETHER = 500
"""Units in one transaction, so that the first of them need not wait long for the last."""


@dataclass(frozen=True, slots=True)
class WriteUnit:
    statements: tuple[Statement, ...]
    notify: str | None
    done: asyncio.Future[bool]


class Sqlite:
    """A `Database` in one file. Only one process may hold it open for writing."""

    def __init__(self, path: Path, *, fast_sync: bool = False) -> None:
        self._path = path
        self._synchronous = "NORMAL" if fast_sync else "FULL"
        self._units: queue.SimpleQueue[WriteUnit | None] = queue.SimpleQueue()
        self._writer = threading.Thread(target=self._write_units, name="karat-sqlite-writer", daemon=True)
        self._readers = ThreadPoolExecutor(READERS, "karat-sqlite-reader")
        self._local = threading.local()
        self._opened: list[sqlite3.Connection] = []
        self._hear: list[Callable[[str], None]] = []
        self._loop: asyncio.AbstractEventLoop | None = None

    async def open(self, until: str = NEWEST) -> None:
        self._loop = asyncio.get_running_loop()
        self._path.parent.mkdir(parents=True, exist_ok=True)
        await self._loop.run_in_executor(self._readers, self._upgrade, until)
        self._writer.start()

    async def close(self) -> None:
        if self._writer.is_alive():
            self._units.put(None)
            await asyncio.to_thread(self._writer.join)
        self._readers.shutdown()
        for connection in self._opened:
            connection.close()
        self._opened.clear()

    async def fetch(self, sql: str, *values: Value) -> list[Row]:
        return await asyncio.get_running_loop().run_in_executor(self._readers, self._read, sql, values)

    async def write(self, *statements: Statement, notify: str | None = None) -> bool:
        done: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._units.put(WriteUnit(statements, notify, done))
        return await asyncio.shield(done)  # what was begun is committed even if its caller is gone

    def listen(self, hear: Callable[[str], None]) -> None:
        self._hear.append(hear)

    def _connect(self) -> sqlite3.Connection:
        connection = sqlite3.connect(self._path, timeout=30, isolation_level=None, check_same_thread=False)
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute(f"PRAGMA synchronous = {self._synchronous}")
        connection.execute("PRAGMA foreign_keys = ON")
        self._opened.append(connection)
        return connection

    def _upgrade(self, until: str) -> None:
        connection = self._connect()
        connection.execute("BEGIN EXCLUSIVE")  # two that start at once take turns
        try:
            there = connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'alembic_version'").fetchone()
            versions = connection.execute("SELECT version_num FROM alembic_version").fetchall() if there else []
            for statement in upgrade_script("sqlite", [str(version) for (version,) in versions], until):
                connection.execute(statement)
            connection.execute("COMMIT")
        except BaseException:
            connection.execute("ROLLBACK")
            raise

    def _read(self, sql: str, values: tuple[Value, ...]) -> list[Row]:
        connection: sqlite3.Connection | None = getattr(self._local, "connection", None)
        if connection is None:
            connection = self._local.connection = self._connect()
            connection.execute("PRAGMA query_only = ON")
        return connection.execute(sql, values).fetchall()

    def _write_units(self) -> None:
        """The writer's thread: everything that waits, committed together, until told to stop."""
        connection = self._connect()
        while (first := self._units.get()) is not None:
            units: list[WriteUnit] = [first]
            stop = False
            while len(units) < MOST_TOGETHER and not self._units.empty():
                unit = self._units.get()
                if unit is None:
                    stop = True
                    break
                units.append(unit)
            self._answer(units, self._commit(connection, units))
            if stop:
                break

    def _commit(self, connection: sqlite3.Connection, units: list[WriteUnit]) -> list[bool | Exception]:
        try:
            if self._all_fit(connection, units):
                return [True] * len(units)
            connection.execute("BEGIN IMMEDIATE")
            fits = [self._try(connection, unit) for unit in units]
            connection.execute("COMMIT")
        except sqlite3.Error as error:  # the disk is full, for one: none of them happened
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            return [error] * len(units)
        return fits

    def _all_fit(self, connection: sqlite3.Connection, units: list[WriteUnit]) -> bool:
        """Commit all of them without savepoints, as nearly always goes well; False, and nothing changed, where not."""
        connection.execute("BEGIN IMMEDIATE")
        try:
            for unit in units:
                for statement in unit.statements:
                    touched = connection.execute(statement.sql, statement.values).rowcount
                    if statement.rows is not None and touched != statement.rows:
                        raise Misfit  # noqa: TRY301 -- left the same way as by a unique key
            connection.execute("COMMIT")
        except (Misfit, sqlite3.Error):
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            return False
        return True

    def _try(self, connection: sqlite3.Connection, unit: WriteUnit) -> bool | Exception:
        """Do a unit inside the transaction; if it does not fit, nothing of it stays."""
        connection.execute("SAVEPOINT unit")
        try:
            for statement in unit.statements:
                touched = connection.execute(statement.sql, statement.values).rowcount
                if statement.rows is not None and touched != statement.rows:
                    raise Misfit  # noqa: TRY301 -- left the same way as by a unique key
        except (Misfit, sqlite3.IntegrityError, sqlite3.ProgrammingError, sqlite3.OperationalError) as error:
            if not connection.in_transaction:  # SQLite gave all of it up: a full disk
                raise
            connection.execute("ROLLBACK TO unit")
            connection.execute("RELEASE unit")
            unique = isinstance(error, sqlite3.IntegrityError) and error.sqlite_errorname.endswith(
                ("_UNIQUE", "_PRIMARYKEY")
            )
            return False if unique or isinstance(error, Misfit) else error
        connection.execute("RELEASE unit")
        return True

    def _answer(self, units: list[WriteUnit], results: list[bool | Exception]) -> None:
        def tell() -> None:
            for unit, result in zip(units, results, strict=True):
                if not unit.done.done():
                    if isinstance(result, Exception):
                        unit.done.set_exception(result)
                    else:
                        unit.done.set_result(result)
            for unit, result in zip(units, results, strict=True):
                for word in unit.notify.split("\n") if result is True and unit.notify is not None else ():
                    for hear in self._hear:
                        hear(word)

        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(tell)
