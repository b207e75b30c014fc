"""From where a deal of a day was begun before, so that who has seen its cards counts in the field only once.

What stands here is of no person: a random token that a browser keeps for two days, as a hash, and keyed hashes of
addresses from which guests began. It goes when the day is over. It cannot stop somebody with a second device, or with
two accounts on two browsers, nor with a fresh private window as long as the address has guests left: it bounds how
much a field can be filled by one person, and no more.
"""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, NamedTuple

from karat.server.people.sessions import TOKEN_BYTES, token_hash
from karat.server.store.database import Statement

if TYPE_CHECKING:
    from karat.server.people.addresses import Addresses

COOKIE = "karat_daily"
KEPT_FOR = 2 * 86400
"""Seconds; a day's deal cannot be begun for longer."""
MOST_GUESTS = 8
"""Of one address whose attempts count: a family at one table, not a person with ten names."""
BEGIN = (
    "INSERT INTO daily_attempts (deal, person, table_id, began, line, counts) SELECT ?, ?, ?,"
    " CAST(? AS DOUBLE PRECISION), '', CASE WHEN EXISTS (SELECT 1 FROM daily_origins WHERE deal = ? AND origin = ?)"
    " OR EXISTS (SELECT 1 FROM daily_origins WHERE deal = ? AND origin = ? AND attempts >= ?) THEN 0 ELSE 1 END"
)
NOTE = (
    "INSERT INTO daily_origins (deal, origin, attempts) VALUES (?, ?, 1)"
    " ON CONFLICT (deal, origin) DO UPDATE SET attempts = daily_origins.attempts + 1"
)
FORGET = "DELETE FROM daily_origins WHERE deal IN (SELECT id FROM daily_deals WHERE day < ?)"


class Origin(NamedTuple):
    device: str
    """A hash; empty for a program, which keeps no cookies."""
    address: str = ""
    """A keyed hash, of a guest's; empty for accounts, which stand for themselves."""


NOWHERE = Origin("")


async def origin_of(addresses: Addresses, token: str, address: str, *, is_guest: bool) -> Origin:
    """By the token that the browser keeps, and the address where that is all there is to go by."""
    device = f"device {token_hash(token)}" if token else ""
    return Origin(device, f"address {await addresses.mark(address)}" if is_guest else "")


def beginning(deal: str, person: str, table: str, now: float, origin: Origin) -> list[Statement]:
    """For the unit that opens the table of an attempt."""
    known = (deal, origin.device, deal, origin.address, MOST_GUESTS)
    attempt = Statement(BEGIN, (deal, person, table, now, *known), rows=1)
    return [attempt, *(Statement(NOTE, (deal, one)) for one in origin if one)]


def new_token() -> str:
    return secrets.token_urlsafe(TOKEN_BYTES)


def set_cookie(token: str, *, https: bool) -> str:
    """The value of a Set-Cookie header."""
    secure = "; Secure" if https else ""
    return f"{COOKIE}={token}; Path=/api/daily/; Max-Age={KEPT_FOR}; HttpOnly; SameSite=Strict{secure}"
