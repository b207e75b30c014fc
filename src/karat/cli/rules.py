"""karat rules: the rules in our words."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from karat.cli.console import make_console
from karat.cli.options import GameType, by_game
from karat.games import GAMES
from karat.language import LANGUAGES

if TYPE_CHECKING:
    from rich.console import Console

    from karat.book import Book
    from karat.kit import Kit

EDITIONS = click.Choice(list(dict.fromkeys(each for kit in GAMES.values() for each in kit.options.editions)))
AS_PRINTED = {"en": "edition", "de": "Ausgabe", "fr": "édition", "ru": "издание"}


@click.command()
@click.argument("game", type=GameType())
@click.argument("ids", nargs=-1)
@click.option(
    "--edition",
    "-e",
    type=EDITIONS,
    help=f"As this rulebook has it.  [default: {by_game(lambda kit: kit.options.usual_edition or '')}]",
)
@click.option("--diff", nargs=2, type=EDITIONS, metavar="ONE OTHER", help="Only what differs between two editions.")
@click.option(
    "--language", "-l", type=click.Choice(LANGUAGES), default="en", show_default=True, help="The language of the book."
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON: a list of rules, each with id and text.")
def rules(
    game: str, ids: tuple[str, ...], edition: str | None, diff: tuple[str, str] | None, language: str, *, as_json: bool
) -> None:
    """Read the rules of GAME: all of them, or those with the given IDS or chapters.

    \b
    karat rules aurum
    karat rules aurum --edition fr --language ru
    karat rules aurum A5.4 A6
    karat rules aurum --diff de fr
    karat rules amul M28 R9
    """
    kit = GAMES[game]
    book, editions = kit.book(language), kit.options.editions
    if not editions and (diff or edition):
        raise click.UsageError(f"{game.capitalize()} has one rulebook, and so no --edition and no --diff")
    if diff and (edition or ids):
        raise click.UsageError("--diff compares two whole editions; give no --edition and no rules with it")
    edition, ids = edition or kit.options.usual_edition or "", tuple(given.upper() for given in ids)
    if diff:
        show_differences(kit, language, *diff, as_json=as_json)
        return
    chosen = select(book.edition(edition), ids)
    if as_json:
        told = [{"id": rule.id, "text": rule.text} for chapter in chosen.chapters for rule in chapter.rules]
        click.echo(json.dumps(told, indent=2, ensure_ascii=False))
        return
    console = make_console(kit)
    if not ids:
        title = f"{book.title}, {AS_PRINTED[language]} {edition}" if editions else book.title
        console.print(Text(title, style="bold"))
        console.print(book.introduction)
    for chapter in chosen.chapters:
        console.print()
        console.print(Text(f"{chapter.id}  {chapter.title}", style="bold"))
        for rule in chapter.rules:
            tell(console, rule.id, rule.text)


def select(book: Book, ids: tuple[str, ...]) -> Book:
    """Only the rules and chapters that were asked for; all of them when none was."""
    known = {*book.ids, *(chapter.id for chapter in book.chapters)}
    if unknown := [given for given in ids if given not in known]:
        raise click.UsageError(
            f"no rule or chapter {unknown[0]!r}; chapters are {', '.join(c.id for c in book.chapters)}"
        )
    if not ids:
        return book
    return book.only(ids)


def show_differences(kit: Kit, language: str, one: str, other: str, *, as_json: bool) -> None:
    found = kit.book(language).differences(one, other)
    if as_json:
        click.echo(json.dumps([{"id": i, one: a, other: b} for i, a, b in found], indent=2, ensure_ascii=False))
        return
    console = make_console(kit)
    if not found:
        console.print(f"The editions {one} and {other} agree on every rule.")
    for rule_id, here, there in found:
        console.print(Text(rule_id, style="bold"))
        tell(console, one, here)
        tell(console, other, there)


def tell(console: Console, label: str, text: str) -> None:
    """A label and a paragraph beside it; in a pipe one line, for grep."""
    if not console.is_terminal:
        console.print(f"  {label:6}  {text}")
        return
    table = Table.grid(padding=(0, 2))
    table.add_column(width=6, no_wrap=True, style="bold")
    table.add_column()
    table.add_row(Text(label), text)
    console.print(Padding(table, (0, 0, 0, 2)))
