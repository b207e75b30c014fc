"""What `karat cards` shows of Amul's cards: what each does, and where that is known from."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rich.table import Table
from rich.text import Text

from karat.amul.rules.cards import Deck
from karat.amul.rules.counts import PLAYERS, leaves_deck
from karat.amul.rules.explain import describe, describe_instant

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rich.console import RenderableType

    from karat.amul.rules.cards import CardFile, Kind

MARKS = {"rulebook": "R", "review": "v", "reconstructed": "·"}
FIELDS = ("names", "counts", "distribution", "colour", "zone", "symbols", "scoring", "values", "instant", "face")
"""The groups of fields that a card file gives a source for, in the order in which the table shows their marks."""
LEGEND = (
    "Sources: R the rulebook, v a review, · our reconstruction; of names, number of copies, their player counts, "
    "colour, zone, symbols, way of scoring, its values, instant effect, face."
)


def names(file: CardFile) -> tuple[str, ...]:
    """The ids by which the cards of a file are asked for."""
    return tuple(file.kinds)


def as_json(file: CardFile, ids: Sequence[str]) -> list[dict[str, Any]]:
    return [plain(file.kinds[name], file) for name in ids]


def in_full(file: CardFile, ids: Sequence[str]) -> Iterator[RenderableType]:
    """Everything that is known of these cards."""
    for name in ids:
        yield from show_in_full(file.kinds[name], file)


def overview(file: CardFile, ids: Sequence[str], *, wide: bool) -> Iterator[RenderableType]:
    """All in a table, or in two lines a card where a table would be cut off."""
    kinds = [file.kinds[name] for name in ids]
    if wide:
        yield catalogue(kinds, file)
    else:
        yield from tell_catalogue(kinds, file)
    yield LEGEND


def sums(file: CardFile) -> Iterator[str]:
    """What a file that can be played with comes to."""
    yield f"{len(file.kinds)} kinds of cards"
    for players in PLAYERS:
        tea = file.recommended_tea(players)
        yield f"{players} players: {leaves_deck(players)} market cards, as many as nine rounds use up; {tea} Tea cards"


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


def tell_catalogue(kinds: list[Kind], file: CardFile) -> Iterator[str]:
    """Two lines a card."""
    for kind in kinds:
        yield f"{kind.id:18}{marks(kind):11}{kind.names['en']}, {kind.colour}, {place(kind)}, copies {copies(kind)}"
        shown = f"{symbols(kind)}; " if kind.symbols else ""
        yield f"    {shown}{effect(kind, file)}"


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


def show_in_full(kind: Kind, file: CardFile) -> Iterator[RenderableType]:
    yield Text(f"{kind.names['en']} ({kind.id})", style="bold")
    for label, value in plain(kind, file).items():
        if label not in ("id", "source") and value:
            shown = ", ".join(f"{key} {item}" for key, item in value.items()) if isinstance(value, dict) else value
            shown = " ".join(shown) if isinstance(shown, list) else shown
            yield f"  {label:10} {shown}"
    for group, source in kind.source.items():
        yield f"  {group:12} from: {source}"
    yield ""


def plain(kind: Kind, file: CardFile) -> dict[str, Any]:
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
