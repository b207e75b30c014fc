"""karat show: a recorded match in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click
from rich.text import Text

from karat.cli.console import make_console
from karat.cli.files import reading
from karat.cli.main import BAD_CHECK
from karat.cli.options import card_files_option, games_with, language_option
from karat.record import BadRecord, game_of, lines, parse_line

if TYPE_CHECKING:
    from collections.abc import Iterator

    from karat.kit import Kit
    from karat.record import Record


ROUND = "## "
"""With this the heading of a round begins (`Kit.tell`)."""
HEADINGS = ("# ", ROUND)


@click.command()
@click.argument("file", default="-")
@click.option("--match", "-m", "number", type=click.IntRange(1), default=1, show_default=True, help="Which, from 1.")
@click.option("--round", "-r", "only", type=click.IntRange(1), help="Only this round.")
@card_files_option
@language_option
def show(file: str, number: int, only: int | None, cards: tuple[str, ...], language: str) -> int:
    """Tell a match of FILE in words, trick by trick or round by round.

    \b
    karat show games.jsonl
    karat show games.jsonl --match 3 --round 2
    karat simulate aurum -n 1 -o - | karat show
    karat show games.jsonl --language fr
    """
    games = games_with(cards)
    try:
        record = find(file, number)
        kit = games[game_of(record, games)]
        console = make_console(kit)
        for line in narrative(kit, record, only, language):
            heading = line.startswith(HEADINGS)
            console.print(Text(line.lstrip("# "), style="bold") if heading else f"  {line}" if line else "")
    except (BadRecord, RecursionError) as bad:
        click.echo(f"match {number} is bad from here on: {bad}", err=True)
        return BAD_CHECK
    return 0


def find(file: str, number: int) -> Record:
    """The record of the match with that number, which is that of its line when no line is empty."""
    found = 0
    with reading(file) as stream:
        for _, raw in lines(stream):
            found += 1
            if found == number:
                return parse_line(raw)
    raise click.UsageError(f"{file!r} holds {found} matches, so there is no match {number}")


def narrative(kit: Kit, record: Record, only: int | None, language: str) -> Iterator[str]:
    """The lines of the match, or of one round of it."""
    rounds = 0
    for line in kit.tell(kit.read_rules(record), kit.steps(record), language):
        rounds += line.startswith(ROUND)
        if only is None or rounds in (0, only):
            yield line
    if only is not None and rounds < only:
        raise click.UsageError(f"the match has {rounds} rounds, so there is no round {only}")
