"""What a socket lets people and bots do: how often they talk, what partners may say, what a token is for."""

import asyncio
import contextlib
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from people import GOOD_PASSWORD
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from karat.client import Client
from karat.server.http.sockets import SIGNED_OUT
from karat.server.people.accounts import Person
from karat.server.people.tokens import TokenScope

Serve = Callable[..., Awaitable[Any]]


async def ask(socket: ClientConnection, kind: str, table: str, **inside: object) -> dict[str, Any]:
    """Send a frame; the answer to it, whatever is told in between."""
    await socket.send(json.dumps({"v": 2, "t": kind, "table": table, "d": inside}))
    while True:
        frame = json.loads(await socket.recv())
        if frame["t"] in ("ok", "rejected") or (kind == "hello" and frame["t"] == "snapshot"):
            return frame


def at(url: str) -> str:
    return url.replace("http", "ws", 1) + "/ws"


async def test_who_talks_too_much_is_told_when_to_go_on(serve: Serve, tmp_path: Path):
    server = await serve(str(tmp_path / "a.sqlite"), limit_factor=1)
    async with Client(server.url, name="Ada") as ada, connect(at(server.url)) as socket:
        table = await ada.open_table({"game": "aurum", "players": 3})
        await ask(socket, "hello", table, token=ada.token)
        answers = [await ask(socket, "say", table, cid=f"c{number}", text="hello") for number in range(6)]
        assert [answer["t"] for answer in answers] == ["ok"] * 5 + ["rejected"]
        assert answers[-1]["d"]["code"] == "too_much"
        assert answers[-1]["d"]["retry_after"] > 0


@pytest.mark.rule("A11.1")
async def test_partners_have_phrases_only_while_they_play(serve: Serve, tmp_path: Path):
    server = await serve(str(tmp_path / "a.sqlite"))
    bots = {"1": "random", "2": "random", "3": "random"}
    async with Client(server.url, name="Ada") as ada, connect(at(server.url)) as socket:
        table = await ada.open_table({"game": "aurum", "players": 4, "bots": bots})
        await ask(socket, "hello", table, token=ada.token)
        assert (await server.app.house.table(table)).status == "playing"
        refused = await ask(socket, "say", table, cid="c1", text="I hold the ten")
        assert (refused["d"]["code"], refused["d"]["law"]) == ("phrases_only", "A11.1")
        assert (await ask(socket, "say", table, cid="c2", phrase="good_luck"))["t"] == "ok"


@pytest.mark.parametrize(
    ("scopes", "follows", "plays", "talks"),
    [
        ([TokenScope.READ], True, False, False),
        ([TokenScope.CHAT], False, False, True),
        ([TokenScope.PLAY], True, True, False),
        ([TokenScope.PLAY, TokenScope.CHAT], True, True, True),
    ],
)
async def test_a_token_does_at_a_table_what_it_is_for(
    server: Any, scopes: list[TokenScope], follows: bool, plays: bool, talks: bool
):
    desk = server.app.people
    owner: Person = await desk.accounts.register("Anna", GOOD_PASSWORD)
    seat_token, _ = await desk.tokens.make(owner, "Goose", list(TokenScope))
    secret, _ = await desk.tokens.make(owner, "Goose", scopes)
    async with Client(server.url, token=seat_token) as bot, connect(at(server.url)) as socket:
        table = await bot.open_table({"game": "aurum", "players": 3})
        hello = await ask(socket, "hello", table, token=secret)
        assert (hello["t"] == "snapshot") == follows
        acted = await ask(socket, "prefer", table, forced=True)
        assert (acted["d"].get("code") != "not_in_scope") == plays
        said = await ask(socket, "say", table, cid="c", text="honk")
        assert (said["d"].get("code") != "not_in_scope") == talks


async def test_a_socket_is_one_identitys_and_ends_with_it(server: Any):
    """Else what the first had subscribed to would go on after it was signed out."""
    async with (
        Client(server.url, name="Ada") as ada,
        Client(server.url, name="Bea") as bea,
        connect(at(server.url)) as socket,
    ):
        table = await ada.open_table({"game": "aurum", "players": 3})
        assert (await ask(socket, "hello", table, token=ada.token))["d"]["you"] == 0
        refused = await ask(socket, "hello", table, token=bea.token)
        assert refused["d"]["code"] == "one_identity"
        assert (await ask(socket, "hello", table, token="forged"))["d"]["code"] == "bad_token"
        assert (await ask(socket, "hello", table, token=ada.token))["d"]["you"] == 0
        await ada.call("POST", "/api/logout", {"everywhere": False})
        async with asyncio.timeout(60):
            heard = [json.loads(await socket.recv())["t"]]
            with contextlib.suppress(ConnectionClosed):
                while True:
                    heard.append(json.loads(await socket.recv())["t"])
        assert heard[-1] == "rejected"
        assert socket.close_code == SIGNED_OUT
