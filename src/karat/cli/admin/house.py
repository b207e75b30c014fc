"""karat admin tables, reports, token and ratings: what the house keeps beside people."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any

import click

from karat.cli.admin.console import as_json_option, day, opened, run, say, somebody, tell_json, yes_option
from karat.cli.main import BAD_CHECK
from karat.server.matches.ratings import Ratings
from karat.server.people.accounts import Accounts
from karat.server.people.relations import Relations
from karat.server.people.tokens import Tokens, TokenScope

TABLE_COLUMNS = ("id", "status", "game", "visibility", "entries", "created", "changed")


@click.group()
def tables() -> None:
    """Tables: list, show."""


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
        say(f"{table['id']}  {told}  {day(table['changed'])}")
    say(f"{len(found)} tables")


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
        say(f"{name:10}  {day(value) if name in ('created', 'changed') else value}")


@click.command()
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
            say(f"{report['id']}  {day(report['at'])}  {report['reason']}  about {report['about']}: {report['words']}")
            for line in report["context"]:
                say(f"    {line}")
        say(f"{len(found)} open reports")
    if not settled:
        say(f"no open report {settle!r}", err=True)
    return 0 if settled else BAD_CHECK


@click.command()
@click.argument("owner")
@click.argument("bot", required=False)
@click.option(
    "--scope",
    "scopes",
    multiple=True,
    type=click.Choice([scope.value for scope in TokenScope]),
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
                secret, _ = await tokens.make(person, bot, map(TokenScope, scopes or list(TokenScope)), label)
            return secret, revoked, [asdict(one) for one in await tokens.listed(person)]

    secret, revoked, found = run(work())
    if as_json:
        tell_json({"token": secret or None, "tokens": found})
    else:
        for one in found:
            say(f"{one['id']}  {day(one['created'])}  {one['bot']}  {' '.join(one['scopes'])}  {one['label']}")
        if secret:
            say(f"the new token, shown this once: {secret}")
    if not revoked:
        say(f"no token {revoke!r} of {owner}", err=True)
    return 0 if revoked else BAD_CHECK


@click.command()
@yes_option
@click.pass_obj
def ratings(where: str, *, yes: bool) -> None:
    """Work out all ratings anew from the finished matches."""
    if not yes:
        click.confirm("Replace all ratings?", abort=True, err=True)

    async def work() -> int:
        async with opened(where) as database:
            return await Ratings(database).recompute()

    say(f"worked out from {run(work())} matches")
