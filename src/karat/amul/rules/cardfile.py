"""Reading a card file (TOML): every problem is found and named by card and field, and none ends in a traceback."""

from __future__ import annotations

import hashlib
import pkgutil
import re
import tomllib
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from karat.amul.rules.cardcheck import CardProblem, Problems, check_cards, check_totals
from karat.amul.rules.cards import BAZAAR_ROW, COLOURS, STANDARD, CardFile, Deck, Kind, Zone
from karat.amul.rules.counts import MAJORITY_POINTS, PLAYERS, ROUNDS, START_HAND, turned_up
from karat.amul.rules.effectfile import MANY, read_instant, read_scoring, whole_number
from karat.amul.rules.effects import KINDS, By, Place, Scope, Symbol
from karat.game import BadCardFile
from karat.language import LANGUAGES
from karat.record import quoted

if TYPE_CHECKING:
    from enum import StrEnum

LARGEST = 256 * 1024
"""In bytes; the standard file has some 50 thousand."""
LONGEST_LINE, MOST_DOTS, LONGEST_TEXT = 4096, 64, 400
"""Of a line, in it, and of a text in the file. A key of thousands of parts would take the TOML reader minutes."""
SCHEMA = 1
_ID = re.compile(r"[a-z][a-z0-9_]{0,39}")
_ENTRY_FIELDS = (
    "id", "deck", "face", "variant", "colour", "zone", "names", "copies", "columns", "symbols", "letters",
    "scoring", "instant", "source", "notes",
)  # fmt: skip
_META_FIELDS = (
    "schema", "game", "rounds", "start_hand", "majority_points", "market_extra", "market_cards", "palace_cards",
    "bazaar_cards", "tea_cards", "colour_order", "colour_category", "winner_tiebreak",
)  # fmt: skip
FIXED = {
    "schema": SCHEMA,
    "game": "Amul",
    "rounds": ROUNDS,
    "start_hand": START_HAND,
    "majority_points": list(MAJORITY_POINTS),
    "market_extra": {str(players): turned_up(players) for players in PLAYERS},
}
"""What a card file repeats from the rules (M1, M7, M12, M39) and cannot change."""
VOCABULARY: dict[str, tuple[str, ...]] = {
    "scoring": tuple(KINDS),
    "scopes": tuple(Scope),
    "selectors": tuple(By),
    "symbols": tuple(Symbol),
    "instants": ("take",),
    "take_from": tuple(Place),
}

EnumT = TypeVar("EnumT", bound="StrEnum")


def load_cards(path: str | Path) -> CardFile:
    """The card file at `path`; BadCardFile when it is none. No more is read than a card file may have."""
    try:
        with Path(path).open("rb") as stream:
            raw = stream.read(LARGEST + 1)
    except OSError as error:
        problem = CardProblem("", "", f"cannot be read: {error.strerror}")
        raise BadCardFile(str(path), (problem,), 1) from None
    return read_cards(raw, str(path))


@cache
def load_standard() -> CardFile:
    """The card file that comes with Karat; read when it is first needed."""
    return read_cards(standard_bytes(), "standard.toml")


def read_cards(raw: bytes, name: str) -> CardFile:
    """The card file that these bytes are; `name` is for messages."""
    problems = Problems()
    entries, meta = _tables(raw, problems)
    kinds: dict[str, Kind] = {}
    for number, entry in enumerate(entries, start=1):
        kind = read_entry(entry, number, problems)
        if kind is None:
            continue
        if kind.id in kinds:
            problems.add(kind.id, "id", "stands twice in the file")
        kinds[kind.id] = kind
    check_cards(kinds, problems)
    if not problems.uncountable:
        check_totals(kinds, meta, problems)
    if problems.found:
        raise BadCardFile(name, tuple(problems.first), problems.found)
    rows = tuple(meta["colour_order"])
    return CardFile(identity(raw), kinds, rows, meta["winner_tiebreak"])


def identity(raw: bytes) -> str:
    """How records name a card file."""
    return STANDARD if raw == standard_bytes() else hashlib.sha256(raw).hexdigest()


@cache
def standard_bytes() -> bytes:
    """The standard card file as it is, for whoever wants to correct a copy."""
    raw = pkgutil.get_data(__package__, "standard.toml")
    assert raw is not None  # noqa: S101 -- it is part of the package
    return raw


def _tables(raw: bytes, problems: Problems) -> tuple[list[Any], dict[str, Any]]:
    """The entries and the head of the file, or a problem that leaves nothing to read."""
    if len(raw) > LARGEST:
        problems.unread("", "", f"the file is larger than {LARGEST} bytes")
        return [], {}
    for number, line in enumerate(raw.splitlines(), start=1):
        if len(line) > LONGEST_LINE or line.count(b".") > MOST_DOTS:
            reason = f"line {number} is longer than {LONGEST_LINE} bytes or has more than {MOST_DOTS} dots"
            problems.unread("", "", reason)
            return [], {}
    try:
        told = tomllib.loads(raw.decode("utf-8"))
    except UnicodeDecodeError as error:
        problems.unread("", "", f"not UTF-8 at byte {error.start}")
        return [], {}
    except RecursionError:
        problems.unread("", "", "not TOML: values are nested too deeply")
        return [], {}
    except ValueError as error:  # TOMLDecodeError, or a number of thousands of digits
        problems.unread("", "", f"not TOML: {quoted(str(error), 200, raw=True)}")
        return [], {}
    for name in told:
        if name not in ("meta", "vocabulary", "card"):
            problems.add("", quoted(name, raw=True), "unknown table; there are meta, vocabulary and card")
    meta = _head(told, problems)
    entries = told.get("card", [])
    if not isinstance(entries, list) or not entries:
        problems.unread("", "card", "there must be [[card]] tables")
        return [], meta
    if len(entries) > MANY:
        problems.unread("", "card", f"more than {MANY} cards")
        return [], meta
    return entries, meta


def _head(told: dict[str, Any], problems: Problems) -> dict[str, Any]:
    """[meta] and [vocabulary]."""
    meta = told.get("meta")
    if not isinstance(meta, dict):
        problems.unread("", "meta", "the table is missing")
        return {}
    for name in meta:
        if name not in _META_FIELDS:
            problems.add("", f"meta.{quoted(name, raw=True)}", "unknown field")
    for name, value in FIXED.items():
        if not _same(meta.get(name), value):
            problems.add("", f"meta.{name}", f"must be {_shown(value)}, which is a rule and not a matter of cards")
    for name in ("market_cards", "palace_cards", "bazaar_cards", "tea_cards"):
        table = meta.get(name)
        if (
            not isinstance(table, dict)
            or set(table) != {str(players) for players in PLAYERS}
            or not all(type(number) is int and number >= 0 for number in table.values())
        ):
            problems.unread("", f"meta.{name}", "must give a whole number for each of 3 to 8 players")
    order = meta.get("colour_order")
    if (
        not isinstance(order, list)
        or not all(isinstance(colour, str) for colour in order)
        or sorted(order) != sorted((*COLOURS, BAZAAR_ROW))
    ):
        problems.unread("", "meta.colour_order", f"must list {', '.join(COLOURS)} and {BAZAAR_ROW}, each once")
    if meta.get("winner_tiebreak") not in tuple(Symbol):
        problems.unread("", "meta.winner_tiebreak", f"must be one of {', '.join(Symbol)}")
    vocabulary = told.get("vocabulary", {})
    for name, words in vocabulary.items() if isinstance(vocabulary, dict) else ():
        if name not in VOCABULARY:
            problems.add("", f"vocabulary.{quoted(name, raw=True)}", "unknown field")
        elif not isinstance(words, list) or not all(word in VOCABULARY[name] for word in words):
            problems.add("", f"vocabulary.{name}", f"may list only {', '.join(VOCABULARY[name])}")
    return meta


def read_entry(entry: object, number: int, problems: Problems) -> Kind | None:
    """One [[card]] table, with stand-ins for what is wrong in it; None when it has not even a name."""
    if not isinstance(entry, dict):
        problems.unread(f"number {number}", "", "must be a table")
        return None
    card = entry.get("id")
    if not isinstance(card, str) or not _ID.fullmatch(card):
        reason = f"must be a name of small letters, digits and _, not {quoted(card)}"
        problems.unread(f"number {number}", "id", reason)
        return None
    before = problems.found
    for name in entry:
        if name not in _ENTRY_FIELDS:
            problems.add(card, quoted(name, raw=True), f"unknown field; there are {', '.join(_ENTRY_FIELDS)}")
    deck = _word(entry, "deck", Deck, card, problems)
    zone = _word(entry, "zone", Zone, card, problems)
    face = entry.get("face", card)
    if not isinstance(face, str) or not _ID.fullmatch(face):
        problems.add(card, "face", f"must be an id, not {quoted(face)}")
        face = card
    colour = entry.get("colour")
    if not isinstance(colour, str) or colour not in (*COLOURS, BAZAAR_ROW):
        problems.add(card, "colour", f"must be one of {', '.join(COLOURS)}, {BAZAAR_ROW}, not {quoted(colour)}")
        colour = BAZAAR_ROW
    variant = entry.get("variant", "")
    if variant not in ("", "tea_route"):
        problems.add(card, "variant", f"can only be 'tea_route', not {quoted(variant)}")
    names = _texts(entry, "names", card, problems)
    problems.extend(card, "names", [f"{language} is missing" for language in LANGUAGES if language not in names])
    kind = Kind(
        id=card,
        deck=deck or Deck.MARKET,
        face=face,
        colour=colour,
        zone=zone or Zone.TABLE,
        names=names,
        copies=_copies(entry, card, problems),
        symbols=_symbols(entry, card, problems),
        letters=_letters(entry, card, problems),
        scoring=read_scoring(entry.get("scoring"), card, problems),
        instant=read_instant(entry["instant"], card, problems) if "instant" in entry else None,
        tea_route=variant == "tea_route",
        columns=_text(entry, "columns", card, problems),
        source=_texts(entry, "source", card, problems) if "source" in entry else {},
        notes=_text(entry, "notes", card, problems),
    )
    if problems.found > before:
        problems.broken.add(card)
    return kind


def _word(entry: dict[str, Any], name: str, words: type[EnumT], card: str, problems: Problems) -> EnumT | None:
    value = entry.get(name)
    if isinstance(value, str) and value in tuple(words):
        return words(value)
    problems.add(card, name, f"must be one of {', '.join(words)}, not {quoted(value)}")
    return None


def _texts(entry: dict[str, Any], name: str, card: str, problems: Problems) -> dict[str, str]:
    value = entry.get(name)
    if isinstance(value, dict) and all(_printable(text) and text for pair in value.items() for text in pair):
        return value
    problems.add(card, name, f"must be a table of printable texts of up to {LONGEST_TEXT} letters, not {quoted(value)}")
    return {}


def _text(entry: dict[str, Any], name: str, card: str, problems: Problems) -> str:
    value = entry.get(name, "")
    if isinstance(value, str) and _printable(value):
        return value
    problems.add(card, name, f"must be a printable text of up to {LONGEST_TEXT} letters, not {quoted(value)}")
    return ""


def _printable(value: object) -> bool:
    """No text from a file may move a cursor or fill a screen."""
    return isinstance(value, str) and value.isprintable() and len(value) <= LONGEST_TEXT


def _copies(entry: dict[str, Any], card: str, problems: Problems) -> tuple[tuple[int, int], ...]:
    value = entry.get("copies")
    if not isinstance(value, dict) or not value:
        problems.unread(card, "copies", f"must be a table of player counts and numbers of cards, not {quoted(value)}")
        return ()
    copies = []
    for players, number in value.items():
        if players not in {str(count) for count in PLAYERS}:
            problems.unread(card, "copies", f"a player count is 3 to 8, not {quoted(players)}")
        elif number_ok := whole_number(number, 1, MANY):
            copies.append((int(players), number_ok))
        else:
            problems.unread(card, f"copies.{players}", f"must be a number from 1 to {MANY}, not {quoted(number)}")
    return tuple(sorted(copies))


def _symbols(entry: dict[str, Any], card: str, problems: Problems) -> tuple[tuple[str, int], ...]:
    value = entry.get("symbols", {})
    if not isinstance(value, dict):
        problems.add(card, "symbols", f"must be a table of symbols and numbers, not {quoted(value)}")
        return ()
    for symbol, number in value.items():
        if symbol not in tuple(Symbol):
            problems.add(card, "symbols", f"unknown symbol {quoted(symbol)}; there are {', '.join(Symbol)}")
        elif whole_number(number, 1, MANY) is None:
            problems.add(card, f"symbols.{symbol}", f"must be a number from 1 to {MANY}, not {quoted(number)}")
    return tuple((symbol, value[symbol]) for symbol in Symbol if symbol in value)


def _letters(entry: dict[str, Any], card: str, problems: Problems) -> tuple[str, ...]:
    value = entry.get("letters", [])
    if isinstance(value, list) and all(
        isinstance(letter, str) and len(letter) == 1 and "A" <= letter <= "Z" for letter in value
    ):
        return tuple(value)
    problems.add(card, "letters", f"must be a list of single letters from A to Z, not {quoted(value)}")
    return ()


def _same(value: object, expected: object) -> bool:
    return type(value) is type(expected) and value == expected


def _shown(value: object) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{key} = {number}" for key, number in value.items())
    return str(value)
