"""What can be asked over REST about finished matches and ratings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal, cast

from msgspec import Meta, Raw, Struct, convert, to_builtins
from starlette.responses import Response

from karat.record import dump_line
from karat.server.http.calls import LONGEST_OPENING, Call, CardText, MatchRecord, Row, media_for
from karat.server.http.problems import Failed
from karat.server.matches.history import MOST_DOWNLOADED, MOST_LISTED, Result, Search
from karat.server.matches.importing import show_bad
from karat.server.matches.ratings import MOST_LISTED as MOST_RANKED
from karat.server.matches.ratings import Pool, Rating

if TYPE_CHECKING:
    from karat.server.people.accounts import Person

MatchId = Annotated[str, Meta(min_length=1, max_length=64)]
Time = Annotated[float, Meta(ge=0, le=1e11)]
JSONL = "application/jsonl"
LONGEST_IMPORT = 1024 * 1024
LONGEST_BODY = LONGEST_IMPORT + LONGEST_IMPORT // 4 + LONGEST_OPENING
"""As JSON, with every quotation mark escaped."""


class Which(Struct, frozen=True, forbid_unknown_fields=True):
    """What to look for."""

    game: Annotated[str, Meta(max_length=20)] | None = None
    players: Annotated[int, Meta(ge=1, le=12)] | None = None
    person: Annotated[str, Meta(max_length=64)] | None = None
    """The id of somebody who played."""
    name: Annotated[str, Meta(max_length=100)] | None = None
    """A part of the name of somebody who played."""
    result: Result | None = None
    """How it ended, for the person that is looked for."""
    since: Time | None = None
    """When it ended at the earliest, in seconds since 1970."""
    until: Time | None = None
    """When it ended at the latest."""
    rated: bool | None = None
    imported: bool | None = None
    """Whether it was brought in from elsewhere."""
    cursor: Annotated[str, Meta(max_length=100)] | None = None
    """The `cursor` of the page before."""
    limit: Annotated[int, Meta(ge=1, le=MOST_LISTED)] = MOST_LISTED
    spoilers: bool = True
    """Whether results are told."""


class How(Struct, frozen=True, forbid_unknown_fields=True):
    spoilers: bool = True


class Board(Struct, frozen=True, forbid_unknown_fields=True):
    game: Annotated[str, Meta(max_length=20)]
    players: Annotated[int, Meta(ge=1, le=12)]
    pool: Pool = Pool.PEOPLE
    limit: Annotated[int, Meta(ge=1, le=MOST_RANKED)] = MOST_RANKED
    offset: Annotated[int, Meta(ge=0, le=1_000_000)] = 0


class Many(Struct, frozen=True, forbid_unknown_fields=True):
    matches: Annotated[list[MatchId], Meta(min_length=1, max_length=MOST_DOWNLOADED)]


class Records(Struct, frozen=True, forbid_unknown_fields=True):
    records: Annotated[str, Meta(max_length=LONGEST_IMPORT)]
    """JSON lines of karat/1."""
    card_file: CardText = ""
    """The card file that they were played with, where this server does not have it."""


class SeatAt(Struct, frozen=True):
    name: str
    kind: str
    person: str | None
    side: int | None
    place: int | None
    points: int | None
    """By which the rating moved."""
    forfeited: bool
    """Whether they lost a rated match by leaving it or breaking it off."""


class FinishedMatch(Struct, frozen=True):
    id: str
    game: str
    players: int
    started: float
    ended: float
    rated: bool
    imported: bool
    finished: bool
    outcome: dict[str, Any] | None
    seats: list[SeatAt]


class FinishedMatches(Struct, frozen=True):
    matches: list[FinishedMatch]
    cursor: str | None


class BadLine(Struct, frozen=True):
    line: int
    round: int | None
    action: int | None
    rule: str
    reason: str


class ImportedMatches(Struct, frozen=True):
    matches: list[str]
    bad: list[BadLine]


class ShownRating(Struct, frozen=True):
    pool: Pool
    game: str
    players: int
    points: int
    error: int
    """The strength lies so far from `points`, up or down, in 19 of 20 cases."""
    matches: int


class Profile(Struct, frozen=True):
    id: str
    name: str
    kind: Literal["guest", "account", "bot"]
    created: float
    look_alike: bool
    """Whether the name looks like that of somebody who was there before."""
    ratings: list[ShownRating]


class RankedLine(Struct, frozen=True):
    player: str
    name: str
    points: int
    error: int
    matches: int


class Leaderboard(Struct, frozen=True):
    lines: list[RankedLine]


def reader(call: Call) -> str | None:
    return call.player.id if call.player else None


async def counted(call: Call, quota: str) -> None:
    await call.people.quotas.take(quota, reader(call) or call.address)


async def matches(call: Call) -> FinishedMatches:
    await counted(call, "search")
    asked: Which = call.asked
    wanted = {name: value for name, value in to_builtins(asked).items() if name not in ("cursor", "limit", "spoilers")}
    search = convert(wanted, Search)
    page = await call.people.history.find(search, reader(call), asked.cursor, asked.limit, spoilers=asked.spoilers)
    return convert(to_builtins(page), FinishedMatches)


async def match(call: Call) -> FinishedMatch:
    found = await call.people.history.one(call.place("match"), reader(call), spoilers=call.asked.spoilers)
    if found is None:
        raise Failed(404, "no_such_match", "there is no such match, or it is not for you")
    return convert(to_builtins(found), FinishedMatch)


async def match_record(call: Call) -> Raw:
    await counted(call, "download")
    found = await call.people.history.records([call.place("match")], reader(call))
    if not found:
        raise Failed(404, "no_such_match", "there is no such match, or it is not for you")
    return Raw(dump_line(found[0]).encode())


async def download(call: Call) -> Response:
    await counted(call, "download")
    lines = await call.people.history.jsonl(call.body.matches, reader(call))
    named = {"Content-Disposition": 'attachment; filename="karat.jsonl"'}
    return Response(lines, media_type=media_for(call, JSONL), headers=named)


async def import_records(call: Call) -> ImportedMatches:
    call.known()
    await counted(call, "import")
    who = cast("Person", call.request.state.person)
    taken = await call.people.importing.take(who, call.body.records.encode(), call.body.card_file)
    bad = [convert(show_bad(line, wrong), BadLine) for line, wrong in taken.bad]
    return ImportedMatches(list(taken.matches), bad)


async def profile(call: Call) -> Profile:
    await counted(call, "search")
    people = call.people
    found = await people.accounts.find(call.place("person"))
    if found is None:
        raise Failed(404, "nobody", "there is nobody of that id")
    ratings = [
        ShownRating(pool, game, players, *shown(rating))
        for pool, game, players, rating in await people.ratings.all_of(found.id)
    ]
    return Profile(found.id, found.name, found.kind.value, found.created, found.look_alike, ratings)


async def leaderboard(call: Call) -> Leaderboard:
    await counted(call, "search")
    asked: Board = call.asked
    lines = await call.people.ratings.leaderboard(asked.pool, asked.game, asked.players, asked.limit, asked.offset)
    return Leaderboard([RankedLine(line.player, line.name, *shown(line.rating)) for line in lines])


def shown(rating: Rating) -> tuple[int, int, int]:
    return rating.points, rating.error, rating.matches


HISTORY_ROUTES = (
    Row("GET", "/api/matches", "Finished matches, the newest first", matches, None, FinishedMatches, asks=Which),
    Row("GET", "/api/matches/{match}", "A finished match", match, None, FinishedMatch, (404,), How),
    Row("GET", "/api/matches/{match}/record", "Its record", match_record, None, MatchRecord, (404,)),
    Row("POST", "/api/matches/download", "Records of many, as JSON lines", download, Many, None,
        media=JSONL, line="MatchRecord"),
    Row("POST", "/api/matches/import", "Bring records in", import_records, Records, ImportedMatches, (401,),
        longest=LONGEST_BODY),
    Row("GET", "/api/people/{person}", "A person and their ratings", profile, None, Profile, (404,)),
    Row("GET", "/api/leaderboard", "The strongest of a pool", leaderboard, None, Leaderboard, asks=Board),
)  # fmt: skip
