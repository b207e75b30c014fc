"""Who is behind a request or a socket, and everything about people that a call may need."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal
from urllib.parse import urlsplit

from karat.server.matches.history import History
from karat.server.matches.importing import Import
from karat.server.matches.ratings import Ratings
from karat.server.matches.statistics import Counting
from karat.server.notices.of_challenges import challenge_over, challenged
from karat.server.people.accounts import Accounts, Person
from karat.server.people.addresses import Addresses
from karat.server.people.challenges import Challenges
from karat.server.people.clock import SteadyClock
from karat.server.people.devices import Devices
from karat.server.people.follows import Attendance
from karat.server.people.live_sessions import Credential
from karat.server.people.passkeys import RelyingParty, WebAuthn
from karat.server.people.privacy import Privacy
from karat.server.people.quotas import Quotas
from karat.server.people.recovery import Recovery
from karat.server.people.relations import Relations
from karat.server.people.sanctions import Sanctions
from karat.server.people.sessions import COOKIE, Sessions, token_hash
from karat.server.people.tokens import PREFIX, Tokens, TokenScope
from karat.server.people.vacations import Vacations
from karat.server.tables.entries import Player

if TYPE_CHECKING:
    from collections.abc import Collection

    from starlette.requests import HTTPConnection

    from karat.server.people.limits import Limits
    from karat.server.store.card_files import CardFiles

EVERYTHING = frozenset(TokenScope)


@dataclass(frozen=True, slots=True)
class People:
    """Accounts, sessions and all that belongs to people, as requests ask for them."""

    accounts: Accounts
    sessions: Sessions
    passkeys: WebAuthn
    tokens: Tokens
    devices: Devices
    quotas: Quotas
    relations: Relations
    challenges: Challenges
    ratings: Ratings
    history: History
    importing: Import
    privacy: Privacy
    counting: Counting
    recovery: Recovery
    sanctions: Sanctions
    attendance: Attendance
    addresses: Addresses
    vacations: Vacations

    @classmethod
    def at(cls, card_files: CardFiles, limits: Limits, public_url: str, origins: Collection[str] = ()) -> People:
        """The people of a server that browsers find at that address."""
        address = urlsplit(public_url)
        site = RelyingParty(address.hostname or "localhost", (f"{address.scheme}://{address.netloc}", *origins))
        database, games = card_files.database, card_files.standard
        accounts, clock = Accounts(database), SteadyClock()
        return cls(
            accounts=accounts,
            sessions=Sessions(database, clock.now, clock.is_settled),
            devices=Devices(database, clock.now),
            passkeys=WebAuthn(database, accounts, site),
            tokens=Tokens(database, accounts),
            quotas=Quotas(database, limits, clock.now),
            relations=Relations(database),
            challenges=Challenges(database, challenged, challenge_over),
            ratings=Ratings(database),
            history=History(database, {name: kit.bot_names for name, kit in games.items()}),
            importing=Import(database),
            privacy=Privacy(database),
            counting=Counting(database, card_files),
            recovery=Recovery(database, accounts),
            sanctions=Sanctions(database),
            attendance=Attendance(database),
            addresses=Addresses(database),
            vacations=Vacations(database),
        )

    async def who(self, connection: HTTPConnection, token: str = "") -> Player | None:
        """The player of a request or socket, by its cookie, its bearer token, or a token that a frame gave.

        Where the session behind a cookie was prolonged, `connection.state.prolonged` is its token, to be sent anew.
        """
        given = token or token_of(connection)
        connection.state.scopes, connection.state.person, connection.state.credential = EVERYTHING, None, None
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
        connection.state.credential = Credential(token_hash(token), person.id, person.owner or "")
        return player(person)

    async def welcome(self, name: str) -> tuple[Player, str]:
        """A new guest of that name, and the token that proves it."""
        guest = await self.accounts.guest(name)
        return player(guest), await self.sessions.start(guest)

    async def count(self, quota: str, who: str) -> None:
        """Take one from what `who` may do of that, counted over all workers; TooMuch when there is nothing left."""
        await self.quotas.take(quota, who)

    def may(self, connection: HTTPConnection, what: Literal["play", "read", "chat"]) -> bool:
        """Whether whoever `who` last found on this connection may do that; whoever may play may also look."""
        scopes: frozenset[TokenScope] = getattr(connection.state, "scopes", EVERYTHING)
        return scopes is EVERYTHING or TokenScope(what) in scopes or (what == "read" and TokenScope.PLAY in scopes)

    def recognised(self, connection: HTTPConnection) -> dict[str, Any]:
        """All that `who` last found out about a connection, to be put back with `recognise`."""
        return {name: getattr(connection.state, name, None) for name in ("scopes", "person", "credential", "prolonged")}

    def recognise(self, connection: HTTPConnection, found: dict[str, Any]) -> None:
        for name, value in found.items():
            setattr(connection.state, name, value)

    def credential(self, connection: HTTPConnection) -> Credential | None:
        """What let in whoever `who` last found on this connection."""
        found: Credential | None = getattr(connection.state, "credential", None)
        return found

    async def still_in(self, keys: Collection[str]) -> frozenset[str]:
        """Which of these keys of credentials still let somebody in."""
        return await self.sessions.still_in(keys) | await self.tokens.still_in(keys)

    async def keep_apart(self, player: Player, others: Collection[str]) -> bool:
        """Whether this player and one of the others, by their ids, do not want to meet."""
        return await self.relations.keeps_away(player.id, list(others))

    async def hidden_from(self, person: str) -> frozenset[str]:
        """Whose words a person is not shown, all by their ids."""
        return await self.relations.hidden_from(person)


def player(person: Person) -> Player:
    """A person as tables know them."""
    return Player(person.id, person.name, person.kind.value, person.avatar)


def token_of(connection: HTTPConnection) -> str:
    """The token that a request carries, as a bearer or in its cookie."""
    kind, _, bearer = connection.headers.get("authorization", "").partition(" ")
    if kind.lower() == "bearer" and bearer:
        return bearer.strip()
    return connection.cookies.get(COOKIE, "")
