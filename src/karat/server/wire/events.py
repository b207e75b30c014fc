"""What is told of a table and of its match in `events` frames.

What happens at tables is defined here. What happens in a match is defined by the game's own rules, as classes of
events; `karat.shapes` gives their types and their bytes.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias, get_args

import msgspec
from msgspec import Meta, Raw, Struct

from karat.game import Outcome
from karat.server.tables.entries import Wish
from karat.shapes.shape import Shape, object_shape

if TYPE_CHECKING:
    from karat.kit import Kit

OUTCOME = object_shape(Outcome, "Shown")
ShownOutcome: TypeAlias = OUTCOME.type  # type: ignore[name-defined]
AnyEvent: TypeAlias = Annotated[Raw, Meta(extra_json_schema={"$ref": "AnyEvent"})]
"""One of a table or of a game, in bytes; which games there are is known to the house (`karat.server.wire.types`)."""
GameEvent: TypeAlias = Annotated[Raw, Meta(extra_json_schema={"$ref": "GameEvent"})]
"""One of a game, in bytes."""

_ENCODER = msgspec.json.Encoder()


class ShownSeat(Struct, frozen=True, omit_defaults=True):
    name: str = ""
    id: str = ""
    kind: str = ""
    bot: str = ""
    """The level of a bot of the house."""
    stand_in: str = ""
    """The level of the bot that plays while the person is gone."""
    salt: str = ""
    away: bool = False
    """Whether the person has had no connection for a while."""
    pledge: str | None = None
    """Of a salt; empty where there will be none, not there where that is not said yet."""
    back_by: float | None = None
    """When the person, who has left a rated match, loses it unless they are back."""
    forfeited: bool = False
    """Whether the person has lost a rated match, whatever comes of it."""
    rests_from: float | None = None
    """When the person's last days off begin or began, where they have taken any; their clock rests then."""
    rests_until: float | None = None
    avatar: str = ""
    """What the person has chosen to be drawn as: an emblem and a colour, `moon/red`."""


class Happened(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, tag_field="e"):
    """What all events of a table share: `e` says which it is."""


class OpenedEvent(Happened, frozen=True, omit_defaults=True, tag="opened"):
    pass


class SatEvent(Happened, frozen=True, omit_defaults=True, tag="sat"):
    seat: int
    who: ShownSeat


class RoseEvent(Happened, frozen=True, omit_defaults=True, tag="rose"):
    seat: int
    kicked: bool


class PledgedEvent(Happened, frozen=True, omit_defaults=True, tag="pledged"):
    seat: int
    pledge: str


class FixedEvent(Happened, frozen=True, omit_defaults=True, tag="fixed"):
    """All pledges are there: salts are to be told."""


class SaltedEvent(Happened, frozen=True, omit_defaults=True, tag="salted"):
    seat: int
    salt: str


class StartedEvent(Happened, frozen=True, omit_defaults=True, tag="started"):
    pass


class TimedOutEvent(Happened, frozen=True, omit_defaults=True, tag="timed_out"):
    seat: int


class ChosenEvent(Happened, frozen=True, omit_defaults=True, tag="chosen"):
    """One's own choice, which lies face down."""

    action: str


class AskedEvent(Happened, frozen=True, omit_defaults=True, tag="asked"):
    seat: int
    wish: Wish


class AnsweredEvent(Happened, frozen=True, omit_defaults=True, tag="answered"):
    seat: int
    wish: Wish
    yes: bool


class StoodInEvent(Happened, frozen=True, omit_defaults=True, tag="stood_in"):
    seat: int
    level: str
    why: str
    forfeits: bool = False
    """Whether the match, which is rated, is lost for them."""


class LeftEvent(Happened, frozen=True, omit_defaults=True, tag="left"):
    """Somebody has left a rated match, and loses it unless they are back."""

    seat: int
    back_by: float


class ReturnedEvent(Happened, frozen=True, omit_defaults=True, tag="returned"):
    seat: int


class AwayEvent(Happened, frozen=True, omit_defaults=True, tag="away"):
    seat: int


class HereEvent(Happened, frozen=True, omit_defaults=True, tag="here"):
    seat: int


class RestedEvent(Happened, frozen=True, omit_defaults=True, tag="rested"):
    """Somebody has days off; their clock rests then. It ends as it begins where it was called off."""

    seat: int
    begins: float
    ends: float


class PreferredEvent(Happened, frozen=True, omit_defaults=True, tag="preferred"):
    forced: bool


class OrderedEvent(Happened, frozen=True, omit_defaults=True, tag="ordered"):
    """What one has said in advance; the turn tells what of it stands."""

    actions: tuple[str, ...] = ()


class SaidEvent(Happened, frozen=True, omit_defaults=True, tag="said"):
    name: str
    id: str
    seat: int | None = None
    text: str = ""
    phrase: str = ""


class RematchedEvent(Happened, frozen=True, omit_defaults=True, tag="rematched"):
    table: str


class HostEvent(Happened, frozen=True, omit_defaults=True, tag="host"):
    id: str


class UndoneEvent(Happened, frozen=True, omit_defaults=True, tag="undone"):
    """A seat has taken its last move back, with all that followed it."""

    seat: int | None = None


class FinishedEvent(Happened, frozen=True, omit_defaults=True, tag="finished"):
    """The match came to its end."""

    outcome: ShownOutcome


class ClosedEvent(Happened, frozen=True, omit_defaults=True, tag="closed"):
    """The table was closed before, and why."""

    why: str


TableEvent: TypeAlias = (
    OpenedEvent | SatEvent | RoseEvent | PledgedEvent | FixedEvent | SaltedEvent | StartedEvent | TimedOutEvent
    | ChosenEvent | AskedEvent | AnsweredEvent | StoodInEvent | LeftEvent | ReturnedEvent | AwayEvent | HereEvent
    | RestedEvent | PreferredEvent | OrderedEvent | SaidEvent | RematchedEvent | HostEvent | UndoneEvent
    | FinishedEvent | ClosedEvent
)  # fmt: skip
TABLE_EVENTS: tuple[type[Happened], ...] = get_args(TableEvent)


@cache
def event_shape(game: str, kind: type) -> Shape:
    """A class of events of a game's rules, on the wire: its name stands under `e`."""
    return object_shape(kind, game.capitalize(), "e", kind.__name__)


def event_types(kit: Kit) -> tuple[type[Struct], ...]:
    """Every kind of event of a game."""
    return tuple(event_shape(kit.name, kind).type for kind in kit.events)


def game_event(game: str, happened: Any) -> Raw:
    """An event of a match as it is sent."""
    kind: Any = type(happened)
    return Raw(_ENCODER.encode(event_shape(game, kind).make(happened)))


def table_event(happened: TableEvent) -> Raw:
    """An event of a table as it is sent."""
    return Raw(_ENCODER.encode(happened))
