"""Both databases for the tests of the house; each test has one of its own."""

import asyncio
import itertools
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path

import asyncpg
import pytest
from postgres import Server, postgres

from karat.server.database import Database
from karat.server.postgres import Postgres
from karat.server.sqlite import Sqlite

NUMBERS = itertools.count()


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[Server]:
    with postgres() as server:
        yield server


@pytest.fixture
def postgres_url(postgres_server: Server) -> str:
    """A database that nobody has used yet."""
    name = f"fresh_{next(NUMBERS)}"

    async def create() -> None:
        connection = await asyncpg.connect(postgres_server.url)
        try:
            await connection.execute(f"CREATE DATABASE {name}")
        finally:
            await connection.close()

    asyncio.run(create())
    return postgres_server.url.removesuffix("postgres") + name


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
    yield made
    await made.close()
