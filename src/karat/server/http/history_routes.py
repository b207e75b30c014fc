"""What can be asked over REST about finished matches and ratings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, cast

from msgspec import Meta, Raw, Struct, convert, to_builtins
from starlette.responses import Response

from karat.record import dump_line
from karat.server.http.calls import LONGEST_OPENING, Call, CardText, MatchRecord, Row, media_for
from karat.server.http.problems import Failed
from karat.server.matches.finished import Sharing
from karat.server.matches.history import MOST_DOWNLOADED, MOST_LISTED, Against, Result, Search
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
    edition: Annotated[str, Meta(max_length=64)] | None = None
    against: Against | None = None
    """Whom the person that is looked for, or whoever asks, met there."""
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
    least: Annotated[int, Meta(ge=0, le=1000)] = 0
    """Matches before a person is listed."""


class Share(Struct, frozen=True, forbid_unknown_fields=True):
    private: bool
    """Whether nobody sees the match but who played it; else whoever has its address does."""


class Many(Struct, frozen=True, forbid_unknown_fields=True):
    matches: Annotated[list[MatchId], Meta(min_length=1, max_length=MOST_DOWNLOADED)]


class Records(Struct, frozen=True, forbid_unknown_fields=True):
    records: Annotated[str, Meta(max_length=LONGEST_IMPORT)]
    """JSON lines of karat/1."""
    card_file: CardText = ""
    """The card file that they were played with, where this server does not have it."""


class SeatAt(Struct, frozen=True):
    name: str
    level: str
    """Of a bot of the house; empty for everybody else."""
    avatar: str
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
    edition: str
    sharing: Sharing
    yours: bool
    """Whether whoever asks played it or brought it in, and so may say who else sees it."""


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


class RankedLine(Struct, frozen=True):
    player: str
    name: str
    points: int
    error: int
    matches: int
    avatar: str = ""


class Leaderboard(Struct, frozen=True):
    lines: list[RankedLine]


def reader(call: Call) -> str | None:
    return call.player.id if call.player else None


async def counted(call: Call, quota: str) -> None:
    await call.people.quotas.take(quota, reader(call) or call.address)


async def matches(call: Call) -> FinishedMatches:
    await counted(call, "search")
    asked: Which = call.asked
    if asked.game is not None:
        call.kit(asked.game)
    wanted = {name: value for name, value in to_builtins(asked).items() if name not in ("cursor", "limit", "spoilers")}
    search = convert(wanted, Search)
    page = await call.people.history.find(search, reader(call), asked.cursor, asked.limit, spoilers=asked.spoilers)
    return convert(to_builtins(page), FinishedMatches)


async def match(call: Call) -> FinishedMatch:
    found = await call.people.history.one(call.place("match"), reader(call), spoilers=call.asked.spoilers)
    if found is None:
        raise Failed(404, "no_such_match", "there is no such match, or it is not for you")
    return convert(to_builtins(found), FinishedMatch)


async def share(call: Call) -> FinishedMatch:
    """Keep a match of one's own private, or open it to whoever has its address."""
    who, history, wanted = call.known(), call.people.history, call.place("match")
    found = await history.one(wanted, who.id)
    if found is None or not found.yours:
        raise Failed(404, "no_such_match", "there is no such match of yours")
    await history.share(wanted, who.id, private=call.body.private)
    return convert(to_builtins(await history.one(wanted, who.id)), FinishedMatch)


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


async def leaderboard(call: Call) -> Leaderboard:
    await counted(call, "search")
    asked: Board = call.asked
    call.kit(asked.game)
    wanted = (asked.pool, asked.game, asked.players, asked.limit, asked.offset, asked.least)
    lines = await call.people.ratings.leaderboard(*wanted)
    apart = await call.people.relations.apart_from(call.player.id) if call.player else ()
    return Leaderboard(
        [
            RankedLine(line.player, line.name, *shown(line.rating), line.avatar)
            for line in lines
            if line.player not in apart
        ]
    )


def shown(rating: Rating) -> tuple[int, int, int]:
    return rating.points, rating.error, rating.matches


HISTORY_ROUTES = (
    Row("GET", "/api/matches", "Finished matches, the newest first", matches, None, FinishedMatches, (404,), Which),
    Row("GET", "/api/matches/{match}", "A finished match", match, None, FinishedMatch, (404,), How),
    Row("POST", "/api/matches/{match}/sharing", "Keep a match private, or not", share, Share, FinishedMatch,
        (401, 404, 409)),
    Row("GET", "/api/matches/{match}/record", "Its record", match_record, None, MatchRecord, (404,)),
    Row("POST", "/api/matches/download", "Records of many, as JSON lines", download, Many, None,
        media=JSONL, line="MatchRecord"),
    Row("POST", "/api/matches/import", "Bring records in", import_records, Records, ImportedMatches, (401,),
        longest=LONGEST_BODY),
    Row("GET", "/api/leaderboard", "The strongest of a pool", leaderboard, None, Leaderboard, (404,), Board),
)  # fmt: skip
