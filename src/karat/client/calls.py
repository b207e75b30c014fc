"""The REST calls of a Karat server."""

from __future__ import annotations

import asyncio
import secrets
from typing import TYPE_CHECKING, Any

from karat.client.calling import problem_in
from karat.client.following import Followed
from karat.client.meeting import Meeting
from karat.client.moderating import Moderating
from karat.client.salts import pledge
from karat.client.same_cards import SameCards
from karat.client.telling import Telling

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

LOOK_AGAIN = 0.5
"""Seconds between two looks at a review that fills in."""
SESSION = "karat"
"""The cookie by which a server knows who signed in."""


class Client(Meeting, SameCards, Telling, Moderating):
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

    async def sign_up(self, name: str, password: str) -> None:
        """Make an account, and be it from now on; a guest keeps their seats and matches."""
        await self._signed("/api/accounts", name, password)

    async def sign_in(self, name: str, password: str) -> None:
        """Be who has that account from now on; what one did as a guest comes along."""
        await self._signed("/api/login", name, password)

    async def _signed(self, path: str, name: str, password: str) -> None:
        me = await self.call("POST", path, {"name": name, "password": password})
        self.name, self.id, self.token = me["name"], me["id"], self._http.cookies[SESSION]

    async def me(self) -> dict[str, Any]:
        """Who one is here: `id`, `name`, `kind`."""
        told: dict[str, Any] = await self.call("GET", "/api/me")
        return told

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

    async def review(self, match: str, seat: int | None = None) -> AsyncIterator[dict[str, Any]]:
        """A finished match reviewed for a seat, one's own unless given: again and again as it fills in.

        The last one has `progress` 1. For example::

            async for told in ada.review("k3vq8wz1n5"):
                print(f"{told['progress']:.0%}")
        """
        told = await self.call("POST", f"/api/matches/{match}/review", {"seat": seat})
        while True:
            yield told
            if told["progress"] >= 1:
                return
            await asyncio.sleep(LOOK_AGAIN)
            told = await self.call("GET", f"/api/matches/{match}/review?seat={told['seat']}")

    async def try_again(self, match: str, step: int, action: str) -> dict[str, Any]:
        """What another action is worth at a choice of a finished match, beside what is best there."""
        body = {"step": step, "action": action}
        judged: dict[str, Any] = (await self.call("POST", f"/api/matches/{match}/choice", body))["judged"]
        return judged

    async def play_on(self, match: str, step: int, *, seat: int, level: str | None = None) -> str:
        """The id of a new table of one's own against bots, from what a replay of the match shows at a step."""
        body = {"step": step, "seat": seat, "level": level}
        table = str((await self.call("POST", f"/api/matches/{match}/play-on", body))["table"])
        self._salts[table] = ""
        return table

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
