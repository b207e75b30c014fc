"""How often somebody may do what is about people: so many at once, refilled at a steady rate.

Where guesses matter a bucket stands in the database, so that several workers count together, as one moment: the time at
which it would be full again (GCRA). The others are the worker's own, in `karat.server.people.limits`.
"""

from __future__ import annotations

import ipaddress
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from karat.server.people.limits import Limits, Rate, TooMuch
from karat.server.store.database import Statement

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from karat.server.store.database import Database

MINUTE, HOUR, DAY = 60.0, 3600.0, 86400.0
SKEW = MINUTE
"""By which the clocks of workers may differ."""
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


QUOTAS = {
    "guest": Bucket(60, 10 * MINUTE, shared=True),  # by address: new ones
    "table": Bucket(60, 10 * MINUTE, shared=True),  # by address: new ones
    "table-password": Bucket(10, MINUTE, shared=True),  # by table and address: tries
    "register": Bucket(10, HOUR, shared=True),  # by address
    "login": Bucket(20, 10 * MINUTE, shared=True),  # by address
    "login-name": Bucket(10, 10 * MINUTE, shared=True),  # by name and address: nobody locks another out
    "login-any": Bucket(200, HOUR, shared=True),  # by name, from everywhere
    "login-device": Bucket(20, 10 * MINUTE, shared=True),  # by device on which the account has signed in before
    "password": Bucket(5, 10 * MINUTE, shared=True),  # by person
    "recover": Bucket(10, HOUR, shared=True),  # by address: tries of codes
    "recover-name": Bucket(20, DAY, shared=True),  # by name, from everywhere
    "passkey": Bucket(30, 10 * MINUTE, shared=True),  # by address
    "rename": Bucket(3, DAY, shared=True),  # by person
    "profile": Bucket(60, HOUR),  # by person: changes
    "report": Bucket(10, HOUR, shared=True),  # by person
    "relation": Bucket(60, HOUR),  # by person: mutes and blocks
    "follow": Bucket(60, HOUR, shared=True),  # by person
    "club": Bucket(5, DAY, shared=True),  # by person: new ones
    "club-act": Bucket(120, HOUR, shared=True),  # by person: joining, inviting, roles, dates
    "tournament": Bucket(10, DAY, shared=True),  # by person: opened ones
    "tournament-act": Bucket(240, HOUR, shared=True),  # by person: entering and directing
    "seek": Bucket(60, 10 * MINUTE, shared=True),  # by person: wishes of the table finder
    "moderate": Bucket(300, HOUR, shared=True),  # by person: a moderator's acts
    "signals": Bucket(60, HOUR, shared=True),  # by person: what fair play is looked at by
    "search": Bucket(30, MINUTE),  # by session or address: history and leaderboards
    "download": Bucket(10, MINUTE),  # by session or address
    "challenge": Bucket(60, 10 * MINUTE, shared=True),  # by person: sent
    "import": Bucket(20, HOUR, shared=True),  # by person
    "review": Bucket(20, HOUR, shared=True),  # by person: matches to be reviewed, and their deals played by bots
    "retry": Bucket(60, HOUR, shared=True),  # by person: moments tried again, and what could be known there
    "puzzle": Bucket(120, HOUR, shared=True),  # by person: answers
    "export": Bucket(3, HOUR, shared=True),  # by person
    "token": Bucket(10, HOUR, shared=True),  # by person
    "channel": Bucket(30, HOUR, shared=True),  # by person: where notices go, and tries of it
    "mail": Bucket(5, HOUR, shared=True),  # by person, and by address: letters with a code
}


@dataclass(slots=True)
class Quotas:
    """The buckets of everybody. Those that are not shared are the worker's own, whose factor widens all."""

    database: Database
    limits: Limits
    now: Callable[[], float] = time.time
    buckets: dict[str, Bucket] = field(default_factory=lambda: dict(QUOTAS))
    _takes: int = 0

    async def take(self, quota: str, who: str) -> None:
        """One from the bucket of `who`; TooMuch when it is empty."""
        bucket, factor = self.buckets[quota], self.limits.factor
        if bucket.shared:
            await self._take_shared(Bucket(max(1, round(bucket.burst * factor)), bucket.per), f"{quota}:{who}")
        else:
            self.limits.take(f"{quota} {who}", Rate(bucket.burst, bucket.burst / bucket.per))

    async def _take_shared(self, bucket: Bucket, key: str) -> None:
        now, cost = self.now(), bucket.every
        newest = now + bucket.per - cost  # a bucket that is full again later than this has nothing left
        latest = now + bucket.per + SKEW  # and one later than this was filled by a clock that was wrong: it is new
        taken = await self.database.write(
            Statement(
                "INSERT INTO limits (id, full_at) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET full_at ="
                " CASE WHEN limits.full_at > ? AND limits.full_at <= ? THEN limits.full_at + ?"
                " ELSE excluded.full_at END"
                " WHERE limits.full_at <= ? OR limits.full_at > ?",
                (key, now + cost, now, latest, cost, newest, latest),
                rows=1,
            )
        )
        self._takes += 1
        if self._takes % SWEPT_EVERY == 0:
            await self.database.write(Statement("DELETE FROM limits WHERE full_at < ?", (now,)))
        if not taken:
            rows = await self.database.fetch("SELECT full_at FROM limits WHERE id = ?", key)
            raise TooMuch(max(1.0, float(str(rows[0][0])) - newest) if rows else cost)


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


def is_within(address: str, networks: Iterable[str]) -> bool:
    """Whether it is an address of one of these networks, such as 10.0.0.0/8."""
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return False
    own = getattr(parsed, "ipv4_mapped", None) or parsed
    return any(own in ipaddress.ip_network(network, strict=False) for network in networks)
