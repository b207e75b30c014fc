"""What holds of every request and every answer: by which names this server is called, and what browsers may keep.

A page of another site whose name is made to lead here (DNS rebinding) would be of our own origin to a browser, and only
the name tells. Numbers cannot be made to lead anywhere, so they are let in, as friends in one's own network use them.
"""

from __future__ import annotations

import ipaddress
import socket
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders

from karat.server.http import problems
from karat.server.http.problems import Failed

if TYPE_CHECKING:
    from collections.abc import Iterable

    from starlette.types import ASGIApp, Message, Receive, Scope, Send

ANY = "*"
"""In place of a name: every one."""
STARTS = frozenset({"http.response.start", "websocket.http.response.start"})


def own_names(addresses: Iterable[str], more: Iterable[str]) -> frozenset[str]:
    """The names under which browsers may find a server at these addresses, and more that were named."""
    machine = socket.gethostname().lower()
    found = {urlsplit(address).hostname or "" for address in addresses}
    return frozenset({"localhost", machine, f"{machine.partition('.')[0]}.local", *found, *map(str.lower, more)}) - {""}


def name_of(host: str) -> str:
    """The name in a Host header, without its port."""
    given = host.strip().lower()
    if given.startswith("["):
        return given[1:].partition("]")[0]
    return given.partition(":")[0].removesuffix(".")


def is_number(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


class Gate:
    """Refuses what is asked of another host, and has nothing kept or guessed at that nobody said may be."""

    def __init__(self, app: ASGIApp, names: frozenset[str]) -> None:
        self._app = app
        self._names = names

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return

        async def guarded(message: Message) -> None:
            if message["type"] in STARTS:
                headers = MutableHeaders(scope=message)
                headers.setdefault("X-Content-Type-Options", "nosniff")
                headers.setdefault("Cache-Control", "no-store")
            await send(message)

        # Browsers always say which host they mean, and say it once; programs of old may not.
        names = [name_of(host) for host in Headers(scope=scope).getlist("host")]
        if all(self._is_ours(name) for name in names):
            await self._app(scope, receive, guarded)
            return
        shown = " ".join(names)[:100].encode("ascii", "backslashreplace").decode()
        told = f"this server is not called {shown!r}; `karat serve --allow-host` says what it is called"
        await problems.answer(Failed(421, "wrong_host", told))(scope, receive, guarded)

    def _is_ours(self, name: str) -> bool:
        known = name in self._names or name.endswith(".localhost") or ANY in self._names
        return known or not name or is_number(name)
