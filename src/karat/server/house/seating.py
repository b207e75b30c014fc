"""At which tables somebody sits that are not over: kept beside the log, in the unit that changes it."""

from __future__ import annotations

import asyncio
import contextlib
from typing import TYPE_CHECKING
from weakref import WeakValueDictionary

from karat.server.store.database import Statement
from karat.server.tables import entries
from karat.server.tables.commands import Refused

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Sequence

    from karat.server.store.database import Database
    from karat.server.tables.entries import Logged
    from karat.server.tables.table import Table

# Of people who are known: what is kept about a person goes when the person goes.
SIT = (
    "INSERT INTO seats (person, table_id) SELECT id, ? FROM people WHERE id = ?"
    " ON CONFLICT (person, table_id) DO NOTHING"
)

COUNT = (
    "SELECT count(*) FROM seats JOIN tables ON tables.id = table_id WHERE person = ? AND status IN ('open', 'playing')"
)
MOST_RUNNING = 20
"""Tables that are not over at which one person sits: as many as are listed for them."""


def seats_of(table: Table, logged: Sequence[Logged]) -> list[Statement]:
    """What entries change about who sits where, for the unit that commits them."""
    statements = []
    for one in logged:
        match one.entry:
            case entries.Sat(player=player, bot=""):
                statements.append(Statement(SIT, (table.id, player.id)))
            case entries.Rose():
                people = [chair.player.id for chair in table.chairs if chair.player is not None and not chair.bot]
                marks = ", ".join("?" * len(people)) or "''"
                gone = f"DELETE FROM seats WHERE table_id = ? AND person NOT IN ({marks})"  # noqa: S608
                statements.append(Statement(gone, (table.id, *people)))
    if table.status in ("finished", "closed"):
        statements.append(Statement("DELETE FROM seats WHERE table_id = ?", (table.id,)))
    return statements


class RunningTables:
    """How many tables that are not over a person may sit at, so that nobody takes up the whole house."""

    def __init__(self, database: Database, factor: float = 1.0) -> None:
        self._database = database
        self._factor = factor
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        """Of who is sitting down on this worker."""

    @contextlib.asynccontextmanager
    async def one_more(self, person: str) -> AsyncIterator[None]:
        """Take a seat within; Refused where the person sits at as many tables as one may.

        A person sits down at one table after the other: whoever wants fifty at once gets them between others' clicks.
        """
        turn = self._turns.setdefault(person, asyncio.Lock())
        async with turn:
            most = int(MOST_RUNNING * self._factor)
            rows = await self._database.fetch(COUNT, person)
            if int(rows[0][0] or 0) >= most:
                raise Refused("too_many_matches", params={"most": str(most)})
            yield


async def tables_of(database: Database, person: str, most: int) -> list[str]:
    """The tables at which a person sits, the last changed first."""
    rows = await database.fetch(
        "SELECT tables.id FROM seats JOIN tables ON tables.id = table_id"
        " WHERE person = ? AND status IN ('open', 'playing') ORDER BY changed DESC, tables.id LIMIT ?",
        person,
        most,
    )
    return [str(table) for (table,) in rows]
