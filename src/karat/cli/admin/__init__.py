"""karat admin: people, tables, tokens, reports and backups of a server, from the machine it runs on."""

from __future__ import annotations

from pathlib import Path

import click

from karat.cli.lazy import LazyGroup
from karat.cli.server_options import DATABASE, no_secret

COMMANDS = {
    "users": ("karat.cli.admin.users", "People: list, show, rename, suspend, signout, delete."),
    "tables": ("karat.cli.admin.house", "Tables: list, show."),
    "reports": ("karat.cli.admin.house", "List what people have asked the house to look at."),
    "moderators": ("karat.cli.admin.moderating", "List moderators, name one, or dismiss one."),
    "audit": ("karat.cli.admin.moderating", "List what moderators did, and check that nothing was changed."),
    "token": ("karat.cli.admin.house", "Make a token with which a bot plays, list or revoke."),
    "ratings": ("karat.cli.admin.house", "Work out all ratings anew from the finished matches."),
    "backup": ("karat.cli.admin.copies", "Write everything to a file, as it is at this moment."),
    "restore": ("karat.cli.admin.copies", "Fill an empty database from a backup."),
}
"""Where each is, and the line that the help gives it: telling that needs nothing of the server."""


@click.group(cls=LazyGroup, lazily=COMMANDS)
@click.option(
    "--database",
    "-d",
    metavar="FILE|FOLDER|URL",
    envvar=DATABASE,
    callback=no_secret,
    help="Where `karat serve` keeps everything: its file, its folder, or an address.  "
    "[default: ~/.local/share/karat/karat.sqlite]",
)
@click.pass_context
def admin(ctx: click.Context, database: str | None) -> None:
    """Look after a server: its people, tables, tokens, reports and backups.

    Works on the database itself, also while the server runs. What destroys something asks first.

    \b
    karat admin users add anna
    karat admin users list --search ann
    karat admin users suspend anna
    karat admin tables list --status playing
    karat admin backup tonight.jsonl
    karat admin -d new.sqlite restore tonight.jsonl
    karat admin token anna goosebot --scope play --scope read
    """
    place = Path(database) if database else Path.home() / ".local" / "share" / "karat"
    ctx.obj = str(place / "karat.sqlite") if not database or place.is_dir() else database
