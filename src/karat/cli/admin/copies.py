"""karat admin backup and restore: the whole database in a file, and back."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TextIO

import click

from karat.cli.admin.console import as_json_option, check_there, opened, run, say, tell_json
from karat.server.store import backup as backups


@click.command()
@click.argument("file")
@as_json_option
@click.pass_obj
def backup(where: str, file: str, *, as_json: bool) -> None:
    """Write everything to FILE, as it is at this moment; only its owner may read it, for it holds secrets.

    Nothing of the database is changed, its schema neither.
    """
    target = Path(file)
    if not target.parent.is_dir():
        raise click.UsageError(f"cannot write {file!r}: there is no folder {str(target.parent)!r}")
    unfinished = target.with_name(f".{target.name}.{os.getpid()}")

    check_there(where)

    try:
        with open(os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as out:  # noqa: PTH123
            rows = run(backups.backup(where, out.write))
            out.flush()
            os.fsync(out.fileno())
        unfinished.replace(target)
    finally:
        unfinished.unlink(missing_ok=True)
    tell_json({"rows": rows, "file": file}) if as_json else say(f"{rows} rows in {file}")


@click.command()
@click.argument("file")
@as_json_option
@click.pass_obj
def restore(where: str, file: str, *, as_json: bool) -> None:
    """Fill an empty database from the backup in FILE, and check that all of it is there."""

    async def work(lines: TextIO) -> int:
        until = backups.schema_of(lines.readline())
        lines.seek(0)
        async with opened(where, new=True, until=until) as database:
            rows = await backups.restore(database, where, lines)
        async with opened(where):
            return rows  # and what an earlier version backed up is as this one has it

    try:
        with Path(file).open(encoding="utf-8") as lines:
            backups.check(lines)
            lines.seek(0)
            rows = run(work(lines))
    except backups.BadBackup as bad:
        raise click.ClickException(str(bad)) from None
    tell_json({"rows": rows, "database": where}) if as_json else say(f"{rows} rows restored and checked")
