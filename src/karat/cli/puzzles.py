"""karat puzzles: positions in which one action is clearly best."""

from __future__ import annotations

import json
from collections import Counter
from contextlib import nullcontext
from typing import TYPE_CHECKING

import click

from karat.arena.match import play_match
from karat.bots.bot import Budget
from karat.cli.console import make_console, make_progress
from karat.cli.files import reading, writing
from karat.cli.main import BAD_CHECK
from karat.cli.options import make_bots, make_rules
from karat.cli.warm import compile_first
from karat.games import GAMES
from karat.record import BadRecord, game_of, lines, parse_line

if TYPE_CHECKING:
    from collections.abc import Iterator

    from karat.kit import Kit
    from karat.record import Record

LITTLE = Budget(None, 64)
"""For bots that search: the same matches wherever they are played."""


@click.group()
def puzzles() -> None:
    """Find positions in which one action is clearly best, and check such files.

    \b
    karat puzzles make aurum --players 4 --matches 20 -o puzzles.jsonl
    karat puzzles check puzzles.jsonl
    """


@puzzles.command()
@click.argument("game", type=click.Choice(list(GAMES)))
@click.option("--players", "-p", type=click.IntRange(2, 8), help="How many sit at the table.  [default: as usual]")
@click.option("--bots", default=None, help="Who plays the matches.  [default: the usual level]")
@click.option("--records", "file", metavar="FILE", help="Search these matches in place of bots'.")
@click.option("--matches", "-n", type=click.IntRange(1), default=10, show_default=True, help="How many to search.")
@click.option("--first", type=click.IntRange(0), default=0, show_default=True, help="Number of the first of them.")
@click.option("--seed", default="puzzles", show_default=True, help="The same seed gives the same puzzles.")
@click.option("--output", "-o", default="-", show_default=True, metavar="FILE", help="Where to write them.")
def make(
    game: str, players: int | None, bots: str | None, file: str | None, matches: int, first: int, seed: str, output: str
) -> None:
    """Search matches of GAME for puzzles; one JSON object a line.

    A match's puzzles follow from the seed and its number alone: files of --first 0 and of --first 10 together are
    what -n 20 would have made.

    \b
    karat puzzles make aurum -n 20 -o aurum.jsonl
    karat puzzles make amul --players 3 --bots casual -n 20 --first 20 -o more.jsonl
    karat puzzles make aurum --records games.jsonl -o mine.jsonl
    """
    from karat.review.puzzles import puzzles_of  # noqa: PLC0415 -- numpy is loaded where it is needed

    kit = GAMES[game]
    compile_first(kit.pieces("review", *kit.levels))
    records = of_file(kit, file) if file else of_bots(kit, players, bots, range(first, first + matches), seed)
    known: Counter[str] = Counter()
    with writing(output) as out, make_progress(make_console(stderr=True)) as progress:
        for number, record in progress.track(records, total=matches, description="searching"):
            for puzzle in puzzles_of(kit, record, f"{seed}/{number}"):
                known[puzzle.id] += 1
                if known[puzzle.id] == 1:
                    out.write(json.dumps(puzzle.as_json()) + "\n")
    click.echo(f"{len(known)} puzzles", err=True)


def of_bots(kit: Kit, players: int | None, bots: str | None, numbers: range, seed: str) -> Iterator[tuple[int, Record]]:
    """Matches of bots, each from the seed and its number."""
    _, rules = make_rules(kit.name, players, None, (), None)
    _, seated = make_bots(kit, bots or kit.usual_level, rules.players, LITTLE)
    for number in numbers:
        yield number, kit.to_record(play_match(kit.game, rules, seated, f"{seed}/match {number}"))


def of_file(kit: Kit, file: str) -> Iterator[tuple[int, Record]]:
    """The matches of a file that are of the game."""
    with reading(file) as stream:
        for number, raw in lines(stream):
            try:
                record = parse_line(raw)
                if game_of(record, GAMES) == kit.name:
                    kit.replay(record)
                    yield number, record
            except BadRecord as bad:
                raise click.UsageError(f"line {number} of {file!r}: {bad}") from None


@puzzles.command()
@click.argument("file")
@click.option("--worlds", type=click.IntRange(10), default=1000, show_default=True, help="For each answer.")
@click.option("--seed", default="check", show_default=True, help="Of the worlds.")
@click.option("--output", "-o", metavar="FILE", help="Write those that are confirmed.")
def check(file: str, worlds: int, seed: str, output: str | None) -> int:
    """Ask every answer of FILE again, on other worlds, of the strongest bot and by playing out; status 1 if one fails.

    An answer that is known by enumeration must be ahead by just as much as the file says. What is written has the gap
    of the longer run, and names the bot that agrees.

    \b
    karat puzzles check aurum.jsonl --worlds 5000
    karat puzzles check found.jsonl -o sure.jsonl
    """
    from karat.review.puzzles import BadPuzzle, checked  # noqa: PLC0415

    good = bad = 0
    with reading(file) as stream, writing(output) if output else nullcontext() as out:
        for number, raw in lines(stream):
            try:
                found = checked(GAMES, parse_line(raw), worlds, seed)
                wrong = found.wrong
            except (BadRecord, BadPuzzle) as problem:
                wrong = str(problem)
            if wrong:
                click.echo(f"line {number}: {wrong}")
                bad += 1
            else:
                good += 1
                if out:
                    out.write(json.dumps(found.puzzle) + "\n")
    click.echo(f"{good} confirmed, {bad} not")
    return BAD_CHECK if bad else 0
