"""One REST call to a Karat server, and what refuses it."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, urlencode

import httpx

if TYPE_CHECKING:
    from types import TracebackType
    from typing import Self

MOST_TRIES = 8


class Problem(Exception):
    """A call that the server refused: the HTTP status and a code for programs."""

    def __init__(self, status: int, code: str, message: str, params: dict[str, str]) -> None:
        super().__init__(f"{code}: {message}")
        self.status = status
        self.code = code
        self.params = params


def problem_in(response: httpx.Response) -> Problem:
    """What an answer says of why it refuses."""
    said = response.json()
    return Problem(response.status_code, said["code"], said["message"], said.get("params", {}))


def asked(**query: Any) -> str:
    """The end of a path: what is given of a query.

    >>> asked(name="Ada & Bea", before=None), asked(before=None)
    ('?name=Ada+%26+Bea', '')
    """
    given = {name: value for name, value in query.items() if value is not None}
    return f"?{urlencode(given)}" if given else ""


def part(name: str) -> str:
    """A name as a part of a path."""
    return quote(name, safe="")


class Caller:
    """Somebody at a server: a guest of that name unless a token says who it is."""

    def __init__(self, url: str, *, name: str = "", token: str = "") -> None:
        self.url = url.rstrip("/")
        self.name = name
        self.token = token
        self.id = ""
        self._salts: dict[str, str] = {}
        """By table, those that were pledged."""
        self._http = httpx.AsyncClient(base_url=self.url, timeout=60)

    async def __aenter__(self) -> Self:
        if not self.token and self.name:
            welcome = await self.call("POST", "/api/guests", {"name": self.name})
            self.token, self.id = welcome["token"], welcome["id"]
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._http.aclose()

    async def call(self, method: str, path: str, body: dict[str, Any] | None = None) -> Any:
        """One REST call, tried again while the server is away or asks to wait; Problem where it refuses."""
        return (await self._answer(method, path, body)).json()

    async def _answer(self, method: str, path: str, body: dict[str, Any] | None = None) -> httpx.Response:
        headers = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        pause = 0.1
        for attempt in range(MOST_TRIES):
            last = attempt == MOST_TRIES - 1
            try:
                response = await self._http.request(method, path, json=body, headers=headers)
            except httpx.TransportError:
                if last or method != "GET":  # whether a change was made cannot be known here
                    raise
                await asyncio.sleep(pause)
                pause = min(2 * pause, 2.0)
                continue
            if response.status_code in (429, 503) and not last:
                await asyncio.sleep(float(response.headers.get("Retry-After", "1")))
                continue
            break
        if response.is_success:
            return response
        raise problem_in(response)
