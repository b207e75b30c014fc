"""From which addresses people with accounts came lately, as keyed hashes.

Whether two came from the same one can be told, and nothing else.
The key is the server's own and a new one begins every month; the one before it is thrown away then, and so is what was
hashed with it. No address is written anywhere.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
import time
from collections import OrderedDict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from karat.server.store.database import Statement

if TYPE_CHECKING:
    from collections.abc import Callable

    from karat.server.store.database import Database
    from karat.server.tables.entries import Player

DAY = 86400.0
KEPT_FOR = 30 * DAY
WRITTEN_EVERY = DAY / 4
MOST_EACH = 20
"""Addresses of one person; the one unused for longest is forgotten."""
MOST_NOTED = 20_000
KEY = "addresses"


@dataclass(slots=True)
class Addresses:
    database: Database
    now: Callable[[], float] = time.time
    _key: tuple[str, float] = ("", 0.0)
    _written: OrderedDict[tuple[str, str], float] = field(default_factory=OrderedDict)

    async def note(self, player: Player, address: str) -> None:
        """Keep that somebody with an account played from an address; a worker writes it a few times a day."""
        now = self.now()
        if player.kind != "account" or abs(now - self._written.get((player.id, address), 0.0)) < WRITTEN_EVERY:
            return
        self._written[player.id, address] = now
        if len(self._written) > MOST_NOTED:
            self._written.popitem(last=False)
        hashed = await self._hashed(address)
        await self.database.write(
            Statement("DELETE FROM addresses WHERE last < ?", (now - KEPT_FOR,)),
            Statement(
                "INSERT INTO addresses (person, hash, first, last) SELECT id, ?, ?, ? FROM people WHERE id = ?"
                " ON CONFLICT (person, hash) DO UPDATE SET last = excluded.last",
                (hashed, now, now, player.id),
            ),
            Statement(
                "DELETE FROM addresses WHERE person = ? AND hash NOT IN"
                " (SELECT hash FROM addresses WHERE person = ? ORDER BY last DESC, hash LIMIT ?)",
                (player.id, player.id, MOST_EACH),
            ),
        )

    async def mark(self, address: str) -> str:
        """What stands for an address this month, and tells nothing else of it."""
        return await self._hashed(address)

    async def _hashed(self, address: str) -> str:
        key, until = self._key
        if until <= self.now():
            key, until = self._key = await self._current_key()
        return hmac.new(key.encode(), address.encode(), hashlib.sha256).hexdigest()[:32]

    async def _current_key(self) -> tuple[str, float]:
        """The key that all workers share, and until when; a new one forgets all that was hashed with the last."""
        for _ in range(3):
            now = self.now()
            rows = await self.database.fetch("SELECT body, at FROM hash_keys WHERE id = ?", KEY)
            if rows and float(str(rows[0][1])) > now - KEPT_FOR:
                return str(rows[0][0]), min(float(str(rows[0][1])) + KEPT_FOR, now + DAY / 24)
            made = secrets.token_hex(32)
            insert = Statement("INSERT INTO hash_keys (id, body, at) VALUES (?, ?, ?)", (KEY, made, now), rows=1)
            gone = []
            if rows:
                gone.append(Statement("DELETE FROM hash_keys WHERE id = ? AND at = ?", (KEY, rows[0][1]), rows=1))
                gone.append(Statement("DELETE FROM addresses"))
            await self.database.write(*gone, insert)
        raise OSError("no key for addresses could be agreed on")
