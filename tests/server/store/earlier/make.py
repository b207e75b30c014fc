"""Make `schema_0007.jsonl` and `schema_0007.json`: a small life on a server of the last version with schema 0007.

That version rewrote its logs when somebody signed in or was forgotten; the one after it keeps names beside the log.
Run it with a checkout of that version (the commit before "Move the house"):

    git worktree add /tmp/old 0e97b2a
    PYTHONPATH=/tmp/old/src python tests/server/store/earlier/make.py

The first file is a backup of the whole database, the second what that server said of it.
"""

from __future__ import annotations

import asyncio
import json
import random
import tempfile
from pathlib import Path
from typing import Any

import httpx
import uvicorn
from karat.server.app import App, Settings  # where it stood in that version
from karat.server.backup import backup
from websockets.asyncio.client import connect

from karat.client import Client

HERE = Path(__file__).parent
PASSWORD = "four geese in a row"  # noqa: S105 -- of nobody
SHORT = {"game": "aurum", "players": 3, "variants": ["three-round-total"]}
RNG = random.Random(7)


async def account(url: str, name: str) -> Client:
    """Somebody who has signed up at once."""
    async with httpx.AsyncClient(base_url=url) as http:
        answer = await http.post("/api/accounts", json={"name": name, "password": PASSWORD})
        client = Client(url, token=http.cookies["karat"])
        client.name, client.id = name, answer.json()["id"]
        return client


async def guest(url: str, name: str) -> Client:
    return await Client(url, name=name).__aenter__()


async def sign(client: Client, path: str, name: str) -> None:
    """A guest signs up or in; the session is another one afterwards."""
    headers = {"Authorization": f"Bearer {client.token}"}
    async with httpx.AsyncClient(base_url=client.url, headers=headers) as http:
        answer = await http.post(path, json={"name": name, "password": PASSWORD})
        answer.raise_for_status()
        client.token, client.id, client.name = http.cookies["karat"], answer.json()["id"], name


async def socket_says(client: Client, table: str, *frames: tuple[str, dict[str, Any]]) -> dict[str, Any]:
    """The snapshot that somebody is sent; then each of the frames is sent and answered."""
    async with connect(client.url.replace("http", "ws") + "/ws") as socket:

        async def ask(kind: str, inside: dict[str, Any], *answers: str) -> dict[str, Any]:
            await socket.send(json.dumps({"v": 1, "t": kind, "table": table, "d": inside}))
            while True:
                frame: dict[str, Any] = json.loads(await socket.recv())
                if frame["t"] in answers:
                    return frame

        first = await ask("hello", {"token": client.token}, "snapshot", "rejected")
        for kind, inside in frames:
            answer = await ask(kind, inside, "ok", "rejected")
            assert answer["t"] == "ok", answer
        return first


async def play(app: App, clients: list[Client], table: str, most: int = 10**6) -> None:
    """People choose by chance; bots play by themselves."""
    by_id = {client.id: client for client in clients}
    for _ in range(most):
        known = await settled(app, table)
        if known.status != "playing" or known.running is None:
            return
        seat = known.running.owing[0]
        said = {
            "cid": f"c{known.seq}",
            "decision": known.running.decision,
            "action": str(RNG.choice(known.running.legal(seat))),
        }
        await by_id[known.chairs[seat].player.id].call("POST", f"/api/bot/tables/{table}/act", said)


async def settled(app: App, table: str) -> Any:
    """The table once no bot has to move."""
    while (known := await app.house.table(table)).bots_to_act:  # noqa: ASYNC110 -- of another version: no event there
        await asyncio.sleep(0.005)
    return known


async def live(app: App, url: str) -> dict[str, Any]:
    """Everything that is to be found again."""
    anna, otto, vera, _ = [await account(url, name) for name in ("Anna", "Otto", "Vera", "Gustav")]
    tables: dict[str, str] = {}

    tables["rated"] = rated = await anna.open_table({**SHORT, "rated": True, "visibility": "public"})
    await otto.join(rated)
    await vera.join(rated)
    await socket_says(vera, rated, ("say", {"cid": "v1", "text": "my cat is called Tom"}))
    await play(app, [anna, otto, vera], rated)

    goose = await guest(url, "Goose")
    tables["as a guest"] = mine = await goose.open_table(
        {"game": "amul", "players": 3, "bots": {"1": "random", "2": "random"}}
    )
    await socket_says(goose, mine, ("say", {"cid": "g1", "text": "honk"}))
    await play(app, [goose], mine)

    tables["aurum"] = aurum = await anna.open_table({**SHORT, "bots": {"2": "random"}, "visibility": "public"})
    heron = await guest(url, "Heron")
    await heron.join(aurum)
    await socket_says(
        heron, aurum, ("say", {"cid": "h1", "phrase": "good_luck"}), ("say", {"cid": "h2", "text": "hello Anna"})
    )
    await play(app, [anna, heron], aurum, 20)

    tables["amul"] = amul = await goose.open_table(
        {"game": "amul", "players": 3, "bots": {"2": "random"}, "rated": True}
    )
    await otto.join(amul)
    await play(app, [goose, otto], amul, 9)

    tables["deserted"] = deserted = await anna.open_table({**SHORT, "bot_level": "random"})
    await vera.join(deserted)
    await otto.join(deserted)
    await play(app, [anna, vera, otto], deserted, 8)

    swan = await guest(url, "Swan")
    tables["open"] = await swan.open_table({"game": "aurum", "players": 4, "visibility": "public"})
    await sign(swan, "/api/accounts", "Sonja")  # while the table is open
    await sign(heron, "/api/accounts", "Henry")  # while a match is played
    await sign(goose, "/api/login", "Gustav")  # to an account that there was before
    await vera.call("POST", "/api/me/delete", {"name": "Vera", "password": PASSWORD})
    await settled(app, deserted)

    people = {"anna": anna, "otto": otto, "gustav": goose, "sonja": swan, "henry": heron}
    seen = {
        name: {table: await socket_says(client, tables[table]) for table in ("aurum", "amul", "deserted")
               if (await client.table(tables[table])).get("you") is not None}
        for name, client in people.items()
    }  # fmt: skip
    return {
        "people": {name: {"id": one.id, "name": one.name, "token": one.token} for name, one in people.items()},
        "forgotten": {"id": vera.id, "name": vera.name, "said": "my cat is called Tom"},
        "tables": tables,
        "shown": {name: await anna.table(table) for name, table in tables.items()},
        "snapshots": {name: {table: frame["d"] | {"seq": frame["seq"]} for table, frame in frames.items()}
                      for name, frames in seen.items()},
        "matches": {name: (await client.call("GET", "/api/matches"))["matches"] for name, client in people.items()},
        "records": {"rated": await anna.record(rated), "as a guest": await goose.record(mine)},
        "leaderboard": (await anna.call("GET", "/api/leaderboard?game=aurum&players=3"))["lines"],
        "lobby": (await anna.call("GET", "/api/tables"))["tables"],
        "said": (await goose.call("GET", "/api/me/export"))["said"],
    }  # fmt: skip


async def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        where = str(Path(folder) / "karat.sqlite")
        app = App(Settings(where, limit_factor=1000))
        server = uvicorn.Server(uvicorn.Config(app.asgi(), port=0, log_config=None, ws="websockets-sansio"))
        running = asyncio.create_task(server.serve())
        while not server.started:  # noqa: ASYNC110 -- uvicorn has no event for it
            await asyncio.sleep(0.01)
        told = await live(app, f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}")
        server.should_exit = True
        await running
        lines: list[str] = []
        await backup(where, lines.append)
    (HERE / "schema_0007.jsonl").write_text("".join(lines), "utf-8")
    (HERE / "schema_0007.json").write_text(json.dumps(told, ensure_ascii=False, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    asyncio.run(main())
