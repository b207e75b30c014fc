"""What `karat cards` shows of Amul's cards: what each does, and where that is known from."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rich.table import Table
from rich.text import Text

from karat.amul.rules.cards import Deck
from karat.amul.rules.counts import PLAYERS, leaves_deck
from karat.amul.words.cards import CardWords
from karat.amul.words.effects import card_sentences, card_short
from karat.words.texts import TextFile

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rich.console import RenderableType

    from karat.amul.rules.cards import CardFile, Kind

TEXTS = TextFile("karat.amul.terminal", "card_pages.toml")
MARKS = {"rulebook": "R", "review": "v", "reconstructed": "·"}
SOURCED = ("names", "counts", "distribution", "colour", "zone", "symbols", "scoring", "values", "instant", "face")
"""The groups of fields that a card file gives a source for, in the order in which the table shows their marks."""


def names(file: CardFile) -> tuple[str, ...]:
    """The ids by which the cards of a file are asked for."""
    return tuple(file.kinds)


def as_json(file: CardFile, ids: Sequence[str], language: str) -> list[dict[str, Any]]:
    return [plain(file.kinds[name], file, language) for name in ids]


def in_full(file: CardFile, ids: Sequence[str], language: str) -> Iterator[RenderableType]:
    """Everything that is known of these cards."""
    words = CardWords(file, language)
    for name in ids:
        yield from show_in_full(file.kinds[name], words)


def overview(file: CardFile, ids: Sequence[str], language: str, *, wide: bool) -> Iterator[RenderableType]:
    """All in a table, or in two lines a card where a table would be cut off."""
    kinds, words = [file.kinds[name] for name in ids], CardWords(file, language)
    if wide:
        yield catalogue(kinds, words)
    else:
        yield from tell_catalogue(kinds, words)
    yield TEXTS.text("legend", language)


def sums(file: CardFile) -> Iterator[str]:
    """What a file that can be played with comes to."""
    yield f"{len(file.kinds)} kinds of cards"
    for players in PLAYERS:
        tea = file.recommended_tea(players)
        yield f"{players} players: {leaves_deck(players)} market cards, as many as nine rounds use up; {tea} Tea cards"


def catalogue(kinds: list[Kind], words: CardWords) -> Table:
    table = Table(title=TEXTS.text("title", words.language), title_justify="left")
    for name in ("card", "id", "colour", "zone"):
        table.add_column(field(name, words))
    table.add_column(field("copies_by_players", words), justify="right")
    for name in ("symbols", "does", "sources"):
        table.add_column(field(name, words))
    for kind in kinds:
        effect = " ".join(card_sentences(kind.id, words.cards, words.language))
        does = (copies(kind), symbols(kind, words), effect, marks(kind))
        table.add_row(
            kind.names[words.language], kind.id, words.say(f"colour.{kind.colour}"), place(kind, words), *does
        )
    return table


def field(name: str, words: CardWords) -> str:
    return TEXTS.text(f"field.{name}", words.language)


def place(kind: Kind, words: CardWords) -> str:
    """The zone of a market card; palace and bazaar cards are placed from where they lie."""
    return words.say(f"zone.{kind.zone}" if kind.deck in (Deck.MARKET, Deck.TEA) else f"deck.{kind.deck}")


def tell_catalogue(kinds: list[Kind], words: CardWords) -> Iterator[str]:
    """Two lines a card."""
    label = field("copies", words)
    for kind in kinds:
        facts = (kind.names[words.language], words.say(f"colour.{kind.colour}"), place(kind, words))
        yield f"{kind.id:18}{marks(kind):11}{', '.join(facts)}, {label} {copies(kind)}"
        shown = f"{symbols(kind, words)}; " if kind.symbols else ""
        yield f"    {shown}{card_short(kind.id, words.cards, words.language)}"


def copies(kind: Kind) -> str:
    """How many copies there are with 3, 4, … 8 players."""
    return " ".join(str(len(kind.copies_for(players))) for players in PLAYERS)


def symbols(kind: Kind, words: CardWords) -> str:
    shown = words.symbols(kind)
    return f"{shown} ({' '.join(kind.letters)})" if kind.letters else shown


def marks(kind: Kind) -> str:
    """One letter a group of fields; a group that the card does not have is left out by a space."""
    return "".join(MARKS.get(kind.source.get(name, "").partition(":")[0], " ") for name in SOURCED)


def show_in_full(kind: Kind, words: CardWords) -> Iterator[RenderableType]:
    yield Text(f"{kind.names[words.language]} ({kind.id})", style="bold")
    spoken = {
        **plain(kind, words.cards, words.language),
        "deck": words.say(f"deck.{kind.deck}"),
        "colour": words.say(f"colour.{kind.colour}"),
        "zone": words.say(f"zone.{kind.zone}"),
        "symbols": words.symbols(kind),
    }
    for label, value in spoken.items():
        if label not in ("id", "source") and value:
            shown = ", ".join(f"{key} {item}" for key, item in value.items()) if isinstance(value, dict) else value
            shown = " ".join(shown) if isinstance(shown, list) else shown
            yield f"  {field(label, words):10} {shown}"
    for group, source in kind.source.items():
        known = TEXTS.texts.get(f"group.{group}", {}).get(words.language, group)
        yield f"  {known:14} {TEXTS.say('from', words.language, source=told_source(source, words.language))}"
    yield ""


def told_source(source: str, language: str) -> str:
    """Where a group of fields is known from, in words; of a review with its address."""
    kind, _, where = source.partition(":")
    return TEXTS.say(f"source.{kind}", language, where=where) if kind in MARKS else source


def plain(kind: Kind, file: CardFile, language: str) -> dict[str, Any]:
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
        "effect": " ".join(card_sentences(kind.id, file, language)),
        "notes": kind.notes,
        "source": dict(kind.source),
    }
