"""Both databases for the tests of the house; each test has one of its own."""

import asyncio
import contextlib
import functools
import itertools
import multiprocessing
import shutil
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import asyncpg
import httpx
import pytest
import uvicorn
from people import QUICK
from postgres import Server, postgres

from karat.games import GAMES, TABLE
from karat.kit import Piece
from karat.server.house import bot_pool
from karat.server.http.app import App, ServerSettings
from karat.server.people.passwords import Cost
from karat.server.store.database import Database, Statement
from karat.server.store.migrations import newest
from karat.server.store.postgres import Postgres
from karat.server.store.sqlite import Sqlite

NUMBERS = itertools.count()
SQLITE_GUARDS = tuple(
    f"CREATE TRIGGER IF NOT EXISTS no_{deed} BEFORE {deed} ON entries"
    " BEGIN SELECT RAISE(ABORT, 'a log is never rewritten'); END"
    for deed in ("UPDATE", "DELETE")
)
SEND_AWAY = (
    "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity"
    " WHERE datname = current_database() AND pid <> pg_backend_pid()"
)
TABLES = "SELECT tablename FROM pg_tables WHERE schemaname = 'public'"
NEVER = "$$ BEGIN RAISE EXCEPTION 'a log is never rewritten'; END $$"
POSTGRES_GUARDS = (
    f"CREATE OR REPLACE FUNCTION never() RETURNS trigger LANGUAGE plpgsql AS {NEVER}",
    "CREATE OR REPLACE TRIGGER never BEFORE UPDATE OR DELETE ON entries FOR EACH ROW EXECUTE FUNCTION never()",
)


async def guard_logs(database: Database, kind: str) -> None:
    """Have the database itself refuse that an entry is changed or taken away, whatever a test does."""
    guards = POSTGRES_GUARDS if kind.startswith("postgres") else SQLITE_GUARDS
    await database.write(*(Statement(guard) for guard in guards))


@pytest.fixture(autouse=True)
def everything_is_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a bot asks for is compiled then, whoever changed a kernel before: nobody plays in its place."""
    monkeypatch.setattr(Piece, "is_ready", property(lambda _: True))


@pytest.fixture(scope="session")
def postgres_server(request: pytest.FixtureRequest) -> Iterator[Server]:
    assert not request.config.getoption("--quick"), "tests that need PostgreSQL are named in NOT_QUICK"
    with postgres() as server:
        yield server


@dataclass
class Databases:
    """Databases lent one after the other: to make one and to drop it takes half a second, to empty it a moment."""

    request: pytest.FixtureRequest
    idle: list[str] = field(default_factory=list)
    lent: list[str] = field(default_factory=list)

    def lend(self, *, bare: bool = False) -> str:
        """A database in which there is nothing, with the tables of this version already made or without any."""
        server: Server = self.request.getfixturevalue("postgres_server")  # started for the first one
        if not self.idle:
            self.idle.append(name := f"lent_{next(NUMBERS)}")
            asyncio.run(order(server.url, f"CREATE DATABASE {name}"))
        self.lent.append(name := self.idle.pop())
        url = server.url.removesuffix("postgres") + name
        asyncio.run(empty(url, bare=bare))
        return url

    def take_back(self) -> None:
        self.idle += self.lent
        self.lent.clear()


async def order(url: str, command: str) -> None:
    connection = await asyncpg.connect(url)
    try:
        await connection.execute(command)
    finally:
        await connection.close()


async def empty(url: str, *, bare: bool) -> None:
    """Send away who is still connected, and leave no row; unless its tables are as they should be, no table either."""
    connection = await asyncpg.connect(url)
    try:
        await connection.execute(SEND_AWAY)
        made = await connection.fetchval("SELECT to_regclass('alembic_version') IS NOT NULL")
        versions = await connection.fetch("SELECT version_num FROM alembic_version") if made else []
        if bare or {version for (version,) in versions} != newest():
            await connection.execute("DROP SCHEMA public CASCADE; CREATE SCHEMA public")
        else:
            tables = [name for (name,) in await connection.fetch(TABLES) if name != "alembic_version"]
            deletes = "; ".join(f"DELETE FROM {name}" for name in tables)  # noqa: S608 -- our own names
            # A replica fires no triggers: neither the guards of logs nor those of keys that refer to other tables.
            await connection.execute(f"SET session_replication_role = replica; {deletes}")
    finally:
        await connection.close()


@pytest.fixture(scope="session")
def all_databases(request: pytest.FixtureRequest) -> Databases:
    return Databases(request)


@pytest.fixture
def databases(all_databases: Databases) -> Iterator[Databases]:
    """What `serve` asks for too, so that databases outlive the servers on them, in whatever order a test names both."""
    yield all_databases
    all_databases.take_back()


@pytest.fixture
def postgres_url(databases: Databases) -> str:
    """A database with nothing in it."""
    return databases.lend()


@pytest.fixture(scope="session")
def new_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A SQLite database with the tables of this version and nothing in them, to be copied."""
    file = tmp_path_factory.mktemp("new") / "karat.sqlite"

    async def make() -> None:
        database = Sqlite(file)
        await database.open()
        await database.close()

    asyncio.run(make())
    return file


@pytest.fixture
def sqlite_file(new_file: Path, tmp_path: Path) -> Path:
    """The same in SQLite."""
    return shutil.copy(new_file, tmp_path / "karat.sqlite")


@pytest.fixture(params=["sqlite", "postgresql"])
def make_database(request: pytest.FixtureRequest) -> Callable[[], Database]:
    """Another way into the same database, as a restarted server has it."""
    if request.param == "sqlite":
        file: Path = request.getfixturevalue("sqlite_file")
        return lambda: Sqlite(file, fast_sync=True)  # no power is lost here
    url = request.getfixturevalue("postgres_url")
    return lambda: Postgres(url)


@pytest.fixture
async def database(make_database: Callable[[], Database]) -> AsyncIterator[Database]:
    made = make_database()
    await made.open()
    await guard_logs(made, type(made).__name__.lower())
    yield made
    await made.close()


@dataclass
class Running:
    """A server on a port of its own, in this process."""

    url: str
    app: App


FORKING = multiprocessing.get_context("forkserver")
FORKING.set_forkserver_preload(["karat.server.house.bot_pool", *TABLE.values()])
ssl_context = functools.cache(httpx.create_ssl_context)


@pytest.fixture
def cheap_start() -> Iterator[None]:
    """A server and its clients without what takes long at each start and what no test of theirs is about."""
    with pytest.MonkeyPatch.context() as monkeypatch:
        monkeypatch.setattr(Cost.__init__, "__defaults__", (QUICK.cost.passes, QUICK.cost.kibibytes, QUICK.cost.lanes))
        # Processes of bots begin as copies of one that has imported all they need.
        monkeypatch.setattr(bot_pool, "multiprocessing", SimpleNamespace(get_context=lambda _method: FORKING))
        # Every client reads all certificate authorities, whether it will need them or not.
        monkeypatch.setattr("httpx._transports.default.create_ssl_context", ssl_context)
        yield


@pytest.fixture
async def serve(
    databases: Databases,  # noqa: ARG001 -- to be taken back after the servers
    cheap_start: None,  # noqa: ARG001
    new_file: Path,
) -> AsyncIterator[Callable[..., Awaitable[Running]]]:
    """Start servers; all are stopped after the test."""
    stops = []
    served: set[str] = set()

    async def start(database: str, **settings: Any) -> Running:
        games = settings.pop("games", GAMES)
        if database in served and not database.startswith("postgresql"):
            pytest.skip("a file has one server; PostgreSQL has this test for several")
        if not database.startswith("postgresql"):
            settings.setdefault("fast_sync", True)  # no power is lost here
            if not Path(database).exists():  # noqa: ASYNC240 -- nobody else waits
                shutil.copy(new_file, database)
        app = App(ServerSettings(database, limit_factor=settings.pop("limit_factor", 1000), **settings), games)
        config = uvicorn.Config(
            app.asgi(), port=0, log_config=None, access_log=False, ws_max_size=16384, ws_per_message_deflate=False,
            ws="karat.server.http.connection_guard:SocketGuard",
        )  # fmt: skip
        server = uvicorn.Server(config)
        server.install_signal_handlers = lambda: None
        told = asyncio.Event()

        async def serve_until_told() -> None:
            await server.on_tick(0)
            await told.wait()

        server.main_loop = serve_until_told  # its own looks ten times a second whether it should stop
        running = asyncio.create_task(server._serve())
        while not server.started:
            await asyncio.sleep(0.01)
            if running.done():
                with contextlib.suppress(SystemExit):  # which would end pytest
                    running.result()
                pytest.fail("the server did not start: what it logged says why")
        served.add(database)

        async def stop() -> None:
            server.should_exit = True
            told.set()
            await running
            served.discard(database)

        stops.append(stop)
        await guard_logs(app.database, database)
        port = server.servers[0].sockets[0].getsockname()[1]
        return Running(f"http://127.0.0.1:{port}", app)

    yield start
    for stop in stops:
        await stop()


@pytest.fixture(params=["sqlite", "postgresql"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """What a server is told of its database."""
    return str(tmp_path / "karat.sqlite") if request.param == "sqlite" else request.getfixturevalue("postgres_url")


@pytest.fixture
async def server(serve: Callable[..., Awaitable[Running]], tmp_path: Path) -> Running:
    return await serve(str(tmp_path / "karat.sqlite"))
