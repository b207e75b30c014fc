"""karat rules: the rules in our words."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from karat.cli.console import make_console
from karat.cli.options import GameAndIds, by_game
from karat.games import GAMES
from karat.language import LANGUAGES

if TYPE_CHECKING:
    from rich.console import Console

    from karat.book import Book, Rule
    from karat.kit import Kit

EDITIONS = click.Choice(list(dict.fromkeys(each for kit in GAMES.values() for each in kit.options.editions)))
RULED = {
    "en": "Our ruling: ",
    "de": "Unsere Festlegung: ",
    "fr": "Notre décision\N{NO-BREAK SPACE}: ",
    "ru": "Наше решение: ",
}
AS_PRINTED = {"en": "edition", "de": "Ausgabe", "fr": "édition", "ru": "издание"}


@click.command()
@click.argument("asked", cls=GameAndIds)
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
@click.option("--json", "as_json", is_flag=True, help="Print JSON: a list of rules, each with id, text and our ruling.")
def rules(
    asked: tuple[str, ...], edition: str | None, diff: tuple[str, str] | None, language: str, *, as_json: bool
) -> None:
    """Read the rules of a game: all of them, or those with the given IDS or chapters.

    An id says by itself which game it belongs to. What we had to rule, where the rulebooks are silent or leave room,
    is told as such, with the reason.

    \b
    karat rules aurum
    karat rules aurum --edition fr --language ru
    karat rules aurum A5.4 A6
    karat rules aurum --diff de fr
    karat rules A8 --diff de ru
    karat rules amul M28 R9
    """
    kit, ids = game_and_ids(asked)
    book, editions = kit.book(language), kit.options.editions
    if not editions and (diff or edition):
        raise click.UsageError(f"{kit.name.capitalize()} has one rulebook, and so no --edition and no --diff")
    if diff and edition:
        raise click.UsageError("--diff compares two editions; give no --edition with it")
    if diff:
        show_differences(kit, select(book, ids), language, *diff, as_json=as_json)
        return
    edition = edition or kit.options.usual_edition or ""
    chosen = select(book.edition(edition), ids)
    if as_json:
        told = [{"id": rule.id, "text": rule.text, "ruling": rule.ruling} for rule in chosen.rules]
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
            tell(console, rule.id, rule, language)


def game_and_ids(asked: tuple[str, ...]) -> tuple[Kit, tuple[str, ...]]:
    """The game and the rules that were asked for; ids without a game belong to the one whose book has the first."""
    if not asked:
        raise click.UsageError(f"which game: {' or '.join(GAMES)}?")
    first, *others = asked
    if first in GAMES:
        return GAMES[first], tuple(given.upper() for given in others)
    ids = tuple(given.upper() for given in asked)
    for kit in GAMES.values():
        if ids[0] in names(kit.book()):
            return kit, ids
    raise click.UsageError(f"no game, rule or chapter {first!r}; games are {', '.join(GAMES)}")


def names(book: Book) -> set[str]:
    """What can be asked for: the ids of rules and chapters."""
    return {*book.ids, *(chapter.id for chapter in book.chapters)}


def select(book: Book, ids: tuple[str, ...]) -> Book:
    """Only the rules and chapters that were asked for; all of them when none was."""
    known = names(book)
    if unknown := [given for given in ids if given not in known]:
        raise click.UsageError(
            f"no rule or chapter {unknown[0]!r}; chapters are {', '.join(c.id for c in book.chapters)}"
        )
    if not ids:
        return book
    return book.only(ids)


def show_differences(kit: Kit, book: Book, language: str, one: str, other: str, *, as_json: bool) -> None:
    whole = len(book.rules) == len(kit.book(language).rules)
    found = book.differences(one, other)
    if as_json:
        told = [
            {"id": here.id, one: here.text, other: there.text, "rulings": {one: here.ruling, other: there.ruling}}
            for here, there in found
        ]
        click.echo(json.dumps(told, indent=2, ensure_ascii=False))
        return
    console = make_console(kit)
    if not found:
        console.print(f"The editions {one} and {other} agree on {'every rule' if whole else 'these rules'}.")
    for here, there in found:
        console.print(Text(here.id, style="bold"))
        tell(console, one, here, language)
        tell(console, other, there, language)


def tell(console: Console, label: str, rule: Rule, language: str) -> None:
    """A label and a paragraph beside it, and below it what we ruled; in a pipe a line each, for grep."""
    parts = [rule.text, *([RULED[language] + rule.ruling] if rule.ruling else [])]
    if not console.is_terminal:
        for part in parts:
            console.print(f"  {label:6}  {part}")
        return
    table = Table.grid(padding=(0, 2))
    table.add_column(width=6, no_wrap=True, style="bold")
    table.add_column()
    for place, part in enumerate(parts):
        table.add_row(Text("" if place else label), Text(part, style="italic" if place else ""))
    console.print(Padding(table, (0, 0, 0, 2)))
