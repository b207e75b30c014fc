"""What the commands of karat admin share: a way into the database, and the words for what goes wrong."""

from __future__ import annotations

import asyncio
import json
import os
import time
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from karat.server.people.accounts import Accounts, NotPossible, Person
from karat.server.people.names import BadName
from karat.server.store.backup import BadBackup
from karat.server.store.database import Database
from karat.server.store.migrations import NEWEST
from karat.server.store.postgres import Postgres
from karat.server.store.sqlite import Sqlite

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Coroutine

as_json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON instead of words.")
yes_option = click.option("--yes", is_flag=True, help="Do not ask.")


@asynccontextmanager
async def opened(where: str, *, new: bool = False, until: str = NEWEST) -> AsyncIterator[Database]:
    """The database, which must be there unless it may be new, brought forward to a schema."""
    if where.startswith(("postgresql://", "postgres://")):
        database: Postgres | Sqlite = Postgres(where)
    elif new or os.path.isfile(where):  # noqa: ASYNC240, PTH113 -- nobody else waits
        database = Sqlite(Path(where))
    else:
        raise click.UsageError(f"there is no database {where!r}; --database says where it is")
    await database.open(until)
    try:
        yield database
    finally:
        await database.close()


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


def tell_json(value: Any) -> None:
    click.echo(json.dumps(value, indent=2, ensure_ascii=False))


def day(moment: float) -> str:
    return time.strftime("%Y-%m-%d", time.gmtime(moment))
