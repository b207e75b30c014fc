"""What every call over REST has: who asks and for what, and the row that says how it is reached."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct
from starlette.responses import Response

from karat.server.house.log import NoSuchTable
from karat.server.http.problems import Failed
from karat.server.people.limits import ENTRIES, WISHES
from karat.server.tables.commands import Answer, Ask, Back, Order, Prefer, Rematch, Sender
from karat.server.wire.frames import TABLE_ID

if TYPE_CHECKING:
    from starlette.requests import Request

    from karat.bots.bot import Candidate
    from karat.kit import Kit
    from karat.server.daily.deals import DailyDeals
    from karat.server.daily.field import DailyField
    from karat.server.house.admission import Admission
    from karat.server.house.bot_pool import Consideration, Study
    from karat.server.house.external_bots import ExternalBots
    from karat.server.house.house import House
    from karat.server.house.listeners import Listeners
    from karat.server.house.live import Fold
    from karat.server.house.resting import RestKeeper
    from karat.server.house.seating import RunningTables
    from karat.server.http.metrics import Metrics
    from karat.server.http.people import People
    from karat.server.moderation.audit import AuditLog
    from karat.server.moderation.signals import Signals
    from karat.server.notices.sender import NoticeSender
    from karat.server.people.limits import Limits
    from karat.server.people.live_sessions import LiveSessions
    from karat.server.reviews.across import AcrossReviews
    from karat.server.reviews.puzzle_book import PuzzleBook
    from karat.server.reviews.reviewer import Reviewer
    from karat.server.social.clubs import Clubs
    from karat.server.social.finder import Finder
    from karat.server.social.friends import Friends
    from karat.server.tables.commands import Wanted
    from karat.server.tables.entries import Player
    from karat.server.tournaments.directing import Directing

LARGEST = 256 * 1024
"""Bytes of a card file that may be sent; no game's own limit lies above it."""
CardText = Annotated[str, Meta(max_length=LARGEST)]
LONGEST_OPENING = 2 * LARGEST
"""As JSON, with every line break and quotation mark of a card file escaped."""


PLAYING = frozenset({"tables", "play", "daily", "tournaments", "bots", "challenges", "friends", "clubs", "finder"})
"""The tags of calls by which one plays and meets others."""


class Done(Struct, frozen=True):
    done: bool = True


@dataclass(frozen=True, slots=True)
class Studies:
    """What calls about matches that are studied need."""

    reviewer: Reviewer
    study: Callable[[Study, Sequence[str]], Awaitable[Any]]
    """Have something found out for these people."""
    across: AcrossReviews
    puzzles: PuzzleBook


@dataclass(frozen=True, slots=True)
class EventRooms:
    """What calls about deals of a day and tournaments need."""

    deals: DailyDeals
    field: DailyField
    directing: Directing


@dataclass(frozen=True, slots=True)
class Society:
    """What calls about people among each other need."""

    friends: Friends
    clubs: Clubs
    finder: Finder
    admission: Admission
    audit: AuditLog
    signals: Signals
    resting: RestKeeper


@dataclass(frozen=True, slots=True)
class Worker:
    """What a worker has that its calls and sockets need."""

    house: House
    listeners: Listeners
    external_bots: ExternalBots
    people: People
    limits: Limits
    live_sessions: LiveSessions
    metrics: Metrics
    running_tables: RunningTables
    consider: Callable[[Consideration, Sequence[str]], Awaitable[tuple[Candidate, ...]]]
    """Have a bot say what it thinks of, for these people."""
    studies: Studies
    notices: NoticeSender
    events: EventRooms
    society: Society


@dataclass
class Call:
    """A request with what is known of it."""

    request: Request
    worker: Worker
    address: str
    player: Player | None
    body: Any = None
    asked: Any = None
    """The query, as the row's `asks`."""
    token: str | None = None
    """Of a session that is made on the way; becomes a cookie. Empty to take the cookie back."""
    device: str | None = None
    """The token of a device that is new to an account; becomes a cookie of its own."""

    @property
    def house(self) -> House:
        return self.worker.house

    @property
    def people(self) -> People:
        return self.worker.people

    @property
    def limits(self) -> Limits:
        return self.worker.limits

    @property
    def events(self) -> EventRooms:
        return self.worker.events

    async def submit(self, command: Wanted) -> Fold:
        """Take what the player wants of the table to the house; the table afterwards."""
        limit_entries(self.limits, self.known().id, command)
        return await self.house.submit(self.table_id, Sender(self.known()), command)

    def place(self, name: str) -> str:
        """A part of the path that is an id."""
        given = str(self.request.path_params[name])
        if not re.fullmatch("[0-9A-Za-z_-]{1,400}", given):
            raise Failed(404, "not_found", "nothing has such an id")
        return given

    def kit(self, game: str) -> Kit:
        """A game of this house; Failed for any other, whatever is asked about it."""
        if game not in self.house.games:
            there_are = ", ".join(self.house.games)
            raise Failed(
                404, "no_such_game", f"there is no game {game!r}; there are {there_are}", params={"game": game}
            )
        return self.house.games[game]

    @property
    def game(self) -> str:
        """The game that the path names, which there is."""
        return self.kit(self.place("game")).name

    @property
    def table_id(self) -> str:
        given = str(self.request.path_params["table"])
        if not re.fullmatch(TABLE_ID, given):
            raise NoSuchTable(given)
        return given

    def known(self) -> Player:
        if self.player is None:
            raise Failed(401, "who_are_you", "this needs a session: join with a name first")
        return self.player

    async def known_or(self, name: str | None) -> Player:
        """The player, or a new guest of that name."""
        if self.player is not None:
            return self.player
        if name is None or not name.strip():
            raise Failed(401, "who_are_you", "this needs a session, or a name")
        await self.people.count("guest", self.address)
        self.player, self.token = await self.people.welcome(name)
        return self.player


WISHING = (Prefer, Order, Ask, Answer, Back, Rematch)
"""Commands that are no moves of the match."""


def limit_entries(limits: Limits, person: str, command: Wanted) -> None:
    """TooMuch for who writes more into logs than play needs: a log is never rewritten, and everybody waits for it."""
    limits.take(f"entries {person}", ENTRIES)
    if isinstance(command, WISHING):
        limits.take(f"wishes {person}", WISHES)


class MatchRecord(Struct, frozen=True):
    """A match in the form `karat/1` (docs/records.md), with more fields than these: deals, actions, names, seeds."""

    format: Literal["karat/1"]
    game: str
    rules: int
    """The version of the game's rules."""
    players: int
    variants: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Row:
    """One call: how it is reached, what goes in and comes out, and with which statuses."""

    method: str
    path: str
    does: str
    handler: Callable[[Call], Awaitable[Any]]
    takes: type[Struct] | None = None
    gives: type[Struct] | None = None
    """Of JSON; None where something else comes out, see `media`."""
    refuses: tuple[int, ...] = ()
    """The statuses with which it refuses, beside those that every call has; with 401 it needs a session."""
    asks: type[Struct] | None = None
    """The query of the path."""
    longest: int = 65536
    """Bytes of the body."""
    media: str = "application/json"
    """What comes out, where it is not JSON; who asks for `text/plain` is given the same as that."""
    line: str = ""
    """The type of each line, where it is lines of JSON: a name among the types of the wire."""
    greets: bool = False
    """Whether a guest is made of who has no session and says a name."""
    tag: str = ""
    """What the call is about; `all_routes` says."""

    @property
    def plays(self) -> bool:
        """Whether it is something that who is suspended may not do; they may read, and look after their account."""
        return self.method != "GET" and self.tag in PLAYING


def media_for(call: Call, media: str) -> str:
    """The media type of an answer that is not JSON: its own, unless plain text is asked for."""
    accepted = call.request.headers.get("accept", "")
    return "text/plain" if "text/plain" in accepted and media not in accepted else media


def kept(call: Call, told: Struct) -> Response:
    """An answer that browsers keep, and ask after only whether it is still the same."""
    body = msgspec.json.encode(told)
    tag = f'"{hashlib.sha256(body).hexdigest()[:32]}"'
    headers = {"ETag": tag, "Cache-Control": "public, max-age=60"}
    given = call.request.headers.get("if-none-match", "")
    if tag in [each.strip().removeprefix("W/") for each in given.split(",")]:
        return Response(status_code=304, headers=headers)
    return Response(body, media_type="application/json", headers=headers)
