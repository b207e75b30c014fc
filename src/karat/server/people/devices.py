"""Devices on which somebody has signed in before: guesses of others do not keep them from signing in there again.

A device has a token of its own in a cookie, and the database has its hash. It lets nobody in: all it does is that
tries from there are counted apart from those of strangers.
"""

from __future__ import annotations

import secrets
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from karat.server.people.sessions import DAY, TOKEN_BYTES, token_hash
from karat.server.store.database import Statement

if TYPE_CHECKING:
    from collections.abc import Callable

    from karat.server.people.accounts import Person
    from karat.server.store.database import Database

COOKIE = "karat_device"
LASTS = 400 * DAY
"""In seconds: as long as browsers keep a cookie."""
MOST_EACH = 20
"""Devices of one person; the one used longest ago makes way."""


@dataclass(frozen=True, slots=True)
class Devices:
    database: Database
    now: Callable[[], float] = time.time

    async def knows(self, token: str, name_key: str) -> bool:
        """Whether the account of that name has signed in on the device with this token."""
        rows = await self.database.fetch(
            "SELECT 1 FROM devices JOIN people ON people.id = devices.person WHERE hash = ? AND name_key = ?",
            token_hash(token),
            name_key,
        )
        return bool(token and rows)

    async def remember(self, person: Person, token: str) -> str | None:
        """Know this device as the person's from now on; its new token, or None where it was known."""
        used = "UPDATE devices SET used = ? WHERE hash = ? AND person = ?"
        if token and await self.database.write(Statement(used, (self.now(), token_hash(token), person.id), rows=1)):
            return None
        made = secrets.token_urlsafe(TOKEN_BYTES)
        await self.database.write(
            Statement(
                "DELETE FROM devices WHERE person = ? AND hash NOT IN"
                " (SELECT hash FROM devices WHERE person = ? ORDER BY used DESC, hash LIMIT ?)",
                (person.id, person.id, MOST_EACH - 1),
            ),
            Statement(
                "INSERT INTO devices (hash, person, used) VALUES (?, ?, ?)", (token_hash(made), person.id, self.now())
            ),
        )
        return made

    async def forget_all(self, person: Person) -> None:
        await self.database.write(Statement("DELETE FROM devices WHERE person = ?", (person.id,)))


def set_cookie(token: str, *, https: bool) -> str:
    """The value of a Set-Cookie header, for the one call that asks."""
    secure = "; Secure" if https else ""
    return f"{COOKIE}={token}; Path=/api/; Max-Age={int(LASTS)}; HttpOnly; SameSite=Strict{secure}"
