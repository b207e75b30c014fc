"""karat tournament: duplicate tournaments at a server, opened and directed from a terminal."""

from __future__ import annotations

import asyncio
import json
import time
from typing import TYPE_CHECKING, Any

import click

from karat.cli.bot import TOKEN, at_server, server_option
from karat.text_table import text_table

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from karat.client import Client

token_option = click.option(
    "--token", envvar=TOKEN, show_envvar=True, help="What lets you in; better not as an option, as others may see it."
)


@click.group()
def tournament() -> None:
    """Open and direct duplicate tournaments at a server, with a token.

    \b
    karat admin users add anna                       # on the server's machine: an account
    karat admin token anna club --scope play         # and a token that directs for it, shown once
    export KARAT_TOKEN=…
    karat tournament create "Tuesday club" aurum -p 4 --rounds 4 --deals 2
    karat tournament start ID
    karat tournament standings ID
    karat tournament tables ID
    karat tournament records ID > tuesday.jsonl      # after the end
    """


def ask(server: str, token: str | None, what: Callable[[Client], Awaitable[Any]]) -> Any:
    """Do it at the server, as whoever the token says."""
    from karat.client import Client  # noqa: PLC0415 -- an extra

    async def asked() -> Any:
        async with Client(server, token=token or "") as client:
            return await what(client)

    return at_server(server, lambda: asyncio.run(asked()))


def order(server: str, token: str | None, tournament: str, what: str, wanted: dict[str, Any] | None = None) -> None:
    if not token:
        raise click.UsageError(
            f"directing needs a token: put it into {TOKEN}; `karat admin token OWNER NAME` makes one"
        )
    ask(server, token, lambda client: client.direct(tournament, what, wanted))


@tournament.command()
@click.argument("name")
@click.argument("game")
@click.option("--players", "-p", type=click.IntRange(2, 12), required=True, help="At a table.")
@click.option("--edition", "-e", default="", help="Whose rulebook decides.  [default: the game's usual one]")
@click.option(
    "--form", type=click.Choice(["singles", "sides", "teams"]), default="singles", show_default=True, help="Who enters."
)
@click.option(
    "--system", type=click.Choice(["movement", "swiss", "knockout"]), default="movement", show_default=True,
    help="Who meets whom.",
)  # fmt: skip
@click.option(
    "--scoring", type=click.Choice(["matchpoints", "swings"]), default="matchpoints", show_default=True,
    help="How tables are compared.",
)  # fmt: skip
@click.option("--rounds", type=click.IntRange(1, 40), default=4, show_default=True, help="A knock-out needs none.")
@click.option("--deals", type=click.IntRange(1, 16), default=2, show_default=True, help="In a round.")
@click.option("--variant", "variants", multiple=True, help="A variant of the rules; as often as you like.")
@click.option("--level", help="Of the bots that fill up.  [default: the game's usual one]")
@click.option("--tries", type=click.IntRange(1, 2000), default=200, show_default=True, help="Theirs for a choice.")
@click.option(
    "--minutes", type=click.FloatRange(0.1, 1440), help="On everybody's clock for a match; live.  [default: no clock]"
)
@click.option(
    "--increment",
    type=click.FloatRange(0, 3600),
    default=5,
    show_default=True,
    help="Seconds more for each action, with --minutes.",
)
@click.option("--days", type=click.FloatRange(0.01, 30), help="For each action: a tournament over weeks.")
@click.option(
    "--away", type=click.FloatRange(0, 10080), default=10, show_default=True,
    help="Without a clock, minutes after which a bot plays for who is waited for and not connected, until they are"
    " back; 0 for never.",
)  # fmt: skip
@server_option
@token_option
def create(
    name: str,
    game: str,
    server: str,
    token: str | None,
    minutes: float | None,
    increment: float,
    days: float | None,
    away: float,
    **agreed: Any,
) -> None:
    """Open a tournament called NAME of GAME; its id is printed."""
    if not token:
        raise click.UsageError(
            f"directing needs a token: put it into {TOKEN}; `karat admin token OWNER NAME` makes one"
        )
    if minutes and days:
        raise click.UsageError("a tournament is played at one sitting (--minutes) or over days (--days), not both")
    clock = {"kind": "live", "bank": 60 * minutes, "increment": increment} if minutes else None
    clock = {"kind": "days", "days": days} if days else clock
    config = {"game": game, "clock": clock, "stand_in_after": round(60 * away) or None, **agreed}
    made = ask(server, token, lambda client: client.open_tournament(name, config))
    click.echo(made["id"])


@tournament.command("list")
@server_option
def list_tournaments(server: str) -> None:
    """Name the tournaments of a server, the newest first; those that are over stand at the end."""
    found = ask(server, None, lambda client: client.tournaments())
    rows = [[one["id"], one["name"], one["config"]["game"], one["status"], str(one["entrants"])] for one in found]
    click.echo(text_table([["id", "name", "game", "status", "entrants"], *rows]))


@tournament.command()
@click.argument("tournament")
@server_option
@token_option
def start(tournament: str, server: str, token: str | None) -> None:
    """Draw the first round and open its tables."""
    order(server, token, tournament, "start")


@tournament.command()
@click.argument("tournament")
@server_option
@token_option
def standings(tournament: str, server: str, token: str | None) -> None:
    """Show how everybody stands, and which tables are played."""
    told = ask(server, token, lambda client: client.tournament(tournament))
    percent = told["config"].get("scoring", "matchpoints") == "matchpoints"
    rows = [
        [
            str(one["place"]),
            str(one["number"]),
            one["name"],
            f"{one['total']:.1%}" if percent else f"{one['total']:+.1f}",
            f"{one['lead']:+d}",
            str(one["deals"]),
        ]
        for one in told["entrants"]
    ]
    click.echo(f"{told['name']}: {told['status']}, round {told['round'] + 1} of {told['rounds']}")
    click.echo(text_table([["", "no.", "entrant", "result", "lead", "deals"], *rows]))
    left = sum(table["state"] != "over" for table in told["tables"])
    if left:
        click.echo(f"{left} of {len(told['tables'])} tables are not over: `karat tournament tables` shows them")


def waits(one: dict[str, Any]) -> str:
    """Whom a table waits for, and how long already; only the director is told."""
    minutes = max(0, round((time.time() - one["since"]) / 60))
    return f"{one['name']} (entrant {one['entrant']}, {'here' if one['here'] else 'away'}), for {minutes} min"


@tournament.command()
@click.argument("tournament")
@server_option
@token_option
def tables(tournament: str, server: str, token: str | None) -> None:
    """Show every table: its round, number and deal, who sits there by entrants' numbers, and its points by side.

    With the director's token also whom it waits for, once nothing has happened there for half a minute.
    """
    told = ask(server, token, lambda client: client.tournament(tournament))
    rows = []
    for one in told["tables"]:
        points = "-" if one["points"] is None else " ".join(map(str, one["points"])) or "for nobody"
        sitting = " ".join("bot" if seat is None else str(seat) for seat in one["entrants"])
        corrected = f"corrected: {one['reason']}".rstrip(": ") if one["corrected"] else ""
        where = [str(one[part]) for part in ("round", "table", "deal")]
        rows.append([*where, sitting, one["state"], points, one["match"], corrected])
    click.echo(text_table([["round", "table", "deal", "seats", "state", "points", "match", ""], *rows]))
    for one in told["tables"]:
        for wait in one["waits_for"]:
            click.echo(f"table {one['round']} {one['table']} {one['deal']} waits for {waits(wait)}")


@tournament.command()
@click.argument("tournament")
@server_option
@token_option
def records(tournament: str, server: str, token: str | None) -> None:
    """Write the records of all tables as JSON lines, once it is over."""
    for record in ask(server, token, lambda client: client.tournament_records(tournament)):
        click.echo(json.dumps(record, ensure_ascii=False, separators=(",", ":")))


@tournament.command()
@click.argument("tournament")
@click.argument("entrant", type=click.IntRange(0))
@click.option("--place", type=click.IntRange(0), default=0, show_default=True, help="Which of the entrant's people.")
@click.option("--by", metavar="NAME", help="The account that plays from the next table on.  [default: a bot]")
@server_option
@token_option
def substitute(tournament: str, entrant: int, place: int, by: str | None, server: str, token: str | None) -> None:
    """Have somebody else play for one of an ENTRANT's people; a bot finishes the table that is played."""
    order(server, token, tournament, "substitute", {"entrant": entrant, "place": place, "name": by})


@tournament.command("stand-in")
@click.argument("tournament")
@click.argument("entrant", type=click.IntRange(0))
@click.option("--place", type=click.IntRange(0), default=0, show_default=True, help="Which of the entrant's people.")
@server_option
@token_option
def stand_in(tournament: str, entrant: int, place: int, server: str, token: str | None) -> None:
    """Have a bot play for one of an ENTRANT's people at the table that is played, until they are back."""
    order(server, token, tournament, "stand-in", {"entrant": entrant, "place": place})


@tournament.command("hand-over")
@click.argument("tournament")
@click.argument("name")
@server_option
@token_option
def hand_over(tournament: str, name: str, server: str, token: str | None) -> None:
    """Have the account called NAME direct from now on; it has entered, or follows you."""
    order(server, token, tournament, "hand-over", {"name": name})


@tournament.command()
@click.argument("tournament")
@click.argument("table", nargs=3, type=click.IntRange(0))
@click.argument("points", nargs=-1, type=int)
@click.option("--as-played", is_flag=True, help="Take a correction back.")
@click.option("--reason", default="", help="Shown beside the result.")
@server_option
@token_option
def correct(
    tournament: str,
    table: tuple[int, int, int],
    points: tuple[int, ...],
    as_played: bool,
    reason: str,
    server: str,
    token: str | None,
) -> None:
    """Count other POINTS by side at a TABLE: its round, number and deal, as `tables` names it.

    Without points the table counts for nobody.
    """
    number, which, deal = table
    body = {"round": number, "table": which, "deal": deal, "points": None if as_played else list(points)}
    order(server, token, tournament, "correct", {**body, "reason": reason})


@tournament.command()
@click.argument("tournament")
@server_option
@token_option
def finish(tournament: str, server: str, token: str | None) -> None:
    """End it now: what is not played counts for nobody, and all records are open."""
    order(server, token, tournament, "finish")
