"""SQLite in the process: readers beside one writer, which commits the units of many callers together.

A commit to a disk takes milliseconds whether it holds one unit or a hundred, so whatever has gathered while the last
one was written goes into the next. Each unit has a savepoint of its own: one that does not fit fails alone.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import queue
import sqlite3
import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING

import structlog

from karat.server.store.database import InUse, Misfit, Unreachable, Unwritable
from karat.server.store.migrations import NEWEST, upgrade_script

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from karat.server.store.database import Row, Statement, Value

READERS = 2
MOST_TOGETHER = 500
"""Units in one transaction, so that the first of them need not wait long for the last."""
PATIENCE = 5.0
"""Seconds for a lock that another program holds; then callers are told."""
UPGRADE_PATIENCE = 30.0
LOCK = ".lock"
"""What the file is called that a server holds, after the database's own name."""
BESIDE = ("", "-wal", "-shm", LOCK)
"""A database's files, by how their names end."""
NOT_NOW = frozenset(
    {
        sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_NOMEM, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_IOERR,
        sqlite3.SQLITE_FULL, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PROTOCOL,
    }
)  # fmt: skip
"""What is wrong with the machine and not with a statement."""

log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class WriteUnit:
    statements: tuple[Statement, ...]
    notify: str | None
    done: asyncio.Future[bool]


class Sqlite:
    """A `Database` in one file, which only its owner may read. One that is `alone` shares it with no other server."""

    def __init__(self, path: Path, *, fast_sync: bool = False, alone: bool = False) -> None:
        self._path = path
        self._alone = alone
        self._held: sqlite3.Connection | None = None
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
        make_private(self._path)
        if self._alone:
            self._held = hold(self._path)
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
        if self._held is not None:
            self._held.close()

    async def fetch(self, sql: str, *values: Value) -> list[Row]:
        return await asyncio.get_running_loop().run_in_executor(self._readers, self._read, sql, values)

    async def write(self, *statements: Statement, notify: str | None = None) -> bool:
        done: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._units.put(WriteUnit(statements, notify, done))
        return await done  # the unit is committed even if its caller is gone

    def listen(self, hear: Callable[[str], None]) -> None:
        self._hear.append(hear)

    def _connect(self, patience: float = PATIENCE) -> sqlite3.Connection:
        connection = sqlite3.connect(self._path, timeout=patience, isolation_level=None, check_same_thread=False)
        self._opened.append(connection)
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute(f"PRAGMA synchronous = {self._synchronous}")
        connection.execute("PRAGMA foreign_keys = ON")
        return connection

    def _upgrade(self, until: str) -> None:
        connection = self._connect(UPGRADE_PATIENCE)
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
        try:
            connection: sqlite3.Connection | None = getattr(self._local, "connection", None)
            if connection is None:
                connection = self._connect()
                connection.execute("PRAGMA query_only = ON")
                self._local.connection = connection
            return connection.execute(sql, values).fetchall()
        except sqlite3.Error as error:
            if is_of_the_machine(error):
                raise Unreachable(f"the database cannot be read: {error}") from error
            raise

    def _write_units(self) -> None:
        """The writer's thread: everything that waits, committed together, until told to stop.

        Whatever goes wrong is told to who wanted it, and the next units are tried, if need be on a new connection.
        """
        connection: sqlite3.Connection | None = None
        stop = False
        while not stop and (first := self._units.get()) is not None:
            units: list[WriteUnit] = [first]
            while len(units) < MOST_TOGETHER and not self._units.empty():
                unit = self._units.get()
                if unit is None:
                    stop = True
                    break
                units.append(unit)
            results: list[bool | Exception]
            try:
                connection = connection or self._connect()
                results = self._commit(connection, units)
            except Exception as error:
                log.exception("sqlite.writer_failed")
                results = [told(error)] * len(units)
                self._drop(connection)
                connection = None
            self._answer(units, results)

    def _drop(self, connection: sqlite3.Connection | None) -> None:
        if connection is not None:
            self._opened.remove(connection)
            with contextlib.suppress(sqlite3.Error):
                connection.close()

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
            return [told(error)] * len(units)
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
        except Exception:  # noqa: BLE001 -- `_try` finds out whose it is: a text or number that SQLite cannot hold, too
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
        except Exception as error:
            if not connection.in_transaction or is_of_the_machine(error):  # SQLite gave all of it up: a full disk
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

        with contextlib.suppress(RuntimeError):  # the loop is closed: there is nobody left to tell
            if self._loop is not None:
                self._loop.call_soon_threadsafe(tell)


def is_of_the_machine(error: Exception) -> bool:
    code: int | None = getattr(error, "sqlite_errorcode", None)
    return code is not None and code & 0xFF in NOT_NOW  # the rest of the number says more exactly what


def told(error: Exception) -> Exception:
    """An error of the writer as callers know it."""
    if not is_of_the_machine(error):
        return error
    unwritable = Unwritable(f"the database cannot be written: {error}")
    unwritable.__cause__ = error
    return unwritable


def make_private(path: Path) -> None:
    """Have a database, its folder if there is none yet, and the files beside it for their owner alone.

    It holds sessions, hands and words. SQLite gives the files that it makes later the mode of the first.
    """
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    make_file(path)
    for end in BESIDE:
        with contextlib.suppress(FileNotFoundError, PermissionError):  # another's file stays as it is
            path.with_name(path.name + end).chmod(0o600)


def make_file(path: Path) -> None:
    """An empty file for its owner alone, unless there is one: it is not opened then, which would end SQLite's locks."""
    with contextlib.suppress(FileExistsError):
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))


def hold(path: Path) -> sqlite3.Connection:
    """Be the one server of a database until the connection is closed, or the process gone; InUse where there is one."""
    lock = path.with_name(path.name + LOCK)
    make_file(lock)
    held = sqlite3.connect(lock, timeout=0, isolation_level=None, check_same_thread=False)
    try:
        held.execute("PRAGMA journal_mode = MEMORY")  # nothing is written there
        held.execute("BEGIN EXCLUSIVE")
    except sqlite3.OperationalError:
        held.close()
        raise InUse(
            f"another karat server serves {path}: stop it first, or give this one a folder of its own with --data"
        ) from None
    return held
