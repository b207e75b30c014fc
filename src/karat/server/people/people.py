"""Who somebody is: the little that tables ask of accounts and sessions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, Protocol

if TYPE_CHECKING:
    from collections.abc import Collection

    from starlette.requests import HTTPConnection

    from karat.server.people.visits import Admission
    from karat.server.tables.entries import Player

COOKIE = "karat"


class People(Protocol):
    """Sessions, as tables see them."""

    async def who(self, connection: HTTPConnection, token: str = "") -> Player | None:
        """The player of a request or socket, by its cookie, its bearer token, or a token that a frame gave.

        Where the session behind a cookie was prolonged, `connection.state.prolonged` is its token, to be sent anew.
        """

    async def welcome(self, name: str) -> tuple[Player, str]:
        """A new guest of that name, and the token that proves it."""

    async def count(self, quota: str, who: str) -> None:
        """Take one from what `who` may do of that, counted over all workers; TooMuch when there is nothing left."""

    def may(self, connection: HTTPConnection, what: Literal["play", "read", "chat"]) -> bool:
        """Whether whoever `who` last found on this connection may do that: a token can be for less than all."""

    def admission(self, connection: HTTPConnection) -> Admission | None:
        """What let in whoever `who` last found on this connection."""

    async def still_in(self, keys: Collection[str]) -> frozenset[str]:
        """Which of these keys of admissions still let somebody in."""

    async def keep_apart(self, player: Player, others: Collection[str]) -> bool:
        """Whether this player and one of the others, by their ids, do not want to meet."""

    async def hidden_from(self, person: str) -> frozenset[str]:
        """Whose words a person is not shown, all by their ids."""


def token_of(connection: HTTPConnection) -> str:
    """The token that a request carries, as a bearer or in its cookie."""
    kind, _, bearer = connection.headers.get("authorization", "").partition(" ")
    if kind.lower() == "bearer" and bearer:
        return bearer.strip()
    return connection.cookies.get(COOKIE, "")
