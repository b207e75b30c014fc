"""Duplicate tournaments over REST: entered, followed, and directed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, cast

from msgspec import Meta, Struct
from starlette.responses import StreamingResponse

from karat.server.http.calls import Call, Done, Row, media_for
from karat.server.http.history_routes import JSONL, counted
from karat.server.http.people import player
from karat.server.http.problems import Failed
from karat.server.matches.history import MOST_DOWNLOADED
from karat.server.people.names import BadName, NameFault
from karat.server.tables.commands import Refused
from karat.server.tables.entries import Name
from karat.server.tournaments.directing import NoSuchTournament, check_directs
from karat.server.tournaments.kept import UNNAMED, KeptTournament, TournamentConfig, listed, plan_of, tables_of
from karat.server.tournaments.waiting import awaited
from karat.tournaments.standings import standings

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Collection

    from karat.server.people.accounts import Person
    from karat.server.tables.entries import Player
    from karat.server.tournaments.kept import KeptTable, Member
    from karat.server.tournaments.waiting import Awaited
    from karat.tournaments.plan import EventSeat

MOST_LISTED = 50
EntrantNumber = Annotated[int, Meta(ge=0, le=100_000)]
RoundNumber = Annotated[int, Meta(ge=0, le=1000)]
Points = Annotated[int, Meta(ge=-10_000, le=10_000)]


class NewTournament(Struct, frozen=True, forbid_unknown_fields=True):
    name: Name
    config: TournamentConfig


class Entering(Struct, frozen=True, forbid_unknown_fields=True):
    entrant: EntrantNumber | None = None
    """Whose free place to take; a new entrant unless given."""
    name: Annotated[str, Meta(max_length=32)] = ""
    """By which a pair or a team goes; by its people unless given."""


class Substituting(Struct, frozen=True, forbid_unknown_fields=True):
    entrant: EntrantNumber
    place: Annotated[int, Meta(ge=0, le=100)] = 0
    """Which of the entrant's people."""
    name: Annotated[str, Meta(max_length=100)] | None = None
    """Of the account that plays from the next table on, and follows the director; a bot unless given."""


class StandingIn(Struct, frozen=True, forbid_unknown_fields=True):
    entrant: EntrantNumber
    place: Annotated[int, Meta(ge=0, le=100)] = 0
    """Which of the entrant's people."""


class HandingOver(Struct, frozen=True, forbid_unknown_fields=True):
    name: Annotated[str, Meta(min_length=1, max_length=100)]
    """Of the account that directs from now on, and has entered or follows the director."""


class Correcting(Struct, frozen=True, forbid_unknown_fields=True):
    round: RoundNumber
    table: EntrantNumber
    deal: RoundNumber
    points: Annotated[tuple[Points, ...], Meta(max_length=12)] | None
    """By side; none for a table that counts for nobody, null for what was played."""
    reason: Annotated[str, Meta(max_length=200)] = ""


class ListedTournament(Struct, frozen=True):
    id: str
    name: str
    config: TournamentConfig
    status: str
    """open, running or finished."""
    round: int
    """From 0; below 0 before the first is drawn."""
    created: float
    entrants: int


class Tournaments(Struct, frozen=True):
    tournaments: tuple[ListedTournament, ...]


class ShownEntrantMember(Struct, frozen=True):
    place: int
    name: str
    """Empty for a bot, a dash for somebody whom one does not meet."""
    avatar: str
    person: str | None


class ShownEntrant(Struct, frozen=True):
    number: int
    name: str
    members: tuple[ShownEntrantMember, ...]
    place: int
    """From 1; who is level shares one."""
    total: float
    """By matchpoints the mean, from 0 to 1; by swings their sum."""
    lead: int
    """All leads in points together, which breaks ties."""
    deals: int
    """That count."""
    rounds: int
    """They were in; in a knock-out that is how far they came."""
    yours: bool


class ShownAwaited(Struct, frozen=True):
    """Somebody whom a table waits for."""

    entrant: int | None
    place: int
    name: str
    since: float
    here: bool
    """Whether they have a connection."""
    stand_in_at: float | None
    """When a bot plays for them until they are back; null where they are waited for."""


class ShownTournamentTable(Struct, frozen=True):
    round: int
    table: int
    deal: int
    entrants: tuple[int | None, ...]
    """By seat; null for a bot that fills up."""
    state: str
    """waiting, playing or over."""
    points: tuple[int, ...] | None
    """By side, once the deal is over at all tables; none where it counts for nobody."""
    corrected: bool
    reason: str
    match: str
    """Its id, for who sits there and the director, and for everybody after the end; empty for others."""
    waits_for: tuple[ShownAwaited, ...]
    """For the director, where nothing has happened for half a minute."""


class ShownTournament(Struct, frozen=True):
    id: str
    name: str
    config: TournamentConfig
    status: str
    round: int
    rounds: int
    """That there will be."""
    people: int
    """In one entrant."""
    director: str | None
    """By id; null for nobody, and for somebody whom one does not meet."""
    director_name: str
    directs: bool
    """Whether whoever asks does."""
    entered: int | None
    """One's own entrant."""
    next: str
    """The table that waits for one now; empty for none."""
    entrants: tuple[ShownEntrant, ...]
    """The best first. Before the end, only deals count that are over at all tables."""
    tables: tuple[ShownTournamentTable, ...]
    commitments: tuple[str, ...]
    """The SHA-256 of the secret of every deal, round by round."""
    created: float
    ended: float | None


async def tournaments(call: Call) -> Tournaments:
    await counted(call, "search")
    found = await listed(call.house.database, MOST_LISTED, await kept_from(call))
    return Tournaments(tuple(ListedTournament(*one) for one in found if one[2].game in call.house.games))


async def kept_from(call: Call) -> frozenset[str]:
    """Whom whoever asks does not meet."""
    return await call.people.relations.apart_from(call.player.id) if call.player else frozenset()


async def one_of(call: Call) -> KeptTournament:
    """The one that the path names; of somebody whom one does not meet only where one has entered it before."""
    found = await call.events.directing.find(call.place("tournament"))
    if found.director is not None and found.director in await kept_from(call):
        me = call.known().id
        if all(one.person != me for one in found.members.values()):
            raise NoSuchTournament(found.id)
    return found


async def open_tournament(call: Call) -> ShownTournament:
    if call.known().kind == "guest":
        raise Failed(403, "account_needed", "a tournament is directed by somebody with an account")
    await call.people.count("tournament", call.known().id)
    await call.people.count("table", call.address)
    made = await call.events.directing.open(call.body.name, call.body.config, director(call))
    return await shown(call, await call.events.directing.find(made))


async def tournament(call: Call) -> ShownTournament:
    await counted(call, "search")
    return await shown(call, await one_of(call))


async def enter(call: Call) -> ShownTournament:
    wanted: Entering = call.body
    who, directing = call.known(), call.events.directing
    await call.people.count("tournament-act", who.id)
    found = await one_of(call)
    await name_is_free(call, wanted.name, who)
    partners = [one.person for one in found.members.values() if one.entrant == wanted.entrant and one.person]
    if partners and await call.people.keep_apart(who, partners):
        raise Failed(403, "kept_apart", "you and somebody there do not want to meet")
    await directing.enter(found.id, who, wanted.entrant, wanted.name)
    return await shown(call, await directing.find(found.id))


async def name_is_free(call: Call, name: str, who: Player) -> None:
    """BadName for a pair or a team that would go by the name of somebody else who is known here."""
    owner = await call.people.accounts.named(name) if name.strip() else None
    if owner is not None and owner.id != who.id:
        raise BadName(NameFault.TAKEN, name)


async def withdraw(call: Call) -> Done:
    who = call.known()
    await call.people.count("tournament-act", who.id)
    await call.events.directing.withdraw(call.place("tournament"), who.id)
    return Done()


def director(call: Call) -> str:
    """Who directs: whoever asks, or for whom a program asks by its token."""
    who = call.known()
    person = cast("Person", call.request.state.person)
    return person.owner or who.id


async def directs(call: Call) -> str:
    """The same for something that is done, which is counted."""
    who = director(call)
    await call.people.count("tournament-act", who)
    return who


async def start(call: Call) -> Done:
    await call.events.directing.start(call.place("tournament"), await directs(call))
    return Done()


async def substitute(call: Call) -> Done:
    wanted: Substituting = call.body
    directing, who = call.events.directing, await directs(call)
    by = await stand_in(call, wanted, who) if wanted.name is not None else None
    await directing.substitute(call.place("tournament"), who, wanted.entrant, wanted.place, by)
    return Done()


async def stand_in(call: Call, wanted: Substituting, directed_by: str) -> Player:
    """Who is to play on. Nobody is seated unasked: they follow the director, and meet who plays with them."""
    by = await known_account(call, wanted.name or "")
    found = await call.events.directing.find(call.place("tournament"))
    partners = [one.person for one in found.members.values() if one.entrant == wanted.entrant and one.person]
    if await call.people.keep_apart(by, [directed_by, *partners]):
        raise Refused("kept_apart")
    if by.id != directed_by and not await call.worker.society.friends.follows.is_followed(directed_by, by.id):
        raise Refused("not_following", params={"name": by.name})
    return by


async def known_account(call: Call, named: str) -> Player:
    """Somebody of that name who may play."""
    person = await call.people.accounts.named(named)
    if person is None or person.suspended or call.people.sanctions.is_suspended(person.id):
        raise Failed(409, "no_such_person", f"nobody here has an account called {named!a}")
    return player(person)


async def relieve(call: Call) -> Done:
    wanted: StandingIn = call.body
    directing, who = call.events.directing, await directs(call)
    await directing.stand_in(call.place("tournament"), who, wanted.entrant, wanted.place)
    return Done()


async def hand_over(call: Call) -> Done:
    directing, who = call.events.directing, await directs(call)
    found = await directing.find(call.place("tournament"))
    check_directs(found, who)
    to = await known_account(call, call.body.name)
    if to.kind != "account":
        raise Failed(409, "no_such_person", f"nobody here has an account called {call.body.name!a}")
    if await call.people.keep_apart(to, [who]):
        raise Refused("kept_apart")
    entered = any(one.person == to.id for one in found.members.values())
    if not entered and not await call.worker.society.friends.follows.is_followed(who, to.id):
        raise Refused("not_following", params={"name": to.name})
    await directing.hand_over(found.id, who, to)
    return Done()


async def correct(call: Call) -> Done:
    wanted: Correcting = call.body
    key = (wanted.round, wanted.table, wanted.deal)
    directing, who = call.events.directing, await directs(call)
    await directing.correct(call.place("tournament"), who, key, wanted.points, wanted.reason)
    return Done()


async def finish(call: Call) -> Done:
    await call.events.directing.finish(call.place("tournament"), await directs(call))
    return Done()


def shown_member(place: int, one: Member | None, hidden: Collection[str]) -> ShownEntrantMember:
    if one is None:
        return ShownEntrantMember(place, "", "", None)
    if one.person in hidden:
        return ShownEntrantMember(place, UNNAMED, "", None)
    return ShownEntrantMember(place, one.name, one.avatar, one.person)


async def tournament_records(call: Call) -> StreamingResponse:
    """Portion by portion, as a tournament may have thousands of tables."""
    await counted(call, "download")
    found = await one_of(call)
    if found.status != "finished":
        raise Refused("not_finished")
    played = [one.id for one in sorted(found.tables, key=lambda one: one.key) if one.id is not None]
    reader = call.player.id if call.player else None

    async def lines() -> AsyncIterator[str]:
        for first in range(0, len(played), MOST_DOWNLOADED):
            yield await call.people.history.jsonl(played[first : first + MOST_DOWNLOADED], reader)

    named = {"Content-Disposition": 'attachment; filename="tournament.jsonl"'}
    return StreamingResponse(lines(), media_type=media_for(call, JSONL), headers=named)


async def shown(call: Call, found: KeptTournament) -> ShownTournament:
    """As whoever asks may see it."""
    me = call.player.id if call.player else ""
    sat_at = await tables_of(call.house.database, found.id, me) if me else frozenset[str]()
    plan = plan_of(found, call.house.games)
    hidden = await kept_from(call)
    mine = next((one.entrant for one in found.members.values() if one.person == me), None)
    over, directs = found.status == "finished", bool(me) and found.director == director(call)
    unfinished = {(one.result.round, one.result.deal) for one in found.tables if one.result.points is None}
    told = [one for one in found.tables if (one.result.round, one.result.deal) not in unfinished]
    waits = await awaited(call.house, found) if directs and not over else {}
    rows = standings(plan, list(found.entrants), [one.result for one in told])

    def members(entrant: int) -> tuple[ShownEntrantMember, ...]:
        people = [found.members.get((entrant, place)) for place in range(plan.people)]
        return tuple(shown_member(place, one, hidden) for place, one in enumerate(people))

    def table(one: KeptTable) -> ShownTournamentTable:
        result = one.result
        state = "over" if result.points is not None else "waiting" if one.id is None else "playing"
        complete = (result.round, result.deal) not in unfinished
        return ShownTournamentTable(
            round=result.round,
            table=result.table.number,
            deal=result.deal,
            entrants=tuple(seat.entrant for seat in result.table.seats),
            state=state,
            points=result.points if complete else None,
            corrected=one.corrected,
            reason=one.reason,
            match=one.id or "" if over or directs or one.id in sat_at else "",
            waits_for=tuple(awaited_at(result.table.seats[wait.seat], wait) for wait in waits.get(one.id or "", ())),
        )

    def awaited_at(seat: EventSeat, wait: Awaited) -> ShownAwaited:
        member = found.members.get((seat.entrant, seat.place)) if seat.entrant is not None else None
        name = shown_member(seat.place, member, hidden).name
        return ShownAwaited(seat.entrant, seat.place, name, wait.since, wait.here, wait.stand_in_at)

    gone = mine is None  # who was substituted is waited for nowhere, though a bot finishes their table
    directed_by = None if found.director in hidden else found.director
    mine_now = [one.id for one in found.tables if one.id in sat_at and one.result.points is None and not gone]
    return ShownTournament(
        id=found.id,
        name=found.name,
        config=found.config,
        status=found.status,
        round=found.round,
        rounds=plan.rounds_for(len(found.entrants)),
        people=plan.people,
        director=directed_by,
        director_name=await name_of(call, directed_by),
        directs=directs,
        entered=mine,
        next=(mine_now[0] or "") if mine_now else "",
        entrants=tuple(
            ShownEntrant(
                row.entrant, found.name_of(row.entrant, hidden), members(row.entrant), row.place, row.total, row.lead,
                row.deals, row.rounds, row.entrant == mine,
            )
            for row in rows
        ),
        tables=tuple(map(table, found.tables)),
        commitments=found.commitments,
        created=found.created,
        ended=found.ended,
    )  # fmt: skip


async def name_of(call: Call, person: str | None) -> str:
    found = await call.people.accounts.find(person) if person else None
    return found.name if found else ""


PLACE = "/api/tournaments/{tournament}"
TOURNAMENT_ROUTES = (
    Row("GET", "/api/tournaments", "Tournaments of this house", tournaments, None, Tournaments),
    Row("POST", "/api/tournaments", "Open a tournament, and direct it", open_tournament, NewTournament,
        ShownTournament, (401, 403, 409)),
    Row("GET", PLACE, "A tournament, its standings and tables", tournament, None, ShownTournament, (404,)),
    Row("POST", f"{PLACE}/enter", "Enter, or join an entrant", enter, Entering, ShownTournament,
        (401, 403, 404, 409)),
    Row("POST", f"{PLACE}/withdraw", "Withdraw before it starts", withdraw, None, Done, (401, 404, 409)),
    Row("POST", f"{PLACE}/start", "Start it", start, None, Done, (401, 403, 404, 409)),
    Row("POST", f"{PLACE}/substitute", "Have somebody else, or a bot, play on", substitute, Substituting, Done,
        (401, 403, 404, 409)),
    Row("POST", f"{PLACE}/stand-in", "Have a bot play for somebody until they are back", relieve, StandingIn, Done,
        (401, 403, 404, 409)),
    Row("POST", f"{PLACE}/hand-over", "Have somebody else direct", hand_over, HandingOver, Done,
        (401, 403, 404, 409)),
    Row("POST", f"{PLACE}/correct", "Correct a table's points", correct, Correcting, Done, (401, 403, 404, 409)),
    Row("GET", f"{PLACE}/records", "The records of all its tables, once it is over", tournament_records, None, None,
        (404, 409), media=JSONL, line="MatchRecord"),
    Row("POST", f"{PLACE}/finish", "End it now", finish, None, Done, (401, 403, 404)),
)  # fmt: skip
