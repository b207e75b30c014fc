"""A match of Aurum as a `karat/1` record, and a record as a match again (docs/records.md)."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from karat.aurum.rules import law, match
from karat.aurum.rules.actions import parse_action
from karat.aurum.rules.cards import Card, Cards, UnknownCard
from karat.aurum.rules.deal import Deal
from karat.aurum.rules.events import MatchEnded
from karat.aurum.rules.rules import Rules
from karat.game import BadRules, BadText, BrokenRule, Law, Step
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

if TYPE_CHECKING:
    from collections.abc import Iterator

    from karat.aurum.rules.actions import Action
    from karat.aurum.rules.match import Match
    from karat.aurum.rules.scoring import MatchResult, RoundResult
    from karat.game import Seat


def to_record(state: Match) -> Record:
    """The match as it stands: finished, or broken off here."""
    rounds = [show_deal(played.deal, played.actions, round_result(played.result)) for played in state.played]
    if state.deal is not None:
        rounds.append(show_deal(state.deal, state.actions, None))
    return {
        "format": FORMAT,
        "game": "aurum",
        "rules": RULES_VERSION,
        "players": state.rules.players,
        "edition": str(state.rules.edition),
        "variants": [str(variant) for variant in state.rules.variants],
        "rounds": rounds,
        "result": state.result and match_result(state.result),
    }


def replay(record: Record) -> Match:
    """The match that a record tells, every step and every score checked; BadRecord where one is wrong."""
    state = match.start(read_rules(record))
    for step in steps(record):
        state = step.state
    return state


def steps(record: Record) -> Iterator[Step[Match]]:
    """Every deal and action of a record in order; BadRecord at the first that is wrong."""
    return (one.step for one in taken(record))


def taken(record: Record) -> Iterator[Taken]:
    """The same with who took each step, and in which round."""
    state = match.start(read_rules(record))
    rounds = field(record, "rounds", items)
    if "result" not in record:
        raise BadRecord(Form.FIELDS, "'result' is missing")
    won = False
    for number, told in enumerate(rounds, start=1):
        if won:
            reason = f"the match was won after round {number - 1}"
            raise BadRecord(decisive(state.rules), reason, round=number)
        for one in round_taken(state, told, number, broken_off=record["result"] is None and number == len(rounds)):
            state = one.step.state
            won = any(isinstance(event, MatchEnded) for event in one.step.events)
            yield one
    check_end(state, record["result"])


def round_taken(state: Match, told: object, number: int, *, broken_off: bool) -> Iterator[Taken]:
    """The deal and the actions of one round; its result is checked when it is over."""
    action_index: int | None = None
    try:
        entry = entries(told, "a round")
        step = match.deal(state, read_deal(entry))
        yield Taken(number, None, None, step)
        for action_index, action_told in enumerate(field(entry, "actions", items)):  # noqa: B007 -- read below
            seat, action = read_action(action_told)
            step = match.apply(step.state, seat, action)
            yield Taken(number, seat, action, step)
        action_index = None
        check_round(step.state, len(state.played), entry, broken_off=broken_off)
    except BadRecord as bad:
        raise BadRecord(bad.law, bad.reason, round=number, action=action_index) from None
    except BrokenRule as broken:
        raise BadRecord(broken.law, broken.reason, round=number, action=action_index) from None


def read_rules(record: Record) -> Rules:
    check_header(record, "aurum")
    players, edition = field(record, "players", whole), field(record, "edition", text)
    variants = [text(variant, "a variant") for variant in field(record, "variants", items)]
    try:
        rules = Rules.parse(players, edition, variants)
    except BadRules as bad:
        raise BadRecord(Form.FIELDS, quoted(str(bad), 200, raw=True)) from None
    if list(rules.variants) != variants:
        raise BadRecord(Form.FIELDS, f"variants stand sorted and once each, not as {quoted(variants)}")
    return rules


def read_deal(entry: Record) -> Deal:
    hands = tuple(read_cards(hand, "a hand") for hand in field(entry, "deal", items))
    return Deal(field(entry, "first", whole), hands, read_cards(field(entry, "aside", items), "'aside'"))


def read_cards(told: object, what: str) -> Cards:
    try:
        return tuple(Card.parse(text(card, "a card")) for card in items(told, what))
    except UnknownCard as bad:
        raise BadRecord(law.Law.THESE_CARDS, quoted(str(bad), 200, raw=True)) from None


def read_action(told: object) -> tuple[Seat, Action]:
    match told:
        case [seat, str(words)] if type(seat) is int and abs(seat) < 1000:
            try:
                return seat, parse_action(words)
            except UnknownCard as bad:
                raise BadRecord(law.Law.THESE_CARDS, quoted(str(bad), 200, raw=True)) from None
            except BadText as bad:
                raise BadRecord(Form.ACTION_TEXT, quoted(str(bad), 200, raw=True)) from None
    raise BadRecord(Form.ACTION_TEXT, f"an action is [seat, text], not {quoted(told)}")


def check_round(state: Match, number: int, entry: Record, *, broken_off: bool) -> None:
    """The result that a record gives for a round, against what was played."""
    told = entry.get("result")
    if len(state.played) == number:  # still going on
        if not broken_off:
            raise BadRecord(law.Law.END_ONLY_WHEN_STUCK, "the record stops before the round is over")
        if told is not None:
            raise BadRecord(Form.BROKEN_OFF, "a round that was broken off has no result")
        return
    expected = round_result(state.played[-1].result)
    bids = law.Law.HIGHER_BID_COUNTS if state.rules.players == 4 else law.Law.BID_IS_RANK
    laws: dict[str, Law] = {
        "tricks": law.Law.TRICKS_ARE_STACKED,
        "bids": bids,
        "exact": law.Law.BID_POINTS,
        "gold": law.Law.GOLD_POINTS,
        "points": law.Law.BID_POINTS,
        "nuggets": law.Law.MOST_POINTS_WIN_A_NUGGET,
    }
    compare(entries(told, "the result of a finished round"), expected, laws)


def check_end(state: Match, told: object) -> None:
    """The result that a record gives for the match."""
    if told is None:
        if state.result:
            raise BadRecord(Form.BROKEN_OFF, "the match was played to its end, but its result is null")
        return
    if not state.result:
        raise BadRecord(
            decisive(state.rules), f"the match is not over after round {len(state.played)}; it has a result"
        )
    laws: dict[str, Law] = {
        "winners": decisive(state.rules),
        "nuggets": law.Law.MOST_POINTS_WIN_A_NUGGET,
        "totals": law.Law.THREE_ROUND_TOTAL if state.rules.plays_for_total else law.Law.MOST_POINTS_WIN_A_NUGGET,
    }
    compare(entries(told, "the result"), match_result(state.result), laws)


def compare(told: Record, expected: Record, laws: dict[str, Law]) -> None:
    """Every field of a result; what is wrong first is said."""
    for name, value in expected.items():
        given = field(told, name, lambda given, _: given)
        if name == "gold":  # the order of cards in a list has no meaning
            given = [sorted(row, key=str) if isinstance(row, list) else row for row in items(given, "'gold'")]
        if name == "winners":  # nor has that of winners
            given = sorted(items(given, "'winners'"), key=str)
        if not same(given, value):
            raise BadRecord(
                laws[name],
                f"{name!r} should be {json.dumps(value)}, not {quoted(json.dumps(given), 100, raw=True)}",
            )


def decisive(rules: Rules) -> Law:
    """The rule by which a match of these rules ends."""
    return law.Law.THREE_ROUND_TOTAL if rules.plays_for_total else law.Law.NUGGETS_WIN


def show_deal(deal: Deal, actions: tuple[tuple[Seat, Action], ...], result: Record | None) -> Record:
    return {
        "first": deal.first,
        "deal": [show_sorted(hand) for hand in deal.hands],
        "aside": show_sorted(deal.aside),
        "actions": [[seat, str(action)] for seat, action in actions],
        "result": result,
    }


def show_sorted(cards: Cards) -> list[str]:
    return [str(card) for card in sorted(cards)]


def round_result(result: RoundResult) -> Record:
    return {
        "tricks": list(result.tricks),
        "bids": list(result.bids),
        "exact": list(result.exact),
        "gold": [show_sorted(cards) for cards in result.gold],
        "points": list(result.points),
        "nuggets": list(result.nuggets),
    }


def match_result(result: MatchResult) -> Record:
    return {
        "winners": list(result.winners),
        "nuggets": list(result.nuggets),
        "totals": list(result.totals),
    }
