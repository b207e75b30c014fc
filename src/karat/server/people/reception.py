"""Everything about people that a request may need, and the way tables see it: who somebody is and may do."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal
from urllib.parse import urlsplit

from karat.server.http.problems import Failed
from karat.server.matches.history import History
from karat.server.matches.importing import Import
from karat.server.matches.ratings import Ratings
from karat.server.people.accounts import Accounts, Person
from karat.server.people.names import BadName
from karat.server.people.passkeys import Passkeys, Place
from karat.server.people.people import COOKIE, token_of
from karat.server.people.privacy import Privacy
from karat.server.people.quotas import Quotas
from karat.server.people.relations import Relations
from karat.server.people.sessions import Sessions, token_hash
from karat.server.people.tokens import PREFIX, Scope, Tokens
from karat.server.people.visits import Admission
from karat.server.tables.entries import Player

if TYPE_CHECKING:
    from collections.abc import Collection

    from starlette.requests import HTTPConnection

    from karat.server.http.limits import Limits
    from karat.server.store.database import Database

EVERYTHING = frozenset(Scope)


@dataclass(frozen=True, slots=True)
class Reception:
    """People, as the house asks for them, with accounts behind it."""

    accounts: Accounts
    sessions: Sessions
    passkeys: Passkeys
    tokens: Tokens
    quotas: Quotas
    relations: Relations
    ratings: Ratings
    history: History
    importing: Import
    privacy: Privacy

    @classmethod
    def at(cls, database: Database, limits: Limits, public_url: str, origins: Collection[str] = ()) -> Reception:
        """The reception of a server that browsers find at that address."""
        address = urlsplit(public_url)
        place = Place(address.hostname or "localhost", (f"{address.scheme}://{address.netloc}", *origins))
        accounts = Accounts(database)
        return cls(
            accounts=accounts,
            sessions=Sessions(database),
            passkeys=Passkeys(database, accounts, place),
            tokens=Tokens(database, accounts),
            quotas=Quotas(database, limits),
            relations=Relations(database),
            ratings=Ratings(database),
            history=History(database),
            importing=Import(database),
            privacy=Privacy(database),
        )

    async def who(self, connection: HTTPConnection, token: str = "") -> Player | None:
        given = token or token_of(connection)
        connection.state.scopes, connection.state.person, connection.state.admission = EVERYTHING, None, None
        connection.state.prolonged = None
        if not given:
            return None
        if given.startswith(PREFIX):
            admitted = await self.tokens.who(given)
            if admitted is None:
                return None
            connection.state.scopes = admitted.scopes
            return self._admitted(connection, given, admitted.person)
        signed = await self.sessions.who(given)
        if signed is None:
            return None
        if signed.prolonged and connection.cookies.get(COOKIE) == given:
            connection.state.prolonged = given
        return self._admitted(connection, given, signed.person)

    def _admitted(self, connection: HTTPConnection, token: str, person: Person) -> Player:
        connection.state.person = person
        connection.state.admission = Admission(token_hash(token), person.id, person.owner or "")
        return player(person)

    async def welcome(self, name: str) -> tuple[Player, str]:
        try:
            guest = await self.accounts.guest(name)
        except BadName as bad:
            raise Failed(409, bad.why, str(bad)) from None
        return player(guest), await self.sessions.start(guest)

    async def count(self, quota: str, who: str) -> None:
        await self.quotas.take(quota, who)

    def may(self, connection: HTTPConnection, what: Literal["play", "read", "chat"]) -> bool:
        """Whoever may play may also look."""
        scopes: frozenset[Scope] = getattr(connection.state, "scopes", EVERYTHING)
        return Scope(what) in scopes or (what == "read" and Scope.PLAY in scopes)

    def admission(self, connection: HTTPConnection) -> Admission | None:
        found: Admission | None = getattr(connection.state, "admission", None)
        return found

    async def still_in(self, keys: Collection[str]) -> frozenset[str]:
        return await self.sessions.still_in(keys) | await self.tokens.still_in(keys)

    async def keep_apart(self, player: Player, others: Collection[str]) -> bool:
        return await self.relations.keeps_away(player.id, list(others))

    async def hidden_from(self, person: str) -> frozenset[str]:
        return await self.relations.hidden_from(person)


def player(person: Person) -> Player:
    return Player(person.id, person.name, person.kind.value)
