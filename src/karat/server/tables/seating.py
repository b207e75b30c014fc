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

NAME = "INSERT INTO named (person, table_id) VALUES (?, ?) ON CONFLICT (person, table_id) DO NOTHING"


def seats_of(table: Table, logged: Sequence[Logged]) -> list[Statement]:
    """What entries change about who sits where, for the unit that commits them."""
    statements = []
    for one in logged:
        match one.entry:
            case entries.Sat(player=player, bot=""):
                statements.append(Statement(SIT, (table.id, player.id)))
                if player.kind == "bot":
                    statements.append(withdrawal(player.id, table.id))
            case entries.Rose():
                people = [chair.player.id for chair in table.chairs if chair.player is not None and not chair.bot]
                marks = ", ".join("?" * len(people)) or "''"
                gone = f"DELETE FROM seats WHERE table_id = ? AND person NOT IN ({marks})"  # noqa: S608
                statements.append(Statement(gone, (table.id, *people)))
    if table.status in ("finished", "closed"):
        statements.append(Statement("DELETE FROM seats WHERE table_id = ?", (table.id,)))
    return statements


def names_of(table: Table, logged: Sequence[Logged]) -> list[Statement]:
    """Whose names entries put into the log, where they are found when somebody asks for theirs or takes it back."""
    named = dict.fromkeys(player.id for one in logged if (player := named_in(one.entry)) is not None)
    return [Statement(NAME, (person, table.id)) for person in named]


def named_in(entry: entries.AnyEntry) -> entries.Player | None:
    match entry:
        case entries.Opened(host=player) | entries.Sat(player=player, bot=""):
            return player
        case entries.Said(player=player) | entries.Handed(player=player):
            return player
    return None


def withdrawal(person: str, table_id: str) -> Statement:
    return Statement("DELETE FROM invitations WHERE person = ? AND table_id = ?", (person, table_id))


async def tables_of(database: Database, person: str, most: int) -> list[str]:
    """The tables at which a person sits, the last changed first."""
    rows = await database.fetch(
        "SELECT tables.id FROM seats JOIN tables ON tables.id = table_id"
        " WHERE person = ? AND status IN ('open', 'playing') ORDER BY changed DESC, tables.id LIMIT ?",
        person,
        most,
    )
    return [str(table) for (table,) in rows]
