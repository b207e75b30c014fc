"""Connections before they have asked for anything: so many from one address, and none that stays silent.

What a request or a socket may do is limited where it is understood. A connection that sends nothing never gets
there, and would be held open until there is none left for others; so it is counted here, as soon as it is made.
"""

from __future__ import annotations

import os
from collections import Counter
from functools import lru_cache
from typing import TYPE_CHECKING, Any, ClassVar

import msgspec
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware
from uvicorn.protocols.http.auto import AutoHTTPProtocol

from karat.server.http.app import SETTINGS
from karat.server.people.quotas import address_key

if TYPE_CHECKING:
    import asyncio

CONNECTIONS = 200
"""Open at the same time from one address, sockets aside, which have a limit of their own."""
PATIENCE = 20.0
"""Seconds for the head of the first request."""


def refusal(status: str, code: str, message: str, *headers: str) -> bytes:
    """A whole response, written by hand: there is no request yet that it could answer."""
    body = f'{{"code":"{code}","message":"{message}"}}'
    head = [f"HTTP/1.1 {status}", "Content-Type: application/json", f"Content-Length: {len(body)}", *headers]
    return "\r\n".join([*head, "Connection: close", "", body]).encode()


TOO_MANY = refusal("429 Too Many Requests", "too_much", "too many connections from this address", "Retry-After: 10")
TOO_SLOW = refusal("408 Request Timeout", "too_slow", "no request came")


@lru_cache
def most_connections() -> float:
    """How many connections one address may have, as the settings of this worker widen it."""
    settings = msgspec.json.decode(os.environ.get(SETTINGS, "{}"))
    return CONNECTIONS * float(settings.get("limit_factor", 1.0))


@lru_cache
def proxies(trusted: str) -> Any:
    """Whose connections are those of many: the proxies whose word about addresses counts."""
    return ProxyHeadersMiddleware(None, trusted).trusted_hosts  # type: ignore[arg-type]


class ConnectionGuard(AutoHTTPProtocol):  # type: ignore[misc,valid-type]
    """uvicorn's own protocol, with a look at who comes in."""

    here: ClassVar[Counter[str]] = Counter()
    """Connections of this worker by address."""

    def connection_made(self, transport: asyncio.Transport) -> None:
        super().connection_made(transport)
        self.counted, self.waiting = "", None
        host = self.client[0] if self.client else ""
        trusted = self.config.forwarded_allow_ips
        if not host or host in proxies(trusted if isinstance(trusted, str) else ",".join(trusted)):
            return
        address = address_key(host)
        if self.here[address] >= most_connections():
            self._refuse(TOO_MANY)
            return
        self.counted = address
        self.here[address] += 1
        self.waiting = self.loop.call_later(PATIENCE, self._look_for_a_request)

    def connection_lost(self, exc: Exception | None) -> None:
        self._forget()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self, *arguments: Any) -> None:
        self._forget()  # from here on another protocol has the connection, and the app counts it
        super().handle_websocket_upgrade(*arguments)

    def _look_for_a_request(self) -> None:
        if self.cycle is None:
            self._refuse(TOO_SLOW)

    def _refuse(self, answer: bytes) -> None:
        self.transport.write(answer)
        self.transport.close()

    def _forget(self) -> None:
        if self.waiting is not None:
            self.waiting.cancel()
        if self.counted:
            self.here[self.counted] -= 1
            if not self.here[self.counted]:
                del self.here[self.counted]
            self.counted = ""
