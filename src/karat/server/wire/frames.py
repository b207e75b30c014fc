"""Every frame of the wire, both ways, as a value. JSON over a WebSocket: {"v", "t", "table", "seq", "ts", "d"}."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta, Raw, Struct

from karat.server.tables.commands import Act, ActionText, Answer, Ask, Back, Order, Pledging, Prefer, Salting, Say
from karat.server.tables.entries import Cid, Config, Wish
from karat.server.wire.events import AnyEvent, SaidEvent, ShownOutcome, ShownSeat
from karat.server.wire.views import View

VERSION = 2
"""Of the wire; docs/server.md says what each has changed."""
LONGEST_FRAME = 4096
"""Bytes of a frame from a client."""

TABLE_ID = "[0-9a-z]{8,32}"
TableId = Annotated[str, Meta(pattern=f"^{TABLE_ID}$")]


class BadFrame(ValueError):
    """A frame that is none; the message says what is wrong with it."""


# From clients


class Hello(Struct, frozen=True, forbid_unknown_fields=True):
    """Follow a table from after `since`; with 0 from its present state."""

    token: Annotated[str, Meta(max_length=200)] = ""
    """Who speaks, where no cookie says so."""
    since: Annotated[int, Meta(ge=0)] = 0
    password: Annotated[str, Meta(max_length=200)] = ""
    """For watching a table that needs one."""
    decisions: bool = False
    """Whether each question to one's own seat is also put in a frame of its own, with the view."""
    views: bool = False
    """Whether `events` bring the view as it is afterwards, as snapshots and decisions always do."""
    past: bool = False
    """Whether a snapshot tells what happened before it, for a log that outlives a reload."""


class Ping(Struct, frozen=True, forbid_unknown_fields=True):
    n: int = 0


class Pong(Struct, frozen=True, forbid_unknown_fields=True):
    """The answer to the server's own ping, by which it measures the delay."""

    n: int = 0


class Why(Struct, frozen=True, forbid_unknown_fields=True):
    """Ask which rule forbids an action; nothing is done."""

    cid: Cid
    action: ActionText


class HintPlease(Struct, frozen=True, forbid_unknown_fields=True):
    """Ask what a bot would do in one's place."""

    cid: Cid


FrameCommand: TypeAlias = Act | Ask | Answer | Pledging | Salting | Say | Prefer | Order | Back
"""What a frame wants of a table is the command itself."""
FromClient: TypeAlias = FrameCommand | Hello | Why | HintPlease | Ping | Pong
KINDS: dict[str, type[FromClient]] = {
    "hello": Hello,
    "act": Act,
    "ask": Ask,
    "answer": Answer,
    "pledge": Pledging,
    "salt": Salting,
    "say": Say,
    "prefer": Prefer,
    "order": Order,
    "back": Back,
    "why": Why,
    "hint": HintPlease,
    "ping": Ping,
    "pong": Pong,
}


class Envelope(Struct, frozen=True):
    t: str
    v: Literal[2] = 2
    table: TableId | Literal[""] = ""
    d: Raw = Raw(b"{}")


_ENVELOPES = msgspec.json.Decoder(Envelope)
_INSIDES = {name: msgspec.json.Decoder(kind) for name, kind in KINDS.items()}


def read(frame: str | bytes) -> tuple[str, FromClient]:
    """The table that a frame is about, and what it says; BadFrame where it is none."""
    if len(frame) > LONGEST_FRAME:
        raise BadFrame(f"a frame has at most {LONGEST_FRAME} bytes")
    try:
        envelope = _ENVELOPES.decode(frame)
        if envelope.t not in _INSIDES:
            raise BadFrame(f"no frame is called so; there are {', '.join(KINDS)}")
        return envelope.table, _INSIDES[envelope.t].decode(envelope.d)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadFrame(str(error)) from None


# To clients


class Turn(Struct, frozen=True, omit_defaults=True):
    """Whom the match waits for, and what this recipient can do."""

    to_act: tuple[int, ...] = ()
    decision: str = ""
    """The name of one's own open question; not there when one has none."""
    legal: tuple[str, ...] = ()
    chosen: str = ""
    """One's own choice that lies face down and can still be changed."""
    banks: tuple[float, ...] = ()
    """Seconds left by seat, as of when it was last asked; with a live clock."""
    deadlines: dict[str, float] = {}
    """When the time of a seat is up, by seat; spectators are told as late as they are shown the rest."""
    undo: Literal["", "alone", "ask"] = ""
    """Whether one may take one's last move back: by oneself, or if the others agree."""
    leave: Literal["", "bot", "ends", "forfeits"] = ""
    """What it would mean to leave: a bot plays on, the match ends as nobody else plays, or it is lost after a while."""
    come_back: float = 0.0
    """With `forfeits`, the seconds in which one can come back."""
    orders: tuple[str, ...] = ()
    """What one has said in advance and still stands, the most wanted first; nobody else is told."""
    may_order: tuple[str, ...] = ()
    """What one may say in advance now."""


class Decision(Struct, frozen=True, omit_defaults=True):
    """A question to one's own seat, with all that is needed to answer it."""

    decision: str
    legal: tuple[str, ...]
    view: View
    """What the game shows this seat, as in a snapshot."""
    deadline: float | None = None
    """When the time of the seat is up, with a clock."""


class TableTalk(Struct, frozen=True):
    """How one may talk at a table now."""

    manner: Literal["free", "phrases", "silent"]
    law: str | None
    """The rule of the game by which talk is not free."""
    phrases: tuple[str, ...]
    """The ids of the set phrases, which a client puts into words; none where one is to be silent."""


class ShownConsent(Struct, frozen=True):
    wish: Wish
    by: int
    yes: tuple[int, ...]


class ShownEvent(Struct, frozen=True, omit_defaults=True):
    """What a table is one of many of, on the same cards."""

    kind: Literal["daily", "tournament"]
    id: str
    until: float | None = None
    """When the table is closed if the match is not over."""


class Snapshot(Struct, frozen=True, omit_defaults=True):
    """The table as one recipient sees it."""

    status: str
    config: Config
    host: str
    seats: tuple[ShownSeat, ...]
    commitment: str
    """The SHA-256 of the server's part in the shuffle."""
    talk: TableTalk
    fixed: bool = False
    """Whether all pledges are there, so that salts are to be told."""
    you: int | None = None
    hints: bool = False
    """Whether this recipient may ask for hints here, while the match goes on."""
    view: View | None = None
    """What the game shows this recipient, once the match is dealt."""
    turn: Turn = Turn()
    consent: ShownConsent | None = None
    forced: bool = False
    why: str = ""
    rematch: str = ""
    previous: str = ""
    event: ShownEvent | None = None
    outcome: ShownOutcome | None = None
    past: list[AnyEvent] = []
    """What happened so far, the last of it at least, in order; where hello asked for it."""


class Events(Struct, frozen=True, omit_defaults=True):
    """What happened together."""

    events: list[AnyEvent]
    turn: Turn | None = None
    """As it is afterwards; not there in frames that others follow at once."""
    view: View | None = None
    """The same, where hello asked for views."""
    talk: TableTalk | None = None
    """How one may talk now, where that has changed."""


class AsideEvent(SaidEvent, frozen=True, omit_defaults=True, kw_only=True, tag="said"):
    """What a spectator said to the others."""

    n: int
    """Lines are numbered from 1."""
    at: float


class Asides(Struct, frozen=True, omit_defaults=True):
    """What spectators say to each other, beside what happens and not behind it."""

    n: int
    """The number of the last line there is, whether or not this recipient wants to hear who said it."""
    said: list[AsideEvent]


class Ok(Struct, frozen=True, omit_defaults=True):
    cid: str = ""


class Restart(Struct, frozen=True, omit_defaults=True):
    """The server stops in a moment, and another takes over: connect again and resume."""

    retry_after: float = 1.0


class Rejected(Struct, frozen=True, omit_defaults=True):
    code: str
    cid: str = ""
    law: str = ""
    """The rule of the game that forbids it."""
    params: dict[str, str] = {}
    legal: tuple[str, ...] = ()
    """What could be done instead."""
    retry_after: float = 0.0


class Because(Struct, frozen=True, omit_defaults=True):
    """The answer to `why`: the action is legal, or `law` forbids it."""

    cid: str
    legal: bool = False
    law: str = ""
    params: dict[str, str] = {}


class HintCandidate(Struct, frozen=True, omit_defaults=True):
    """One of the legal actions; the numbers are there where the bot can tell them."""

    action: str
    points: float | None = None
    """Expected for one's own side."""
    win: float | None = None
    """The chance to win the match, from 0 to 1."""
    tries: int | None = None
    """How often the bot tried it out."""


class Hint(Struct, frozen=True):
    """What a bot of that level would do, the best first."""

    cid: str
    decision: str
    """The question that it is about; it may have been answered since."""
    level: str
    candidates: tuple[HintCandidate, ...]


class Invited(Struct, frozen=True):
    """A bot is wanted at a table."""

    config: Config
    by: str
    """The name of the host."""


class Withdrawn(Struct, frozen=True):
    """An invitation is over."""


DeclineReason = Literal[
    "later", "game", "rules", "players", "clock", "rated", "casual", "no_bots", "only_bots", "no_reason"
]
"""Why somebody says no: not now; not that game; other rules, fewer or more players, another clock; rated matches are
not wanted, or only those are; bots are not wanted, or only those are. Words are made in the client."""
ChallengeState = Literal["waits", "accepted", "declined", "withdrawn", "expired"]


class ShownPerson(Struct, frozen=True):
    id: str
    name: str
    kind: str
    """`guest`, `account` or `bot`."""


class ShownChallenge(Struct, frozen=True, omit_defaults=True):
    """Somebody asks another to a match, or whoever likes."""

    id: str
    config: Config
    """What the table will be; the other seats are bots of the house."""
    by: ShownPerson
    seat: int
    """Where who asks will sit."""
    other_seat: int
    expires: float
    state: ChallengeState
    to: ShownPerson | None = None
    """Not there where anybody may accept."""
    reason: DeclineReason | Literal[""] = ""
    table: str = ""
    """Where the match is, once it is accepted."""


class Challenged(Struct, frozen=True):
    """Somebody asks for a match."""

    challenge: ShownChallenge


class ChallengeOver(Struct, frozen=True):
    """What became of a challenge by the bot or to it."""

    challenge: ShownChallenge


class MatchStarted(Struct, frozen=True):
    """A match with the bot in it runs."""

    config: Config


class MatchOver(Struct, frozen=True):
    """And is over."""


ToClient: TypeAlias = (
    Snapshot | Events | Asides | Turn | Decision | Ok | Rejected | Because | Hint | Restart | Ping | Pong
)
NAMES: dict[type, str] = {
    Snapshot: "snapshot",
    Events: "events",
    Asides: "asides",
    Turn: "turn",
    Decision: "decision",
    Ok: "ok",
    Rejected: "rejected",
    Because: "because",
    Hint: "hint",
    Restart: "restart",
    Ping: "ping",
    Pong: "pong",
}
ToBot: TypeAlias = Invited | Withdrawn | Challenged | ChallengeOver | MatchStarted | MatchOver
BOT_NAMES: dict[type, str] = {
    Invited: "invited",
    Withdrawn: "withdrawn",
    Challenged: "challenged",
    ChallengeOver: "challenge_over",
    MatchStarted: "started",
    MatchOver: "finished",
}
"""What programs are told of the tables where they are wanted or play."""


def frame_type(name: str, inside: type) -> type[Struct]:
    """A frame to a client, with that inside."""
    return msgspec.defstruct(
        f"{inside.__name__}Frame",
        [
            ("v", Literal[VERSION]),
            ("table", str, ""),
            ("seq", int | None, None),
            ("ts", float | None, None),
            ("d", inside),
        ],
        frozen=True,
        omit_defaults=True,
        kw_only=True,
        tag_field="t",
        tag=name,
        module=__name__,
    )


FRAMES = {inside: frame_type(name, inside) for inside, name in (NAMES | BOT_NAMES).items()}
TABLE_LINES = (Snapshot, Events, Asides, Turn, Decision, Rejected, Restart)
"""The frames of a table as a stream of lines."""
BOT_LINES = (*BOT_NAMES, Rejected, Restart)
"""The frames of the stream that tells a bot where it is wanted."""

_ENCODER = msgspec.json.Encoder()


def write(inside: ToClient | ToBot, table: str = "", seq: int | None = None, ts: float | None = None) -> str:
    """A frame to a client."""
    moment = None if ts is None else round(ts, 3)
    frame = FRAMES[type(inside)](v=VERSION, table=table, seq=seq, ts=moment, d=inside)
    return _ENCODER.encode(frame).decode()
