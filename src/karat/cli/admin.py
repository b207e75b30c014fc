"""karat admin: people, tables, tokens, reports and backups of a server, from the machine it runs on."""

from __future__ import annotations

import asyncio
import json
import os
import time
from contextlib import asynccontextmanager
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

import click

from karat.cli.main import BAD_CHECK
from karat.server import backup as backups
from karat.server.accounts import Accounts, NotPossible, Person
from karat.server.database import Database
from karat.server.names import BadName
from karat.server.postgres import Postgres
from karat.server.privacy import Privacy
from karat.server.ratings import Ratings
from karat.server.relations import Relations
from karat.server.sessions import Sessions
from karat.server.sqlite import Sqlite
from karat.server.tokens import Scope, Tokens

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Coroutine

as_json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON instead of words.")
TABLE_COLUMNS = ("id", "status", "game", "visibility", "entries", "created", "changed")
yes_option = click.option("--yes", is_flag=True, help="Do not ask.")


@click.group()
@click.option(
    "--database",
    "-d",
    metavar="FILE|URL",
    help="Where `karat serve` keeps everything.  [default: ~/.local/share/karat/karat.sqlite]",
)
@click.pass_context
def admin(ctx: click.Context, database: str | None) -> None:
    """Look after a server: its people, tables, tokens, reports and backups.

    Works on the database itself, also while the server runs. What destroys something asks first.

    \b
    karat admin users list --search ann
    karat admin users suspend anna
    karat admin tables list --status playing
    karat admin backup tonight.jsonl
    karat admin -d new.sqlite restore tonight.jsonl
    karat admin token anna goosebot --scope play --scope read
    """
    ctx.obj = database or str(Path.home() / ".local" / "share" / "karat" / "karat.sqlite")


@admin.group()
def users() -> None:
    """People: list, show, rename, suspend, signout, delete."""


@admin.group()
def tables() -> None:
    """Tables: list, show."""


@users.command("list")
@click.option("--search", default="", help="Part of the name.")
@as_json_option
@click.pass_obj
def list_users(where: str, search: str, *, as_json: bool) -> None:
    """List people."""

    async def work() -> list[Person]:
        async with opened(where) as database:
            found: list[Person] = []
            while page := await Accounts(database).listed(search, found[-1].id if found else ""):
                found += page
            return found

    people = run(work())
    if as_json:
        tell_json([asdict(person) for person in people])
        return
    for person in people:
        suspended = "  suspended" if person.suspended else ""
        click.echo(f"{person.id}  {person.kind:7}  {day(person.created)}  {person.name}{suspended}")
    click.echo(f"{len(people)} people")


@users.command("show")
@click.argument("who")
@as_json_option
@click.pass_obj
def show_user(where: str, who: str, *, as_json: bool) -> None:
    """Show all that is stored about WHO, a name or an id; with --json as they would get it themselves."""

    async def work() -> dict[str, Any]:
        async with opened(where) as database:
            return await Privacy(database).export(await somebody(database, who))

    told = run(work())
    if as_json:
        tell_json(told)
        return
    for name, value in told["person"].items():
        click.echo(f"{name:12}  {value}")
    for section, rows in told.items():
        if isinstance(rows, list):
            click.echo(f"{section:12}  {len(rows)}")


@users.command()
@click.argument("who")
@click.argument("name")
@click.pass_obj
def rename(where: str, who: str, name: str) -> None:
    """Give WHO another NAME."""

    async def work() -> Person:
        async with opened(where) as database:
            return await Accounts(database).rename(await somebody(database, who), name)

    click.echo(f"now called {run(work()).name}")


@users.command()
@click.argument("who")
@click.option("--lift", is_flag=True, help="Let them in again.")
@click.pass_obj
def suspend(where: str, who: str, *, lift: bool) -> None:
    """Shut WHO and their bots out, at once and everywhere."""

    async def work() -> Person:
        async with opened(where) as database:
            person = await somebody(database, who)
            await Accounts(database).suspend(person, suspended=not lift)
            return person

    person = run(work())
    click.echo(f"{person.name} is {'let in again' if lift else 'suspended'}")


@users.command()
@click.argument("who")
@click.pass_obj
def signout(where: str, who: str) -> None:
    """End all sessions of WHO."""

    async def work() -> Person:
        async with opened(where) as database:
            person = await somebody(database, who)
            await Sessions(database).end_all(person)
            return person

    click.echo(f"{run(work()).name} is signed out everywhere")


@users.command()
@click.argument("who")
@yes_option
@click.pass_obj
def delete(where: str, who: str, *, yes: bool) -> None:
    """Forget WHO and their bots for good; their finished matches stay, by nobody."""

    async def find() -> Person:
        async with opened(where) as database:
            return await somebody(database, who)

    async def forget(person: Person) -> None:
        async with opened(where) as database:
            await Privacy(database).forget(person)

    person = run(find())
    if not yes:
        click.confirm(f"Forget {person.kind} {person.name} ({person.id}) for good?", abort=True, err=True)
    run(forget(person))
    click.echo(f"{person.name} is forgotten")


@tables.command("list")
@click.option("--status", type=click.Choice(["open", "playing", "finished", "closed"]), help="Only these.")
@click.option("--limit", default=50, show_default=True, help="How many, the newest first.")
@as_json_option
@click.pass_obj
def list_tables(where: str, status: str | None, limit: int, *, as_json: bool) -> None:
    """List tables, the last used first."""

    async def work() -> list[dict[str, Any]]:
        async with opened(where) as database:
            rows = await database.fetch(
                "SELECT id, status, game, visibility, seq, created, changed FROM tables"  # noqa: S608 -- one of two words
                f" {'WHERE status = ?' if status else ''} ORDER BY changed DESC, id LIMIT ?",
                *((status,) if status else ()),
                limit,
            )
        return [dict(zip(TABLE_COLUMNS, row, strict=True)) for row in rows]

    found = run(work())
    if as_json:
        tell_json(found)
        return
    for table in found:
        told = f"{table['status']:8}  {table['game']:5}  {table['visibility']:8}  {table['entries']:5}"
        click.echo(f"{table['id']}  {told}  {day(table['changed'])}")
    click.echo(f"{len(found)} tables")


@tables.command("show")
@click.argument("table")
@as_json_option
@click.pass_obj
def show_table(where: str, table: str, *, as_json: bool) -> None:
    """Show one table: what was agreed, who sits there, how far it is. No cards."""

    async def work() -> dict[str, Any]:
        async with opened(where) as database:
            rows = await database.fetch(
                "SELECT id, status, game, visibility, seq, created, changed, facts FROM tables WHERE id = ?", table
            )
        if not rows:
            raise click.UsageError(f"there is no table {table!r}")
        *head, facts = rows[0]
        told: dict[str, Any] = json.loads(str(facts))
        return dict(zip(TABLE_COLUMNS, head, strict=True)) | told

    told = run(work())
    if as_json:
        tell_json(told)
        return
    for name, value in told.items():
        click.echo(f"{name:10}  {day(value) if name in ('created', 'changed') else value}")


@admin.command()
@click.option("--settle", metavar="ID", help="Put one aside as dealt with.")
@as_json_option
@click.pass_obj
def reports(where: str, settle: str | None, *, as_json: bool) -> int:
    """List what people have asked the house to look at."""

    async def work() -> tuple[bool, list[dict[str, Any]]]:
        async with opened(where) as database:
            relations = Relations(database)
            settled = await relations.settle(settle) if settle else True
            return settled, [asdict(report) for report in await relations.reports()]

    settled, found = run(work())
    if as_json:
        tell_json(found)
    else:
        for report in found:
            click.echo(
                f"{report['id']}  {day(report['at'])}  {report['reason']}  about {report['about']}: {report['words']}"
            )
            for line in report["context"]:
                click.echo(f"    {line}")
        click.echo(f"{len(found)} open reports")
    if not settled:
        click.echo(f"no open report {settle!r}", err=True)
    return 0 if settled else BAD_CHECK


@admin.command()
@click.argument("owner")
@click.argument("bot", required=False)
@click.option(
    "--scope",
    "scopes",
    multiple=True,
    type=click.Choice([scope.value for scope in Scope]),
    help="What it may do; several times.",
)
@click.option("--label", default="", help="What it is for.")
@click.option("--revoke", metavar="ID", help="Revoke a token instead.")
@as_json_option
@click.pass_obj
def token(
    where: str, owner: str, bot: str | None, scopes: tuple[str, ...], label: str, revoke: str | None, *, as_json: bool
) -> int:
    """Make a token with which BOT of OWNER plays, list OWNER's tokens, or revoke one."""

    async def work() -> tuple[str, bool, list[dict[str, Any]]]:
        async with opened(where) as database:
            tokens, person = Tokens(database, Accounts(database)), await somebody(database, owner)
            secret, revoked = "", True
            if revoke:
                revoked = await tokens.revoke(person, revoke)
            elif bot:
                secret, _ = await tokens.make(person, bot, map(Scope, scopes or list(Scope)), label)
            return secret, revoked, [asdict(one) for one in await tokens.listed(person)]

    secret, revoked, found = run(work())
    if as_json:
        tell_json({"token": secret or None, "tokens": found})
    else:
        for one in found:
            click.echo(f"{one['id']}  {day(one['created'])}  {one['bot']}  {' '.join(one['scopes'])}  {one['label']}")
        if secret:
            click.echo(f"the new token, shown this once: {secret}")
    if not revoked:
        click.echo(f"no token {revoke!r} of {owner}", err=True)
    return 0 if revoked else BAD_CHECK


@admin.command()
@yes_option
@click.pass_obj
def ratings(where: str, *, yes: bool) -> None:
    """Work out all ratings anew from the finished matches."""
    if not yes:
        click.confirm("Replace all ratings?", abort=True, err=True)

    async def work() -> int:
        async with opened(where) as database:
            return await Ratings(database).recompute()

    click.echo(f"worked out from {run(work())} matches")


@admin.command()
@click.argument("file")
@as_json_option
@click.pass_obj
def backup(where: str, file: str, *, as_json: bool) -> None:
    """Write everything to FILE, as it is at this moment; only its owner may read it, for it holds secrets."""
    target = Path(file)
    if not target.parent.is_dir():
        raise click.UsageError(f"cannot write {file!r}: there is no folder {str(target.parent)!r}")
    unfinished = target.with_name(f".{target.name}.{os.getpid()}")

    async def work(out: TextIO) -> int:
        async with opened(where):
            pass  # bring the schema forward, and find out whether it is there at all
        return await backups.backup(where, out.write)

    try:
        with open(os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as out:  # noqa: PTH123
            rows = run(work(out))
            out.flush()
            os.fsync(out.fileno())
        unfinished.replace(target)
    finally:
        unfinished.unlink(missing_ok=True)
    tell_json({"rows": rows, "file": file}) if as_json else click.echo(f"{rows} rows in {file}")


@admin.command()
@click.argument("file")
@as_json_option
@click.pass_obj
def restore(where: str, file: str, *, as_json: bool) -> None:
    """Fill an empty database from the backup in FILE, and check that all of it is there."""

    async def work(lines: TextIO) -> int:
        async with opened(where, new=True) as database:
            return await backups.restore(database, where, lines)

    try:
        with Path(file).open(encoding="utf-8") as lines:
            backups.check(lines)
            lines.seek(0)
            rows = run(work(lines))
    except backups.BadBackup as bad:
        raise click.ClickException(str(bad)) from None
    tell_json({"rows": rows, "database": where}) if as_json else click.echo(f"{rows} rows restored and checked")


@asynccontextmanager
async def opened(where: str, *, new: bool = False) -> AsyncIterator[Database]:
    """The database, which must be there unless it may be new."""
    if where.startswith(("postgresql://", "postgres://")):
        database: Database = Postgres(where)
    elif new or os.path.isfile(where):  # noqa: ASYNC240, PTH113 -- nobody else waits
        database = Sqlite(Path(where))
    else:
        raise click.UsageError(f"there is no database {where!r}; --database says where it is")
    await database.open()
    try:
        yield database
    finally:
        await database.close()


async def somebody(database: Database, who: str) -> Person:
    accounts = Accounts(database)
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
    except backups.BadBackup as bad:
        raise click.ClickException(str(bad)) from None


def tell_json(value: Any) -> None:
    click.echo(json.dumps(value, indent=2, ensure_ascii=False))


def day(moment: float) -> str:
    return time.strftime("%Y-%m-%d", time.gmtime(moment))
