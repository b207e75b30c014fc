"""Every event of an `events` frame as a type, for the schema of the wire: those of tables, and those of the games.

The games' own events are classes of the rules already; here they get the shape that `plain` gives them on the wire.
"""

from __future__ import annotations

import dataclasses
import types
from functools import cache
from typing import Any, Literal, TypeAlias, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Struct

from karat.game import Outcome, Seat
from karat.rules import amul, aurum
from karat.rules.amul import effects as amul_effects
from karat.rules.amul import events as amul_events
from karat.rules.amul import order as amul_order
from karat.rules.amul import scoring as amul_scoring
from karat.rules.aurum import events as aurum_events
from karat.rules.aurum import scoring as aurum_scoring
from karat.server.entries import Wish
from karat.server.plain import LEFT_OUT
from karat.server.wire import ShownSeat


class Told(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, tag_field="e", tag=str.lower):
    """What all events of a table share."""


class Opened(Told, frozen=True, omit_defaults=True):
    pass


class Sat(Told, frozen=True, omit_defaults=True):
    seat: int
    who: ShownSeat


class Rose(Told, frozen=True, omit_defaults=True):
    seat: int
    kicked: bool


class Salted(Told, frozen=True, omit_defaults=True):
    seat: int
    salt: str


class Started(Told, frozen=True, omit_defaults=True):
    pass


class TimedOut(Told, frozen=True, omit_defaults=True, tag="timed_out"):
    seat: int


class Chosen(Told, frozen=True, omit_defaults=True):
    """One's own choice, which lies face down."""

    action: str


class Asked(Told, frozen=True, omit_defaults=True):
    seat: int
    wish: Wish


class Answered(Told, frozen=True, omit_defaults=True):
    seat: int
    wish: Wish
    yes: bool


class StoodIn(Told, frozen=True, omit_defaults=True, tag="stood_in"):
    seat: int
    level: str
    why: str


class Returned(Told, frozen=True, omit_defaults=True):
    seat: int


class Preferred(Told, frozen=True, omit_defaults=True):
    forced: bool


class Said(Told, frozen=True, omit_defaults=True):
    name: str
    id: str
    seat: int | None = None
    text: str = ""
    phrase: str = ""


class Rematched(Told, frozen=True, omit_defaults=True):
    table: str


class Host(Told, frozen=True, omit_defaults=True):
    id: str


class Undone(Told, frozen=True, omit_defaults=True):
    pass


OF_TABLES = (
    Opened, Sat, Rose, Salted, Started, TimedOut, Chosen, Asked, Answered, StoodIn, Returned, Preferred, Said,
    Rematched, Host, Undone,
)  # fmt: skip

TEXTS = (aurum.Card, amul.Card, amul_order.Turn)
"""Values that go as their text."""
NAMES = {
    "Seat": Seat,
    "Turn": amul_order.Turn,
    "Place": amul_effects.Place,
    "ScoreSheet": amul_scoring.ScoreSheet,
    "RoundResult": aurum_scoring.RoundResult,
    "MatchResult": aurum_scoring.MatchResult,
}
"""What the annotations of events name."""


@cache
def mirrored(kind: type, prefix: str, tag: str | None = None) -> type[Struct]:
    """The struct of a value of the rules as `plain` writes it: fields that hold nothing are left out."""
    cards: dict[str, Any] = vars(amul if prefix == "Amul" else aurum)
    names = {**NAMES, "Card": cards["Card"], "Cards": types.GenericAlias(tuple, (cards["Card"], ...))}
    hints = get_type_hints(kind, localns=names)
    required: list[Any] = []
    optional: list[Any] = []
    for field in dataclasses.fields(kind):
        if field.name in LEFT_OUT:
            continue
        shape = on_the_wire(hints[field.name], prefix)
        if get_origin(shape) is tuple:
            optional.append((field.name, shape, ()))
        elif type(None) in get_args(shape):
            optional.append((field.name, shape, None))
        else:
            required.append((field.name, shape))
    return msgspec.defstruct(
        f"{prefix}{kind.__name__}",
        [*required, *optional],
        frozen=True,
        omit_defaults=True,
        forbid_unknown_fields=True,
        tag_field="e" if tag else None,
        tag=tag,
        module=__name__,
    )


def on_the_wire(hint: Any, prefix: str) -> Any:
    """The type that a value of that type has once it is plain."""
    arguments = get_args(hint)
    if hint in TEXTS:
        return str
    if get_origin(hint) is tuple:
        each = [argument if argument is ... else on_the_wire(argument, prefix) for argument in arguments]
        return types.GenericAlias(tuple, tuple(each))
    if get_origin(hint) in (Union, types.UnionType):
        # An effect does not say its kind: what it is stands in the catalogue of cards.
        effects = set(get_args(amul_effects.Scoring))
        plain = [on_the_wire(argument, prefix) for argument in arguments if argument not in effects]
        whole: Any = dict[str, Any] if effects & set(arguments) else plain[0]
        return whole | None if type(None) in arguments else whole
    if isinstance(hint, type) and issubclass(hint, amul_effects.Place):
        return Literal[tuple(place.value for place in hint)]
    return mirrored(hint, prefix) if dataclasses.is_dataclass(hint) and isinstance(hint, type) else hint


AURUM = tuple(mirrored(kind, "Aurum", kind.__name__) for kind in get_args(aurum_events.Event))
AMUL = tuple(mirrored(kind, "Amul", kind.__name__) for kind in get_args(amul_events.Event))
ShownOutcome = mirrored(Outcome, "Shown")


class Finished(Told, frozen=True, omit_defaults=True):
    """The match came to its end."""

    outcome: ShownOutcome  # type: ignore[valid-type]


class Closed(Told, frozen=True, omit_defaults=True):
    """The table was closed before, and why."""

    why: str


TableEvent: TypeAlias = Union[(*OF_TABLES, Finished, Closed)]  # type: ignore[valid-type]
AurumEvent: TypeAlias = Union[AURUM]  # type: ignore[valid-type] # noqa: UP007
AmulEvent: TypeAlias = Union[AMUL]  # type: ignore[valid-type] # noqa: UP007
