import asyncio
import json
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner
from matches import finished
from people import register

from karat.cli.admin import admin
from karat.server.matches.finished import close
from karat.server.people.accounts import Accounts
from karat.server.people.sessions import Sessions
from karat.server.people.tokens import Tokens, TokenScope
from karat.server.store.backup import GONE, TABLES, BadBackup, backup, check, restore, schema, schema_in
from karat.server.store.database import Database, Statement
from karat.server.store.postgres import Postgres
from karat.server.store.sqlite import Sqlite


@pytest.fixture(params=["sqlite", "postgresql"])
def where(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    return str(tmp_path / "a.sqlite") if request.param == "sqlite" else request.getfixturevalue("postgres_url")


@pytest.fixture
def into(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    return str(tmp_path / "b.sqlite") if request.param == "sqlite" else request.getfixturevalue("postgres_url")


def at(where: str) -> Database:
    return Postgres(where) if where.startswith("postgresql") else Sqlite(Path(where))


async def fill(database: Database) -> None:
    people = await register(database, "Zoë", "Otto", "Ida", "Жанна")
    await Sessions(database).start(people[0])
    for number in range(8):  # ids are random: some bots come before their owners
        await Tokens(database, Accounts(database)).make(people[number % 4], f"robot {number}", [TokenScope.PLAY])
    for number in range(3):
        await close(database, finished(f"t{number}", "aurum", *people, seed=str(number), ended=0.1 + number))
    await database.write(
        Statement(
            "INSERT INTO tables (id, seq, status, game, visibility, facts, created, changed)"
            " VALUES ('t1', 1, 'finished', 'aurum', 'public', '{}', 0.1, 0.2)"
        ),
        Statement("INSERT INTO entries (table_id, seq, at, body) VALUES ('t1', 1, 1e-9, ?)", ('{"e": "\\u2028"}',)),
    )


@pytest.fixture
async def lines(where: str) -> list[str]:
    database, written = at(where), list[str]()
    await database.open()
    await fill(database)
    rows = await backup(where, written.append)
    await database.close()
    assert rows == check(written) == len(written) - 2
    return written


@pytest.mark.parametrize(
    ("where", "into"),
    [("sqlite", "sqlite"), ("sqlite", "postgresql"), ("postgresql", "sqlite")],
    indirect=True,
)
async def test_a_backup_goes_into_either_database_and_out_again_the_same(lines: list[str], into: str):
    database, again = at(into), list[str]()
    await database.open()
    await restore(database, into, lines)
    await backup(into, again.append)
    assert again == lines
    with pytest.raises(BadBackup, match="not empty"):
        await restore(database, into, lines)
    await database.close()


@pytest.mark.parametrize(
    "spoil",
    [
        lambda _: [],
        lambda lines: lines[:-1],
        lambda lines: lines[:5] + lines[6:],
        lambda lines: [*lines[:5], lines[6], lines[5], *lines[7:]],
        lambda lines: [line.replace("Otto", "Otta") for line in lines],
        lambda lines: lines[1:],
        lambda lines: [lines[0].replace(schema(), "9999"), *lines[1:]],
        lambda lines: ["[]\n", *lines[1:]],
        lambda lines: [*lines[:-1], lines[-1][:20]],
    ],
)
def test_a_spoilt_backup_is_refused(lines: list[str], spoil: Callable[[list[str]], list[str]]):
    with pytest.raises(BadBackup):
        check(spoil(lines))


async def test_every_table_is_in_the_backup(tmp_path: Path):
    database = Sqlite(tmp_path / "a.sqlite")
    await database.open()
    await database.close()
    with sqlite3.connect(tmp_path / "a.sqlite") as connection:
        names = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    connection.close()
    assert names - {"alembic_version"} == set(TABLES) - GONE


@pytest.mark.parametrize(
    ("where", "into"),
    [("sqlite", "sqlite"), ("sqlite", "postgresql"), ("postgresql", "sqlite")],
    indirect=True,
)
@pytest.mark.parametrize("version", ["0002", "0003", "0006"])
def test_a_backup_of_an_earlier_version_is_restored_as_this_one_has_it(
    where: str, into: str, version: str, tmp_path: Path
):
    async def earlier() -> list[str]:
        database, written = at(where), list[str]()
        await database.open(version)
        entry = json.dumps({"e": "sat", "seat": 0, "player": {"id": "anna", "name": "Anna"}})
        await database.write(
            Statement(
                "INSERT INTO people (id, kind, name, name_key, search, created, suspended)"
                " VALUES ('anna', 'account', 'Anna', 'anna', 'anna', 1, 0)"
            ),
            Statement(
                "INSERT INTO tables (id, seq, status, game, visibility, facts, created, changed)"
                " VALUES ('t1', 1, 'open', 'aurum', 'public', '{}', 1, 1)"
            ),
            Statement("INSERT INTO entries (table_id, seq, at, body) VALUES ('t1', 1, 1, ?)", (entry,)),
            *([Statement("INSERT INTO bot_seats VALUES ('anna', 't1')")] if version == "0003" else []),
        )
        await backup(where, written.append)
        await database.close()
        return written

    async def now() -> tuple[object, ...]:
        database = at(into)
        await database.open()
        names = [await database.fetch(f"SELECT count(*) FROM {table}") for table in ("people", "identities", "seats")]  # noqa: S608
        found = (await schema_in(database), *(int(str(row[0][0])) for row in names))
        await database.close()
        return found

    file = tmp_path / "old.jsonl"
    file.write_text("".join(asyncio.run(earlier())), "utf-8")
    said = CliRunner().invoke(admin, ["-d", into, "restore", str(file)])
    assert said.exit_code == 0, said.output
    assert asyncio.run(now()) == (schema(), 1, 1, int(version == "0003"))


async def test_an_earlier_backup_does_not_go_into_a_database_that_is_newer(tmp_path: Path):
    database = Sqlite(tmp_path / "a.sqlite")
    await database.open()
    header = json.dumps({"format": "karat-backup/1", "schema": "0003"})
    with pytest.raises(BadBackup, match="wants a new one"):
        await restore(database, str(tmp_path / "a.sqlite"), [header])
    await database.close()
