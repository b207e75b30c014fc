"""karat cards: the cards of Amul, what each does, and where that is known from."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click
from rich.table import Table
from rich.text import Text

from karat import amul
from karat.amul.rules.cardfile import LARGEST, standard_bytes
from karat.amul.rules.cardfile import read_cards as parse_card_file
from karat.amul.rules.cards import Deck
from karat.amul.rules.counts import PLAYERS, leaves_deck
from karat.amul.rules.explain import describe, describe_instant
from karat.cli.console import make_console
from karat.cli.files import reading, writing
from karat.cli.main import BAD_CHECK
from karat.cli.options import read_cards

if TYPE_CHECKING:
    from rich.console import Console

    from karat.amul.rules.cards import CardFile, Kind

MARKS = {"rulebook": "R", "review": "v", "reconstructed": "·"}
FIELDS = ("names", "counts", "distribution", "colour", "zone", "symbols", "scoring", "values", "instant", "face")
"""The groups of fields that a card file gives a source for, in the order in which the table shows their marks."""
LEGEND = (
    "Sources: R the rulebook, v a review, · our reconstruction; of names, number of copies, their player counts, "
    "colour, zone, symbols, way of scoring, its values, instant effect, face."
)
WIDE = 150
"""Columns that the table needs to be read."""


@click.command()
@click.argument("game", type=click.Choice(["amul"]))
@click.argument("ids", nargs=-1)
@click.option("--cards", metavar="FILE", help="Show this card file in place of the standard one.")
@click.option("--check", metavar="FILE", help="Say what is wrong with a card file, or that nothing is.")
@click.option("--export", metavar="FILE", help="Write the standard card file there, for you to correct.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON: a list of cards.")
def cards(
    game: str,  # noqa: ARG001 -- Aurum's cards need no page
    ids: tuple[str, ...],
    cards: str | None,
    check: str | None,
    export: str | None,
    *,
    as_json: bool,
) -> int:
    """Show the cards of GAME: all in a table, or those with the given IDS in full.

    The rulebook's card reference could not be had, so the standard file is partly a reconstruction. The last column
    says where each group of fields comes from: R the rulebook, v a review, · our reconstruction, in this order: names,
    number of copies, their player counts, colour, zone, symbols, way of scoring, its values, instant effect, face.
    Whoever owns the box can correct a copy of the file and play with it: `--cards my-amul.toml`.

    \b
    karat cards amul
    karat cards amul camel arab_guard
    karat cards amul --export my-amul.toml
    karat cards amul --check my-amul.toml
    """
    if (check is not None or export is not None) and (ids or as_json or cards is not None):
        raise click.UsageError("--check and --export stand alone")
    if check is not None:
        return check_file(check)
    if export is not None:
        if export != "-" and Path(export).is_file():
            raise click.UsageError(f"{export!r} is there already, perhaps with your corrections; choose another name")
        with writing(export) as file:
            file.write(standard_bytes().decode())
        return 0
    deck = read_cards(cards) or amul.load_standard()
    if unknown := [name for name in ids if name not in deck.kinds]:
        raise click.UsageError(f"no card {unknown[0]!r} in the card file; `karat cards amul` lists them")
    kinds = [deck.kinds[name] for name in ids] if ids else list(deck.kinds.values())
    console = make_console()
    if as_json:
        click.echo(json.dumps([plain(kind, deck) for kind in kinds], indent=2, ensure_ascii=False))
    elif ids:
        for kind in kinds:
            show_in_full(console, kind, deck)
    else:
        if console.is_terminal and console.width >= WIDE:
            console.print(catalogue(kinds, deck))
        else:
            tell_catalogue(console, kinds, deck)
        console.print(LEGEND)
    return 0


def check_file(path: str) -> int:
    """All that is wrong with a file and which sums do not come out, or that it can be played with."""
    with reading(path) as stream:
        raw = stream.read(LARGEST + 1)
    try:
        file = parse_card_file(raw, path)
    except amul.BadCardFile as bad:
        click.echo(str(bad))
        return BAD_CHECK
    click.echo(f"{path} can be played with: {len(file.kinds)} kinds of cards.")
    for players in PLAYERS:
        tea = file.recommended_tea(players)
        click.echo(
            f"{players} players: {leaves_deck(players)} market cards, as many as nine rounds use up; {tea} Tea cards"
        )
    click.echo(f"Records name it {file.identity}.")
    return 0


def catalogue(kinds: list[Kind], file: CardFile) -> Table:
    table = Table(title="The cards of Amul", title_justify="left")
    for name in ("card", "id", "colour", "zone"):
        table.add_column(name)
    table.add_column("copies 3-8", justify="right")
    for name in ("symbols", "what it does", "sources"):
        table.add_column(name)
    for kind in kinds:
        told = (copies(kind), symbols(kind), effect(kind, file), marks(kind))
        table.add_row(kind.names["en"], kind.id, kind.colour, place(kind), *told)
    return table


def place(kind: Kind) -> str:
    """The zone of a market card; palace and bazaar cards are placed from where they lie."""
    return str(kind.zone) if kind.deck in (Deck.MARKET, Deck.TEA) else str(kind.deck)


def tell_catalogue(console: Console, kinds: list[Kind], file: CardFile) -> None:
    """Two lines a card where a table would be cut off."""
    for kind in kinds:
        console.print(
            f"{kind.id:18}{marks(kind):11}{kind.names['en']}, {kind.colour}, {place(kind)}, copies {copies(kind)}"
        )
        shown = f"{symbols(kind)}; " if kind.symbols else ""
        console.print(f"    {shown}{effect(kind, file)}")


def copies(kind: Kind) -> str:
    """How many copies there are with 3, 4, … 8 players."""
    return " ".join(str(len(kind.copies_for(players))) for players in PLAYERS)


def symbols(kind: Kind) -> str:
    shown = ", ".join(name if number == 1 else f"{name} {number}" for name, number in kind.symbols)
    return f"{shown} ({' '.join(kind.letters)})" if kind.letters else shown


def effect(kind: Kind, file: CardFile) -> str:
    said = describe(kind.scoring, file)
    return f"{said}; {describe_instant(kind.instant)}" if kind.instant else said


def marks(kind: Kind) -> str:
    """One letter a group of fields; a group that the card does not have is left out by a space."""
    return "".join(MARKS.get(kind.source.get(name, "").partition(":")[0], " ") for name in FIELDS)


def show_in_full(console: Console, kind: Kind, file: CardFile) -> None:
    console.print(Text(f"{kind.names['en']} ({kind.id})", style="bold"))
    for label, value in plain(kind, file).items():
        if label not in ("id", "source") and value:
            shown = ", ".join(f"{key} {item}" for key, item in value.items()) if isinstance(value, dict) else value
            shown = " ".join(shown) if isinstance(shown, list) else shown
            console.print(f"  {label:10} {shown}")
    for group, source in kind.source.items():
        console.print(f"  {group:12} from: {source}")
    console.print()


def plain(kind: Kind, file: CardFile) -> dict[str, object]:
    """A card as JSON has it."""
    return {
        "id": kind.id,
        "names": dict(kind.names),
        "deck": str(kind.deck),
        "face": kind.face,
        "colour": kind.colour,
        "zone": str(kind.zone),
        "copies": {str(players): len(kind.copies_for(players)) for players in PLAYERS},
        "symbols": dict(kind.symbols),
        "letters": list(kind.letters),
        "effect": effect(kind, file),
        "notes": kind.notes,
        "source": dict(kind.source),
    }
