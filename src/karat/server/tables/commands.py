"""What is wanted of a table, as a closed union of small values; `karat.server.tables.decide` says what becomes of each.

Sockets and routes make these values and nothing else; so do the clock, the bots and whoever looks after presence.
Those that a frame of the wire brings are read from it as they stand here.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, TypeAlias

from msgspec import Meta, Struct

from karat.game import Seat
from karat.server.tables.entries import Cid, Player, Pledge, Salt, Text, Wish

ActionText = Annotated[str, Meta(min_length=1, max_length=120)]
Talk = Annotated[str, Meta(max_length=300)]


class Refused(ValueError):
    """What a table does not let somebody do; the code is for programs, words are made in the client."""

    def __init__(
        self, code: str, *, law: str = "", params: dict[str, str] | None = None, legal: tuple[str, ...] = ()
    ) -> None:
        super().__init__(code)
        self.code = code
        self.law = law
        self.params = params or {}
        self.legal = legal


@dataclass(frozen=True, slots=True)
class Sender:
    """Who wants something of a table."""

    player: Player
    lag: float = 0.0
    """Seconds that the network took, as far as it was measured; the clock forgives some of them."""
    watching: bool = False
    """Whether they follow the table: who neither sits there nor watches says nothing."""


# Of whoever sits there or wants to


class Sit(Struct, frozen=True):
    """Take a seat, the first that is free unless one is named; who sits already sits on."""

    seat: Seat | None = None
    pledge: Pledge | None = None
    """One's salt, which is told later; empty for none, None where that is said later."""


class Leave(Struct, frozen=True):
    """Get up before the start; during the match a bot stands in, and a rated one is lost unless one is back soon."""


class Pledging(Struct, frozen=True, forbid_unknown_fields=True):
    """Be bound to a salt by its SHA-256 before anybody's is told."""

    pledge: Pledge


class Salting(Struct, frozen=True, forbid_unknown_fields=True):
    salt: Salt


class Act(Struct, frozen=True, forbid_unknown_fields=True):
    """Answer the open question `decision`; while choices lie face down, the same again changes one's own."""

    cid: Cid
    decision: Annotated[str, Meta(max_length=20)]
    action: ActionText


class StandIn(Struct, frozen=True):
    """Want a bot for a person who has had no connection for long."""

    seat: Seat


class Back(Struct, frozen=True, forbid_unknown_fields=True):
    """Take one's seat back from the bot that stood in."""


class Ask(Struct, frozen=True, forbid_unknown_fields=True):
    cid: Cid
    wish: Wish


class Answer(Struct, frozen=True, forbid_unknown_fields=True):
    cid: Cid
    wish: Wish
    yes: bool


class Rematch(Struct, frozen=True):
    """Ask for a rematch, or agree to the one that was asked for."""

    cid: Cid


class Prefer(Struct, frozen=True, forbid_unknown_fields=True):
    forced: bool
    """Whether forced moves are to be made for one."""


class Order(Struct, frozen=True, forbid_unknown_fields=True):
    """Say in advance what one does when one is asked, the most wanted first; nothing takes it back."""

    cid: Cid
    actions: Annotated[tuple[ActionText, ...], Meta(max_length=12)]


class Say(Struct, frozen=True, forbid_unknown_fields=True):
    cid: Cid
    text: Talk = ""
    phrase: Annotated[str, Meta(max_length=40)] = ""


# Of the host


class Kick(Struct, frozen=True):
    """Free a seat."""

    seat: Seat


class Fill(Struct, frozen=True, forbid_unknown_fields=True):
    level: Text | None = None


# Of the server itself


class Tick(Struct, frozen=True):
    """Do what is due because time has passed."""


class MoveFor(Struct, frozen=True):
    """Make the move of a bot, or the only one that a person has."""

    seat: Seat
    decision: str
    action: str


class Lose(Struct, frozen=True):
    """Note that a person has had no connection for a while."""

    person: str


class Find(Struct, frozen=True):
    """Note that a person has a connection again."""

    person: str


class RestFor(Struct, frozen=True):
    """Have a person's clock rest: they have days off, from then to then."""

    person: str
    begins: float
    ends: float


class HandOver(Struct, frozen=True):
    """Make what a guest has at the table an account's; they signed up, or signed in."""

    was: str
    """The guest's id."""
    player: Player


class Remove(Struct, frozen=True):
    """Have a person leave who is about to be forgotten, if they sit there."""

    person: str


class Replace(Struct, frozen=True):
    """Have a bot play on for a person who does not come back: somebody else plays for their entrant from now on."""

    person: str


class Relieve(Struct, frozen=True):
    """Have a bot play for a person until they are back: whoever directs does not want others to wait."""

    person: str


class EndEvent(Struct, frozen=True):
    """Close a table of an event that is over."""


Wanted: TypeAlias = (
    Sit | Leave | Pledging | Salting | Act | StandIn | Back | Ask | Answer | Rematch | Prefer | Order | Say | Kick
    | Fill
)  # fmt: skip
"""What somebody can want."""
Due: TypeAlias = Tick | MoveFor | Lose | Find | RestFor | HandOver | Remove | Replace | Relieve | EndEvent
"""What the server does by itself."""
Command: TypeAlias = Wanted | Due
