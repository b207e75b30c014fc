"""What a front page asks for: a match at once, one's own tables, and tables to watch."""

from __future__ import annotations

import secrets
from typing import Annotated

import structlog
from msgspec import Meta, Struct

from karat.server.house.log import BadLog
from karat.server.house.seating import tables_of
from karat.server.http.calls import Call, Row
from karat.server.http.problems import Failed
from karat.server.http.table_routes import Lobby, Seated, tables_to_meet_at
from karat.server.tables.entries import Config, Name, Pledge, Text
from karat.server.wire import projection
from karat.server.wire.events import ShownSeat

log = structlog.get_logger()

MOST_MINE = 20
MOST_WATCHED = 50
LOOKED_THROUGH = 200


class PlayNow(Struct, frozen=True, forbid_unknown_fields=True):
    """A match against bots of one level, which begins at once."""

    game: Text
    players: Annotated[int, Meta(ge=1, le=12)]
    level: Text | None = None
    """The usual one, unless another is named."""
    edition: Text = ""
    """Empty for the usual one."""
    cards: Text = "standard"
    variants: Annotated[tuple[Text, ...], Meta(max_length=8)] = ()
    name: Name | None = None
    """For who is no guest yet."""
    pledge: Pledge = ""
    """The SHA-256 of one's part in the shuffle, which is told when the commitment was read; without it the cards are
    the server's alone, and the match starts as the table opens."""


class MyTable(Struct, frozen=True):
    id: str
    status: str
    config: Config
    seats: tuple[ShownSeat, ...]
    you: int
    your_turn: bool
    to_act: tuple[int, ...]
    changed: float


class MyTables(Struct, frozen=True):
    tables: tuple[MyTable, ...]


async def play_now(call: Call) -> Seated:
    wanted: PlayNow = call.body
    if wanted.game not in call.house.games:
        raise Failed(409, "no_such_game", f"there is no such game; there are {', '.join(call.house.games)}")
    level = wanted.level or call.house.games[wanted.game].usual_level
    config = Config(
        game=wanted.game,
        players=wanted.players,
        edition=wanted.edition,
        cards=wanted.cards,
        variants=wanted.variants,
        bots={str(seat): level for seat in range(1, wanted.players)},
        bot_level=level,
    )
    await call.house.check(config, 0)
    player = await call.known_or(wanted.name or newcomer())
    await call.people.count("table", call.address)
    async with call.worker.running_tables.one_more(player.id):
        table = await call.house.open(config, player, seat=0, pledge=wanted.pledge)
    return Seated(table, 0, call.token or "")


def newcomer() -> str:
    """A name for who gave none; with a number, so that no account of that name stands in everyone's way."""
    return f"Newcomer {secrets.randbelow(9000) + 1000}"


async def my_tables(call: Call) -> MyTables:
    """Who is not known here sits nowhere: a front page asks before anybody is."""
    player, found = call.player, list[MyTable]()
    if player is None:
        return MyTables(())
    for table_id in await tables_of(call.house.database, player.id, MOST_MINE):
        try:
            table = await call.house.table(table_id)
        except BadLog as bad:
            log.warning("table.bad_log", table=table_id, error=str(bad))
            continue  # the others are there
        seat = table.seat_of(player.id)
        if seat is None or table.status not in ("open", "playing"):
            continue
        owing = projection.turn(table, projection.SPECTATOR).to_act
        yours = seat in owing and not table.chairs[seat].level
        seats = projection.shown_seats(table)
        found.append(MyTable(table.id, table.status, table.config, seats, seat, yours, owing, table.changed_at))
    return MyTables(tuple(found))


async def watch(call: Call) -> Lobby:
    """Not those at which one sits oneself: they are to come back to."""
    found = await tables_to_meet_at(call, "playing", LOOKED_THROUGH)
    watched = (table for table in found if table.config.spectators == "delayed" and not table.yours)
    return Lobby(tuple(watched)[:MOST_WATCHED])


PLAY_ROUTES = (
    Row("POST", "/api/play", "Play against bots at once", play_now, PlayNow, Seated, (409,),
        greets=True),
    Row("GET", "/api/me/tables", "The tables one sits at", my_tables, None, MyTables),
    Row("GET", "/api/watch", "Public matches that may be watched", watch, None, Lobby),
)  # fmt: skip
