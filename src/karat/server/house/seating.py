"""At which tables somebody sits that are not over: kept beside the log, in the unit that changes it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from karat.server.store.database import Statement
from karat.server.tables import entries

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.server.store.database import Database
    from karat.server.tables.entries import Logged
    from karat.server.tables.table import Table

# Of people who are known: what is kept about a person goes when the person goes.
SIT = (
    "INSERT INTO seats (person, table_id) SELECT id, ? FROM people WHERE id = ?"
    " ON CONFLICT (person, table_id) DO NOTHING"
)


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


async def tables_of(database: Database, person: str, most: int) -> list[str]:
    """The tables at which a person sits, the last changed first."""
    rows = await database.fetch(
        "SELECT tables.id FROM seats JOIN tables ON tables.id = table_id"
        " WHERE person = ? AND status IN ('open', 'playing') ORDER BY changed DESC, tables.id LIMIT ?",
        person,
        most,
    )
    return [str(table) for (table,) in rows]
