"""Nobody in: what somebody tries who wants another's seat, cards, name or files is refused, and the table plays on."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest
from raw import Raw
from starlette.applications import Starlette
from starlette.routing import Mount

from karat.client import Client
from karat.server.http.pages import Pages

Serve = Callable[..., Awaitable[Any]]


@dataclass
class Scene:
    """Ada and Bea play at a table with a bot; Eve is nobody there."""

    server: Any
    table: str
    ada: Client
    bea: Client
    eve: Client

    async def state(self) -> tuple[int, Any]:
        table = await self.server.app.house.table(self.table)
        return table.seq, table.running.state

    def http(self, token: str = "") -> httpx.AsyncClient:
        headers = {"authorization": f"Bearer {token}"} if token else {}
        return httpx.AsyncClient(base_url=self.server.url, headers=headers)


@pytest.fixture
async def scene(serve: Serve, place: str) -> Any:
    server = await serve(place)
    server.app.presence.grace = 3600.0  # that somebody is away is nobody's deed, and would stand in the log
    async with (
        Client(server.url, name="Ada") as ada,
        Client(server.url, name="Bea") as bea,
        Client(server.url, name="Eve") as eve,
    ):
        table = await ada.open_table({"game": "aurum", "players": 4})
        await bea.join(table, seat=1)
        await ada.fill(table, "random")
        yield Scene(server, table, ada, bea, eve)


async def owing(scene: Scene) -> tuple[int, str, list[str]]:
    """The person whose turn it is, the question, and what they may answer."""
    while True:
        running = (await scene.server.app.house.table(scene.table)).running
        if running is not None and running.owing[0] in (0, 1):
            seat = running.owing[0]
            return seat, running.decision, [str(action) for action in running.legal(seat)]
        await asyncio.sleep(0.05)


async def test_nobody_acts_on_anothers_seat(scene: Scene):
    seat, decision, legal = await owing(scene)
    waiting = scene.ada if seat == 1 else scene.bea
    before = await scene.state()
    act = {"cid": "x", "decision": decision, "action": legal[0]}
    for client, code in ((waiting, "not_your_turn"), (scene.eve, "not_seated")):
        async with Raw(scene.server.url) as raw:
            raw.table, raw.token = scene.table, client.token
            await raw.ask("hello", token=client.token)
            answer = await raw.ask("act", **act)
            assert (answer["t"], answer["d"]["code"]) == ("rejected", code)
        async with scene.http(client.token) as http:
            response = await http.post(f"/api/bot/tables/{scene.table}/act", json=act)
            assert response.json()["code"] == code
            extra = await http.post(f"/api/bot/tables/{scene.table}/act", json={**act, "seat": seat})
            assert extra.json()["code"] == "bad_request"
    async with scene.http() as http:
        assert (await http.post(f"/api/bot/tables/{scene.table}/act", json=act)).status_code == 401
    assert await scene.state() == before


async def test_nobody_reads_anothers_stream(scene: Scene):
    hands = [str(card) for card in (await scene.state())[1].deal.hands[0]]
    async with scene.http(scene.eve.token) as http:
        refused = await http.get(f"/api/bot/tables/{scene.table}/stream")
        assert (refused.status_code, refused.json()["code"]) == (409, "no_spectators")
    async with Raw(scene.server.url) as raw:
        raw.table = scene.table
        assert (await raw.ask("hello"))["d"]["code"] == "no_spectators"
    path = f"/api/bot/tables/{scene.table}/stream"
    async with scene.http(scene.bea.token) as http, http.stream("GET", path, timeout=10) as stream:
        first = json.loads(await anext(stream.aiter_lines()))
    assert first["d"]["you"] == 1
    assert not set(hands) & set(first["d"]["view"]["hand"])


@pytest.mark.parametrize("kind", ["forged", "hash", "stale", "too long", "not ascii"])
async def test_tokens_that_are_forged_or_stale_open_nothing(scene: Scene, kind: str):
    database = scene.server.app.database
    ((stored,),) = await database.fetch("SELECT hash FROM sessions JOIN people ON id = person WHERE name = 'Ada'")
    if kind == "stale":
        async with scene.http(scene.ada.token) as http:
            assert (await http.post("/api/logout", json={})).status_code == 200
    token = {
        "forged": scene.ada.token[:-1] + ("A" if scene.ada.token[-1] != "A" else "B"),
        "hash": str(stored),
        "stale": scene.ada.token,
        "too long": "karat_" + "x" * 190,
        "not ascii": "ключ",
    }[kind]
    async with Raw(scene.server.url) as raw:
        raw.table = scene.table
        assert (await raw.ask("hello", token=token))["d"]["code"] == "bad_token"
        assert (await raw.ask("act", cid="c", decision="1", action="keep"))["d"]["code"] == "who_are_you"
    async with httpx.AsyncClient(base_url=scene.server.url) as http:
        headers = {b"authorization": f"Bearer {token}".encode(), b"cookie": f"karat={token}".encode()}
        for path in ("/api/me", "/api/bot/events", f"/api/bot/tables/{scene.table}/stream"):
            assert (await http.get(path, headers=headers)).status_code == 401


async def test_a_cid_counts_for_one_seat_at_one_table(scene: Scene):
    """Sent again it does nothing; from another seat or at another table it is another's."""
    seat, decision, legal = await owing(scene)
    acting, other = (scene.ada, scene.bea) if seat == 0 else (scene.bea, scene.ada)
    act = {"cid": "the same", "decision": decision, "action": legal[0]}
    async with scene.http(acting.token) as http, scene.http(other.token) as others:
        first = await http.post(f"/api/bot/tables/{scene.table}/act", json=act)
        again = await http.post(f"/api/bot/tables/{scene.table}/act", json={**act, "action": legal[-1]})
        assert (first.status_code, again.status_code) == (200, 200)
        replayed = await others.post(f"/api/bot/tables/{scene.table}/act", json=act)
        assert replayed.json()["code"] in ("not_your_turn", "stale_decision")
        rows = await scene.server.app.database.fetch("SELECT body FROM entries WHERE body LIKE '%the same%'")
        assert [json.loads(str(body))["seat"] for (body,) in rows] == [seat]
        config = {"game": "aurum", "players": 3, "bots": {"1": "random", "2": "random"}}
        elsewhere = (await http.post("/api/tables", json={"config": config, "pledge": ""})).json()["table"]
        running = (await scene.server.app.house.table(elsewhere)).running
        own = {"cid": "the same", "decision": running.decision, "action": str(running.legal(0)[0])}
        assert (await http.post(f"/api/bot/tables/{elsewhere}/act", json=own)).status_code == 200
    rows = await scene.server.app.database.fetch("SELECT table_id FROM entries WHERE body LIKE '%the same%'")
    assert sorted(str(table) for (table,) in rows) == sorted([scene.table, elsewhere])


async def test_a_password_keeps_all_ways_shut(serve: Serve, place: str):
    server = await serve(place)
    async with Client(server.url, name="Ada") as ada, Client(server.url, name="Eve") as eve:
        config = {"game": "aurum", "players": 3, "visibility": "password", "spectators": "delayed"}
        table = await ada.open_table(config, password="sesame")
        async with (
            httpx.AsyncClient(base_url=server.url, headers={"authorization": f"Bearer {eve.token}"}) as http,
            Raw(server.url) as raw,
        ):
            for password in ("", "Sesame", "sesame ", "*", "$argon2id$"):
                joined = await http.post(f"/api/tables/{table}/join", json={"password": password})
                assert (joined.status_code, joined.json()["code"]) == (403, "wrong_password")
                raw.table = table
                hello = await raw.ask("hello", token=eve.token, password=password)
                assert hello["d"]["code"] == "wrong_password"
            assert (await http.get(f"/api/bot/tables/{table}/stream")).status_code == 403
            assert table not in (await http.get("/api/tables")).text
            shown = (await http.get(f"/api/tables/{table}")).text
            assert "argon2" not in shown
            await ada.fill(table, "random")
            assert (await http.get(f"/api/tables/{table}/record")).status_code in (403, 409)


async def answer(url: str, request: bytes) -> bytes:
    """The answer to bytes that no tidy client would send."""
    where = urlsplit(url)
    reader, writer = await asyncio.open_connection(where.hostname, where.port)
    writer.write(request)
    try:
        return await asyncio.wait_for(reader.read(), 5)
    finally:
        writer.close()
        await writer.wait_closed()


TRICKS = [
    "/../secret.txt", "/assets/../../secret.txt", "/..%2fsecret.txt", "/%2e%2e/secret.txt",
    "/assets/%2e%2e%2f%2e%2e%2fsecret.txt",
    "//secret.txt", "/..\\secret.txt", "/..%5csecret.txt", "/%00/../secret.txt", "/secret.txt%00.js", "/link.txt",
    "/%c0%ae%c0%ae/secret.txt", "/....//secret.txt", "/assets",
]  # fmt: skip


@pytest.mark.parametrize("path", TRICKS)
async def test_no_path_leads_out_of_the_pages(tmp_path: Path, path: str):
    folder = tmp_path / "static"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text("the page")
    (tmp_path / "secret.txt").write_text("the secret")
    (folder / "link.txt").symlink_to(tmp_path / "secret.txt")
    app = Starlette(routes=[Mount("/", Pages(folder))])
    told: list[dict[str, Any]] = []

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": b""}

    async def send(message: dict[str, Any]) -> None:
        told.append(message)

    raw, decoded = path.encode(), httpx.URL(f"http://x/{path}").path if "%c0" not in path else path
    scope = {"type": "http", "method": "GET", "path": decoded, "raw_path": raw, "query_string": b"", "headers": [],
             "scheme": "http", "http_version": "1.1", "server": ("x", 80), "client": ("y", 1), "root_path": "",
             "asgi": {"version": "3.0", "spec_version": "2.4"}}  # fmt: skip
    await app(scope, receive, send)
    assert told[0]["status"] in (200, 400, 404)
    assert b"the secret" not in b"".join(message.get("body", b"") for message in told)


@pytest.mark.parametrize(
    "path",
    ["/api/tables/..%2f..%2fetc", "/api/tables/%00", "/api/matches/..%2f..%2f", "/api/people/%27%20OR%201=1--",
     "/api/cards/..%2fstandard.toml", "/api/rules/..%2famul", "/api/tables/%25", "/api/tables/" + "a" * 5000,
     "/api/../api/me/../tables/x"],
)  # fmt: skip
async def test_ids_that_are_none_are_not_found(scene: Scene, path: str):
    said = await answer(
        scene.server.url, f"GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode()
    )
    assert said.split(b" ")[1] in (b"400", b"404"), said[:200]
    assert b"Traceback" not in said


async def test_bodies_that_are_too_large_are_cut_off(scene: Scene):
    """By what they say of themselves, and by what they are: a body in parts that never says how long it is."""
    head = "POST /api/guests HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nConnection: close\r\n"
    told = f"{head}Content-Length: 100000\r\n\r\n".encode() + b"x" * 100_000
    parts = f"{head}Transfer-Encoding: chunked\r\n\r\n".encode() + (b"4000\r\n" + b"x" * 0x4000 + b"\r\n") * 5
    for request in (told, parts):
        said = await answer(scene.server.url, request)
        assert said.split(b" ")[1] == b"413", said[:200]
    seat, decision, legal = await owing(scene)
    client = scene.ada if seat == 0 else scene.bea
    async with scene.http(client.token) as http:
        act = {"cid": "on", "decision": decision, "action": legal[0]}
        assert (await http.post(f"/api/bot/tables/{scene.table}/act", json=act)).status_code == 200
