"""Sessions: a random token in a cookie here, its hash in the database there. And the guard against other sites.

Whoever reads the database learns no token; whoever holds a token is let in until it expires or is signed out.
"""

from __future__ import annotations

import hashlib
import secrets
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from karat.server.people.accounts import COLUMNS, AccountKind, Person
from karat.server.people.live_sessions import KEY_TOLD, out
from karat.server.store.database import Statement

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping

    from karat.server.store.database import Database

COOKIE = "karat"
DAY = 24 * 3600.0
LASTS = {AccountKind.GUEST: 180 * DAY, AccountKind.ACCOUNT: 30 * DAY}
"""After its last use, in seconds. A guest who loses the cookie loses the name, so that one lasts longer."""
TOUCHED_EVERY = DAY
"""How stale the last use may be in the database: a session in use writes once a day."""
PROVEN_FOR = 600.0
"""Seconds for which who has proven who they are need not do so again for what opens another way in."""
MOST_EACH = 20
"""Sessions of one person; the one used longest ago makes way."""
TOKEN_BYTES = 32
ASKED_TOGETHER = 500
"""Hashes that are looked for in one query."""
SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})


@dataclass(frozen=True, slots=True)
class Signed:
    """Somebody who is in, and whether the cookie should be sent anew because it was prolonged."""

    person: Person
    prolonged: bool


@dataclass(frozen=True, slots=True)
class Sessions:
    database: Database
    now: Callable[[], float] = time.time
    is_settled: Callable[[], bool] = lambda: True
    """Whether the clock is sure enough to delete or shorten anything by."""

    async def start(self, person: Person, replacing: str | None = None) -> str:
        """A new token; the one it replaces, such as a guest's before login, ends in the same moment."""
        token, now = secrets.token_urlsafe(TOKEN_BYTES), self.now()
        swept = [Statement("DELETE FROM sessions WHERE expires <= ?", (now,))] if self.is_settled() else []
        statements = [
            *swept,
            Statement(
                "DELETE FROM sessions WHERE person = ? AND hash NOT IN"
                " (SELECT hash FROM sessions WHERE person = ? ORDER BY used DESC, hash LIMIT ?)",
                (person.id, person.id, MOST_EACH - 1),
            ),
            Statement(
                "INSERT INTO sessions (hash, person, created, used, expires, proven) VALUES (?, ?, ?, ?, ?, ?)",
                (token_hash(token), person.id, now, now, now + LASTS[person.kind], now),
                rows=1,
            ),
        ]
        if not replacing:
            await self.database.write(*statements)
            return token
        before = token_hash(replacing)
        statements.insert(0, Statement("DELETE FROM sessions WHERE hash = ?", (before,)))
        await self.database.write(*statements, notify=out(before[:KEY_TOLD]))
        return token

    async def who(self, token: str) -> Signed | None:
        """The person whose session it is, unless it has expired or they are suspended."""
        now = self.now()
        columns = ", ".join(f"people.{column}" for column in COLUMNS.split(", "))
        rows = await self.database.fetch(
            f"SELECT {columns}, sessions.used FROM sessions JOIN people ON people.id = sessions.person"  # noqa: S608
            " WHERE hash = ? AND expires > ? AND suspended = 0",
            token_hash(token),
            now,
        )
        if not rows:
            return None
        person, used = Person.of(rows[0][:-1]), float(str(rows[0][-1]))
        # A use in the future was written by a clock that was wrong, unless it is this one.
        if now - used < TOUCHED_EVERY and (used - now < TOUCHED_EVERY or not self.is_settled()):
            return Signed(person, prolonged=False)
        await self.database.write(
            Statement(
                "UPDATE sessions SET used = ?, expires = ? WHERE hash = ?",
                (now, now + LASTS[person.kind], token_hash(token)),
            )
        )
        return Signed(person, prolonged=True)

    async def prove(self, token: str) -> None:
        """Note that whoever holds this session has just proven who they are, as signing in does."""
        proven = Statement("UPDATE sessions SET proven = ? WHERE hash = ?", (self.now(), token_hash(token)))
        await self.database.write(proven)

    async def is_proven(self, token: str) -> bool:
        """Whether they have lately."""
        rows = await self.database.fetch("SELECT proven FROM sessions WHERE hash = ?", token_hash(token))
        return bool(rows) and abs(self.now() - float(str(rows[0][0]))) < PROVEN_FOR

    async def end(self, token: str) -> None:
        key = token_hash(token)
        await self.database.write(Statement("DELETE FROM sessions WHERE hash = ?", (key,)), notify=out(key[:KEY_TOLD]))

    async def end_all(self, person: Person, but: str | None = None) -> None:
        """Sign out everywhere; `but` spares the one that asked for it."""
        await self.database.write(
            Statement(
                "DELETE FROM sessions WHERE person = ? AND hash <> ?", (person.id, token_hash(but) if but else "")
            ),
            notify=out(person.id),
        )

    async def still_in(self, keys: Collection[str]) -> frozenset[str]:
        """Which of these hashes are of sessions that let somebody in."""
        return await found_in(
            self.database,
            "SELECT hash FROM sessions JOIN people ON people.id = sessions.person WHERE suspended = 0 AND expires > ?",
            self.now(),
            keys,
        )


async def found_in(database: Database, query: str, value: float, keys: Collection[str]) -> frozenset[str]:
    """The hashes among `keys` that a query finds, some hundreds at a time."""
    wanted, found = sorted(keys), set[str]()
    for start in range(0, len(wanted), ASKED_TOGETHER):
        part = wanted[start : start + ASKED_TOGETHER]
        rows = await database.fetch(f"{query} AND hash IN ({', '.join('?' * len(part))})", value, *part)
        found |= {str(row[0]) for row in rows}
    return frozenset(found)


def token_hash(token: str) -> str:
    """Tokens are random and long: a plain hash cannot be searched backwards."""
    return hashlib.sha256(token.encode()).hexdigest()


def set_cookie(token: str, *, https: bool) -> str:
    """The value of a Set-Cookie header; with an empty token, of one that takes the cookie back."""
    age = int(max(LASTS.values())) if token else 0
    return f"{COOKIE}={token}; Path=/; Max-Age={age}; HttpOnly; SameSite=Lax{'; Secure' if https else ''}"


def from_other_site(method: str, headers: Mapping[str, str], origins: Collection[str], *, socket: bool = False) -> bool:
    """Whether a browser says that another site is behind an unsafe request or a socket.

    Programs that are not browsers send neither header, and no cookie that they were not given. `headers` are in
    small letters; `origins` are ours, and the host that was asked for counts as one.
    """
    if method in SAFE_METHODS and not socket:
        return False
    site = headers.get("sec-fetch-site")
    if site is not None and site not in {"same-origin", "none"}:
        return headers.get("origin") not in origins
    origin = headers.get("origin")
    if origin is None or origin in origins:
        return False
    _, separator, host = origin.lower().partition("://")
    return not separator or host != headers.get("host", "").lower()
