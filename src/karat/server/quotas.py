"""Limits on how often, as token buckets: so many at once, refilled at a steady rate.

A bucket is kept as one moment, the time at which it would be full again (GCRA). Where guesses matter the moment stands
in the database, so that several workers count together; elsewhere in memory, of which there is a bounded amount.
"""

from __future__ import annotations

import ipaddress
import math
import time
from collections import OrderedDict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from karat.server.database import Statement

if TYPE_CHECKING:
    from collections.abc import Callable

    from karat.server.database import Database

MINUTE, HOUR, DAY = 60.0, 3600.0, 86400.0
MOST_REMEMBERED = 100_000
"""Buckets in memory, some 20 MB; the one used longest ago is forgotten first."""
SWEPT_EVERY = 256
"""Full buckets are swept out of the database once in so many takes of a worker."""


@dataclass(frozen=True, slots=True)
class Bucket:
    """`burst` at once, and `burst` again over `per` seconds; `shared` between workers or not."""

    burst: int
    per: float
    shared: bool = False

    @property
    def every(self) -> float:
        """The seconds that one take costs."""
        return self.per / self.burst


LIMITS = {
    "request": Bucket(120, MINUTE / 2),  # anything at all, by session or address
    "connect": Bucket(60, MINUTE),  # sockets opened, by address
    "guest": Bucket(20, HOUR, shared=True),  # by address
    "register": Bucket(10, HOUR, shared=True),  # by address
    "login": Bucket(20, 10 * MINUTE, shared=True),  # by address
    "login-name": Bucket(10, 10 * MINUTE, shared=True),  # by name and address: nobody locks another out
    "login-any": Bucket(200, HOUR, shared=True),  # by name, from everywhere
    "password": Bucket(5, 10 * MINUTE, shared=True),  # by person
    "passkey": Bucket(30, 10 * MINUTE, shared=True),  # by address
    "rename": Bucket(3, DAY, shared=True),  # by person
    "say": Bucket(5, 10.0),  # by person
    "report": Bucket(10, HOUR, shared=True),  # by person
    "relation": Bucket(60, HOUR),  # by person: mutes and blocks
    "search": Bucket(30, MINUTE),  # by session or address: history and leaderboards
    "download": Bucket(10, MINUTE),  # by session or address
    "import": Bucket(20, HOUR, shared=True),  # by person
    "export": Bucket(3, HOUR, shared=True),  # by person
    "token": Bucket(10, HOUR, shared=True),  # by person
    "table": Bucket(30, HOUR, shared=True),  # tables made, by person
    "join": Bucket(30, MINUTE, shared=True),  # tables joined, by address: passwords of tables can be guessed
    "action": Bucket(60, 10.0),  # by person
}


class TooMany(Exception):
    """Asked too often; `retry_after` is in whole seconds, at least one."""

    def __init__(self, limit: str, wait: float) -> None:
        super().__init__(f"too many of {limit!r}, again in {wait:.1f} s")
        self.limit = limit
        self.retry_after = max(1, math.ceil(wait))


@dataclass(slots=True)
class Limits:
    database: Database
    now: Callable[[], float] = time.time
    buckets: dict[str, Bucket] = field(default_factory=lambda: dict(LIMITS))
    remembered: int = MOST_REMEMBERED
    _full_at: OrderedDict[str, float] = field(default_factory=OrderedDict)
    _takes: int = 0

    async def take(self, limit: str, who: str) -> None:
        """One from the bucket of `who`; TooMany when it is empty."""
        bucket = self.buckets[limit]
        if bucket.shared:
            await self._take_shared(limit, bucket, f"{limit}:{who}")
        else:
            self.take_here(limit, who)

    def take_here(self, limit: str, who: str) -> None:
        """The same in this worker only, without waiting for anything."""
        bucket, key, now = self.buckets[limit], f"{limit}:{who}", self.now()
        full_at = max(self._full_at.get(key, 0.0), now)
        wait = full_at + bucket.every - (now + bucket.per)
        if wait > 0:
            raise TooMany(limit, wait)
        self._full_at[key] = full_at + bucket.every
        self._full_at.move_to_end(key)
        while len(self._full_at) > self.remembered:
            self._full_at.popitem(last=False)

    async def _take_shared(self, limit: str, bucket: Bucket, key: str) -> None:
        now, cost = self.now(), bucket.every
        newest = now + bucket.per - cost  # a bucket that is full again later than this has nothing left
        taken = await self.database.write(
            Statement(
                "INSERT INTO limits (id, full_at) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET full_at ="
                " CASE WHEN limits.full_at > ? THEN limits.full_at + ? ELSE excluded.full_at END"
                " WHERE limits.full_at <= ?",
                (key, now + cost, now, cost, newest),
                rows=1,
            )
        )
        self._takes += 1
        if self._takes % SWEPT_EVERY == 0:
            await self.database.write(Statement("DELETE FROM limits WHERE full_at < ?", (now,)))
        if not taken:
            rows = await self.database.fetch("SELECT full_at FROM limits WHERE id = ?", key)
            raise TooMany(limit, float(str(rows[0][0])) - newest if rows else cost)


def address_key(address: str | None) -> str:
    """Who is behind an address: itself, or with IPv6 the network of 64 bits that one household has."""
    try:
        parsed = ipaddress.ip_address(address or "")
    except ValueError:
        return "elsewhere"
    if isinstance(parsed, ipaddress.IPv6Address):
        if parsed.ipv4_mapped:
            return str(parsed.ipv4_mapped)
        return str(ipaddress.IPv6Network((parsed, 64), strict=False))
    return str(parsed)
