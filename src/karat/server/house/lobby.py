"""The public tables, as a front page lists them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from karat.server.house.house import read_facts

if TYPE_CHECKING:
    from karat.server.store.database import Database
    from karat.server.tables.entries import Config
    from karat.server.tables.table import Status


@dataclass(frozen=True, slots=True)
class PublicTable:
    id: str
    config: Config
    host: str
    """By name."""
    seats: tuple[str, ...]
    """Names by seat, levels where bots sit; empty where nobody does."""
    created: float


async def public_tables(database: Database, status: Status, most: int) -> list[PublicTable]:
    """Those that wait for players, or that play; the newest first."""
    rows = await database.fetch(
        "SELECT id, facts, created FROM tables WHERE visibility = 'public' AND status = ?"
        " ORDER BY created DESC LIMIT ?",
        status,
        most,
    )
    named = await database.fetch(
        "SELECT table_id, pseudonym, name FROM identities WHERE table_id IN"
        " (SELECT id FROM tables WHERE visibility = 'public' AND status = ? ORDER BY created DESC LIMIT ?)",
        status,
        most,
    )
    names = {(str(table_id), str(pseudonym)): str(name) for table_id, pseudonym, name in named}
    found = []
    for table_id, raw, created in rows:
        facts, own = read_facts(str(table_id), raw), str(table_id)
        if facts is None:
            continue
        seats = tuple(names.get((own, seat), seat) for seat in facts.seats)
        found.append(PublicTable(own, facts.config, names.get((own, facts.host), ""), seats, float(created or 0)))
    return found
