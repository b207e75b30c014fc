"""Whom the tables of a tournament wait for: what its director is told."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, NamedTuple

import structlog

from karat.server.house.log import BadLog
from karat.server.notices.of_tables import waited_for

if TYPE_CHECKING:
    from karat.game import Seat
    from karat.server.house.house import House
    from karat.server.tournaments.kept import KeptTournament

QUIET = 30.0
"""Seconds without any move after which a table is told of; before, people are thinking."""
MOST = 40
"""Tables that are told of, those that have waited longest."""
STILL = (
    "SELECT tables.id FROM tables JOIN tournament_tables ON table_id = tables.id WHERE tournament = ?"
    " AND points IS NULL AND corrected IS NULL AND tables.status = 'playing' AND changed < ?"
    " ORDER BY changed, tables.id LIMIT ?"
)

log = structlog.get_logger()


class Awaited(NamedTuple):
    """Somebody whom a table waits for."""

    seat: Seat
    since: float
    here: bool
    """Whether they have a connection."""
    stand_in_at: float | None
    """When a bot plays for them; None where they are waited for."""


async def awaited(house: House, found: KeptTournament) -> dict[str, tuple[Awaited, ...]]:
    """By table, of those that stand still and are not counted yet: a corrected one keeps nobody waiting."""
    rows = await house.database.fetch(STILL, found.id, time.time() - QUIET, MOST)
    told = {}
    for (table_id,) in rows:
        try:
            table = await house.table(str(table_id))
        except BadLog as bad:
            log.warning("table.bad_log", table=table_id, error=str(bad))
            continue
        told[table.id] = tuple(
            Awaited(wait.seat, wait.since, table.chairs[wait.seat].away is None, table.stand_in_at(wait.seat))
            for wait in waited_for(table).values()
        )
    return told
