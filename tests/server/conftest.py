"""Both databases for the tests of the house; each test has one of its own."""

import asyncio
import itertools
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import asyncpg
import pytest
import uvicorn
from postgres import Server, postgres

from karat.games import GAMES
from karat.kit import Piece
from karat.server.http.app import App, ServerSettings
from karat.server.store.database import Database, Statement
from karat.server.store.postgres import Postgres
from karat.server.store.sqlite import Sqlite

NUMBERS = itertools.count()
SQLITE_GUARDS = tuple(
    f"CREATE TRIGGER IF NOT EXISTS no_{deed} BEFORE {deed} ON entries"
    " BEGIN SELECT RAISE(ABORT, 'a log is never rewritten'); END"
    for deed in ("UPDATE", "DELETE")
)
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
def postgres_server() -> Iterator[Server]:
    with postgres() as server:
        yield server


@dataclass
class Databases:
    """Databases that nobody has used yet, on a server that is started for the first of them."""

    request: pytest.FixtureRequest
    names: list[str] = field(default_factory=list)

    def add(self) -> str:
        name = f"fresh_{next(NUMBERS)}"
        self.order(f"CREATE DATABASE {name}")
        self.names.append(name)
        return self.server.url.removesuffix("postgres") + name

    def drop(self) -> None:
        for name in self.names:
            self.order(f"DROP DATABASE {name} WITH (FORCE)")

    @property
    def server(self) -> Server:
        return self.request.getfixturevalue("postgres_server")

    def order(self, command: str) -> None:
        asyncio.run(self._order(command))

    async def _order(self, command: str) -> None:
        connection = await asyncpg.connect(self.server.url)
        try:
            await connection.execute(command)
        finally:
            await connection.close()


@pytest.fixture
def databases(request: pytest.FixtureRequest) -> Iterator[Databases]:
    """What `serve` asks for too, so that databases outlive the servers on them, in whatever order a test names both."""
    made = Databases(request)
    yield made
    # Each has hundreds of files: to leave them all to the end of the session took it minutes there.
    made.drop()


@pytest.fixture
def postgres_url(databases: Databases) -> str:
    """A database that nobody has used yet."""
    return databases.add()


@pytest.fixture(params=["sqlite", "postgresql"])
def make_database(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[[], Database]:
    """Another way into the same database, as a restarted server has it."""
    if request.param == "sqlite":
        return lambda: Sqlite(tmp_path / "karat.sqlite")
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


@pytest.fixture
async def serve(
    databases: Databases,  # noqa: ARG001 -- to be taken away after the servers
) -> AsyncIterator[Callable[..., Awaitable[Running]]]:
    """Start servers; all are stopped after the test."""
    stops = []

    async def start(database: str, **settings: Any) -> Running:
        games = settings.pop("games", GAMES)
        app = App(ServerSettings(database, limit_factor=settings.pop("limit_factor", 1000), **settings), games)
        config = uvicorn.Config(
            app.asgi(), port=0, log_config=None, access_log=False, ws="websockets-sansio", ws_max_size=16384
        )
        server = uvicorn.Server(config)
        server.install_signal_handlers = lambda: None
        running = asyncio.create_task(server._serve())
        while not server.started:
            await asyncio.sleep(0.01)
            if running.done():
                running.result()

        async def stop() -> None:
            server.should_exit = True
            await running

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
