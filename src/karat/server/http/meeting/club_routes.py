"""Clubs over REST: made, joined and led; their tables, dates and standings."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Literal

from msgspec import Meta, Struct, convert
from msgspec.structs import replace

from karat.server.http.calls import Call, Done, Row
from karat.server.http.history_routes import counted
from karat.server.http.meeting.friend_routes import Whom, found_person
from karat.server.http.people_routes import person
from karat.server.http.problems import Failed
from karat.server.http.table_routes import Seated
from karat.server.matches.ladders import wilson
from karat.server.people.accounts import AccountKind
from karat.server.social.clubs import INSIDE, LEADING, Club, Entrance, Role
from karat.server.tables.entries import Config
from karat.server.wire import projection
from karat.server.wire.events import ShownSeat

if TYPE_CHECKING:
    from karat.server.people.accounts import Person
    from karat.server.social.clubs import Clubs, ClubScore

Words = Annotated[str, Meta(max_length=1000)]
ClubName = Annotated[str, Meta(max_length=200)]


class ClubSearch(Struct, frozen=True, forbid_unknown_fields=True):
    name: ClubName = ""
    """A part of it."""


class NewClub(Struct, frozen=True, forbid_unknown_fields=True):
    name: ClubName
    about: Words = ""
    entry: Entrance = Entrance.REQUEST


class ClubChange(Struct, frozen=True, forbid_unknown_fields=True):
    about: Words
    entry: Entrance


class WhichMember(Struct, frozen=True, forbid_unknown_fields=True):
    person: Whom
    """Their id or their name."""


class NewRole(Struct, frozen=True, forbid_unknown_fields=True):
    person: Whom
    role: Literal["owner", "officer", "member"]
    """With `owner` the club is handed over."""


class NewEvent(Struct, frozen=True, forbid_unknown_fields=True):
    at: Annotated[float, Meta(ge=0, le=1e11)]
    title: Annotated[str, Meta(min_length=1, max_length=80)]
    words: Words = ""
    config: Config | None = None
    """Of a table that members open for it."""


class ClubTable(Struct, frozen=True, forbid_unknown_fields=True):
    config: Config
    event: Annotated[str, Meta(max_length=64)] | None = None
    """The date that it is for."""


class ListedClub(Struct, frozen=True):
    id: str
    name: str
    about: str
    entry: Entrance
    members: int
    role: Role | None
    """One's own."""


class ClubList(Struct, frozen=True):
    clubs: list[ListedClub]


class ShownClubMember(Struct, frozen=True):
    person: str
    name: str
    avatar: str
    role: Role


class ShownClubTable(Struct, frozen=True):
    id: str
    status: str
    config: Config
    seats: tuple[ShownSeat, ...]


class ShownClubEvent(Struct, frozen=True):
    id: str
    at: float
    title: str
    words: str
    config: Config | None
    table: str | None


class ClubStanding(Struct, frozen=True):
    """Of a member's matches among members, in one game."""

    person: str
    name: str
    avatar: str
    game: str
    matches: int
    won: float
    """A shared win counts its part."""
    fair: float
    """What chance alone would have given."""
    low: float
    """The true rate of wins lies between this and `high` in 19 of 20 cases."""
    high: float


class ShownClub(Struct, frozen=True):
    id: str
    name: str
    about: str
    entry: Entrance
    created: float
    role: Role | None
    members: list[ShownClubMember]
    """Who asked or was asked is told to who leads the club."""
    tables: list[ShownClubTable]
    """To members alone, as are dates."""
    events: list[ShownClubEvent]
    standings: list[ClubStanding]


def clubs_of(call: Call) -> Clubs:
    return call.worker.society.clubs


async def found_club(call: Call) -> Club:
    given = str(call.request.path_params["club"])
    found = await clubs_of(call).find(given) if len(given) <= 200 else None
    if found is None:
        raise Failed(404, "no_such_club", "there is no such club")
    return found


async def acting(call: Call) -> tuple[Club, Person]:
    """The club and who acts there; what they do is counted."""
    who = person(call, AccountKind.ACCOUNT)
    await call.people.quotas.take("club-act", who.id)
    return await found_club(call), who


async def some_member(call: Call, who: str) -> str:
    """The id of somebody by id or name; also of who is suspended or blocked, as they may be sent away, too."""
    accounts = call.people.accounts
    found = await accounts.find(who) or await accounts.named(who)
    return found.id if found else who


async def clubs(call: Call) -> ClubList:
    await counted(call, "search")
    listed = await clubs_of(call).listed(call.asked.name, call.player.id if call.player else "")
    return ClubList([ListedClub(one.id, one.name, one.about, one.entry, size, role) for one, size, role in listed])


async def make_club(call: Call) -> ShownClub:
    who, wanted = person(call, AccountKind.ACCOUNT), call.body
    await call.people.quotas.take("club", who.id)
    return await shown_club(call, await clubs_of(call).create(who, wanted.name, wanted.about, wanted.entry))


async def club(call: Call) -> ShownClub:
    await counted(call, "search")  # standings are counted anew from the members' matches
    return await shown_club(call, await found_club(call))


async def shown_club(call: Call, found: Club) -> ShownClub:
    own, reader = clubs_of(call), call.player.id if call.player else ""
    role = await own.role(found.id, reader) if reader else None
    apart = await call.people.relations.apart_from(reader) if reader else frozenset()
    members = [one for one in await own.members(found.id) if one.person not in apart]
    seen = [one for one in members if one.role in INSIDE or role in LEADING or one.person == reader]
    tables = [await call.house.table(table) for table in await own.tables(found.id)] if role in INSIDE else []
    near = [
        table for table in tables
        if apart.isdisjoint(chair.player.id for chair in table.chairs if chair.player is not None)
    ]  # fmt: skip
    return ShownClub(
        id=found.id,
        name=found.name,
        about=found.about,
        entry=found.entry,
        created=found.created,
        role=role,
        members=[ShownClubMember(one.person, one.name, one.avatar, one.role) for one in seen],
        tables=[ShownClubTable(one.id, one.status, one.config, projection.shown_seats(one)) for one in near],
        events=convert([asdict(one) for one in await own.events(found.id)], list[ShownClubEvent], from_attributes=True)
        if role in INSIDE
        else [],
        standings=[
            standing(one)
            for one in await own.standings(found.id)
            if one.person not in apart
        ],
    )  # fmt: skip


def standing(one: ClubScore) -> ClubStanding:
    low, high = wilson(round(one.won), one.matches)
    return ClubStanding(**asdict(one), low=low, high=high)


async def change_club(call: Call) -> ShownClub:
    found, who = await acting(call)
    await clubs_of(call).change(found, who.id, call.body.about, call.body.entry)
    return await shown_club(call, await found_club(call))


async def delete_club(call: Call) -> Done:
    found, who = await acting(call)
    await clubs_of(call).delete(found, who.id)
    return Done()


async def join_club(call: Call) -> ShownClub:
    found, who = await acting(call)
    await clubs_of(call).join(found, who)
    return await shown_club(call, found)


async def invite_member(call: Call) -> ShownClub:
    found, who = await acting(call)
    await clubs_of(call).invite(found, who.id, await found_person(call, call.body.person))
    return await shown_club(call, found)


async def leave_club(call: Call) -> Done:
    """Leave, or have somebody go."""
    found, who = await acting(call)
    await clubs_of(call).remove(found, who.id, await some_member(call, call.body.person))
    return Done()


async def change_role(call: Call) -> ShownClub:
    found, who = await acting(call)
    await clubs_of(call).appoint(found, who.id, await some_member(call, call.body.person), Role(call.body.role))
    return await shown_club(call, found)


async def plan_event(call: Call) -> ShownClub:
    (found, who), wanted = await acting(call), call.body
    if wanted.config is not None:
        await call.house.check(wanted.config, None)
    await clubs_of(call).plan(found, who.id, wanted.at, wanted.title, wanted.words, wanted.config)
    return await shown_club(call, found)


async def cancel_event(call: Call) -> ShownClub:
    found, who = await acting(call)
    await clubs_of(call).cancel(found, who.id, call.place("event"))
    return await shown_club(call, found)


async def open_club_table(call: Call) -> Seated:
    """A table that only members see and sit at."""
    found, _ = await acting(call)
    player, own, wanted = call.known(), clubs_of(call), call.body
    if await own.role(found.id, player.id) not in INSIDE:
        raise Failed(403, "members_only", "this is for members of the club")
    config = replace(wanted.config, visibility="link")
    await call.people.count("table", call.address)
    async with call.worker.running_tables.one_more(player.id):
        table = await call.house.open_together(
            config, {0: (player, None)}, lambda table: own.table_of(found, table, wanted.event)
        )
    if not table:
        raise Failed(409, "no_such_event", "the club has no such date, or its table is open already")
    return Seated(table, 0, "")


CLUB_ROUTES = (
    Row("GET", "/api/clubs", "Clubs, one's own first", clubs, None, ClubList, asks=ClubSearch),
    Row("POST", "/api/clubs", "Make a club", make_club, NewClub, ShownClub, (401, 403, 409)),
    Row("GET", "/api/clubs/{club}", "A club by its name or id", club, None, ShownClub, (404,)),
    Row("POST", "/api/clubs/{club}", "Change what a club says and who may join", change_club, ClubChange, ShownClub,
        (401, 403, 404, 409)),
    Row("DELETE", "/api/clubs/{club}", "Delete one's club", delete_club, None, Done, (401, 403, 404, 409)),
    Row("POST", "/api/clubs/{club}/join", "Join a club, or ask to", join_club, None, ShownClub, (401, 403, 404, 409)),
    Row("POST", "/api/clubs/{club}/invite", "Ask somebody in, or let in who asked", invite_member, WhichMember,
        ShownClub, (401, 403, 404, 409)),
    Row("POST", "/api/clubs/{club}/leave", "Leave, decline, or have a member go", leave_club, WhichMember, Done,
        (401, 403, 404, 409)),
    Row("POST", "/api/clubs/{club}/roles", "Make an officer, or hand the club over", change_role, NewRole, ShownClub,
        (401, 403, 404, 409)),
    Row("POST", "/api/clubs/{club}/events", "Set a date", plan_event, NewEvent, ShownClub, (401, 403, 404, 409)),
    Row("DELETE", "/api/clubs/{club}/events/{event}", "Call a date off", cancel_event, None, ShownClub,
        (401, 403, 404, 409)),
    Row("POST", "/api/clubs/{club}/tables", "Open a table for members alone", open_club_table, ClubTable, Seated,
        (401, 403, 404, 409)),
)  # fmt: skip
