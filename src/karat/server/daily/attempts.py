"""One attempt a person at each deal: begun together with its table, and counted in the unit that ends it."""

from __future__ import annotations

import hashlib
import json
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from karat.server.daily.origins import NOWHERE, beginning
from karat.server.store.database import Statement, Unreachable
from karat.server.tables.table import points_of
from karat.tournaments.scoring import lead

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.server.daily.deals import DailyDeal
    from karat.server.daily.origins import Origin
    from karat.server.house.house import House
    from karat.server.store.database import Database
    from karat.server.tables.entries import Player
    from karat.server.tables.table import Table

COUNT = "UPDATE daily_attempts SET ended = ?, score = ?, points = ?, line = ? WHERE table_id = ?"
CHOOSE = (
    "INSERT INTO daily_choices (deal, line, action, people) SELECT ?, ?, ?, 1 FROM daily_attempts"
    " WHERE table_id = ? AND counts = 1"
    " ON CONFLICT (deal, line, action) DO UPDATE SET people = daily_choices.people + 1"
)


@dataclass(frozen=True, slots=True)
class Attempt:
    table: str
    ended: float | None
    score: int | None
    """By how many points one was ahead; None while it goes on, and of one that was not finished in time."""
    points: int | None
    line: tuple[str, ...]
    """All that the person did, in order."""
    counts: bool
    """Whether it is one of the field: of who has played these cards before under another name it is not."""


async def attempt_of(database: Database, deal: str, person: str) -> Attempt | None:
    rows = await database.fetch(
        "SELECT table_id, ended, score, points, line, counts FROM daily_attempts WHERE deal = ? AND person = ?",
        deal,
        person,
    )
    if not rows:
        return None
    table, ended, score, points, line, counts = rows[0]
    return Attempt(
        str(table),
        None if ended is None else float(ended),
        None if score is None else int(score),
        None if points is None else int(points),
        tuple(json.loads(str(line))) if line else (),
        bool(counts),
    )


async def begin(house: House, deal: DailyDeal, player: Player, origin: Origin = NOWHERE) -> str:
    """The table of a person's attempt: a new one, or the one that they have."""
    known = await attempt_of(house.database, deal.id, player.id)
    if known is not None:
        return known.table

    def along(table: str) -> list[Statement]:
        return beginning(deal.id, player.id, table, time.time(), origin)

    opened = await house.open_event(deal.config, deal.event, deal.secret, {deal.seat: player}, along)
    if opened is not None:
        return opened
    known = await attempt_of(house.database, deal.id, player.id)  # begun elsewhere at the same moment
    if known is None:
        raise Unreachable(f"the table for {deal.id} could not be opened")
    return known.table


async def count(table: Table) -> Sequence[Statement]:
    """For the unit that ends a table: what it comes to, if it is an attempt at a deal of a day."""
    event, running = table.event, table.running
    if event is None or event.kind != "daily" or running is None or not table.people:
        return []
    now, seat = time.time(), table.people[0]
    if table.outcome is None:
        return [Statement("UPDATE daily_attempts SET ended = ? WHERE table_id = ?", (now, table.id))]
    points = points_of(table.kit, table.rules, running.state)
    side = next(side for side, seats in enumerate(table.kit.sides(table.rules)) if seat in seats)
    did = [str(move.action) for move in running.moves if move.seat == seat]
    chosen = [(event.event, line, action, table.id) for line, action in zip(lines(did), did, strict=True)]
    return [
        Statement(COUNT, (now, lead(points, side), points[side], json.dumps(did), table.id)),
        *(Statement(CHOOSE, one) for one in chosen),
    ]


def lines(did: Sequence[str]) -> list[str]:
    """For each choice, a name for everything that the person had done before.

    The bots answer the same play alike, so whoever has the same name before them stands before the same choice.
    """
    named, found = hashlib.sha256(), []
    for action in did:
        found.append(named.hexdigest()[:32])
        named.update(f"{action}\n".encode())
    return found
