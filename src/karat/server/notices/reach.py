"""Requests to addresses that people gave us: to the outside world only, briefly, and whatever answers is hardly read.

A server that calls whatever address it is given could be sent to what only it can reach: itself, its database's
neighbours, the cloud's own services. So the address that a name stands for is looked at when the connection is made,
and nothing that is not plainly on the public internet is connected to. Redirects are answers like any other.
"""

from __future__ import annotations

import asyncio
import ipaddress
import socket
import ssl
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urlsplit

import httpcore
from httpcore import AnyIOBackend

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

SECONDS = 10.0
"""For each of connecting, sending and the answer's first lines."""
ALL_SECONDS = 20.0
MOST_READ = 4096
"""Bytes of an answer."""
MOST_CONNECTIONS, MOST_IDLE = 96, 8
"""As many as may be under way at once (sender.py), and a portion: nobody waits for a connection of somebody else."""
NAMES_AT_ONCE = 4
LONGEST_URL = 2000
MAPPED = (
    ipaddress.ip_network("64:ff9b::/96"),
    ipaddress.ip_network("64:ff9b:1::/48"),
    ipaddress.ip_network("2002::/16"),
)
"""Where an address of version 6 only wraps one of version 4, which may be anywhere."""


class Unwelcome(ValueError):
    """An address that this server does not call."""


class NotReached(OSError):
    """It could not be reached, or said nothing in time."""


class Reply(NamedTuple):
    status: int
    retry_after: str


class Reach:
    """A small pool of connections. With `private` an operator lets notices go to their own network, and without TLS."""

    def __init__(self, *, private: bool = False, trust: ssl.SSLContext | None = None) -> None:
        self.private = private
        self._backend = OutsideBackend(private=private)
        self._pool = httpcore.AsyncConnectionPool(
            ssl_context=trust,
            max_connections=MOST_CONNECTIONS,
            max_keepalive_connections=MOST_IDLE,
            keepalive_expiry=30.0,
            network_backend=self._backend,
        )

    def check(self, url: str) -> str:
        """The address itself; Unwelcome for one that would never be called."""
        if len(url) > LONGEST_URL or not url.isascii() or any(ord(sign) <= ord(" ") for sign in url):
            raise Unwelcome("an address is plain text of at most 2000 letters")
        try:
            parts = urlsplit(url)
            port = parts.port
        except ValueError:
            raise Unwelcome("this is not an address") from None
        if parts.scheme != "https" and not (self.private and parts.scheme == "http"):
            raise Unwelcome("an address begins with https://")
        if not parts.hostname or "@" in parts.netloc or port == 0:
            raise Unwelcome("an address names a host, and nobody's password")
        if not self.private:
            if port not in (None, 443, 8443):
                raise Unwelcome("an address has the usual port")
            refuse_local_name(parts.hostname)
        return url

    async def post(self, url: str, headers: Mapping[str, str], body: bytes) -> Reply:
        """What the other side says; Unwelcome where it is inside our walls, NotReached where it says nothing."""
        self.check(url)
        timeouts = dict.fromkeys(("connect", "read", "write", "pool"), SECONDS)
        try:
            async with (
                asyncio.timeout(ALL_SECONDS),
                self._pool.stream(
                    "POST",
                    url,
                    headers=[(name.encode(), value.encode()) for name, value in headers.items()],
                    content=body,
                    extensions={"timeout": timeouts},
                ) as answer,
            ):
                read = 0
                async for part in answer.aiter_stream():
                    read += len(part)
                    if read > MOST_READ:
                        break
                told = {name.lower(): value for name, value in answer.headers}
                return Reply(answer.status, told.get(b"retry-after", b"").decode("ascii", "replace"))
        except (
            httpcore.NetworkError,
            httpcore.ProtocolError,
            httpcore.TimeoutException,
            TimeoutError,
            OSError,
        ) as error:
            raise NotReached(f"{type(error).__name__}: {error}") from error

    async def close(self) -> None:
        await self._pool.aclose()
        self._backend.close()


class OutsideBackend(httpcore.AsyncNetworkBackend):
    """Connects to what a name stands for, if that is outside; the name is asked for once, and what it gave is used."""

    def __init__(self, *, private: bool) -> None:
        self._private = private
        self._backend = AnyIOBackend()
        # Of their own: who gives us a name that nobody answers for keeps nobody else waiting.
        self._names = ThreadPoolExecutor(NAMES_AT_ONCE, "karat-names")

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,  # noqa: ASYNC109 -- httpcore's own signature
        local_address: str | None = None,
        socket_options: Iterable[httpcore.SOCKET_OPTION] | None = None,
    ) -> httpcore.AsyncNetworkStream:
        asked = asyncio.get_running_loop().run_in_executor(self._names, resolve, host, port)
        try:
            found = await asyncio.wait_for(asked, timeout)
        except (OSError, TimeoutError) as error:
            raise httpcore.ConnectError(f"nobody knows {host}") from error
        if not self._private:
            for address in found:
                refuse_inside(address)
        return await self._backend.connect_tcp(found[0], port, timeout, local_address, socket_options)

    async def connect_unix_socket(
        self,
        path: str,  # noqa: ARG002
        timeout: float | None = None,  # noqa: ARG002, ASYNC109
        socket_options: Iterable[httpcore.SOCKET_OPTION] | None = None,  # noqa: ARG002
    ) -> httpcore.AsyncNetworkStream:
        raise Unwelcome("there are no sockets of this machine behind an address")

    def close(self) -> None:
        self._names.shutdown(wait=False, cancel_futures=True)

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)


def resolve(host: str, port: int) -> list[str]:
    """The addresses that a name stands for, as numbers."""
    return [str(one[4][0]) for one in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)]


def refuse_local_name(host: str) -> None:
    """Refuse at once what can be seen to be inside; what a name stands for is seen when it is called."""
    name = host.lower().rstrip(".")
    if name == "localhost" or name.endswith((".localhost", ".local", ".internal", ".lan", ".home.arpa")):
        raise Unwelcome("an address inside a network of one's own is not called")
    try:
        refuse_inside(name)
    except ValueError as error:
        if isinstance(error, Unwelcome):
            raise
        if "." not in name:
            raise Unwelcome("an address inside a network of one's own is not called") from None


def refuse_inside(address: str) -> None:
    """Unwelcome unless an address, as numbers, is on the public internet."""
    number = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(number, ipaddress.IPv6Address):
        wrapped = number.ipv4_mapped
        if any(number in network for network in MAPPED):
            raise Unwelcome("an address that wraps another is not called")
        number = wrapped or number
    if not number.is_global or number.is_multicast or number.is_reserved or number.is_unspecified:
        raise Unwelcome("an address inside a network of one's own is not called")
