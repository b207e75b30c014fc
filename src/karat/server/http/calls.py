"""What every call over REST has: who asks and for what, and the row that says how it is reached."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct
from starlette.responses import Response

from karat.games import GAMES
from karat.server.http.problems import Failed
from karat.server.tables.live import NoSuchTable
from karat.server.wire.frames import TABLE_ID

if TYPE_CHECKING:
    from starlette.requests import Request

    from karat.server.http.limits import Limits
    from karat.server.people.people import People
    from karat.server.tables.entries import Player
    from karat.server.tables.external_bots import Outside
    from karat.server.tables.house import House

LARGEST = max((kit.card_files.largest for kit in GAMES.values() if kit.card_files), default=0)
"""Bytes of a card file."""
CardText = Annotated[str, Meta(max_length=LARGEST)]
LONGEST_OPENING = 2 * LARGEST
"""As JSON, with every line break and quotation mark of a card file escaped."""


class Done(Struct, frozen=True):
    done: bool = True


@dataclass
class Call:
    """A request with what is known of it."""

    request: Request
    house: House
    people: People
    limits: Limits
    address: str
    player: Player | None
    body: Any = None
    asked: Any = None
    """The query, as the row's `asks`."""
    outside: Outside | None = None
    token: str | None = None
    """Of a session that is made on the way; becomes a cookie. Empty to take the cookie back."""

    def place(self, name: str) -> str:
        """A part of the path that is an id."""
        given = str(self.request.path_params[name])
        if not re.fullmatch("[0-9A-Za-z_-]{1,400}", given):
            raise Failed(404, "not_found", "nothing has such an id")
        return given

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
