"""A table's log: everything that ever happened at it, as a closed union of small values, written once.

Entries hold secrets (the server's seed, face-down choices): they are for the log alone. What people are sent of them
is said in `karat.server.wire.projection`.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta, Struct

Text = Annotated[str, Meta(max_length=64)]
Name = Annotated[str, Meta(min_length=1, max_length=32, pattern=r"^[^\x00-\x1f\x7f\u200b-\u200f\u2028-\u202e]+$")]
Salt = Annotated[str, Meta(min_length=1, max_length=64, pattern="^[0-9a-zA-Z_-]+$")]
Pledge = Annotated[str, Meta(pattern="^([0-9a-f]{64})?$")]
"""The SHA-256 of a salt that is told later; empty of who gives none."""
Cid = Annotated[str, Meta(min_length=1, max_length=40)]
Wish = Literal["undo", "abort", "rematch"]


class LiveClock(Struct, frozen=True, tag_field="kind", tag="live", forbid_unknown_fields=True):
    """Seconds for the whole match, and seconds more for every action."""

    bank: Annotated[float, Meta(ge=1, le=86400)]
    increment: Annotated[float, Meta(ge=0, le=3600)] = 0


class DaysClock(Struct, frozen=True, tag_field="kind", tag="days", forbid_unknown_fields=True):
    """Days for each action."""

    days: Annotated[float, Meta(ge=0.00001, le=30)]


Clock: TypeAlias = LiveClock | DaysClock


class Config(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What is agreed when a table is opened."""

    game: Text
    players: Annotated[int, Meta(ge=1, le=12)]
    edition: Text = ""
    """Of games that have editions; empty for the usual one."""
    cards: Text = "standard"
    """Of games with card files: `standard`, or the SHA-256 of one that the server has."""
    variants: Annotated[tuple[Text, ...], Meta(max_length=8)] = ()
    bots: dict[str, Text] = {}
    """Levels of the bots that sit from the start, by seat."""
    clock: LiveClock | DaysClock | None = None
    visibility: Literal["public", "link", "password"] = "link"
    spectators: Literal["off", "delayed", "after"] = "off"
    delay_seconds: Annotated[int, Meta(ge=0, le=86400)] = 180
    delay_moves: Annotated[int, Meta(ge=0, le=200)] = 0
    """With moves given, spectators are so many behind instead of so many seconds."""
    rated: bool = False
    fill_after: Annotated[int, Meta(ge=0, le=86400)] | None = None
    """Seconds after which bots take the empty seats."""
    stand_in_after: Annotated[int, Meta(ge=1, le=604800)] | None = None
    """Seconds without a connection after which a bot stands in for who is waited for; None for never by itself."""
    bot_level: Text | None = None
    """Of the bots that fill seats and stand in; None for the usual one."""
    hints: bool = True
    """Whether players may ask what a bot would do; never where the match is rated."""


class Player(Struct, frozen=True, omit_defaults=True):
    """Who sits on a seat or speaks: a person by an id that stays, with a name to be shown.

    In a stored entry the id is a pseudonym and there is no name: `karat.server.tables.identities`.
    """

    id: str
    name: str = ""
    kind: Literal["guest", "account", "bot"] = "guest"
    avatar: str = ""
    """What a person has chosen to be drawn as: an emblem and a colour, `moon/red`."""


class Entry(Struct, frozen=True, omit_defaults=True, tag_field="e"):
    """What all entries share: how they are told apart in the log."""


class MomentBefore(Struct, frozen=True, omit_defaults=True):
    """Where a table goes on from, in place of a fresh deal."""

    record: str
    """The match up to there, broken off: a line of karat/1."""
    match: str = ""
    """That match, if this server knows it."""


class EventTable(Struct, frozen=True, omit_defaults=True):
    """What a table is one of many of: everybody's deal of a day, or a tournament's.

    The same deal is played elsewhere too: nobody takes a choice back, breaks off, plays again or is helped, and bots
    answer the same play alike, wherever and whenever it is played.
    """

    event: str
    """The id of the day's deal or of the tournament."""
    kind: Literal["daily", "tournament"]
    tries: int
    """That its bots have for a choice, in place of a time."""
    deals: int = 1
    """After which the match is over, however many the rules would play."""
    until: float | None = None
    """When it is closed if it is not over."""


class Opened(Entry, frozen=True, omit_defaults=True, tag="opened"):
    config: Config
    host: Player
    secret: str
    """The server's part of the seed, as hex; its SHA-256 is published."""
    password: str = ""
    """Its hash, where one is needed."""
    previous: str = ""
    """The table of which this is the rematch."""
    moment: MomentBefore | None = None
    """From where it goes on."""
    event: EventTable | None = None


class Sat(Entry, frozen=True, omit_defaults=True, tag="sat"):
    seat: int
    player: Player
    bot: str = ""
    """The level, if it is a bot of the house."""
    cid: str = ""


class Rose(Entry, frozen=True, omit_defaults=True, tag="rose"):
    seat: int
    kicked: bool = False


class Pledged(Entry, frozen=True, omit_defaults=True, tag="pledged"):
    """A seat is bound to a salt that nobody knows yet, or gives none."""

    seat: int
    pledge: str = ""


class Fixed(Entry, frozen=True, omit_defaults=True, tag="fixed"):
    """All pledges are there: from now on salts are told, and nobody chooses one any more."""


class Salted(Entry, frozen=True, omit_defaults=True, tag="salted"):
    seat: int
    salt: str


class Started(Entry, frozen=True, omit_defaults=True, tag="started"):
    """The salts are fixed, and the first cards are dealt."""


class Acted(Entry, frozen=True, omit_defaults=True, tag="acted"):
    """A seat did something; where several choose in secret, it can be changed until the last is in."""

    seat: int
    action: str
    cid: str = ""
    by: Literal["", "bot", "clock", "forced", "order"] = ""
    """Empty for the person; also with `forced` and `order` it was what they wanted."""
    spent: float = 0.0
    """Seconds that the clock is charged."""
    lag: float = 0.0
    """Seconds that it was not, for the network's sake."""


class Asked(Entry, frozen=True, omit_defaults=True, tag="asked"):
    """Somebody proposed what needs everyone's consent."""

    seat: int
    wish: Wish
    cid: str = ""
    left: int | None = None
    """How many moves an undo would leave; logs from before it was written go by what was the rule then."""


class Answered(Entry, frozen=True, omit_defaults=True, tag="answered"):
    seat: int
    wish: Wish
    yes: bool
    cid: str = ""


class StoodIn(Entry, frozen=True, omit_defaults=True, tag="stood_in"):
    """A bot plays for a person who is gone."""

    seat: int
    level: str
    why: Literal["left", "clock", "away", "asked", "replaced"] = "left"
    """They left; time was up twice; they had no connection for long; the same, and the others wanted it; or somebody
    else plays for them from now on, so that they do not come back."""
    forfeits: bool = False
    """Whether the match counts as lost for them, as it does where it is rated."""


class Left(Entry, frozen=True, omit_defaults=True, tag="left"):
    """A person leaves a rated match: unless they are back in time, they lose it and a bot stands in."""

    seat: int


class Returned(Entry, frozen=True, omit_defaults=True, tag="returned"):
    """And the person is back."""

    seat: int


class Handed(Entry, frozen=True, omit_defaults=True, tag="handed"):
    """What was a guest's at this table is now an account's: they signed up, or signed in."""

    player: Player
    was: str = ""
    """The guest's id; not stored."""


class Away(Entry, frozen=True, omit_defaults=True, tag="away"):
    """A person has had no connection for a while."""

    seat: int


class Here(Entry, frozen=True, omit_defaults=True, tag="here"):
    """And has one again; a bot that stood in goes on until they take the seat back."""

    seat: int


class Rested(Entry, frozen=True, omit_defaults=True, tag="rested"):
    """A person has days off: where days are given for an answer, none of these counts."""

    seat: int
    begins: float
    ends: float


class Preferred(Entry, frozen=True, omit_defaults=True, tag="preferred"):
    """A person wants forced moves made for them, or not."""

    seat: int
    forced: bool


class Ordered(Entry, frozen=True, omit_defaults=True, tag="ordered"):
    """A person says in advance what they do when they are asked, the most wanted first; nothing takes it back."""

    seat: int
    actions: tuple[str, ...] = ()


class Said(Entry, frozen=True, omit_defaults=True, tag="said"):
    player: Player
    text: str = ""
    phrase: str = ""
    """One of the set phrases, in place of a text."""
    seat: int | None = None
    """None for a spectator, whom only spectators hear."""
    cid: str = ""


class Rematched(Entry, frozen=True, omit_defaults=True, tag="rematched"):
    table: str


class Closed(Entry, frozen=True, omit_defaults=True, tag="closed"):
    why: Literal["aborted", "empty", "expired", "forfeited"]


AnyEntry: TypeAlias = (
    Opened | Sat | Rose | Pledged | Fixed | Salted | Started | Acted | Asked | Answered | StoodIn | Left | Returned
    | Handed | Away | Here | Rested | Preferred | Ordered | Said | Rematched | Closed
)  # fmt: skip

_ENCODER = msgspec.json.Encoder()
_DECODER: msgspec.json.Decoder[AnyEntry] = msgspec.json.Decoder(AnyEntry)


def encode(entry: AnyEntry) -> str:
    """The entry as it is stored."""
    return _ENCODER.encode(entry).decode()


def decode(body: str) -> AnyEntry:
    """The entry that was stored."""
    return _DECODER.decode(body)


class Logged(Struct, frozen=True):
    """An entry in its place."""

    seq: int
    at: float
    entry: AnyEntry
