"""Where somebody is waited for, across all tables, over REST."""

from __future__ import annotations

from msgspec import Struct

from karat.server.http.calls import Call, Row
from karat.server.notices.waiting import waiting_for


class WaitingTable(Struct, frozen=True):
    table: str
    game: str
    who: list[str]
    """The others who play there, by name."""
    since: float
    deadline: float | None
    """When one's time is up, where there is a clock."""


class Waiting(Struct, frozen=True):
    tables: list[WaitingTable]
    """The most urgent first."""


async def waiting(call: Call) -> Waiting:
    """Who is not known here is waited for nowhere: a page asks before anybody is."""
    if call.player is None:
        return Waiting([])
    found = await waiting_for(call.house.database, call.player.id)
    return Waiting([WaitingTable(one.table, one.game, list(one.who), one.since, one.deadline) for one in found])


WAITING_ROUTES = (
    Row("GET", "/api/me/waiting", "The tables that wait for one", waiting, None, Waiting),
)  # fmt: skip
