"""What every call over REST has: who asks and for what, and the row that says how it is reached."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
from msgspec import Meta, Struct
from starlette.responses import Response

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

LARGEST = 256 * 1024
"""Bytes of a card file that may be sent; no game's own limit lies above it."""
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


@dataclass(frozen=True, slots=True)
class Row:
    """One call: how it is reached, what goes in and comes out, and with which statuses."""

    method: str
    path: str
    does: str
    handler: Callable[[Call], Awaitable[Any]]
    takes: type[Struct] | None = None
    gives: type[Struct] | None = None
    """None for a record, whose form is `karat/1`."""
    refuses: tuple[int, ...] = ()
    asks: type[Struct] | None = None
    """The query of the path."""
    longest: int = 65536
    """Bytes of the body."""
    media: str = "application/json"
    """What comes out, where it is not JSON."""


def kept(call: Call, told: Struct) -> Response:
    """An answer that browsers keep, and ask after only whether it is still the same."""
    body = msgspec.json.encode(told)
    tag = f'"{hashlib.sha256(body).hexdigest()[:32]}"'
    headers = {"ETag": tag, "Cache-Control": "public, max-age=60"}
    given = call.request.headers.get("if-none-match", "")
    if tag in [each.strip().removeprefix("W/") for each in given.split(",")]:
        return Response(status_code=304, headers=headers)
    return Response(body, media_type="application/json", headers=headers)
