"""The REST calls of a Karat server."""

from __future__ import annotations

import asyncio
import secrets
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, urlencode

import httpx

from karat.client.following import Followed
from karat.client.salts import pledge

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Sequence
    from types import TracebackType
    from typing import Self

MOST_TRIES = 8
WAIT_AGAIN = 2.0
"""Seconds between two questions of who waits for a table; whoever does not ask for long waits no longer."""
LOOK_AGAIN = 0.5
"""Seconds between two looks at a review that fills in."""


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

    async def challenge(self, to: str | None, config: dict[str, Any], **more: Any) -> dict[str, Any]:
        """Ask a person or a bot, by name or id, to a match; with None whoever likes. It has an `id` and a `state`.

        More is `seat`, one's own; `other_seat`; and `lasts`, the seconds for which it waits. The seats that are left
        are bots of the house::

            sent = await ada.challenge("Goosebot", {"game": "aurum", "players": 4}, other_seat=2)
        """
        sent: dict[str, Any] = await self.call("POST", "/api/challenges", {"to": to, "config": config, **more})
        return sent

    async def challenges(self) -> dict[str, Any]:
        """Those `received`, those `sent`, and those `open` to all."""
        found: dict[str, Any] = await self.call("GET", "/api/challenges")
        return found

    async def accept(self, challenge: str, *, salt: str = "") -> str:
        """Say yes, perhaps with a salt as in `open_table`: the id of the table at which both sit."""
        taken = await self.call("POST", f"/api/challenges/{challenge}/accept", {"pledge": pledge(salt)})
        self._salts[taken["table"]] = salt
        return str(taken["table"])

    async def decline(self, challenge: str, reason: str = "no_reason") -> None:
        """Say no, and why: later, game, rules, players, clock, rated, casual, no_bots, only_bots or no_reason."""
        await self.call("POST", f"/api/challenges/{challenge}/decline", {"reason": reason})

    async def withdraw(self, challenge: str) -> None:
        """Take back one's own."""
        await self.call("POST", f"/api/challenges/{challenge}/withdraw")

    async def order(self, table: str, *actions: str) -> list[str]:
        """Say in advance what one does when one is asked, the most wanted first; what stands then.

        As in `await ada.order(table, "keep")`: it is done until it ends by itself, as what it stood on has changed, or
        until one says otherwise; without actions it is taken back.
        """
        told = await self.call("POST", f"/api/tables/{table}/orders", {"actions": actions})
        return list(told["orders"])

    async def orders(self, table: str) -> dict[str, Any]:
        """`orders`, what one has said in advance and still stands, and `may_order`, what one may say."""
        told: dict[str, Any] = await self.call("GET", f"/api/tables/{table}/orders")
        return told

    async def stand_in(self, table: str, seat: int) -> None:
        """Want a bot for somebody who is gone."""
        await self.call("POST", f"/api/tables/{table}/stand-in", {"seat": seat})

    async def rematch(self, table: str) -> None:
        await self.call("POST", f"/api/tables/{table}/rematch", {"cid": secrets.token_hex(8)})

    async def friends(self) -> list[dict[str, Any]]:
        """Whom one follows and is followed by; of friends, whether they are there and what they play."""
        people: list[dict[str, Any]] = (await self.call("GET", "/api/friends"))["people"]
        return people

    async def follow_person(self, person: str, *, follow: bool = True) -> None:
        """Follow somebody by id or name, or no longer; two who follow each other are friends."""
        await self.call("POST", "/api/friends", {"person": person, "follow": follow})

    async def find_table(self, wish: dict[str, Any]) -> str:
        """Wait for others who want the same, and be seated with them; the table. Cancelling ends the wish.

        For example::

            table = await ada.find_table({"game": "aurum", "players": [3, 4]})
        """
        try:
            state = await self.call("POST", "/api/finder", {"wish": wish})
            while not state["table"]:
                await asyncio.sleep(WAIT_AGAIN)
                state = await self.call("POST", "/api/finder/wait")
        finally:
            await self.call("POST", "/api/finder/leave")
        return str(state["table"])

    async def club(self, club: str) -> dict[str, Any]:
        """A club by its name or id: members, and for who is one its tables, dates and standings."""
        shown: dict[str, Any] = await self.call("GET", f"/api/clubs/{quote(club, safe='')}")
        return shown

    async def join_club(self, club: str) -> dict[str, Any]:
        """Join a club, or ask to, as it says."""
        shown: dict[str, Any] = await self.call("POST", f"/api/clubs/{quote(club, safe='')}/join")
        return shown

    async def open_club_table(self, club: str, config: dict[str, Any], *, event: str | None = None) -> str:
        """The id of a new table for its members alone, perhaps for one of its dates."""
        body = {"config": config, "event": event}
        table = str((await self.call("POST", f"/api/clubs/{quote(club, safe='')}/tables", body))["table"])
        self._salts[table] = ""
        return table

    async def leaderboard(self, game: str, players: int, **more: Any) -> dict[str, Any]:
        """The strongest, with how sure that is; more is `pool`, `limit`, `offset` and `least`."""
        query = urlencode({"game": game, "players": players, **more})
        told: dict[str, Any] = await self.call("GET", f"/api/leaderboard?{query}")
        return told

    async def ladder(self, game: str, players: int, level: str) -> dict[str, Any]:
        """Who beats that level of bots how often, with an interval."""
        query = urlencode({"game": game, "players": players, "level": level})
        told: dict[str, Any] = await self.call("GET", f"/api/ladder?{query}")
        return told

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

    async def today(self) -> dict[str, Any]:
        """The deals of today, one's own attempts at them, and what the server is bound to for the days to come."""
        told: dict[str, Any] = await self.call("GET", "/api/daily")
        return told

    async def play_daily(self, deal: str) -> str:
        """The id of the table of one's attempt at a deal of today: a new one, or the one that is there."""
        table = str((await self.call("POST", f"/api/daily/{deal}/play", {}))["table"])
        self._salts[table] = ""
        return table

    async def daily_result(self, deal: str) -> dict[str, Any]:
        """How one did at a deal of a day; `field` is null until one has finished it or the day is over."""
        told: dict[str, Any] = await self.call("GET", f"/api/daily/{deal}")
        return told

    async def daily_archive(self, before: str | None = None) -> dict[str, Any]:
        """The deals of past days, the newest first, before that day; `before` tells where the next page begins."""
        query = f"?before={before}" if before else ""
        told: dict[str, Any] = await self.call("GET", f"/api/daily/archive{query}")
        return told

    async def open_tournament(self, name: str, config: dict[str, Any]) -> dict[str, Any]:
        """A new tournament that one directs, as `tournament` tells it."""
        made: dict[str, Any] = await self.call("POST", "/api/tournaments", {"name": name, "config": config})
        return made

    async def tournament(self, tournament: str) -> dict[str, Any]:
        """How it stands: entrants, the best first, its tables, and in `next` the one that waits for oneself."""
        told: dict[str, Any] = await self.call("GET", f"/api/tournaments/{tournament}")
        return told

    async def enter(self, tournament: str, *, entrant: int | None = None, name: str = "") -> int:
        """Enter, or take a free place of an entrant; the entrant's number."""
        body = {"entrant": entrant, "name": name}
        return int((await self.call("POST", f"/api/tournaments/{tournament}/enter", body))["entered"])

    async def direct(self, tournament: str, what: str, wanted: dict[str, Any] | None = None) -> None:
        """`start`, `substitute`, `correct` or `finish` a tournament that one directs, or `withdraw` from one."""
        await self.call("POST", f"/api/tournaments/{tournament}/{what}", wanted)

    async def card_file(self, cards: str) -> bytes:
        """The card file of that SHA-256."""
        response = await self._http.get(f"/api/cards/{cards}")
        if not response.is_success:
            raise problem_in(response)
        return response.content

    async def waiting(self) -> list[dict[str, Any]]:
        """The tables that wait for one, the most urgent first: `table`, `game`, `who`, `since`, `deadline`."""
        found: list[dict[str, Any]] = (await self.call("GET", "/api/me/waiting"))["tables"]
        return found

    async def vacation(self) -> dict[str, Any]:
        """One's days off: `begins` and `ends` of those taken, and how many are `left` of a year's."""
        told: dict[str, Any] = await self.call("GET", "/api/me/vacation")
        return told

    async def take_days_off(self, days: int, *, begins: float | None = None) -> dict[str, Any]:
        """So many days off, at once or from a time on: clocks of days rest."""
        wanted = {"days": days, "begins": begins}
        told: dict[str, Any] = await self.call("POST", "/api/me/vacation", wanted)
        return told

    async def be_back(self) -> dict[str, Any]:
        """End one's days off, or call them off; those that have not begun are given back."""
        told: dict[str, Any] = await self.call("DELETE", "/api/me/vacation")
        return told

    async def notices(self, **wishes: Any) -> dict[str, Any]:
        """What one is told and where; with `off` or `quiet` given, chosen anew (docs/people.md)."""
        told: dict[str, Any] = await self.call("POST" if wishes else "GET", "/api/me/notices", wishes or None)
        return told

    async def add_webhook(self, url: str, *, language: str = "en", label: str = "") -> str:
        """Have a program called when there is something to tell; the secret that signs the calls."""
        wanted = {"url": url, "language": language, "label": label}
        return str((await self.call("POST", "/api/me/notices/webhook", wanted))["secret"])

    async def mute_notices(self, table: str, *, muted: bool = True, off: Sequence[str] = ()) -> None:
        """Be told nothing of that table, or again; with `muted=False` and `off`, all but these kinds."""
        await self.call("POST", f"/api/tables/{table}/notices", {"muted": muted, "off": list(off)})

    def follow(self, table: str, *, password: str = "", decisions: bool = False) -> Followed:
        """What happens at a table, for who sits there or watches."""
        url = self.url.replace("http", "ws", 1) + "/ws"
        return Followed(url, self.token, table, password, decisions, salt=self._salts.get(table, ""))
