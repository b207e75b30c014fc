"""A database that is one file: for one server and one owner, and what happens when its disk takes nothing more."""

import asyncio
import sqlite3
import stat
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
from click.testing import CliRunner
from raw import Raw

from karat.cli.main import karat
from karat.client import Client
from karat.server.store import sqlite
from karat.server.store.database import InUse, Statement, Unwritable
from karat.server.store.sqlite import Sqlite

GUEST = "INSERT INTO people (id, kind, name, search, created, suspended) VALUES (?, 'guest', ?, ?, ?, 0)"


def guest(name: str) -> Statement:
    return Statement(GUEST, (name, name, name, 1.5), 1)


@pytest.fixture
async def file(tmp_path: Path) -> AsyncIterator[Sqlite]:
    made = Sqlite(tmp_path / "karat.sqlite")
    await made.open()
    yield made
    await made.close()


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


async def test_a_second_server_on_the_same_file_is_told_so(tmp_path: Path):
    first, second = (Sqlite(tmp_path / "karat.sqlite", alone=True) for _ in range(2))
    await first.open()
    with pytest.raises(InUse, match="another karat server serves"):
        await second.open()
    beside = Sqlite(tmp_path / "karat.sqlite")  # as karat admin comes in
    await beside.open()
    await beside.close()
    await second.close()
    await first.close()
    third = Sqlite(tmp_path / "karat.sqlite", alone=True)
    await third.open()
    await third.close()


async def test_karat_serve_says_so_in_a_sentence(serve: Callable[..., Awaitable[Any]], tmp_path: Path):
    await serve(str(tmp_path / "karat.sqlite"))
    told = await asyncio.to_thread(
        CliRunner().invoke, karat, ["serve", "--no-open", "--port", "0", "--data", str(tmp_path)]
    )
    assert told.exit_code == 1
    assert "another karat server serves" in told.output
    assert "Traceback" not in told.output


async def test_the_file_and_its_folder_are_for_their_owner_alone(tmp_path: Path):
    path = tmp_path / "data" / "karat.sqlite"
    database = Sqlite(path, alone=True)
    await database.open()
    await database.write(guest("Ada"))
    assert mode(path.parent) == 0o700
    assert {mode(one) for one in path.parent.iterdir()} == {0o600}
    assert len(list(path.parent.iterdir())) == 4
    await database.close()


async def test_a_file_that_others_could_read_is_made_private(tmp_path: Path):
    path = tmp_path / "karat.sqlite"
    path.touch(0o644)
    path.chmod(0o644)
    database = Sqlite(path)
    await database.open()
    assert mode(path) == 0o600
    await database.close()


def test_a_restored_file_is_private(tmp_path: Path):
    (tmp_path / "old").mkdir()
    source, target, copy = tmp_path / "old" / "karat.sqlite", tmp_path / "new" / "karat.sqlite", tmp_path / "b.jsonl"
    asyncio.run(opened_once(source))
    assert CliRunner().invoke(karat, ["admin", "-d", str(source), "backup", str(copy)]).exit_code == 0
    assert CliRunner().invoke(karat, ["admin", "-d", str(target), "restore", str(copy)]).exit_code == 0
    assert mode(target) == 0o600
    assert mode(target.parent) == 0o700


async def opened_once(path: Path) -> None:
    database = Sqlite(path)
    await database.open()
    await database.close()


async def fill_the_disk(database: Any) -> None:
    """Let SQLite think so: no page more than there are."""
    (pages,) = (await database.fetch("PRAGMA page_count"))[0]
    await database.write(Statement(f"PRAGMA max_page_count = {pages}"))


async def make_room(database: Any) -> None:
    await database.write(Statement("PRAGMA max_page_count = 1000000"))


async def test_on_a_full_disk_a_unit_says_that_it_was_not_written(file: Sqlite):
    await fill_the_disk(file)
    much = Statement(GUEST, ("Ada", "Ada", "x" * 100_000, 1.5), 1)
    with pytest.raises(Unwritable, match="full"):
        await file.write(much)
    await make_room(file)
    assert await file.write(much)


async def test_a_locked_file_is_waited_for_and_then_told_of(file: Sqlite, tmp_path: Path):
    await file.write(guest("Ada"))
    await file.write(Statement("PRAGMA busy_timeout = 100"))
    other = sqlite3.connect(tmp_path / "karat.sqlite", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(Unwritable, match="locked"):
        await file.write(guest("Bea"))
    other.execute("ROLLBACK")
    other.close()
    assert await file.write(guest("Bea"))


@pytest.mark.parametrize("value", ["\ud800", 2**70, object()])
async def test_the_writer_outlives_values_that_cannot_be_written(file: Sqlite, value: Any):
    bad = Statement(GUEST, ("Bea", value, "bea", 1.5), 1)
    first, failed = await asyncio.gather(file.write(guest("Ada")), file.write(bad), return_exceptions=True)
    assert first is True
    assert isinstance(failed, Exception)
    assert await asyncio.wait_for(file.write(guest("Cleo")), 5)
    assert [name for (name,) in await file.fetch("SELECT name FROM people ORDER BY name")] == ["Ada", "Cleo"]


async def test_the_writer_outlives_whatever_happens_to_its_connection(file: Sqlite, monkeypatch: pytest.MonkeyPatch):
    def broken(*_: object) -> bool:
        raise MemoryError("as luck would have it")

    with monkeypatch.context() as patched:
        patched.setattr(sqlite.Sqlite, "_commit", broken)
        with pytest.raises(MemoryError):
            await file.write(guest("Ada"))
    assert await asyncio.wait_for(file.write(guest("Ada")), 5)


async def test_a_server_on_a_full_disk_answers_503_and_goes_on_when_there_is_room(
    serve: Callable[..., Awaitable[Any]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    server = await serve(str(tmp_path / "karat.sqlite"))
    database = server.app.database
    async with Client(server.url, name="Ada") as ada, httpx.AsyncClient(base_url=server.url) as http:
        config = {"game": "aurum", "players": 3, "bots": {"1": "random"}}
        table = await ada.open_table(config)
        assert (await http.get("/readyz")).status_code == 200

        async def refuse(*_: object, **__: object) -> bool:
            raise Unwritable("the database cannot be written: database or disk is full")

        with monkeypatch.context() as patched:
            patched.setattr(database._database, "write", refuse)
            server.app._wrote = 0
            ready = await http.get("/readyz")
            assert (ready.status_code, ready.json()["message"]) == (503, "the database cannot be written")
            assert (await http.get("/healthz")).status_code == 200
            guests = await http.post("/api/guests", json={"name": "Bea"})
            assert (guests.status_code, guests.json()["code"]) == (503, "unreachable")
            async with Raw(server.url, ada.token, table) as raw:
                refused = await raw.answer("prefer", forced=True)
                assert refused["d"]["code"] == "unreachable"
        server.app._wrote = 0
        assert (await http.get("/readyz")).status_code == 200
        async with Raw(server.url, ada.token, table) as raw:
            assert (await raw.answer("prefer", forced=True))["t"] == "ok"


async def test_a_socket_that_cannot_be_recognised_is_closed_with_a_reason(
    serve: Callable[..., Awaitable[Any]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    server = await serve(str(tmp_path / "karat.sqlite"))

    async def broken(*_: object) -> None:
        raise ValueError("corrupt")

    async with Raw(server.url) as raw:
        monkeypatch.setattr(server.app.people.sessions.__class__, "who", broken)
        raw.table = "a" * 12
        await raw.send("hello", token="x" * 20)
        await raw.socket.wait_closed()
        assert raw.socket.close_code == 1011
