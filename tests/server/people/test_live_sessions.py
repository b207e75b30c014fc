"""Sockets and streams end when what let somebody in no longer does, on whichever worker they are."""

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
from people import GOOD_PASSWORD
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from karat.client import Client, Rejected
from karat.server.http.sockets import SIGNED_OUT
from karat.server.people.live_sessions import Credential, LiveSessions
from karat.server.people.sessions import token_hash
from karat.server.people.tokens import TokenScope
from karat.server.store.database import Statement

Serve = Callable[..., Awaitable[Any]]
NEW_PASSWORD = "six geese in a row"  # noqa: S105 -- of nobody


@pytest.fixture(params=["sqlite", "postgresql", "two workers"])
def how_many(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[str, int]:
    if request.param == "sqlite":
        return str(tmp_path / "a.sqlite"), 1
    return request.getfixturevalue("postgres_url"), 2 if request.param == "two workers" else 1


@pytest.fixture
async def workers(how_many: tuple[str, int], serve: Serve) -> tuple[Any, Any]:
    """Where somebody listens, and where they are signed out."""
    where, count = how_many
    one = await serve(where)
    return one, await serve(where) if count == 2 else one


async def listening(url: str, token: str, table: str) -> ClientConnection:
    socket = await connect(url.replace("http", "ws", 1) + "/ws")
    await socket.send(json.dumps({"v": 2, "t": "hello", "table": table, "d": {"token": token}}))
    assert json.loads(await socket.recv())["t"] == "snapshot"
    return socket


async def last_words(socket: ClientConnection) -> tuple[int | None, str]:
    """The code with which a socket is closed, and that of its last frame."""
    frame: dict[str, Any] = {}
    with contextlib.suppress(ConnectionClosed):
        while True:
            frame = json.loads(await asyncio.wait_for(socket.recv(), 10))
    await socket.close()
    return socket.close_code, frame["d"]["code"]


async def is_open(socket: ClientConnection) -> bool:
    await socket.send('{"v":2,"t":"ping","d":{"n":3}}')
    return '"pong"' in str(await asyncio.wait_for(socket.recv(), 5))


def signed_in(url: str, token: str = "") -> httpx.AsyncClient:
    headers = {"authorization": f"Bearer {token}"} if token else {}
    return httpx.AsyncClient(base_url=url, headers=headers)


@contextlib.asynccontextmanager
async def register(url: str, name: str) -> AsyncIterator[httpx.AsyncClient]:
    async with signed_in(url) as client:
        await client.post("/api/accounts", json={"name": name, "password": GOOD_PASSWORD})
        yield client


async def table_of(client: httpx.AsyncClient) -> str:
    config = {"game": "aurum", "players": 3, "visibility": "public"}
    return str((await client.post("/api/tables", json={"config": config})).json()["table"])


@pytest.mark.parametrize("how", ["here", "everywhere", "password", "delete"])
async def test_whoever_signs_out_hears_nothing_more(workers: tuple[Any, Any], how: str):
    here, there = workers
    async with register(here.url, "Anna") as anna, signed_in(there.url) as elsewhere:
        table = await table_of(anna)
        elsewhere.cookies.set("karat", anna.cookies["karat"])
        socket = await listening(here.url, anna.cookies["karat"], table)
        path, body = {
            "here": ("/api/logout", {}),
            "everywhere": ("/api/logout", {"everywhere": True}),
            "password": ("/api/me/password", {"new": NEW_PASSWORD, "old": GOOD_PASSWORD}),
            "delete": ("/api/me/delete", {"name": "Anna", "password": GOOD_PASSWORD}),
        }[how]
        assert (await elsewhere.post(path, json=body)).status_code == 200
        assert await last_words(socket) == (SIGNED_OUT, "signed_out")


async def test_signing_out_on_one_device_leaves_the_other_alone(workers: tuple[Any, Any]):
    here, there = workers
    async with register(here.url, "Anna") as desk, signed_in(there.url) as phone:
        table = await table_of(desk)
        await phone.post("/api/login", json={"name": "Anna", "password": GOOD_PASSWORD})
        stays = await listening(here.url, desk.cookies["karat"], table)
        goes = await listening(here.url, phone.cookies["karat"], table)
        await phone.post("/api/logout", json={})
        assert await last_words(goes) == (SIGNED_OUT, "signed_out")
        assert await is_open(stays)
        await stays.close()


async def test_who_is_suspended_is_put_out_with_their_bots(workers: tuple[Any, Any]):
    here, there = workers
    async with register(here.url, "Anna") as anna:
        table = await table_of(anna)
        made = await anna.post("/api/tokens", json={"bot": "Goose", "scopes": ["play", "read"]})
        own = await listening(here.url, anna.cookies["karat"], table)
        bot = await listening(here.url, made.json()["token"], table)
        accounts = there.app.people.accounts
        await accounts.suspend(await accounts.named("Anna"))
        assert await last_words(own) == (SIGNED_OUT, "signed_out")
        assert await last_words(bot) == (SIGNED_OUT, "signed_out")


async def test_a_revoked_token_ends_its_streams_and_no_others(workers: tuple[Any, Any]):
    here, there = workers
    async with register(here.url, "Anna") as anna, signed_in(there.url) as elsewhere:
        elsewhere.cookies.set("karat", anna.cookies["karat"])
        table = await table_of(anna)
        made = [
            (await anna.post("/api/tokens", json={"bot": "Goose", "scopes": ["play", "read"]})).json() for _ in range(2)
        ]
        stays = await listening(here.url, made[1]["token"], table)
        async with signed_in(here.url, made[0]["token"]) as bot:
            streams = ["/api/bot/events", f"/api/bot/tables/{table}/stream"]
            ended = [asyncio.create_task(read_to_the_end(bot, path)) for path in streams]
            while here.app.external_bots.streams < 2:  # noqa: ASYNC110 -- a number, not an event
                await asyncio.sleep(0.01)
            assert (await elsewhere.delete(f"/api/tokens/{made[0]['id']}")).status_code == 200
            for task in ended:
                assert (await asyncio.wait_for(task, 60))["d"]["code"] == "signed_out"
        assert await is_open(stays)
        await stays.close()


async def read_to_the_end(client: httpx.AsyncClient, path: str) -> dict[str, Any]:
    async with client.stream("GET", path, timeout=60) as response:
        lines = [line async for line in response.aiter_lines() if line]
    found: dict[str, Any] = json.loads(lines[-1])
    return found


async def test_what_no_word_was_heard_of_is_found_by_looking(serve: Serve, place: str, monkeypatch: pytest.MonkeyPatch):
    """`karat admin` beside a server with a file, a session that expires, a word that was lost."""
    monkeypatch.setattr("karat.server.people.live_sessions.LOOK_EVERY", 0.2)
    server = await serve(place)
    async with register(server.url, "Anna") as anna:
        socket = await listening(server.url, anna.cookies["karat"], await table_of(anna))
        await server.app.database.write(Statement("DELETE FROM sessions"))
        assert await last_words(socket) == (SIGNED_OUT, "signed_out")
        assert len(server.app.live_sessions) == 0


async def test_a_client_of_this_package_stops_instead_of_connecting_again(server: Any):
    async with Client(server.url, name="Ada") as ada:
        table = await ada.open_table({"game": "aurum", "players": 3})
        async with ada.follow(table) as followed:
            await anext(followed)
            async with signed_in(server.url, ada.token) as http:
                await http.post("/api/logout", json={})
            with pytest.raises(Rejected, match="signed_out"):
                await anext(followed)


async def test_those_who_are_in_are_asked_for_together(database: Any):
    """Ten thousand sockets are not ten thousand queries."""
    asked: list[int] = []

    class Keys:
        async def still_in(self, keys: Any) -> frozenset[str]:
            asked.append(len(keys))
            return frozenset(keys) - {"key 7"}

    visits, ended = LiveSessions(database, Keys()), []
    for number in range(1000):
        visits.enter(Credential(f"key {number}", f"person {number}"), lambda number=number: ended.append(number))
    await visits.look(tuple(visits._inside))
    assert (asked, ended, len(visits)) == ([1000], [7], 999)


async def test_the_keys_of_sessions_and_tokens_are_known(serve: Serve, place: str):
    server = await serve(place)
    desk = server.app.people
    anna = await desk.accounts.register("Anna", GOOD_PASSWORD)
    tokens = [await desk.sessions.start(anna), (await desk.tokens.make(anna, "Goose", [TokenScope.READ]))[0]]
    keys = {token_hash(token) for token in tokens}
    assert await desk.still_in({*keys, "0" * 64}) == keys
    await desk.accounts.suspend(anna)
    assert await desk.still_in(keys) == frozenset()
