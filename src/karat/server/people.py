"""Who somebody is: the little that tables ask of accounts and sessions, and guests, who need neither."""

from __future__ import annotations

import hashlib
import secrets
import time
from typing import TYPE_CHECKING, Literal, Protocol

from karat.server.database import Statement
from karat.server.entries import Player

if TYPE_CHECKING:
    from collections.abc import Collection

    from starlette.requests import HTTPConnection

    from karat.server.database import Database

COOKIE = "karat"
LASTS = 180 * 86400
"""Seconds for which a browser keeps it."""


class People(Protocol):
    """Sessions, as tables see them."""

    async def who(self, connection: HTTPConnection, token: str = "") -> Player | None:
        """The player of a request or socket, by its cookie, its bearer token, or a token that a frame gave."""

    async def welcome(self, name: str) -> tuple[Player, str]:
        """A new guest of that name, and the token that proves it."""

    def may(self, connection: HTTPConnection, what: Literal["play", "read", "chat"]) -> bool:
        """Whether whoever `who` last found on this connection may do that: a token can be for less than all."""

    async def keep_apart(self, player: Player, others: Collection[str]) -> bool:
        """Whether this player and one of the others, by their ids, do not want to meet."""

    async def hidden_from(self, person: str) -> frozenset[str]:
        """Whose words a person is not shown, all by their ids."""


class Guests:
    """People with a name and nothing else. Only a hash of their token is kept."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def who(self, connection: HTTPConnection, token: str = "") -> Player | None:
        given = token or token_of(connection)
        if not given:
            return None
        rows = await self._database.fetch("SELECT id, name FROM guests WHERE token_hash = ?", hashed(given))
        return Player(str(rows[0][0]), str(rows[0][1])) if rows else None

    async def welcome(self, name: str) -> tuple[Player, str]:
        token, now = secrets.token_urlsafe(32), time.time()
        player = Player(f"guest:{secrets.token_hex(8)}", " ".join(name.split()))
        await self._database.write(
            Statement(
                "INSERT INTO guests (id, token_hash, name, created, seen) VALUES (?, ?, ?, ?, ?)",
                (player.id, hashed(token), player.name, now, now),
                rows=1,
            )
        )
        return player, token

    def may(self, connection: HTTPConnection, what: Literal["play", "read", "chat"]) -> bool:  # noqa: ARG002
        return True

    async def keep_apart(self, player: Player, others: Collection[str]) -> bool:  # noqa: ARG002
        return False

    async def hidden_from(self, person: str) -> frozenset[str]:  # noqa: ARG002
        return frozenset()


def token_of(connection: HTTPConnection) -> str:
    """The token that a request carries, as a bearer or in its cookie."""
    kind, _, bearer = connection.headers.get("authorization", "").partition(" ")
    if kind.lower() == "bearer" and bearer:
        return bearer.strip()
    return connection.cookies.get(COOKIE, "")


def hashed(token: str) -> str:
    """What is stored of a token. It is long and random, so a plain hash is enough."""
    return hashlib.sha256(token.encode("utf-8", "surrogateescape")).hexdigest()
