"""What the commands of karat admin share: a way into the database, and the words for what goes wrong."""

from __future__ import annotations

import asyncio
import json
import os
import sqlite3
import time
import unicodedata
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import asyncpg  # type: ignore[import-untyped,unused-ignore]
import click

from karat.server.people.accounts import Accounts, NotPossible, Person
from karat.server.people.names import BadName
from karat.server.store.backup import BadBackup
from karat.server.store.database import Database, Unreachable
from karat.server.store.migrations import NEWEST
from karat.server.store.postgres import Postgres
from karat.server.store.sqlite import Sqlite

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Coroutine

COMMANDING = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
"""Kinds of characters that move the cursor, turn the direction of writing, break lines or are not seen."""

as_json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON instead of words.")
yes_option = click.option("--yes", is_flag=True, help="Do not ask.")


@asynccontextmanager
async def opened(where: str, *, new: bool = False, until: str = NEWEST) -> AsyncIterator[Database]:
    """The database, which must be there unless it may be new, brought forward to a schema."""
    if not new:
        check_there(where)
    database: Postgres | Sqlite = Postgres(where) if is_address(where) else Sqlite(Path(where))
    await database.open(until)
    try:
        yield database
    finally:
        await database.close()


def is_address(where: str) -> bool:
    return where.startswith(("postgresql://", "postgres://"))


def check_there(where: str) -> None:
    if not is_address(where) and not os.path.isfile(where):  # noqa: PTH113 -- nobody else waits
        raise click.UsageError(f"there is no database {where!r}; --database says where it is")


async def somebody(database: Database, who: str) -> Person:
    accounts = Accounts(database)
    await accounts.make_keys()
    found = await accounts.find(who) or await accounts.named(who)
    if found is None:
        raise click.UsageError(f"nobody is called {who!r}, and no id is that")
    return found


def run(work: Coroutine[Any, Any, Any]) -> Any:
    """Do it, and turn what people can do wrong into a sentence."""
    try:
        return asyncio.run(work)
    except (BadName, NotPossible) as wrong:
        raise click.UsageError(str(wrong)) from None
    except BadBackup as bad:
        raise click.ClickException(str(bad)) from None
    except (sqlite3.Error, Unreachable, asyncpg.PostgresError) as error:
        raise click.ClickException(f"the database cannot be used: {error}") from None


def say(line: str, *, err: bool = False) -> None:
    """A line on the administrator's screen; what people have written cannot command it."""
    click.echo(printable(line), err=err)


def tell_json(value: Any) -> None:
    # Such characters stand in strings alone, where JSON writes them so, too.
    click.echo("\n".join(map(printable, json.dumps(value, indent=2, ensure_ascii=False).split("\n"))))


def printable(line: str) -> str:
    """A line with everything that a terminal obeys or hides, as escapes that can be read."""
    return "".join(f"\\u{ord(sign):04x}" if unicodedata.category(sign) in COMMANDING else sign for sign in line)


def day(moment: float) -> str:
    return time.strftime("%Y-%m-%d", time.gmtime(moment))
