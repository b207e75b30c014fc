"""How much one person may write and ask for, and what one bad row may spoil: nothing beside itself."""

import asyncio
import contextlib
import time
from collections.abc import Awaitable, Callable
from typing import Any

import httpx
import pytest
from raw import Raw

from karat.client import Client
from karat.server.http.people import People
from karat.server.people import limits
from karat.server.store.database import Statement

CORRUPT = "INSERT INTO entries (table_id, seq, at, body) SELECT id, seq, 0, 'no JSON' FROM tables WHERE id = ?"
SOLO = {"game": "aurum", "players": 3, "bots": {"1": "casual", "2": "casual"}}


async def count(server: Any, what: str) -> int:
    rows = await server.app.database.fetch("SELECT count(*) FROM entries WHERE body LIKE ?", f"%{what}%")
    return int(rows[0][0])


async def test_preferences_do_not_fill_the_log_however_many_sockets_bring_them(
    serve: Callable[..., Awaitable[Any]], place: str
):
    server = await serve(place, limit_factor=1)
    async with Client(server.url, name="Ada") as ada:
        table = await ada.open_table(SOLO)

        async def toggle() -> list[str]:
            async with Raw(server.url, ada.token, table) as raw:
                told = [await raw.answer("prefer", forced=bool(number % 2)) for number in range(30)]
                return [frame["d"].get("code", "") for frame in told]

        codes = await asyncio.gather(*(toggle() for _ in range(3)))
        assert any("too_much" in each for each in codes)
        assert await count(server, "preferred") <= limits.WISHES.burst + 5


async def test_one_person_is_sent_only_so_many_snapshots(server: Any, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(server.app.limits, "factor", 0.1)
    async with Client(server.url, name="Ada") as ada:
        table = await ada.open_table(SOLO)
        told, began = [], time.monotonic()
        for _ in range(3):
            async with Raw(server.url, ada.token, table) as raw:
                told.append(raw.first)
                told += [await raw.ask("hello", token=ada.token) for _ in range(5)]
        again = limits.HELLOS.per_second * 0.1 * (time.monotonic() - began)  # as time goes by, more are allowed
        refused = [frame for frame in told if frame["t"] == "rejected"]
        assert {frame["d"]["code"] for frame in refused} == {"too_much"}
        assert len(told) - len(refused) <= limits.HELLOS.burst * 0.1 + again + 1


async def test_hellos_beyond_the_limit_have_nobody_looked_up(server: Any, monkeypatch: pytest.MonkeyPatch):
    looked_up, who = [], People.who

    async def counted(people: People, connection: Any, token: str = "") -> Any:
        looked_up.append(token)
        return await who(people, connection, token)

    async with Client(server.url, name="Ada") as ada:
        table = await ada.open_table(SOLO)
        async with Raw(server.url, ada.token, table) as raw:
            monkeypatch.setattr(server.app.limits, "factor", 1)
            with contextlib.suppress(limits.TooMuch):
                while True:
                    server.app.limits.take(f"hello {ada.id}", limits.HELLOS)
            monkeypatch.setattr(People, "who", counted)
            told = await raw.ask("hello", token=ada.token)
    assert told["d"]["code"] == "too_much"
    assert looked_up == []


async def test_one_bad_row_spoils_neither_lobby_nor_ones_own_tables(serve: Callable[..., Awaitable[Any]], place: str):
    server = await serve(place)
    async with Client(server.url, name="Ada") as ada, httpx.AsyncClient(base_url=server.url) as http:
        bad, good = [
            await ada.open_table({"game": "aurum", "players": 3, "visibility": "public", "spectators": "delayed"})
            for _ in range(2)
        ]
        await server.app.database.write(
            Statement("UPDATE tables SET facts = '{\"config\": 7', seq = seq + 1 WHERE id = ?", (bad,)),
            Statement(CORRUPT, (bad,)),
        )
        for live in server.app.house.live.tables:
            live.fold = None
        assert [table["id"] for table in (await http.get("/api/tables")).json()["tables"]] == [good]
        http.headers["Authorization"] = f"Bearer {ada.token}"
        assert [table["id"] for table in (await http.get("/api/me/tables")).json()["tables"]] == [good]
        async with Raw(server.url, ada.token, bad) as raw:
            assert raw.first["d"]["code"] == "failed"
            raw.table = good
            assert (await raw.ask("hello", token=ada.token))["t"] == "snapshot"
