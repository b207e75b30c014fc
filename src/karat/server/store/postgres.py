"""PostgreSQL for any number of workers on any number of machines; words travel by LISTEN and NOTIFY."""

from __future__ import annotations

import asyncio
import contextlib
import re
from functools import lru_cache
from typing import TYPE_CHECKING, Any, TypeVar

import asyncpg  # type: ignore[import-untyped]

from karat.server.store.database import Misfit, Unreachable, Unwritable
from karat.server.store.migrations import NEWEST, upgrade_script

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from karat.server.store.database import Row, Statement, Value

CHANNEL = "karat"
UPGRADE_LOCK = 0x6B61726174  # "karat": two workers that start at once take turns
PATIENCE = 20.0
"""Seconds for which a lost database is waited for before a caller is told."""
FIRST_PAUSE, LONGEST_PAUSE = 0.05, 2.0
LOST = (OSError, asyncpg.PostgresConnectionError, asyncpg.InterfaceError, asyncpg.CannotConnectNowError,
        asyncpg.AdminShutdownError, asyncpg.CrashShutdownError, asyncpg.TooManyConnectionsError,
        asyncpg.InternalClientError)  # fmt: skip
FULL = (asyncpg.InsufficientResourcesError, asyncpg.ReadOnlySQLTransactionError, asyncpg.LockNotAvailableError,
        asyncpg.PostgresIOError)  # fmt: skip
"""It answers, and takes nothing: a full disk, a standby."""

T = TypeVar("T")


@lru_cache(maxsize=512)
def numbered(sql: str) -> str:
    """`?` as PostgreSQL writes it: `$1`, `$2`, …"""
    count = iter(range(1, 1000))
    return re.sub(r"\?", lambda _: f"${next(count)}", sql)


class Postgres:
    """A `Database` that other workers share. A lost connection is made again; callers wait for it a while."""

    def __init__(self, url: str, *, connections: int = 8) -> None:
        self._url = url
        self._most = connections
        self._pool: Any = None
        self._hear: list[Callable[[str], None]] = []
        self._listener: asyncio.Task[None] | None = None
        self._listening = asyncio.Event()

    async def open(self, until: str = NEWEST) -> None:
        self._pool = await _patiently(
            lambda: asyncpg.create_pool(self._url, min_size=1, max_size=self._most, command_timeout=30)
        )
        async with self._pool.acquire() as connection, connection.transaction():
            await connection.execute("SELECT pg_advisory_xact_lock($1)", UPGRADE_LOCK)
            there = await connection.fetchval("SELECT to_regclass('alembic_version') IS NOT NULL")
            versions = await connection.fetch("SELECT version_num FROM alembic_version") if there else []
            for statement in upgrade_script("postgresql", [version[0] for version in versions], until):
                await connection.execute(statement)
        self._listener = asyncio.create_task(self._listen_for_ever())
        await self._listening.wait()

    async def close(self) -> None:
        if self._listener:
            self._listener.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._listener
        if self._pool:
            try:
                await asyncio.wait_for(self._pool.close(), 5)
            except LOST + (TimeoutError,):  # noqa: RUF005 -- there is nobody left to say goodbye to
                self._pool.terminate()

    async def fetch(self, sql: str, *values: Value) -> list[Row]:
        pool = self._opened()
        rows = await _patiently(lambda: pool.fetch(numbered(sql), *values))
        return [tuple(row) for row in rows]

    async def write(self, *statements: Statement, notify: str | None = None) -> bool:
        # What was begun is finished even if its caller is gone, as in SQLite.
        return await asyncio.shield(asyncio.ensure_future(_patiently(lambda: self._write_once(statements, notify))))

    def listen(self, hear: Callable[[str], None]) -> None:
        self._hear.append(hear)

    def _opened(self) -> Any:
        if self._pool is None:
            raise RuntimeError("the database is not open")
        return self._pool

    async def _write_once(self, statements: tuple[Statement, ...], notify: str | None) -> bool:
        """One attempt. Until COMMIT is sent, a lost connection undoes everything and the unit may be tried again."""
        pool = self._opened()
        connection = await pool.acquire()
        try:
            return await self._unit(connection, statements, notify)
        finally:
            # A connection that breaks on its way back to the pool changes nothing about what was committed.
            with contextlib.suppress(*LOST):
                await pool.release(connection)

    async def _unit(self, connection: Any, statements: tuple[Statement, ...], notify: str | None) -> bool:
        transaction = connection.transaction()
        await transaction.start()
        try:
            for statement in statements:
                status = await connection.execute(numbered(statement.sql), *statement.values)
                if statement.rows is not None and int(status.rsplit(" ", 1)[-1]) != statement.rows:
                    raise Misfit  # noqa: TRY301 -- left the same way as by a unique key
            if notify is not None:
                await connection.execute("SELECT pg_notify($1, $2)", CHANNEL, notify)
        except (Misfit, asyncpg.UniqueViolationError):
            await transaction.rollback()
            return False
        except (asyncpg.DeadlockDetectedError, asyncpg.SerializationError) as error:
            await transaction.rollback()
            raise asyncpg.InterfaceError("to be tried again") from error
        except asyncpg.PostgresError as error:
            if not isinstance(error, LOST):
                await transaction.rollback()
            if isinstance(error, FULL) and not isinstance(error, LOST):
                raise Unwritable(f"the database cannot be written: {error}") from error
            raise
        try:
            await transaction.commit()
        except LOST as error:
            raise Unreachable("the database was lost while it committed") from error
        except FULL as error:
            raise Unwritable(f"the database cannot be written: {error}") from error
        return True

    async def _listen_for_ever(self) -> None:
        pause, again = FIRST_PAUSE, False
        while True:
            try:
                connection = await asyncpg.connect(self._url)
            except (*LOST, asyncpg.PostgresError):  # whatever it refuses us for, a worker must not stay deaf for good
                await asyncio.sleep(pause)
                pause = min(2 * pause, LONGEST_PAUSE)
                continue
            ended = asyncio.Event()
            try:
                connection.add_termination_listener(lambda _, ended=ended: ended.set())
                await connection.add_listener(CHANNEL, lambda *heard: self._tell(str(heard[-1])))
                pause = FIRST_PAUSE
                self._listening.set()
                if again:
                    self._tell("")
                again = True
                await ended.wait()
            except LOST:
                continue
            finally:
                connection.terminate()

    def _tell(self, words: str) -> None:
        for word in words.split("\n"):
            for hear in self._hear:
                hear(word)


async def _patiently(attempt: Callable[[], Awaitable[T]]) -> T:
    """Try until it works, for as long as a caller can be asked to wait."""
    loop = asyncio.get_running_loop()
    until, pause = loop.time() + PATIENCE, FIRST_PAUSE
    while True:
        try:
            return await attempt()
        except Unreachable:
            raise
        except LOST as error:
            if loop.time() + pause > until:
                raise Unreachable("the database cannot be reached") from error
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)
