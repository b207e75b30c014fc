"""The tables that wait for somebody, without a look into any of their logs."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from karat.server.store.database import Database

MOST = 50


class WaitsForOne(NamedTuple):
    table: str
    game: str
    who: tuple[str, ...]
    """The others there, by name."""
    since: float
    deadline: float | None


async def waiting_for(database: Database, person: str) -> list[WaitsForOne]:
    """The most urgent first: by the clock, then those that have waited longest."""
    rows = await database.fetch(
        "SELECT table_id, game, since, waits.deadline FROM waits JOIN tables ON tables.id = table_id"
        " WHERE person = ? AND status = 'playing'"
        " ORDER BY CASE WHEN waits.deadline IS NULL THEN 1 ELSE 0 END, waits.deadline, since, table_id LIMIT ?",
        person,
        MOST,
    )
    names = await database.fetch(
        "SELECT seats.table_id, people.name FROM seats JOIN people ON people.id = seats.person"
        " WHERE seats.person <> ? AND seats.table_id IN (SELECT table_id FROM waits WHERE person = ?)"
        " ORDER BY people.name",
        person,
        person,
    )
    others: dict[str, list[str]] = {}
    for table, name in names:
        others.setdefault(str(table), []).append(str(name))
    return [
        WaitsForOne(
            str(table),
            str(game),
            tuple(others.get(str(table), ())),
            float(str(since)),
            None if deadline is None else float(str(deadline)),
        )
        for table, game, since, deadline in rows
    ]
