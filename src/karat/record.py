"""The form of a match record, `karat/1`: one JSON object a line. What is inside it is each game's own affair.

Reading trusts nothing: a line is bounded, JSON is taken strictly, and what is wrong is said in one sentence
with the place and the id of the rule, so that the lines after it can still be read.
"""

from __future__ import annotations

import codecs
import json
import re
import reprlib
from collections import Counter
from typing import TYPE_CHECKING, Any, BinaryIO, NamedTuple, NoReturn, TypeAlias

from karat.game import Law, Seat, Step

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Mapping

FORMAT = "karat/1"
RULES_VERSION = 1
"""Of our rulings; it goes up only when a ruling changes what a record means."""
STANDARD_CARDS = "standard"
"""How records name a game's own cards; other card files go by the SHA-256 of their bytes."""
LONGEST_LINE = 1024 * 1024
"""In bytes. A round takes some two thousand, so this is a match of hundreds of rounds."""
DEEPEST = 32
"""Values within values. A record has six; Python's own limit depends on its version."""
LARGEST_NUMBER = 10**9
"""No number of a record comes near."""

Record: TypeAlias = dict[str, Any]


class Taken(NamedTuple):
    """A step of a record with who took it, and in which round, from 1. A deal is nobody's."""

    round: int
    seat: Seat | None
    action: Any
    """None for a deal."""
    step: Step[Any]


class _Short(reprlib.Repr):
    def repr_int(self, x: int, level: int) -> str:
        """A number of thousands of digits cannot even be written."""
        return f"a number of {x.bit_length()} bits" if x.bit_length() > 128 else super().repr_int(x, level)


_STRING = re.compile(r'"(?:[^"\\]|\\.)*"')
_UNPRINTABLE = re.compile(r"[^\x20-\x7e]")
_HALVES = re.compile(r"\\u[dD][89a-fA-F]")
_BRACKET = re.compile(r"[\[\]{}]")
_SHORT = _Short()
_SHORT.maxlevel, _SHORT.maxlist, _SHORT.maxdict, _SHORT.maxstring, _SHORT.maxother = 3, 8, 4, 80, 80


class Form(Law):
    """What can be wrong with the form of a record, by the ids of docs/records.md."""

    ONE_LINE = "K1.1"
    STRICT_JSON = "K1.2"
    KNOWN_FORMAT = "K2.1"
    KNOWN_RULES = "K2.2"
    FIELDS = "K3.1"
    ACTION_TEXT = "K3.2"
    BROKEN_OFF = "K4.1"


class BadRecord(ValueError):
    """A record that is not one, or does not replay: the rule that it breaks, why, and where.

    `round` counts from 1 as people do; `action` is the index in that round's list, from 0. Amul numbers actions
    through the whole match.
    """

    def __init__(self, law: Law, reason: str, *, round: int | None = None, action: int | None = None) -> None:  # noqa: A002
        super().__init__(reason)
        self.law = law
        self.reason = reason
        self.round = round
        self.action = action

    def __str__(self) -> str:
        where = [f"round {self.round}"] if self.round is not None else []
        where += [f"action {self.action}"] if self.action is not None else []
        return f"{', '.join(where)}{': ' if where else ''}{self.law.value}: {self.reason}"


def lines(stream: BinaryIO) -> Iterator[tuple[int, bytes | None]]:
    """The lines that hold something, numbered from 1; None for one that is too long to be read."""
    number = 0
    while raw := stream.readline(LONGEST_LINE + 1):
        number += 1
        if len(raw) > LONGEST_LINE and not raw.endswith(b"\n"):
            while raw and not raw.endswith(b"\n"):
                raw = stream.readline(LONGEST_LINE)
            yield number, None
        elif raw.strip():
            yield number, raw.removeprefix(codecs.BOM_UTF8) if number == 1 else raw


def parse_line(raw: bytes | None) -> Record:
    """The JSON object of one line; BadRecord when it is none."""
    if raw is None:
        raise BadRecord(Form.ONE_LINE, f"the line is longer than {LONGEST_LINE} bytes")
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as error:
        raise BadRecord(Form.ONE_LINE, f"not UTF-8 at byte {error.start}") from None
    if _depth(text) > DEEPEST:
        raise BadRecord(Form.STRICT_JSON, f"values are nested more than {DEEPEST} deep")
    try:
        record = json.loads(text, parse_constant=_no_constant, object_pairs_hook=_no_key_twice)
    except json.JSONDecodeError as error:
        raise BadRecord(Form.STRICT_JSON, f"not JSON: {error.msg} at character {error.pos}") from None
    except BadRecord:
        raise
    except ValueError as error:  # a number of thousands of digits
        raise BadRecord(Form.STRICT_JSON, f"not JSON that can be read: {quoted(str(error), raw=True)}") from None
    if _HALVES.search(text) and _has_half_a_sign(record):
        raise BadRecord(Form.STRICT_JSON, "half of a character (a lone surrogate) stands in it")
    if not isinstance(record, dict):
        raise BadRecord(Form.ONE_LINE, f"a record is a JSON object, not {quoted(record)}")
    return record


def _has_half_a_sign(value: object) -> bool:
    """Whether a text in it is none that could be written down."""
    try:
        json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return True
    return False


def dump_line(record: Record) -> str:
    """The record as one line of JSON, without the line's end."""
    return json.dumps(record, allow_nan=False)


def check_header(record: Record, game: str) -> None:
    """Format, game and version of rulings: what is the same for every game."""
    if field(record, "format", text) != FORMAT:
        raise BadRecord(Form.KNOWN_FORMAT, f"the format is {quoted(record['format'])}, not {FORMAT!r}")
    if field(record, "game", text) != game:
        raise BadRecord(Form.KNOWN_FORMAT, f"the game is {quoted(record['game'])}, not {game!r}")
    version = whole(record.get("rules", RULES_VERSION), "'rules'")
    if version != RULES_VERSION:
        raise BadRecord(Form.KNOWN_RULES, f"rules {quoted(version)} are not known here; {RULES_VERSION} is the newest")


def verify(
    stream: BinaryIO, replay: Mapping[str, Callable[[Record], object]]
) -> Iterator[tuple[int, BadRecord | None]]:
    """Check every line: its number, and what is wrong with it or None. `replay` has a function for each game."""
    for number, raw in lines(stream):
        try:
            record = parse_line(raw)
            replay[game_of(record, replay)](record)
        except BadRecord as bad:
            yield number, bad
        else:
            yield number, None


def game_of(record: Record, known: Collection[str]) -> str:
    """The name of the record's game, which must be one of those."""
    game = text(field(record, "game", text), "'game'")
    if game not in known:
        raise BadRecord(Form.KNOWN_FORMAT, f"no game {quoted(game)}; there are {', '.join(known)}")
    return game


def field(record: Record, name: str, kind: Callable[[Any, str], Any]) -> Any:
    """A field that must be there, of the kind that `kind` (whole, text, items, entries) checks."""
    if name not in record:
        raise BadRecord(Form.FIELDS, f"{name!r} is missing")
    return kind(record[name], repr(name))


def whole(value: object, what: str) -> int:
    if type(value) is not int or abs(value) > LARGEST_NUMBER:  # True is no number here
        wanted(what, "a whole number", value)
    return value


def text(value: object, what: str) -> str:
    if not isinstance(value, str):
        wanted(what, "a text", value)
    return value


def items(value: object, what: str) -> list[Any]:
    if not isinstance(value, list):
        wanted(what, "a list", value)
    return value


def entries(value: object, what: str) -> Record:
    if not isinstance(value, dict):
        wanted(what, "an object", value)
    return value


def wanted(what: str, kind: str, value: object) -> NoReturn:
    raise BadRecord(Form.FIELDS, f"{what} must be {kind}, not {quoted(value)}")


def quoted(value: object, longest: int = 60, *, raw: bool = False) -> str:
    """A value from outside as it may stand in a message: short, on one line, in plain ASCII; `raw` without quotes."""
    shown = value if isinstance(value, str) and raw else _SHORT.repr(value)
    shown = _UNPRINTABLE.sub(lambda found: ascii(found[0])[1:-1], shown)
    return shown if len(shown) <= longest else shown[:longest] + "..."


def same(value: object, expected: object) -> bool:
    """Equality as JSON sees it: true is not 1 and 1.0 is not 1."""
    return json.dumps(value, sort_keys=True) == json.dumps(expected, sort_keys=True)


def _depth(text: str) -> int:
    """How deep values lie within values, brackets inside texts not counted."""
    depth = deepest = 0
    for bracket in _BRACKET.findall(_STRING.sub("", text)):
        depth += 1 if bracket in "[{" else -1
        deepest = max(deepest, depth)
    return deepest


def _no_constant(name: str) -> NoReturn:
    raise BadRecord(Form.STRICT_JSON, f"{name} is not JSON")


def _no_key_twice(pairs: list[tuple[str, Any]]) -> Record:
    record = dict(pairs)
    if len(record) < len(pairs):
        counts = Counter(name for name, _ in pairs)
        twice = next(name for name, copies in counts.items() if copies > 1)
        raise BadRecord(Form.STRICT_JSON, f"the key {quoted(twice)} stands twice in one object")
    return record
