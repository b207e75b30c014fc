"""A recorded match as steps to look at: one round at a time, with open cards or as one seat saw it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import Struct

from karat.record import Taken
from karat.server.wire.events import OUTCOME, GameEvent, ShownOutcome, game_event
from karat.server.wire.views import View

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from karat.kit import Kit
    from karat.record import Record


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
    events: list[GameEvent]
    view: View


class Replay(Struct, frozen=True):
    header: ReplayHeader
    matches: int
    """How many there are in the file."""
    match: int
    """Which of them this is, from 1."""
    rounds: tuple[ReplayRound, ...]
    outcome: ShownOutcome | None
    """Null where the match was broken off."""
    seat: int | None
    """Whose eyes one looks through; null with open cards."""
    round: int
    steps: tuple[ReplayStep, ...]
    """Of that round."""


def make_replay(
    record: Record, kit: Kit, *, seat: int | None = None, number: int = 1, which: tuple[int, int] = (1, 1)
) -> Replay:
    """The round `number` of a record, and what the whole match consists of; BadRecord where it does not replay."""
    rules = kit.read_rules(record)
    if seat is not None and seat not in range(rules.players):
        raise NoSuchSeat(f"a seat is a number from 0 to {rules.players - 1}, not {seat}")
    taken = list(kit.taken(record))
    if not taken:
        raise NoSuchRound("the match was broken off before its first round")
    rounds = [[one for one in taken if one.round == which_round] for which_round in range(1, taken[-1].round + 1)]
    if number > len(rounds):
        raise NoSuchRound(f"the match has {len(rounds)} rounds, and no round {number}")
    shown = [shown_step(kit, one, seat) for one in rounds[number - 1]]
    if number > 1 and rounds[number - 1][0].seat is not None:
        # A round that nobody deals anew begins as the last one left the table.
        before = rounds[number - 2][-1]
        shown.insert(0, ReplayStep(None, None, [], view_of(kit, before.step.state, seat)))
    ended = kit.game.outcome(taken[-1].step.state)
    return Replay(
        header=header(kit, record, rules),
        matches=which[1],
        match=which[0],
        rounds=tuple(
            ReplayRound(index, len(steps) + (steps[0].seat is not None), tuple(marks(kit, steps)))
            for index, steps in enumerate(rounds, start=1)
        ),
        outcome=None if ended is None else OUTCOME.make(ended),
        seat=seat,
        round=number,
        steps=tuple(shown),
    )


def marks(kit: Kit, steps: Sequence[Taken]) -> Iterator[ReplayMark]:
    """What one can jump to in a round."""
    seen: dict[str, int] = {}
    later = steps[0].seat is not None
    for place, one in enumerate(steps):
        for happened in one.step.events:
            if kind := kit.landmark(happened):
                seen[kind] = seen.get(kind, 0) + 1
                yield ReplayMark(kind, seen[kind], place + later)


def shown_step(kit: Kit, one: Taken, seat: int | None) -> ReplayStep:
    seen = [happened for happened in one.step.events if seat is None or kit.game.seen_by(happened, seat)]
    hidden = one.action is None or (seat not in (None, one.seat) and kit.face_down(one.step.events))
    told = [game_event(kit.name, happened) for happened in seen]
    return ReplayStep(one.seat, None if hidden else str(one.action), told, view_of(kit, one.step.state, seat))


def view_of(kit: Kit, state: Any, seat: int | None) -> View:
    """The view of a seat, or with all hands open; nothing is to be chosen."""
    return kit.view(kit.game.observe(state, seat), None, kit.hands(state) if seat is None else None)


def header(kit: Kit, record: Record, rules: Any) -> ReplayHeader:
    agreed = kit.settings(rules)
    bots = words(record.get("bots"), agreed.players)
    named = zip(words(record.get("names"), agreed.players), bots, kit.bot_names, strict=False)
    return ReplayHeader(
        game=kit.name,
        players=agreed.players,
        edition=agreed.edition,
        cards=agreed.cards,
        variants=agreed.variants,
        # Records of earlier versions call a bot by its level alone.
        names=tuple(called if level and name in ("", level) else name for name, level, called in named),
        bots=bots,
        sides=kit.sides(rules),
        table=word(record.get("table")),
        date=word(record.get("date")),
    )


def words(told: Any, players: int) -> tuple[str, ...]:
    """Texts by seat, where a record tells such; what else stands there is nobody's business."""
    fits = isinstance(told, list) and len(told) == players
    return tuple(word(one) or "" for one in told) if fits else ("",) * players


def word(told: Any) -> str | None:
    return told[:100] if isinstance(told, str) else None
