"""karat show: a recorded match in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click
from rich.text import Text

from karat.cli.console import make_console
from karat.cli.files import reading
from karat.cli.main import BAD_CHECK
from karat.cli.options import card_files_option, games_with, language_option
from karat.record import BadRecord, game_of, lines, parse_line

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from karat.game import Step
    from karat.kit import Kit
    from karat.record import Record, Taken


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

    In front of a line stand the indices of the actions that it tells, from 0: those that `karat solve --at` and
    `karat review` take and `karat verify` names, in the round's list for Aurum and in the match's for Amul.

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
        for line, indices in narrative(kit, record, only, language):
            heading = line.startswith(HEADINGS)
            text = Text(line.lstrip("# "), style="bold") if heading else f"{indices:>7}  {line}" if line else ""
            console.print(text)
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


def narrative(kit: Kit, record: Record, only: int | None, language: str) -> Iterator[tuple[str, str]]:
    """The lines of the match, or of one round of it, each with the indices of the actions it tells: `8-15`."""
    rounds, rules = 0, kit.read_rules(record)
    actions = ActionCount(by_round=bool(kit.recipe(rules).rounds))
    for line in kit.tell(rules, actions.counted(kit.taken(record)), language):
        rounds += line.startswith(ROUND)
        indices = "" if line.startswith(HEADINGS) or not line else actions.told()
        if only is None or rounds in (0, only):
            yield line, indices
    if only is not None and rounds < only:
        raise click.UsageError(f"the match has {rounds} rounds, so there is no round {only}")


class ActionCount:
    """Which actions have been read of a record and not been told yet."""

    def __init__(self, *, by_round: bool) -> None:
        self.by_round = by_round
        self.round = self.read = self.said = 0

    def counted(self, taken: Iterable[Taken]) -> Iterator[Step[Any]]:
        for one in taken:
            if self.by_round and one.round != self.round:
                self.round, self.read, self.said = one.round, 0, 0
            self.read += one.seat is not None
            yield one.step

    def told(self) -> str:
        """`8-15`, `8`, or nothing where nothing was done since."""
        first, last = self.said, self.read - 1
        self.said = self.read
        return "" if first > last else str(first) if first == last else f"{first}-{last}"
