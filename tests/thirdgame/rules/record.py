"""A match of Opal as a `karat/1` record, and a record as a match again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from karat.game import BadRules, BadText, BrokenRule
from karat.record import (
    FORMAT,
    RULES_VERSION,
    BadRecord,
    Form,
    Record,
    Taken,
    check_header,
    entries,
    field,
    items,
    quoted,
    same,
    text,
    whole,
)
from thirdgame.rules import match
from thirdgame.rules.actions import parse_action
from thirdgame.rules.cards import Stone, Stones
from thirdgame.rules.deal import Deal
from thirdgame.rules.law import Law
from thirdgame.rules.rules import Rules

if TYPE_CHECKING:
    from collections.abc import Iterator

    from karat.game import Seat
    from thirdgame.rules.actions import Lay
    from thirdgame.rules.match import Match


def to_record(state: Match) -> Record:
    """The match as it stands: finished, or broken off; stones that lie face down are not written."""
    rounds: list[Record] = [
        {
            "deal": show_hands(played.deal),
            "actions": [[seat, f"lay {stone}"] for seat, stone in enumerate(played.stones)],
            "points": list(played.points),
        }
        for played in state.played
    ]
    if state.deal:
        rounds.append({"deal": show_hands(state.deal), "actions": [], "points": None})
    ended = match.outcome(state)
    return {
        "format": FORMAT,
        "game": "opal",
        "rules": RULES_VERSION,
        "players": state.rules.players,
        "variants": list(state.rules.variants),
        "rounds": rounds,
        "result": ended and {"winners": list(ended.winners), "points": list(ended.scores)},
    }


def show_hands(deal: Deal) -> list[list[str]]:
    return [list(map(str, hand)) for hand in deal.hands]


def replay(record: Record) -> Match:
    """The match that a record tells, every step and every score checked; BadRecord where one is wrong."""
    state = match.start(read_rules(record))
    for one in taken(record):
        state = one.step.state
    return state


def taken(record: Record) -> Iterator[Taken]:
    """Every deal and action in order, with who took it in which round."""
    state = match.start(read_rules(record))
    rounds = field(record, "rounds", items)
    told = field(record, "result", lambda result, _: result)
    for number, row in enumerate(rounds, start=1):
        index: int | None = None
        try:
            entry = entries(row, "a round")
            step = match.deal(state, Deal(tuple(map(read_stones, field(entry, "deal", items)))))
            yield Taken(number, None, None, step)
            for index, said in enumerate(field(entry, "actions", items)):  # noqa: B007 -- read below
                seat, action = read_action(said)
                step = match.apply(step.state, seat, action)
                yield Taken(number, seat, action, step)
            index, state = None, step.state
            check_round(state, number, entry, last=number == len(rounds) and told is None)
        except BrokenRule as broken:
            raise BadRecord(broken.law, broken.reason, round=number, action=index) from None
        except BadRecord as bad:
            raise BadRecord(bad.law, bad.reason, round=number, action=index) from None
    check_end(state, told)


def read_rules(record: Record) -> Rules:
    check_header(record, "opal")
    variants = [text(variant, "a variant") for variant in field(record, "variants", items)]
    try:
        return Rules.parse(field(record, "players", whole), variants)
    except BadRules as bad:
        raise BadRecord(Form.FIELDS, quoted(str(bad), 200, raw=True)) from None


def read_stones(told: object) -> Stones:
    try:
        return tuple(Stone.parse(text(stone, "a stone")) for stone in items(told, "a hand"))
    except BadText as bad:
        raise BadRecord(Law.THESE_STONES, quoted(str(bad), 200, raw=True)) from None


def read_action(told: object) -> tuple[Seat, Lay]:
    match told:
        case [seat, str(words)] if type(seat) is int and abs(seat) < 1000:
            try:
                return seat, parse_action(words)
            except BadText as bad:
                raise BadRecord(Form.ACTION_TEXT, quoted(str(bad), 200, raw=True)) from None
    raise BadRecord(Form.ACTION_TEXT, f"an action is [seat, text], not {quoted(told)}")


def check_round(state: Match, number: int, entry: Record, *, last: bool) -> None:
    """What a record says of a round, against what was played."""
    told = field(entry, "points", lambda points, _: points)
    if len(state.played) < number:
        if not last or entry["actions"] or told is not None:
            raise BadRecord(Form.BROKEN_OFF, "only the last round can be broken off, before its first stone is told")
    elif not same(told, list(state.played[-1].points)):
        raise BadRecord(Law.LOWEST_ALONE, f"'points' should be {list(state.played[-1].points)}, not {quoted(told)}")


def check_end(state: Match, told: object) -> None:
    """The result that a record gives for the match."""
    ended = match.outcome(state)
    if ended is None and told is not None:
        raise BadRecord(Law.SO_MANY_ROUNDS, f"the match is not over after {len(state.played)} rounds; it has a result")
    if ended is None:
        return
    if told is None:
        raise BadRecord(Form.BROKEN_OFF, "the match was played to its end, but its result is null")
    expected = {"winners": list(ended.winners), "points": list(ended.scores)}
    if not same(entries(told, "the result"), expected):
        raise BadRecord(Law.MOST_POINTS_WIN, f"the result should be {expected}, not {quoted(told, 100)}")
