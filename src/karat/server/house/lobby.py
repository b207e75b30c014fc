"""The public tables, as a front page lists them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from karat.server.house.house import read_facts

if TYPE_CHECKING:
    from karat.server.house.house import Facts, House
    from karat.server.tables.entries import Config
    from karat.server.tables.table import Status


@dataclass(frozen=True, slots=True)
class PublicSeat:
    """Who sits there; nobody where there is no name."""

    name: str = ""
    level: str = ""
    """Of a bot of the house."""
    avatar: str = ""
    person: str | None = None
    """By id."""


@dataclass(frozen=True, slots=True)
class PublicTable:
    id: str
    config: Config
    host: str
    """By name."""
    host_id: str | None
    seats: tuple[PublicSeat, ...]
    created: float


async def public_tables(house: House, status: Status, most: int) -> list[PublicTable]:
    """Those that wait for players, or that play; the newest first."""
    rows = await house.database.fetch(
        "SELECT id, facts, created FROM tables WHERE visibility = 'public' AND status = ?"
        " ORDER BY created DESC LIMIT ?",
        status,
        most,
    )
    named = await house.database.fetch(
        "SELECT table_id, pseudonym, person, name, avatar FROM identities WHERE table_id IN"
        " (SELECT id FROM tables WHERE visibility = 'public' AND status = ? ORDER BY created DESC LIMIT ?)",
        status,
        most,
    )
    people = {
        (str(table_id), str(pseudonym)): PublicSeat(str(name), "", str(avatar), None if person is None else str(person))
        for table_id, pseudonym, person, name, avatar in named
    }
    found = []
    for table_id, raw, created in rows:
        own, facts = str(table_id), read_facts(str(table_id), raw)
        if facts is None:
            continue
        seats = tuple(
            people.get((own, seat)) or _bot(house, facts, number, seat) for number, seat in enumerate(facts.seats)
        )
        host = people.get((own, facts.host), PublicSeat())
        found.append(PublicTable(own, facts.config, host.name, host.person, seats, float(created or 0)))
    return found


def _bot(house: House, facts: Facts, seat: int, level: str) -> PublicSeat:
    """A bot by the name of its chair; nobody where no level is told."""
    kit = house.games.get(facts.config.game)
    if not level or kit is None:
        return PublicSeat(level, level)
    return PublicSeat(kit.bot_names[seat], level)
