"""One small interface to two databases. SQL is written with `?` and kept to what SQLite and PostgreSQL both know.

Everything that is written is a unit: statements that happen together or not at all, each with the number of rows that
it must touch. That is enough for optimistic concurrency, and a unit can be committed together with others.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable

Value: TypeAlias = str | int | float | bytes | None
Row: TypeAlias = tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class Statement:
    """SQL and its values; with `rows` given, the unit fails unless exactly so many rows are touched."""

    sql: str
    values: tuple[Value, ...] = ()
    rows: int | None = None


class Misfit(Exception):
    """A row count that a unit did not meet; nothing of it stays."""


class Unreachable(OSError):
    """The database was lost. A read did not happen; whether a unit was committed has to be looked up."""


class Unwritable(Unreachable):
    """The database is there and takes nothing: its disk is full, or somebody holds a lock. Nothing was committed."""


class InUse(RuntimeError):
    """A database that another server serves; the message is a sentence for whoever started this one."""


class Database(Protocol):
    """SQLite in the process, or PostgreSQL for any number of workers; both behave alike."""

    async def open(self) -> None:
        """Connect, and bring the schema forward to what this version needs."""

    async def close(self) -> None:
        """Finish what was begun and let go."""

    async def fetch(self, sql: str, *values: Value) -> list[Row]:
        """The rows that a query gives."""

    async def write(self, *statements: Statement, notify: str | None = None) -> bool:
        """Commit a unit durably; False, and nothing changed, where a row count or a unique key did not fit.

        With `notify`, every worker that listens hears that word once the unit is committed, this one included;
        several words stand on lines of their own.
        """

    def listen(self, hear: Callable[[str], None]) -> None:
        """Call `hear` on the event loop with every word that any worker notifies of.

        The empty word says that some may have been missed: the connection was lost for a while.
        """
