"""What both databases must do alike."""

import asyncio
from collections.abc import Callable

import asyncpg
import pytest
from alembic.script import ScriptDirectory
from postgres import postgres

from karat.server.store.database import Database, Statement
from karat.server.store.migrations import HERE, newest, upgrade_script
from karat.server.store.postgres import Postgres, numbered

GUEST = "INSERT INTO people (id, kind, name, search, created, suspended) VALUES (?, 'guest', ?, ?, ?, 0)"


def guest(name: str, rows: int | None = 1) -> Statement:
    return Statement(GUEST, (name, name, name, 1.5), rows)


async def names(database: Database) -> list[object]:
    return [name for (name,) in await database.fetch("SELECT name FROM people ORDER BY name")]


async def test_a_unit_is_there_once_it_was_written(database: Database):
    assert await database.write(guest("Ada"), guest("Bea"))
    assert await database.fetch("SELECT name, created FROM people WHERE id = ?", "Ada") == [("Ada", 1.5)]


async def test_a_unit_with_a_key_that_is_taken_changes_nothing(database: Database):
    assert await database.write(guest("Ada"))
    assert not await database.write(guest("Bea"), guest("Ada"))
    assert await names(database) == ["Ada"]


async def test_a_unit_whose_rows_do_not_fit_changes_nothing(database: Database):
    rename = Statement("UPDATE people SET name = ? WHERE id = ?", ("Cleo", "nobody"), rows=1)
    assert not await database.write(guest("Ada"), rename)
    assert await names(database) == []


async def test_of_many_units_at_once_each_fits_or_fails_alone(database: Database):
    done = await asyncio.gather(*(database.write(guest(f"guest {number % 40:02}")) for number in range(80)))
    assert sum(done) == 40
    assert await names(database) == [f"guest {number:02}" for number in range(40)]


async def test_wrong_sql_is_an_error_and_spoils_nothing_beside_it(database: Database):
    wrong = database.write(Statement("INSERT INTO nowhere VALUES (1)"))
    bad, good = await asyncio.gather(wrong, database.write(guest("Ada")), return_exceptions=True)
    assert isinstance(bad, Exception)
    assert good is True


async def test_words_are_heard_after_the_commit_and_only_then(database: Database):
    heard: list[str] = []
    came = asyncio.Event()

    def hear(word: str) -> None:
        heard.append(word)
        if word == "end":
            came.set()

    database.listen(hear)
    await database.write(guest("Ada"), notify="Ada came")
    await database.write(guest("Ada"), notify="Ada came twice")
    await database.write(guest("Bea"), notify="end")
    await asyncio.wait_for(came.wait(), 5)
    assert heard == ["Ada came", "end"]


async def test_opening_again_keeps_what_is_there(make_database: Callable[[], Database]):
    first = make_database()
    await first.open()
    await first.write(guest("Ada"))
    await first.close()
    second = make_database()
    await second.open()
    assert await names(second) == ["Ada"]
    await second.close()


async def test_workers_that_start_at_once_do_not_trip_over_each_other(postgres_url: str):
    workers = [Postgres(postgres_url) for _ in range(4)]
    await asyncio.gather(*(worker.open() for worker in workers))
    await asyncio.gather(*(worker.close() for worker in workers))


async def test_postgresql_may_be_killed_and_comes_back():
    with postgres(durable=True) as server:
        database = Postgres(server.url)
        heard: list[str] = []
        database.listen(heard.append)
        await database.open()
        await database.write(guest("Ada"), notify="Ada")
        server.kill()
        waiting = [asyncio.create_task(database.write(guest(name))) for name in ("Bea", "Cleo")]
        await asyncio.sleep(0.2)
        server.start()
        assert await asyncio.gather(*waiting) == [True, True]
        assert await names(database) == ["Ada", "Bea", "Cleo"]
        for _ in range(100):
            if "" in heard:
                break
            await asyncio.sleep(0.05)
        await database.write(guest("Dora"), notify="Dora")
        await asyncio.sleep(0.2)
        assert heard == ["Ada", "", "Dora"]
        await database.close()


async def test_a_worker_hears_again_after_its_database_was_taken_away(postgres_url: str):
    database = Postgres(postgres_url)
    heard: list[str] = []
    database.listen(heard.append)
    await database.open()
    name, everything = postgres_url.rsplit("/", 1)[1], postgres_url.rsplit("/", 1)[0] + "/postgres"
    keeper = await asyncpg.connect(everything)
    await keeper.execute(f"DROP DATABASE {name} WITH (FORCE)")
    await asyncio.sleep(0.3)
    await keeper.execute(f"CREATE DATABASE {name}")
    await keeper.close()
    for _ in range(100):
        if heard:
            break
        await asyncio.sleep(0.05)
    assert heard == [""]
    await database.close()


@pytest.mark.parametrize("dialect", ["sqlite", "postgresql"])
def test_a_schema_that_is_up_to_date_needs_nothing(dialect: str):
    script = upgrade_script(dialect, [])
    assert any("CREATE TABLE entries" in statement for statement in script)
    assert upgrade_script(dialect, list(newest())) == []
    assert set(ScriptDirectory(str(HERE)).get_heads()) == newest()


def test_placeholders_are_numbered():
    assert numbered("SELECT a FROM b WHERE c = ? AND d = ?") == "SELECT a FROM b WHERE c = $1 AND d = $2"
