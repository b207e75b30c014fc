"""Whatever anybody wants of a table, however it stands: it is done, or refused with a code and a sentence."""

import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from typing import Any

import pytest
from people import GOOD_PASSWORD
from raw import Raw

from karat.client import Client
from karat.server.http.app import App
from karat.server.tables import decide
from karat.server.tables.commands import Act, Answer, Ask, Leave, Sender, Tick
from karat.server.wire.frames import KINDS
from karat.server.wire.sentences import SENTENCES

CALLS: dict[str, tuple[str, str, dict[str, Any] | None]] = {
    "look": ("GET", "", None),
    "shuffle": ("GET", "/shuffle", None),
    "orders": ("GET", "/orders", None),
    "record": ("GET", "/record", None),
    "join": ("POST", "/join", {}),
    "join a seat": ("POST", "/join", {"seat": 11}),
    "order": ("POST", "/orders", {"actions": ["keep"]}),
    "invite": ("POST", "/invite", {"bot": "Goosebot"}),
    "kick": ("POST", "/kick", {"seat": 2}),
    "kick nobody": ("POST", "/kick", {"seat": 11}),
    "stand in": ("POST", "/stand-in", {"seat": 1}),
    "stand in for nobody": ("POST", "/stand-in", {"seat": 11}),
    "rematch": ("POST", "/rematch", {}),
    "be told nothing": ("POST", "/notices", {"muted": True}),
    "fill": ("POST", "/fill", {}),
    "leave": ("POST", "/leave", None),
}
BOT_CALLS: dict[str, tuple[str, str, dict[str, Any] | None]] = {
    "bot looks": ("GET", "", None),
    "bot acts": ("POST", "/act", {"cid": "0", "decision": "1", "action": "keep"}),
    "bot declines": ("POST", "/decline", None),
}
FRAMES: dict[str, dict[str, Any]] = {
    "pledge": {"pledge": "ab" * 32},
    "salt": {"salt": "a"},
    "why": {"cid": "1", "action": "keep"},
    "hint": {"cid": "2"},
    "prefer": {"forced": True},
    "order": {"cid": "3", "actions": ["keep"]},
    "say": {"cid": "4", "text": "hello"},
    "act": {"cid": "5", "decision": "1", "action": "keep"},
    "answer": {"cid": "6", "wish": "rematch", "yes": True},
    "ask": {"cid": "7", "wish": "undo"},
    "back": {},
}
WISHES = ("undo", "rematch", "abort")


@dataclass
class Evening:
    """A table with its host, somebody and a bot at it, somebody who looks on, and somebody who walks by."""

    app: App
    table: str
    people: dict[str, Client]

    async def by(self, who: str) -> Sender:
        table = await self.app.house.table(self.table)
        return Sender(next(chair.player for chair in table.chairs if chair.player.id == self.people[who].id))

    async def play(self, most: int = 10_000) -> None:
        """The first legal action of whoever is asked."""
        for number in range(most):
            table = await self.app.house.table(self.table)
            if table.status != "playing":
                return
            seat = table.running.owing[0]
            act = Act(f"p{number}", table.running.decision, str(table.running.legal(seat)[0]))
            await self.app.house.submit(self.table, Sender(table.chairs[seat].player), act)


async def opened(_evening: Evening) -> None:
    """It waits for its third."""


async def playing(evening: Evening) -> None:
    await evening.people["bot"].join(evening.table)
    await evening.play(5)


async def over(evening: Evening) -> None:
    await evening.people["bot"].join(evening.table)
    await evening.play()


async def closed(evening: Evening) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(decide, "OPEN_FOR", 0)
        await evening.app.house.submit(evening.table, None, Tick())


async def broken_off(evening: Evening) -> None:
    await playing(evening)
    submit = evening.app.house.submit
    await submit(evening.table, await evening.by("host"), Ask("a", "abort"))
    for who in ("seated", "bot"):
        await submit(evening.table, await evening.by(who), Answer("a", "abort", yes=True))


async def deserted(evening: Evening) -> None:
    await playing(evening)
    for who in ("host", "seated", "bot"):
        await evening.app.house.submit(evening.table, await evening.by(who), Leave())


STATES: dict[str, tuple[Callable[[Evening], Awaitable[None]], str]] = {
    "open": (opened, "open"),
    "playing": (playing, "playing"),
    "over": (over, "finished"),
    "closed": (closed, "closed"),
    "broken off": (broken_off, "closed"),
    "deserted": (deserted, "closed"),
}


@contextlib.asynccontextmanager
async def evening(server: Any) -> AsyncIterator[Evening]:
    async with contextlib.AsyncExitStack() as stack:

        async def somebody(**how: Any) -> Client:
            return await stack.enter_async_context(Client(server.url, **how))

        host, seated, watching, passing = [await somebody(name=name) for name in ("Ada", "Bea", "Cyd", "Dora")]
        await passing._http.post("/api/accounts", json={"name": "Owner", "password": GOOD_PASSWORD})
        given = await passing._http.post("/api/tokens", json={"bot": "Goosebot", "scopes": ["play", "chat", "read"]})
        passing._http.cookies.clear()
        bot = await somebody(token=given.json()["token"])
        bot.id = (await bot.call("GET", "/api/me"))["id"]
        table = await host.open_table({"game": "aurum", "players": 3})
        await seated.join(table)
        people = {"host": host, "seated": seated, "bot": bot, "watching": watching, "passing": passing}
        yield Evening(server.app, table, people)


@pytest.mark.parametrize("state", STATES)
async def test_everything_is_done_or_refused_in_a_sentence(server: Any, state: str):
    bring, status = STATES[state]
    async with evening(server) as at, Client(server.url) as stranger:
        documented = (await stranger.call("GET", "/openapi.json"))["paths"]
        await bring(at)
        assert (await at.app.house.table(at.table)).status == status
        for who, client in at.people.items():
            await everything_by_socket(server.url, client, at.table, who)
        for who, client in (at.people | {"stranger": stranger}).items():
            await everything_by_call(client, at.table, who, documented)


async def everything_by_call(client: Client, table: str, who: str, documented: Any) -> None:
    """With no status but those that the document names for that call."""
    headers = {"Authorization": f"Bearer {client.token}"} if client.token else {}
    rooms = ((f"/api/tables/{table}", CALLS), (f"/api/bot/tables/{table}", BOT_CALLS))
    for room, calls in rooms:
        for name, (method, path, body) in calls.items():
            response = await client._http.request(method, room + path, json=body, headers=headers)
            told = f"{who}: {name}: {response.status_code} {response.text}"
            assert response.status_code < 500, told
            statuses = documented[room.replace(table, "{table}") + path][method.lower()]["responses"]
            assert str(response.status_code) in statuses, told
            if not response.is_success:
                assert response.json()["code"], told
                assert " " in response.json()["message"], told


async def everything_by_socket(url: str, client: Client, table: str, who: str) -> None:
    """Also of who does not follow the table; whatever code comes has a sentence that REST would say."""
    assert FRAMES.keys() | {"hello", "ping", "pong"} == KINDS.keys()
    frames = [(kind, inside) for kind, inside in FRAMES.items() if kind != "ask"]
    frames += [("ask", {"cid": f"w{wish}", "wish": wish}) for wish in WISHES]
    async with Raw(url, client.token) as raw:
        raw.table = table if who != "passing" else "0" * 12  # a socket knows somebody by their first hello
        await raw.ask("hello", token=client.token)
        raw.table = table
        for kind, inside in frames:
            await raw.send(kind, **inside)
            wanted = ("ok", "rejected", "because", "hint")
            answer = await raw.until(lambda frame, wanted=wanted: frame["t"] in wanted)
            if answer["t"] == "rejected":
                assert answer["d"]["code"] in SENTENCES, f"{who}: {kind}: {answer}"
