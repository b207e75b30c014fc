"""The whole database as one file of JSON lines, from either database and into either.

The first line says what it is, then comes every row of every table, and the last line has the number of rows and a
SHA-256 of all before it. What is written is one moment of the database, however long the writing takes.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import sqlite3
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import asyncpg  # type: ignore[import-untyped,unused-ignore]

from karat.server.store.database import Statement
from karat.server.store.migrations import newest, revisions

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable, Iterable, Iterator

    from karat.server.store.database import Database, Row, Value

FORMAT = "karat-backup/1"
TABLES = {
    "people": "owner IS NOT NULL, id",
    "sessions": "hash",
    "devices": "hash",
    "passkeys": "id",
    "recovery_codes": "hash",
    "challenges": "id",
    "tokens": "id",
    "limits": "id",
    "matches": "id",
    "match_seats": "match_id, seat",
    "reviews": "match_id, part",
    "retries": "person, match_id, step",
    "puzzle_players": "person, game",
    "puzzle_strengths": "puzzle",
    "puzzle_tries": "person, puzzle",
    "ratings": "player, pool, game, players",
    "relations": "person, other",
    "reports": "id",
    "card_files": "identity",
    "tables": "id",
    "entries": "table_id, seq",
    "named": "person, table_id",
    "identities": "table_id, pseudonym",
    "words": "table_id, seq",
    "workers": "id",
    "presence": "table_id, person, worker",
    "seats": "person, table_id",
    "invitations": "person, table_id",
    "match_challenges": "id",
    "follows": "person, other",
    "online": "person",
    "sanctions": "id",
    "audit": "seq",
    "hash_keys": "id",
    "addresses": "person, hash",
    "clubs": "id",
    "club_members": "club, person",
    "club_tables": "table_id",
    "club_events": "id",
    "seekers": "person",
    "pairings": "id",
    "guests": "id",
    "bot_seats": "person, table_id",
    "house_keys": "name",
    "waits": "table_id, person",
    "vacations": "id",
    "vacation_years": "person, year",
    "vacation_tables": "vacation, table_id",
    "notices": "person, topic, kind",
    "channels": "id",
    "deliveries": "notice, channel",
    "notice_choices": "person",
    "notice_mutes": "person, topic",
    "sealed_events": "event",
    "daily_deals": "id",
    "daily_origins": "deal, origin",
    "daily_attempts": "deal, person",
    "daily_choices": "deal, line, action",
    "tournaments": "id",
    "tournament_entrants": "tournament, number",
    "tournament_members": "tournament, entrant, place",
    "tournament_tables": "tournament, round, number, deal",
}
"""Every table with the order of its rows; one that refers to another stands after it.

Those of earlier schemas stay where they stood: a backup is checked by the order of its lines.
"""
GONE = frozenset({"guests", "named", "bot_seats"})
"""Tables that only earlier schemas have."""
ROWS_TOGETHER = 500
VERSIONS = "SELECT version_num FROM alembic_version"


class BadBackup(ValueError):
    """A file that is no whole backup, or a database that it cannot go into."""


@dataclass
class Digest:
    """The number of rows and a hash of their lines."""

    rows: int = 0
    _hash: Any = field(default_factory=hashlib.sha256)

    def add(self, line: str) -> None:
        self.rows += 1
        self._hash.update(line.encode() + b"\n")

    @property
    def summary(self) -> dict[str, object]:
        return {"rows": self.rows, "sha256": self._hash.hexdigest()}


def schema() -> str:
    """The newest version of the schema."""
    return " ".join(sorted(newest()))


async def schema_in(database: Database) -> str:
    """The version of the schema that a database has."""
    return " ".join(sorted(str(version) for (version,) in await database.fetch(VERSIONS)))


async def backup(database: str, write: Callable[[str], object]) -> int:
    """Write all lines of a backup, each with its end; the number of rows."""
    digest = Digest()
    async with contextlib.aclosing(snapshot(database)) as rows:
        async for table, names, row in rows:
            if not names:
                write(json.dumps({"format": FORMAT, "schema": table}) + "\n")
                continue
            line = show_row(table, names, row)
            digest.add(line)
            write(line + "\n")
    write(json.dumps(digest.summary) + "\n")
    return digest.rows


async def snapshot(database: str) -> AsyncGenerator[tuple[str, list[str], Row], None]:
    """Every row as it was at one moment: table, names of columns, values; before all, the schema without names."""
    if database.startswith(("postgresql://", "postgres://")):
        connection = await asyncpg.connect(database)
        try:
            async with connection.transaction(isolation="repeatable_read", readonly=True):
                yield " ".join(sorted(record[0] for record in await connection.fetch(VERSIONS))), [], ()
                there = await connection.fetch("SELECT table_name FROM information_schema.tables")
                for table, order in known({str(record[0]) for record in there}).items():
                    async for record in connection.cursor(f"SELECT * FROM {table} ORDER BY {order}"):  # noqa: S608
                        yield table, list(record.keys()), tuple(record.values())
        finally:
            await connection.close()
        return
    for one in sqlite_snapshot(Path(database)):
        yield one


def sqlite_snapshot(path: Path) -> Iterator[tuple[str, list[str], Row]]:
    """The rows of a copy that SQLite itself makes beside a running server."""
    with tempfile.TemporaryDirectory(prefix=".karat-backup-", dir=path.parent) as folder:
        copy = Path(folder) / "copy.sqlite"
        with (
            contextlib.closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as source,
            contextlib.closing(sqlite3.connect(copy)) as target,
        ):
            source.backup(target)
            yield " ".join(sorted(str(version) for (version,) in target.execute(VERSIONS))), [], ()
            there = target.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
            for table, order in known({str(name) for (name,) in there}).items():
                found = target.execute(f"SELECT * FROM {table} ORDER BY {order}")  # noqa: S608
                names = [column[0] for column in found.description]
                for row in found:
                    yield table, names, row


def known(there: set[str]) -> dict[str, str]:
    """The tables that a database has, of those that there ever were."""
    return {table: order for table, order in TABLES.items() if table in there}


def show_row(table: str, names: list[str], row: Row) -> str:
    return json.dumps({"table": table, "row": dict(zip(names, row, strict=True))}, ensure_ascii=False, sort_keys=True)


def check(lines: Iterable[str]) -> int:
    """The number of rows of a whole backup; BadBackup where something is missing or was changed."""
    digest, last, number = Digest(), "", 0
    for number, raw in enumerate(lines, start=1):
        line = raw.removesuffix("\n")
        if number == 1:
            check_header(line)
        elif last:
            digest.add(last)
        if number > 1:
            last = line
    if number < 2 or read_line(last) != digest.summary:
        raise BadBackup("the file is not whole: its last line does not fit what stands before it")
    return digest.rows


def schema_of(line: str) -> str:
    """The schema that the first line of a backup tells."""
    check_header(line)
    return str(read_line(line)["schema"])


def check_header(line: str) -> None:
    header = read_line(line)
    if header.get("format") != FORMAT:
        raise BadBackup(f"not a backup: it does not begin with the format {FORMAT!r}")
    if header.get("schema") not in revisions():
        raise BadBackup(
            f"the backup has schema {header.get('schema')!r}, which this version of Karat does not know; its own is"
            f" {schema()!r}: take the version that made the backup, or a newer one"
        )


def read_line(line: str) -> dict[str, Any]:
    try:
        parsed = json.loads(line)
    except ValueError:
        raise BadBackup(f"not JSON: {line[:40]!a}") from None
    if not isinstance(parsed, dict):
        raise BadBackup(f"not an object: {line[:40]!a}")
    return parsed


async def restore(database: Database, where: str, lines: Iterable[str]) -> int:
    """Fill an empty database of the same schema from a backup that was checked, and compare; the number of rows."""
    async with contextlib.aclosing(snapshot(where)) as rows:
        async for table, names, _ in rows:
            if names:
                raise BadBackup(f"the database is not empty: there are rows in {table!r}")
    inside: dict[str, Any] = {}
    waiting: list[Statement] = []
    for number, raw in enumerate(lines, start=1):
        inside = read_line(raw.removesuffix("\n"))
        if number == 1 and inside.get("schema") != (has := await schema_in(database)):
            raise BadBackup(
                f"the database has schema {has!r} already; a backup of {inside.get('schema')!r} wants a new one"
            )
        if number > 1 and "table" in inside:
            waiting.append(insertion(inside))
        if len(waiting) >= ROWS_TOGETHER:
            await _write(database, waiting)
    await _write(database, waiting)
    found = Digest()
    async with contextlib.aclosing(snapshot(where)) as rows:
        async for table, names, row in rows:
            if names:
                found.add(show_row(table, names, row))
    if found.summary != inside:
        raise BadBackup("what is in the database now is not what the backup has; empty it and try again")
    return found.rows


def insertion(inside: dict[str, Any]) -> Statement:
    table, row = inside["table"], inside["row"]
    if table not in TABLES or not all(name.isidentifier() for name in row):
        raise BadBackup(f"no table {str(table)[:40]!a}")
    values: tuple[Value, ...] = tuple(row.values())
    return Statement(
        f"INSERT INTO {table} ({', '.join(row)}) VALUES ({', '.join('?' * len(row))})",  # noqa: S608
        values,
        rows=1,
    )


async def _write(database: Database, waiting: list[Statement]) -> None:
    if waiting and not await database.write(*waiting):
        raise BadBackup("a row stands twice in the backup")
    waiting.clear()
