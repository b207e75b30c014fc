"""Tokens for programs: each lets a bot of one's own in, with stated scopes, until it is revoked.

A token is shown once, when it is made; the database has its hash. Whoever comes with one is the bot, never its owner.
"""

from __future__ import annotations

import secrets
import time
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from karat.server.people.accounts import COLUMNS, Accounts, NotPossible, Person, new_id
from karat.server.people.live_sessions import out
from karat.server.people.sessions import TOKEN_BYTES, found_in, token_hash
from karat.server.store.database import Statement

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable

    from karat.server.store.database import Database, Row

PREFIX = "karat_"
"""So that a token that strays into a log or a repository can be known for what it is."""
MOST_EACH = 20
LONGEST_LABEL = 60
TOUCHED_EVERY = 3600.0


class TokenScope(StrEnum):
    PLAY = "play"
    """Make and join tables, and act there."""
    READ = "read"
    """See tables, history and ratings as the bot may."""
    CHAT = "chat"


@dataclass(frozen=True, slots=True)
class Token:
    """What may be told of a token: everything but itself."""

    id: str
    bot: str
    """The name of the bot."""
    label: str
    scopes: tuple[TokenScope, ...]
    created: float
    used: float | None

    @classmethod
    def of(cls, row: Row) -> Token:
        id_, bot, label, scopes, created, used = row
        return cls(
            str(id_),
            str(bot),
            str(label),
            tuple(TokenScope(scope) for scope in str(scopes).split()),
            float(str(created)),
            None if used is None else float(str(used)),
        )


@dataclass(frozen=True, slots=True)
class Admitted:
    """A bot that came with a token, and what it may do."""

    person: Person
    scopes: frozenset[TokenScope]


@dataclass(frozen=True, slots=True)
class Tokens:
    database: Database
    accounts: Accounts
    now: Callable[[], float] = time.time

    async def make(self, owner: Person, bot: str, scopes: Iterable[TokenScope], label: str = "") -> tuple[str, Token]:
        """A new token for the owner's bot of that name, which is made when it is new."""
        wanted = tuple(scope for scope in TokenScope if scope in set(scopes))
        if not wanted:
            raise NotPossible("no_scopes")
        if len(await self.listed(owner)) >= MOST_EACH:
            raise NotPossible("too_many_tokens")
        person = await self.accounts.bot(owner, bot)
        secret = PREFIX + secrets.token_urlsafe(TOKEN_BYTES)
        token = Token(new_id(), person.name, " ".join(label.split())[:LONGEST_LABEL], wanted, self.now(), None)
        await self.database.write(
            Statement(
                "INSERT INTO tokens (id, hash, person, owner, label, scopes, created) VALUES (?, ?, ?, ?, ?, ?, ?)",
                (token.id, token_hash(secret), person.id, owner.id, token.label, " ".join(wanted), token.created),
                rows=1,
            )
        )
        return secret, token

    async def who(self, secret: str) -> Admitted | None:
        """The bot that a token is for, unless it is revoked or the bot or its owner suspended."""
        if not secret.startswith(PREFIX):
            return None
        columns = ", ".join(f"people.{column}" for column in COLUMNS.split(", "))
        rows = await self.database.fetch(
            f"SELECT {columns}, tokens.scopes, tokens.used FROM tokens JOIN people ON people.id = tokens.person"  # noqa: S608
            " WHERE hash = ? AND people.suspended = 0",
            token_hash(secret),
        )
        if not rows:
            return None
        *columns_of_person, scopes, used = rows[0]
        if used is None or self.now() - float(str(used)) > TOUCHED_EVERY:
            touch = Statement("UPDATE tokens SET used = ? WHERE hash = ?", (self.now(), token_hash(secret)))
            await self.database.write(touch)
        return Admitted(
            Person.of(tuple(columns_of_person)), frozenset(TokenScope(scope) for scope in str(scopes).split())
        )

    async def listed(self, owner: Person) -> list[Token]:
        rows = await self.database.fetch(
            "SELECT tokens.id, people.name, label, scopes, tokens.created, used FROM tokens"
            " JOIN people ON people.id = tokens.person WHERE tokens.owner = ? ORDER BY tokens.created, tokens.id",
            owner.id,
        )
        return [Token.of(row) for row in rows]

    async def revoke(self, owner: Person, token: str) -> bool:
        """Whether there was such a token of theirs; it lets nobody in from now on."""
        return await self.database.write(
            Statement("DELETE FROM tokens WHERE id = ? AND owner = ?", (token, owner.id), rows=1), notify=out(owner.id)
        )

    async def still_in(self, keys: Collection[str]) -> frozenset[str]:
        """Which of these hashes are of tokens that let a bot in."""
        return await found_in(
            self.database,
            "SELECT hash FROM tokens JOIN people ON people.id = tokens.person"
            " WHERE suspended = 0 AND tokens.created <= ?",
            self.now(),
            keys,
        )
