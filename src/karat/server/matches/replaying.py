"""A recorded match as steps to look at: one round at a time, with open cards or as one seat saw it."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple, cast

import msgspec
from msgspec import Raw, Struct, structs

from karat.amul.rules import events as amul_events
from karat.aurum.rules import events as aurum_events
from karat.server.wire.events import ShownOutcome
from karat.server.wire.plain import event, plain
from karat.server.wire.views import VIEWS, View

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from karat.game import Step
    from karat.games import Hosted
    from karat.record import Record
    from karat.server.tables.running import TableGame

LANDMARKS: dict[type, str] = {
    aurum_events.BidsRevealed: "bids",
    aurum_events.TrickTaken: "trick",
    aurum_events.RoundScored: "scored",
    amul_events.OffersRevealed: "offers",
    amul_events.PlaysRevealed: "plays",
    amul_events.MatchScored: "scored",
}
"""Events that one wants to jump to."""


class NoSuchRound(LookupError):
    """A round that a match does not have."""


class NoSuchSeat(ValueError):
    """A seat that a match does not have."""


class ReplayHeader(Struct, frozen=True):
    """What is known before the first card."""

    game: str
    players: int
    edition: str | None
    cards: str | None
    variants: tuple[str, ...]
    names: tuple[str, ...]
    """By seat; empty where the record tells none."""
    bots: tuple[str, ...]
    """Their levels by seat; empty for people."""
    sides: tuple[tuple[int, ...], ...]
    table: str | None
    date: str | None


class ReplayMark(Struct, frozen=True):
    """The step after which something lies there that one wants to see."""

    kind: str
    number: int
    """Of its kind within the round, from 1."""
    step: int


class ReplayRound(Struct, frozen=True):
    number: int
    """From 1."""
    steps: int
    """How many there are; the first, number 0, is what was dealt."""
    marks: tuple[ReplayMark, ...]


class ReplayStep(Struct, frozen=True):
    """What happened, and how it looked afterwards."""

    seat: int | None
    """Null for a deal, and for how a later round began."""
    action: str | None
    """Null too where the seat that looks does not know it yet: a choice that lies face down."""
    events: list[Raw]
    view: View


class Replay(Struct, frozen=True):
    header: ReplayHeader
    matches: int
    """How many there are in the file."""
    match: int
    """Which of them this is, from 1."""
    rounds: tuple[ReplayRound, ...]
    outcome: ShownOutcome | None  # type: ignore[valid-type]
    """Null where the match was broken off."""
    seat: int | None
    """Whose eyes one looks through; null with open cards."""
    round: int
    steps: tuple[ReplayStep, ...]
    """Of that round."""


class Taken(NamedTuple):
    """A step of a record with who took it; a deal is nobody's."""

    round: int
    seat: int | None
    action: str | None
    step: Step[Any]


def make_replay(
    record: Record, hosted: Hosted, *, seat: int | None = None, number: int = 1, which: tuple[int, int] = (1, 1)
) -> Replay:
    """The round `number` of a record, and what the whole match consists of; BadRecord where it does not replay."""
    name, game = hosted.game.NAME, cast("TableGame", hosted.game)
    rules = hosted.read_rules(record)
    if seat is not None and seat not in range(rules.players):
        raise NoSuchSeat(f"a seat is a number from 0 to {rules.players - 1}, not {seat}")
    taken = list(told_steps(record, hosted))
    if not taken:
        raise NoSuchRound("the match was broken off before its first round")
    rounds = [[one for one in taken if one.round == which_round] for which_round in range(1, taken[-1].round + 1)]
    if number > len(rounds):
        raise NoSuchRound(f"the match has {len(rounds)} rounds, and no round {number}")
    shown = [shown_step(name, game, one, seat) for one in rounds[number - 1]]
    if number > 1 and rounds[number - 1][0].seat is not None:
        # A round that nobody deals anew begins as the last one left the table.
        before = rounds[number - 2][-1]
        shown.insert(0, ReplayStep(None, None, [], view_of(name, game, before.step.state, seat)))
    ended = game.outcome(taken[-1].step.state)
    return Replay(
        header=header(record, rules),
        matches=which[1],
        match=which[0],
        rounds=tuple(
            ReplayRound(index, len(steps) + (steps[0].seat is not None), tuple(marks(steps)))
            for index, steps in enumerate(rounds, start=1)
        ),
        outcome=None if ended is None else msgspec.convert(plain(ended), ShownOutcome),
        seat=seat,
        round=number,
        steps=tuple(shown),
    )


def told_steps(record: Record, hosted: Hosted) -> Iterator[Taken]:
    """Every step with its round and who took it, in order."""
    steps = hosted.steps(record)
    if hosted.game.NAME == "aurum":
        for number, told in enumerate(record["rounds"] if isinstance(record.get("rounds"), list) else [], start=1):
            for place, step in enumerate(islice(steps, 1 + length(told))):
                yield taken(number, told, place, step)
    else:
        number = 1
        for place, step in enumerate(steps):
            yield taken(number, record, place, step)
            number = step.state.market.number
    for _ in steps:  # to its end, where results are checked
        raise AssertionError("a record has as many steps as deals and actions")


def length(told: Any) -> int:
    actions = told.get("actions") if isinstance(told, dict) else None
    return len(actions) if isinstance(actions, list) else 0


def taken(number: int, told: Record, place: int, step: Step[Any]) -> Taken:
    if not place:
        return Taken(number, None, None, step)
    seat, action = told["actions"][place - 1]
    return Taken(number, seat, action, step)


def marks(steps: Sequence[Taken]) -> Iterator[ReplayMark]:
    """What one can jump to in a round."""
    seen: dict[str, int] = {}
    later = steps[0].seat is not None
    for place, one in enumerate(steps):
        for happened in one.step.events:
            if kind := LANDMARKS.get(type(happened)):
                seen[kind] = seen.get(kind, 0) + 1
                yield ReplayMark(kind, seen[kind], place + later)


def shown_step(name: str, game: TableGame, one: Taken, seat: int | None) -> ReplayStep:
    seen = [happened for happened in one.step.events if seat is None or game.seen_by(happened, seat)]
    hidden = seat not in (None, one.seat) and lies_face_down(one)
    action = None if hidden else one.action
    told = [Raw(msgspec.json.encode(event(happened))) for happened in seen]
    return ReplayStep(one.seat, action, told, view_of(name, game, one.step.state, seat))


def lies_face_down(one: Taken) -> bool:
    """Whether what was done is a secret choice that is not turned up yet."""
    secret = (aurum_events.BidChosen, amul_events.OfferChosen, amul_events.PlayChosen)
    turned_up = (aurum_events.BidsRevealed, amul_events.OffersRevealed, amul_events.PlaysRevealed)
    kinds = [type(happened) for happened in one.step.events]
    return any(kind in secret for kind in kinds) and not any(kind in turned_up for kind in kinds)


def view_of(name: str, game: TableGame, state: Any, seat: int | None) -> View:
    """The view of a seat, or with all hands open; without choices, for nothing is to be chosen."""
    lying = getattr(state, "round", None) or getattr(state, "market", None)
    hands = lying.hands if seat is None and lying else None
    view = VIEWS[name](game.observe(state, seat), (), hands)
    return structs.replace(view, actions=(), aids=structs.replace(view.aids, refused={}))


def header(record: Record, rules: Any) -> ReplayHeader:
    sides = getattr(rules, "sides", None) or tuple((seat,) for seat in range(rules.players))
    edition = getattr(rules, "edition", None)
    cards = getattr(rules, "cards", None)
    return ReplayHeader(
        game=record["game"],
        players=rules.players,
        edition=None if edition is None else str(edition),
        cards=None if cards is None else cards.identity,
        variants=tuple(map(str, rules.variants)),
        names=words(record.get("names"), rules.players),
        bots=words(record.get("bots"), rules.players),
        sides=sides,
        table=word(record.get("table")),
        date=word(record.get("date")),
    )


def words(told: Any, players: int) -> tuple[str, ...]:
    """Texts by seat, where a record tells such; what else stands there is nobody's business."""
    fits = isinstance(told, list) and len(told) == players
    return tuple(word(one) or "" for one in told) if fits else ("",) * players


def word(told: Any) -> str | None:
    return told[:100] if isinstance(told, str) else None
