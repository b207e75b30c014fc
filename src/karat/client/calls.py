"""The REST calls of a Karat server."""

from __future__ import annotations

import asyncio
import secrets
from typing import TYPE_CHECKING, Any

import httpx

from karat.client.following import Followed
from karat.client.salts import pledge

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


class Client:
    """Somebody at a server: a guest of that name unless a token says who it is.

    For example::

        async with Client("http://127.0.0.1:8000", name="Ada") as ada:
            table = await ada.open_table({"game": "aurum", "players": 4})
            await ada.fill(table)
            async with ada.follow(table) as followed:
                async for update in followed:
                    if followed.owes:
                        await followed.act(followed.legal[0])
    """

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
            return response.json()
        raise problem_in(response)

    async def open_table(
        self,
        config: dict[str, Any],
        *,
        seat: int | None = 0,
        password: str = "",
        salt: str = "",
        card_file: str = "",
    ) -> str:
        """The id of a new table, with the text of a card file.

        With a salt of one's own for its shuffles, which is pledged now and told by whoever follows the table.
        """
        body = {"config": config, "seat": seat, "password": password, "pledge": pledge(salt)}
        body |= {"card_file": card_file} if card_file else {}
        table = str((await self.call("POST", "/api/tables", body))["table"])
        self._salts[table] = salt
        return table

    async def join(self, table: str, *, seat: int | None = None, password: str = "", salt: str = "") -> int:
        """Sit down, perhaps with a salt as in `open_table`; the seat."""
        body = {"seat": seat, "password": password, "pledge": pledge(salt)}
        taken = int((await self.call("POST", f"/api/tables/{table}/join", body))["seat"])
        self._salts[table] = salt
        return taken

    async def leave(self, table: str) -> None:
        await self.call("POST", f"/api/tables/{table}/leave")

    async def kick(self, table: str, seat: int) -> None:
        await self.call("POST", f"/api/tables/{table}/kick", {"seat": seat})

    async def fill(self, table: str, level: str | None = None) -> None:
        """Seat bots wherever nobody sits."""
        await self.call("POST", f"/api/tables/{table}/fill", {"level": level})

    async def invite(self, table: str, bot: str) -> None:
        """Ask a bot from outside, by its name, to one's own table."""
        await self.call("POST", f"/api/tables/{table}/invite", {"bot": bot})

    async def stand_in(self, table: str, seat: int) -> None:
        """Want a bot for somebody who is gone."""
        await self.call("POST", f"/api/tables/{table}/stand-in", {"seat": seat})

    async def rematch(self, table: str) -> None:
        await self.call("POST", f"/api/tables/{table}/rematch", {"cid": secrets.token_hex(8)})

    async def table(self, table: str) -> dict[str, Any]:
        shown: dict[str, Any] = await self.call("GET", f"/api/tables/{table}")
        return shown

    async def record(self, table: str) -> dict[str, Any]:
        """The `karat/1` record of a match that is over."""
        record: dict[str, Any] = await self.call("GET", f"/api/tables/{table}/record")
        return record

    async def card_file(self, cards: str) -> bytes:
        """The card file of that SHA-256."""
        response = await self._http.get(f"/api/cards/{cards}")
        if not response.is_success:
            raise problem_in(response)
        return response.content

    def follow(self, table: str, *, password: str = "", decisions: bool = False) -> Followed:
        """What happens at a table, for who sits there or watches."""
        url = self.url.replace("http", "ws", 1) + "/ws"
        return Followed(url, self.token, table, password, decisions, salt=self._salts.get(table, ""))
