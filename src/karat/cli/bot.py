"""karat bot: a bot of one's own at a server."""

from __future__ import annotations

import importlib.util
import inspect
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from collections.abc import Callable

TOKEN = "KARAT_TOKEN"  # noqa: S105 -- where it stands, not what it is

server_option = click.option(
    "--server", metavar="URL", default="http://127.0.0.1:8000", show_default=True, help="Where to."
)


@click.group()
def bot() -> None:
    """Let a bot of your own play at a server, and see which others are there.

    \b
    karat admin users add anna                       # on the server's machine: an account
    karat admin token anna goosebot --scope play     # and a token, shown once
    KARAT_TOKEN=… karat bot run my.py --server http://127.0.0.1:8000
    karat bot list --server http://127.0.0.1:8000
    """


@bot.command()
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@server_option
@click.option(
    "--token", envvar=TOKEN, show_envvar=True, help="What lets it in; better not as an option, as others may see it."
)
@click.option("--class", "name", metavar="NAME", help="Of the bot, where FILE has several.")
@click.option("--join", "tables", multiple=True, metavar="TABLE", help="Sit down there; can be repeated.")
@click.option("--matches", "-n", type=click.IntRange(1), help="End after so many.  [default: never]")
@click.option("--seed", metavar="TEXT", help="Of the chance that it is given.  [default: fresh]")
@click.option("--open", "is_open", is_flag=True, help="Also take challenges that anybody may accept.")
def run(
    file: Path,
    server: str,
    token: str | None,
    name: str | None,
    tables: tuple[str, ...],
    matches: int | None,
    seed: str | None,
    *,
    is_open: bool,
) -> None:
    """Play as the bot in FILE: a class with `choose(seen, legal, rng)`.

    It accepts every invitation and challenge and plays at all its tables at once, until Ctrl-C or so many --matches.
    With a method `accepts(asked)` it accepts what that is True for; what else it gives is why not, such as "game".
    """
    if not token:
        raise click.UsageError(f"a bot needs a token: put it into {TOKEN}; `karat admin token OWNER BOT` makes one")
    made = find_class(file, name)()
    from karat.client import run_bot  # noqa: PLC0415 -- with the bot, so that what is wrong with it is told at once

    click.echo(f"{type(made).__name__} listens at {server}; Ctrl-C ends it", err=True)
    accepts = getattr(made, "accepts", lambda _asked: True)
    played = at_server(
        server,
        lambda: run_bot(
            made, server, token, join=tables, accept=accepts, matches=matches, seed=seed, open_challenges=is_open
        ),
    )
    click.echo(f"{played} match{'es' * (played != 1)} played")


@bot.command("list")
@server_option
def list_bots(server: str) -> None:
    """Name the bots that listen at a server now; anybody may challenge them, and a host invite them."""
    import httpx  # noqa: PLC0415 -- an extra

    from karat.client.calling import problem_in  # noqa: PLC0415

    def asked() -> Any:
        answer = httpx.get(f"{server.rstrip('/')}/api/bots", timeout=10)
        if not answer.is_success:
            raise problem_in(answer)
        return answer.json()

    found = at_server(server, asked)["bots"]
    for one in found:
        click.echo(one["name"])
    click.echo(f"{len(found)} bot{'s' * (len(found) != 1)} online", err=True)


UNKNOWN = 401
"""The status for who is nobody to a server."""


def at_server(server: str, work: Callable[[], Any]) -> Any:
    """Do it there; what goes wrong on the way is told in a sentence."""
    import httpx  # noqa: PLC0415 -- an extra

    from karat.client import Problem  # noqa: PLC0415

    try:
        return work()
    except* httpx.TransportError as away:
        raise click.ClickException(f"no server answers at {server}: {away.exceptions[0]}") from None
    except* Problem as refused:
        problem = refused.exceptions[0]
        if getattr(problem, "status", 0) == UNKNOWN:
            raise click.ClickException(
                f"{server} does not know this token, or it was revoked: `karat admin token OWNER BOT` makes one there"
            ) from None
        raise click.ClickException(f"{server} refuses: {problem}") from None


def find_class(file: Path, name: str | None) -> Any:
    """The bot in a file; wrong use where there is none, or several and no name."""
    if not file.is_file():
        raise click.UsageError(f"there is no file {str(file)!r}")
    sys.path.insert(0, os.fspath(file.resolve().parent))  # what lies beside it can be imported
    spec = importlib.util.spec_from_file_location(file.stem, file)
    if spec is None or spec.loader is None:
        raise click.UsageError(f"{str(file)!r} is no Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[file.stem] = module
    try:
        spec.loader.exec_module(module)
    except Exception as error:  # noqa: BLE001 -- whatever somebody else wrote
        raise click.UsageError(f"{str(file)!r} cannot be run: {type(error).__name__}: {error}") from None
    found = {
        one.__name__: one
        for one in vars(module).values()
        if inspect.isclass(one) and one.__module__ == file.stem and callable(getattr(one, "choose", None))
    }
    if name is not None and name not in found:
        raise click.UsageError(f"{str(file)!r} has no class {name!r} with a method `choose(seen, legal, rng)`")
    if name is None and len(found) != 1:
        which = f"several, {', '.join(found)}: say which with --class" if found else "none"
        raise click.UsageError(f"a bot is a class with a method `choose(seen, legal, rng)`; {str(file)!r} has {which}")
    return found[name] if name else next(iter(found.values()))
