"""Connections before the app understands them: how many from one address, how large and how slow what they send.

What a request or a socket may do is limited where it is understood. A connection that sends nothing, a head without
an end, or a message in a million pieces never gets there; so it is counted here, as soon as it is made.
"""

from __future__ import annotations

import os
from collections import Counter
from functools import lru_cache
from typing import TYPE_CHECKING, Any, ClassVar

import msgspec
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from karat.server.http.app import SETTINGS
from karat.server.http.reading import BODY_WITHIN
from karat.server.people.quotas import address_key

if TYPE_CHECKING:
    import asyncio

    from websockets.frames import Frame

CONNECTIONS = 200
"""Open at the same time from one address, sockets aside, which have a limit of their own."""
PATIENCE = 20.0
"""Seconds for the head of a request."""
LARGEST_HEAD = 32 * 1024
"""Bytes of the head of a request, and of whatever else is not its body."""
FRAMING = 8
"""Bytes for each byte of a body in chunks that may say where chunks begin and end."""
MOST_FRAGMENTS = 16
"""Pieces of a message on a socket."""
MOST_FRAMES, WITHIN = 1000, 10.0
"""Frames of a socket, of whatever kind, in so many seconds."""
TOGETHER = 4096
"""Bytes of a socket that are looked at before they are counted: a few hundred of the smallest frames."""
AGAINST_THE_RULES = 1008
"""Why a socket is closed, as its protocol counts reasons."""


def refusal(status: str, code: str, message: str, *headers: str) -> bytes:
    """A whole response, written by hand: there is no request yet that it could answer."""
    body = f'{{"code":"{code}","message":"{message}"}}'
    head = [f"HTTP/1.1 {status}", "Content-Type: application/json", f"Content-Length: {len(body)}", *headers]
    return "\r\n".join([*head, "Connection: close", "", body]).encode()


TOO_MANY = refusal("429 Too Many Requests", "too_much", "too many connections from this address", "Retry-After: 10")
TOO_SLOW = refusal("408 Request Timeout", "too_slow", "no request came")
TOO_LARGE = refusal(
    "431 Request Header Fields Too Large", "too_large", f"the head of a request has at most {LARGEST_HEAD} bytes"
)


class HeadTooLargeError(ValueError):
    """Ends the reading of a head; the parser turns it into an error of its own."""


@lru_cache
def factor() -> float:
    """How far the settings of this worker widen limits."""
    settings = msgspec.json.decode(os.environ.get(SETTINGS, "{}"))
    return float(settings.get("limit_factor", 1.0))


def most_connections() -> float:
    return CONNECTIONS * factor()


@lru_cache
def proxies(trusted: str) -> Any:
    """Whose connections are those of many: the proxies whose word about addresses counts."""
    return ProxyHeadersMiddleware(None, trusted).trusted_hosts  # type: ignore[arg-type]


class ConnectionGuard(HttpToolsProtocol):
    """uvicorn's own protocol, with a look at who comes in, and at how much and how long each request is."""

    here: ClassVar[Counter[str]] = Counter()
    """Connections of this worker by address."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.counted = ""
        self.waiting: asyncio.TimerHandle | None = None
        self.received = self.expected = 0
        """Bytes of the request so far, and how many there may be."""
        self.head = 0
        """Bytes of what stands in its head."""
        self.too_large = False
        host = self.client[0] if self.client else ""
        trusted = self.config.forwarded_allow_ips
        if not host or host in proxies(trusted if isinstance(trusted, str) else ",".join(trusted or ())):
            return
        address = address_key(host)
        if self.here[address] >= most_connections():
            self._refuse(TOO_MANY)
            return
        self.counted = address
        self.here[address] += 1
        self._wait(PATIENCE)

    def connection_lost(self, exc: Exception | None) -> None:
        self._forget()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self) -> None:
        self._forget()  # from here on another protocol has the connection, and the app counts it
        super().handle_websocket_upgrade()

    def data_received(self, data: bytes) -> None:
        if self.waiting is None:  # another request begins, on a connection that is kept
            self._wait(PATIENCE)
        self.received += len(data)
        super().data_received(data)
        if self.received > LARGEST_HEAD + self.expected and not self.transport.is_closing():
            self._refuse(TOO_LARGE)

    # As the parser finds them

    def on_message_begin(self) -> None:
        self.head = 0
        super().on_message_begin()

    def on_url(self, url: bytes) -> None:
        self._count(len(url))
        super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        self._count(len(name) + len(value))
        super().on_header(name, value)

    def on_headers_complete(self) -> None:
        self._wait(BODY_WITHIN)
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        self.expected += FRAMING * len(body)
        super().on_body(body)

    def on_message_complete(self) -> None:
        self._stop_waiting()
        self.received = self.expected = 0
        super().on_message_complete()

    def send_400_response(self, msg: str) -> None:
        if self.too_large:
            self._refuse(TOO_LARGE)
        else:
            super().send_400_response(msg)

    def _count(self, size: int) -> None:
        """Also where a head comes in one piece, or at the end of a body."""
        self.head += size
        if self.head > LARGEST_HEAD:
            self.too_large = True
            raise HeadTooLargeError

    def _wait(self, seconds: float) -> None:
        self._stop_waiting()
        self.waiting = self.loop.call_later(seconds, self._give_up)

    def _stop_waiting(self) -> None:
        if self.waiting is not None:
            self.waiting.cancel()
            self.waiting = None

    def _give_up(self) -> None:
        self.waiting = None
        if self.cycle is None or self.cycle.response_complete:
            self._refuse(TOO_SLOW)
        else:  # an answer is under way, in the middle of which no other can be given
            self.transport.close()

    def _refuse(self, answer: bytes) -> None:
        self.transport.write(answer)
        self.transport.close()

    def _forget(self) -> None:
        self._stop_waiting()
        if self.counted:
            self.here[self.counted] -= 1
            if not self.here[self.counted]:
                del self.here[self.counted]
            self.counted = ""


class SocketGuard(WebSocketsSansIOProtocol):
    """uvicorn's own protocol for sockets, in which pieces and frames are counted: those that hold nothing cost, too."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.pieces = 0
        """Of the message that is coming in."""
        self.counted, self.since = 0, self.loop.time()
        """Frames, and since when they are counted."""

    def data_received(self, data: bytes) -> None:
        for start in range(0, len(data), TOGETHER):
            super().data_received(data[start : start + TOGETHER])
            if self.transport.is_closing():
                return
            if self.pieces > MOST_FRAGMENTS:
                self._refuse(f"a message has at most {MOST_FRAGMENTS} pieces")
            elif self.counted > MOST_FRAMES * factor():
                self._refuse("too many frames")

    def handle_cont(self, event: Frame) -> None:
        self._count()
        self.pieces += 1
        if self.pieces <= MOST_FRAGMENTS:
            super().handle_cont(event)

    def handle_text(self, event: Frame) -> None:
        self._count()
        self.pieces = 1
        super().handle_text(event)

    def handle_bytes(self, event: Frame) -> None:
        self._count()
        self.pieces = 1
        super().handle_bytes(event)

    def handle_ping(self) -> None:
        self._count()
        super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        self._count()
        super().handle_pong(event)

    def _count(self) -> None:
        now = self.loop.time()
        if now - self.since > WITHIN:
            self.counted, self.since = 0, now
        self.counted += 1

    def _refuse(self, why: str) -> None:
        self.conn.fail(AGAINST_THE_RULES, why)
        self.handle_parser_exception()
