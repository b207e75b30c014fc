"""Guests and tables over REST: one row of the list for each call, and a few lines of code."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

from argon2 import PasswordHasher
from argon2.exceptions import VerifyMismatchError
from msgspec import Meta, Raw, Struct, convert
from msgspec.structs import replace
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from karat.record import STANDARD_CARDS, dump_line
from karat.server.house.lobby import PublicTable, public_tables
from karat.server.house.presence import Attendee
from karat.server.http.calls import LONGEST_OPENING, Call, CardText, Done, MatchRecord, Row, media_for
from karat.server.http.problems import Failed
from karat.server.people.limits import CARD_FILES
from karat.server.tables.commands import Fill, Kick, Leave, Refused, Rematch, Sit, StandIn
from karat.server.tables.entries import Cid, Config, Name, Pledge
from karat.server.wire import projection
from karat.server.wire.events import ShownSeat

if TYPE_CHECKING:
    from karat.server.http.people import People
    from karat.server.tables.entries import Player
    from karat.server.tables.table import Status, Table

Password = Annotated[str, Meta(max_length=200)]
SeatNumber = Annotated[int, Meta(ge=0, le=11)]
TOML = "application/toml"
MOST_LISTED = 50
_HASHER = PasswordHasher(time_cost=2, memory_cost=19456, parallelism=1)


# What goes in


class NewGuest(Struct, frozen=True, forbid_unknown_fields=True):
    name: Name


class NewTable(Struct, frozen=True, forbid_unknown_fields=True):
    """A table to open; who opens it sits on `seat`, unless that is null."""

    config: Config
    seat: SeatNumber | None = 0
    name: Name | None = None
    """For who is no guest yet."""
    pledge: Pledge | None = ""
    """The SHA-256 of one's salt, which is told once everybody has pledged; empty for none. With null it is said later,
    over a socket, and the table waits ten seconds for it."""
    password: Password = ""
    card_file: CardText = ""
    """A card file of one's own, in place of `config.cards`."""


class Join(Struct, frozen=True, forbid_unknown_fields=True):
    seat: SeatNumber | None = None
    name: Name | None = None
    pledge: Pledge | None = ""
    """As when opening a table."""
    password: Password = ""


class WhichSeat(Struct, frozen=True, forbid_unknown_fields=True):
    seat: SeatNumber


class Again(Struct, frozen=True, forbid_unknown_fields=True):
    cid: Cid = "rematch"


# What comes out


class Me(Struct, frozen=True):
    id: str
    name: str
    kind: str
    avatar: str = ""
    """An emblem and a colour, `moon/red`; empty where none was chosen."""


class Welcome(Struct, frozen=True):
    id: str
    name: str
    token: str


class Seated(Struct, frozen=True, omit_defaults=True):
    table: str
    seat: int | None = None
    token: str = ""
    """Of a guest who was made on the way."""


class ShownTable(Struct, frozen=True, omit_defaults=True):
    id: str
    status: str
    config: Config
    host: str
    seats: tuple[ShownSeat, ...]
    commitment: str
    needs_password: bool
    you: int | None = None
    rematch: str = ""


class ShownRecipe(Struct, frozen=True):
    """How deals follow from the seed, and where a record tells them (docs/shuffle.md)."""

    pack: tuple[str, ...]
    """Every card, in the order in which the shuffle finds it."""
    first: tuple[int, ...]
    """The bounds of the numbers that are drawn before the first deal."""
    later: tuple[int, ...]
    """Before each other one."""
    rounds: str
    """Under which a record lists its deals; empty where it has one and tells it itself."""
    drawn: tuple[str, ...]
    """Under which it tells the numbers that were drawn."""
    piles: tuple[str, ...]
    """Under which it tells the piles, each a list of cards or a list of such lists."""
    ordered: bool
    """Whether the order within a pile is that of the dealing."""


class ShownShuffle(Struct, frozen=True):
    """All that binds the server and the seats before a card is dealt; a client keeps it, to check the record."""

    commitment: str
    pledges: tuple[str, ...]
    """By seat; empty where there is none."""
    recipe: ShownRecipe


class LobbySeat(Struct, frozen=True):
    name: str
    """Empty where nobody sits."""
    level: str
    """Of a bot of the house."""
    avatar: str


class LobbyTable(Struct, frozen=True):
    id: str
    config: Config
    host: str
    seats: tuple[str, ...]
    """Names."""
    created: float
    sitting: tuple[LobbySeat, ...]
    """The same with what else is known of who sits there."""
    yours: bool
    """Whether whoever asks sits there."""


class Lobby(Struct, frozen=True):
    tables: tuple[LobbyTable, ...]


# The calls


async def make_guest(call: Call) -> Welcome:
    await call.people.count("guest", call.address)
    player, call.token = await call.people.welcome(call.body.name)
    return Welcome(player.id, player.name, call.token or "")


async def me(call: Call) -> Me:
    player = call.known()
    return Me(player.id, player.name, player.kind, player.avatar)


async def open_table(call: Call) -> Seated:
    wanted: NewTable = call.body
    if (wanted.config.visibility == "password") != bool(wanted.password):
        raise Failed(409, "bad_password", "a password belongs to a table with that visibility, and to no other")
    config, card_files = wanted.config, call.house.card_files
    if wanted.card_file:
        call.limits.take(f"cards {call.address}", CARD_FILES)
        config = replace(config, cards=await card_files.check(wanted.card_file))
    await call.house.check(config, wanted.seat)
    player = await call.known_or(wanted.name)
    await call.people.count("table", call.address)
    if wanted.seat is None:
        return await opened(call, config, player)
    async with call.worker.running_tables.one_more(player.id):
        return await opened(call, config, player)


async def opened(call: Call, config: Config, player: Player) -> Seated:
    wanted, card_files = call.body, call.house.card_files
    hashed = await run_in_threadpool(_HASHER.hash, wanted.password) if wanted.password else ""
    if wanted.card_file:
        await card_files.keep(wanted.card_file)
    table = await call.house.open(config, player, seat=wanted.seat, pledge=wanted.pledge, password=hashed)
    return Seated(table, wanted.seat, call.token or "")


async def lobby(call: Call) -> Lobby:
    return Lobby(tuple(await tables_to_meet_at(call, "open", MOST_LISTED)))


async def tables_to_meet_at(call: Call, status: Status, most: int) -> list[LobbyTable]:
    """Public tables without those of people whom the reader does not meet."""
    apart = await call.people.relations.apart_from(call.player.id) if call.player else frozenset()
    found = await public_tables(call.house, status, most)
    return [
        listed(call, table)
        for table in found
        if table.host_id not in apart and apart.isdisjoint(one.person for one in table.seats if one.person)
    ]


def listed(call: Call, table: PublicTable) -> LobbyTable:
    sitting = tuple(LobbySeat(one.name, one.level, one.avatar) for one in table.seats)
    names = tuple(one.name for one in table.seats)
    yours = call.player is not None and any(one.person == call.player.id for one in table.seats)
    return LobbyTable(table.id, table.config, table.host, names, table.created, sitting, yours)


async def show_table(call: Call) -> ShownTable:
    table = await admitted_to(call)
    return ShownTable(
        id=table.id,
        status=table.status,
        config=table.config,
        host=table.host.id,
        seats=projection.shown_seats(table),
        commitment=table.commitment,
        needs_password=bool(table.password),
        you=table.seat_of(call.player.id) if call.player else None,
        rematch=table.rematch,
    )


async def admitted_to(call: Call) -> Table:
    """The table of the path, for who may look at it."""
    table = await call.house.table(call.table_id)
    await call.worker.society.admission.check(call.player, table)
    return table


async def show_shuffle(call: Call) -> ShownShuffle:
    table = await admitted_to(call)
    recipe = convert(asdict(table.kit.recipe(table.rules)), ShownRecipe)
    return ShownShuffle(table.commitment, tuple(chair.pledge or "" for chair in table.chairs), recipe)


async def join(call: Call) -> Seated:
    wanted: Join = call.body
    table = await admitted_to(call)
    if call.player is None or table.seat_of(call.player.id) is None:
        await check_password(call.people, call.address, table, wanted.password)
    player = await call.known_or(wanted.name)
    await call.worker.society.admission.check(player, table)
    if table.seat_of(player.id) is not None:
        return await sit(call)
    async with call.worker.running_tables.one_more(player.id):
        return await sit(call)


async def sit(call: Call) -> Seated:
    fold = await call.submit(Sit(call.body.seat, call.body.pledge))
    return Seated(call.table_id, fold.table.seat_of(call.known().id), call.token or "")


async def leave(call: Call) -> Done:
    await call.submit(Leave())
    return Done()


async def kick(call: Call) -> Done:
    await call.submit(Kick(call.body.seat))
    return Done()


async def fill(call: Call) -> Done:
    await call.submit(call.body)
    return Done()


async def stand_in(call: Call) -> Done:
    call.known()
    table, gone = await call.house.table(call.table_id), call.body.seat
    if gone in table.people and (person := table.chairs[gone].player) is not None:
        await call.worker.listeners.presence.look(call.house, Attendee(table.id, person.id))
    await call.submit(StandIn(gone))
    return Done()


async def rematch(call: Call) -> Done:
    await call.submit(Rematch(call.body.cid))
    return Done()


async def record(call: Call) -> Raw:
    table = await call.house.table(call.table_id)
    if table.running is None or table.status not in ("finished", "closed"):
        raise Failed(409, "not_finished", "a match has a record when it is over")
    seated = call.player is not None and table.seat_of(call.player.id) is not None
    await call.worker.society.admission.check(call.player, table)
    if not seated and not await call.people.history.is_open(table.id):
        raise Failed(403, "not_seated", "this match is private: its record is for its players")
    return Raw(dump_line(table.record()).encode())


async def card_file(call: Call) -> Response:
    text = await call.house.card_files.text(call.place("cards"))
    if text is None:
        raise Failed(404, "no_such_cards", "there is no such card file")
    # Its name says what is in it, except for the standard one, which changes with Karat.
    kept = "no-cache" if call.place("cards") == STANDARD_CARDS else "public, max-age=31536000, immutable"
    media = media_for(call, TOML)
    return Response(text, media_type=media, headers={"Cache-Control": kept, "X-Content-Type-Options": "nosniff"})


async def check_password(people: People, address: str, table: Table, given: str) -> None:
    """Refuse who does not know the password of a table that has one."""
    if not table.password:
        return
    await people.count("table-password", f"{table.id} {address}")
    try:
        await run_in_threadpool(_HASHER.verify, table.password, given)
    except VerifyMismatchError:
        raise Refused("wrong_password") from None


ROUTES = (
    Row("POST", "/api/guests", "Become a guest", make_guest, NewGuest, Welcome, (409,)),
    Row("GET", "/api/me", "Who this session is", me, None, Me, (401,)),
    Row("GET", "/api/tables", "Public tables that wait for players", lobby, None, Lobby),
    Row("POST", "/api/tables", "Open a table", open_table, NewTable, Seated, (401, 409),
        longest=LONGEST_OPENING, greets=True),
    Row("GET", "/api/tables/{table}", "A table as anybody may know it", show_table, None, ShownTable,
        (403, 404)),
    Row("GET", "/api/tables/{table}/shuffle", "What binds the shuffle", show_shuffle, None, ShownShuffle,
        (403, 404)),
    Row("POST", "/api/tables/{table}/join", "Sit down", join, Join, Seated, (401, 403, 404, 409),
        greets=True),
    Row("POST", "/api/tables/{table}/leave", "Get up, or let a bot stand in", leave, None, Done, (401, 403, 404)),
    Row("POST", "/api/tables/{table}/kick", "Free a seat", kick, WhichSeat, Done, (401, 403, 404, 409)),
    Row("POST", "/api/tables/{table}/fill", "Seat bots", fill, Fill, Done, (401, 403, 404, 409)),
    Row("POST", "/api/tables/{table}/stand-in", "Want a bot for who is gone", stand_in, WhichSeat, Done,
        (401, 403, 404, 409)),
    Row("POST", "/api/tables/{table}/rematch", "Want a rematch", rematch, Again, Done, (401, 403, 404, 409)),
    Row("GET", "/api/tables/{table}/record", "The record of a match that is over", record, None, MatchRecord,
        (403, 404, 409)),
    Row("GET", "/api/cards/{cards}", "A card file", card_file, None, None, (404,), media=TOML),
)  # fmt: skip
