"""karat cards: the cards of a game whose cards are data, what each does, and where that is known from."""

from __future__ import annotations

import importlib
import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from karat.cli.console import make_console
from karat.cli.files import reading, writing
from karat.cli.main import BAD_CHECK
from karat.cli.options import GameAndIds, games_having, language_option, read_cards
from karat.game import BadCardFile
from karat.games import GAMES

if TYPE_CHECKING:
    from karat.kit import CardFormat, Kit

WIDE = 150
"""Columns that the table needs to be read."""


def has_card_files(kit: Kit) -> bool:
    return kit.card_files is not None


@click.command()
@click.argument("asked", cls=GameAndIds, having=has_card_files)
@click.option("--cards", metavar="FILE", help="Show this card file in place of the standard one.")
@click.option("--check", metavar="FILE", help="Say what is wrong with a card file, or that nothing is.")
@click.option("--export", metavar="FILE", help="Write the standard card file there, for you to correct.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON: a list of cards.")
@language_option
def cards(
    asked: tuple[str, ...],
    cards: str | None,
    check: str | None,
    export: str | None,
    language: str,
    *,
    as_json: bool,
) -> int:
    """Show the cards of a game: all in a table, or those with the given IDS in full.

    The cards of such a game are data, partly a reconstruction. The last column says where each group of fields comes
    from; the legend below the table tells its signs. Whoever owns the box can correct a copy of the file and play
    with it: `--cards my-amul.toml`.

    \b
    karat cards amul
    karat cards amul camel arab_guard
    karat cards --language de
    karat cards amul --export my-amul.toml
    karat cards amul --check my-amul.toml
    """
    game, ids = game_and_ids(asked)
    if (check is not None or export is not None) and (ids or as_json or cards is not None):
        raise click.UsageError("--check and --export stand alone")
    kit = GAMES[game]
    files = kit.card_files
    assert files is not None  # noqa: S101 -- it is one of those that have them
    if check is not None:
        return check_file(files, check)
    if export is not None:
        if export != "-" and Path(export).is_file():
            raise click.UsageError(f"{export!r} is there already, perhaps with your corrections; choose another name")
        with writing(export) as file:
            file.write(files.usual_bytes().decode())
        return 0
    deck = read_cards(kit, cards) if cards is not None else files.read(files.usual_bytes(), files.usual)
    pages = importlib.import_module(files.pages)
    known = pages.names(deck)
    if unknown := [name for name in ids if name not in known]:
        raise click.UsageError(f"no card {unknown[0]!r} in the card file; `karat cards {game}` lists them")
    console = make_console()
    if as_json:
        click.echo(json.dumps(pages.as_json(deck, ids or known, language), indent=2, ensure_ascii=False))
        return 0
    wide = console.is_terminal and console.width >= WIDE
    for part in pages.in_full(deck, ids, language) if ids else pages.overview(deck, known, language, wide=wide):
        console.print(part)
    return 0


def game_and_ids(asked: tuple[str, ...]) -> tuple[str, tuple[str, ...]]:
    """The game and the cards that were asked for; the game need not be named while one alone has card files."""
    games = games_having(has_card_files)
    if asked and asked[0] in GAMES:
        if asked[0] not in games:
            raise click.UsageError(f"{asked[0]!r} is not one of {', '.join(map(repr, games))}.")
        return asked[0], asked[1:]
    if len(games) != 1:
        raise click.UsageError(f"which game: {' or '.join(games)}?")
    return games[0], asked


def check_file(files: CardFormat, path: str) -> int:
    """All that is wrong with a file and which sums do not come out, or that it can be played with."""
    with reading(path) as stream:
        raw = stream.read(files.largest + 1)
    try:
        file = files.read(raw, path)
    except BadCardFile as bad:
        click.echo(str(bad))
        return BAD_CHECK
    kinds, *others = importlib.import_module(files.pages).sums(file)
    click.echo(f"{path} can be played with: {kinds}.")
    for line in others:
        click.echo(line)
    click.echo(f"Records name it {file.identity}.")
    return 0
