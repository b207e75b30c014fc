"""Every event of an `events` frame as a type, for the schema of the wire: those of tables, and those of the games.

The games' own events are classes of the rules already; here they get the shape that `plain` gives them on the wire.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias, Union

from msgspec import Struct

from karat.game import Outcome
from karat.server.tables.entries import Wish
from karat.server.wire.frames import ShownSeat
from karat.shapes.structs import mirrored

if TYPE_CHECKING:
    from collections.abc import Mapping

    from karat.kit import Kit


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


class Away(Told, frozen=True, omit_defaults=True):
    seat: int


class Here(Told, frozen=True, omit_defaults=True):
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
    Opened, Sat, Rose, Salted, Started, TimedOut, Chosen, Asked, Answered, StoodIn, Returned, Away, Here,
    Preferred, Said,
    Rematched, Host, Undone,
)  # fmt: skip

ShownOutcome = mirrored(Outcome, "Shown")


class Finished(Told, frozen=True, omit_defaults=True):
    """The match came to its end."""

    outcome: ShownOutcome  # type: ignore[valid-type]


class Closed(Told, frozen=True, omit_defaults=True):
    """The table was closed before, and why."""

    why: str


TableEvent: TypeAlias = Union[(*OF_TABLES, Finished, Closed)]  # type: ignore[valid-type]


def of_game(kit: Kit) -> tuple[type[Struct], ...]:
    """The events of a game as types of the wire."""
    return tuple(mirrored(kind, kit.name.capitalize(), kind.__name__) for kind in kit.events)


def event_types(kits: Mapping[str, Kit]) -> dict[str, Any]:
    """The events of tables and of each of these games, as the schema calls them."""
    games = {f"{kit.name.capitalize()}Event": Union[of_game(kit)] for kit in kits.values()}  # noqa: UP007 -- of a tuple
    return {"TableEvent": TableEvent} | games
