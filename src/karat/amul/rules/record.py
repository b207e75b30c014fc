"""A match of Amul as a `karat/1` record, and a record as a match again (docs/records.md)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from karat.amul.rules import match
from karat.amul.rules.actions import Action, Offer, Play, parse_action
from karat.amul.rules.cardfile import load_standard
from karat.amul.rules.cards import STANDARD, Card, CardFile
from karat.amul.rules.counts import ROUNDS
from karat.amul.rules.deal import Deal
from karat.amul.rules.law import Law
from karat.amul.rules.rules import Rules
from karat.amul.rules.scoring import CLANS
from karat.game import BadRules, BadText, BrokenRule, Seat, Step
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
    from collections.abc import Iterator, Mapping

    from karat.amul.rules.match import Match
    from karat.amul.rules.scoring import ScoreSheet


def to_record(state: Match) -> Record:
    """The match as it stands: finished, or broken off before the step that is being chosen."""
    if state.deal is None:
        raise ValueError("a match that is not dealt yet has no record")
    return {
        "format": FORMAT,
        "game": "amul",
        "rules": RULES_VERSION,
        "players": state.rules.players,
        "cards": state.rules.cards.identity,
        "variants": list(state.rules.variants),
        "first": state.deal.first,
        "deck": [str(card) for card in state.deal.deck],
        "actions": [[seat, str(action)] for seat, action in state.actions],
        "result": None if state.sheet is None else show_result(state.sheet),
    }


def replay(record: Record, card_files: Mapping[str, CardFile] | None = None) -> Match:
    """The match that a record tells, every step and every score checked; BadRecord where one is wrong.

    `card_files` are those at hand beside the standard one, by their SHA-256.
    """
    state = match.start(read_rules(record, card_files))
    for step in steps(record, card_files):
        state = step.state
    return state


def steps(record: Record, card_files: Mapping[str, CardFile] | None = None) -> Iterator[Step[Match]]:
    """The deal and every action of a record in order; BadRecord at the first that is wrong."""
    return (one.step for one in taken(record, card_files))


def taken(record: Record, card_files: Mapping[str, CardFile] | None = None) -> Iterator[Taken]:
    """The same with who took each step, and in which round."""
    state = match.start(read_rules(record, card_files))
    told = field(record, "actions", items)
    if "result" not in record:
        raise BadRecord(Form.FIELDS, "'result' is missing")
    try:
        step = match.deal(state, read_deal(record, state.rules.cards))
    except BrokenRule as broken:
        raise BadRecord(broken.law, broken.reason) from None
    yield Taken(1, None, None, step)
    for index, action_told in enumerate(told):
        number = step.state.market.number if step.state.market else 1
        try:
            seat, action = read_action(action_told, state.rules.cards)
            check_place(step.state, seat, action)
            step = match.apply(step.state, seat, action)
        except BadRecord as bad:
            raise BadRecord(bad.law, bad.reason, round=number, action=index) from None
        except BrokenRule as broken:
            raise BadRecord(broken.law, broken.reason, round=number, action=index) from None
        yield Taken(number, seat, action, step)
    check_end(step.state, record["result"], len(told))


def read_rules(record: Record, card_files: Mapping[str, CardFile] | None = None) -> Rules:
    check_header(record, "amul")
    players, identity = field(record, "players", whole), field(record, "cards", text)
    variants = [text(variant, "a variant") for variant in field(record, "variants", items)]
    try:
        rules = Rules.parse(players, variants, card_file(identity, card_files or {}))
    except BadRules as bad:
        raise BadRecord(Form.FIELDS, quoted(str(bad), 200, raw=True)) from None
    if list(rules.variants) != variants:
        raise BadRecord(Form.FIELDS, f"the recommended number of Tea cards is written 'tea', not {quoted(variants)}")
    return rules


def card_file(identity: str, card_files: Mapping[str, CardFile]) -> CardFile:
    """The card file that a record was played with."""
    if identity == STANDARD:
        return load_standard()
    if identity in card_files:
        return card_files[identity]
    digest = len(identity) == 64 and set(identity) <= set("0123456789abcdef")
    if not digest:
        raise BadRecord(Form.FIELDS, f"'cards' must be 'standard' or 64 hex digits, not {quoted(identity)}")
    raise BadRecord(
        Form.FIELDS, f"it was played with the card file {identity}, which is not at hand; give it with --cards FILE"
    )


def read_deal(record: Record, cards: CardFile) -> Deal:
    deck = tuple(read_card(card, cards) for card in field(record, "deck", items))
    return Deal(field(record, "first", whole), deck)


def read_card(told: object, cards: CardFile) -> Card:
    try:
        card = Card.parse(text(told, "a card"))
    except BadText as bad:
        raise BadRecord(Form.FIELDS, quoted(str(bad), 200, raw=True)) from None
    if card not in cards:
        raise BadRecord(Form.FIELDS, f"no card {quoted(str(card))} is in the card file")
    return card


def read_action(told: object, cards: CardFile) -> tuple[Seat, Action]:
    match told:
        case [seat, str(words)] if type(seat) is int and abs(seat) < 1000:
            try:
                action = parse_action(words)
            except BadText as bad:
                raise BadRecord(Form.ACTION_TEXT, quoted(str(bad), 200, raw=True)) from None
            if action.card not in cards:
                raise BadRecord(Form.ACTION_TEXT, f"no card {quoted(str(action.card))} is in the card file")
            return seat, action
    raise BadRecord(Form.ACTION_TEXT, f"an action is [seat, text], not {quoted(told)}")


def check_place(state: Match, seat: Seat, action: Action) -> None:
    """Secret choices come in any order, but a record writes them from seat 0 up."""
    owed = match.to_act(state)
    if isinstance(action, Offer | Play) and seat in owed[1:] and match.breach(state, seat, action) is None:
        law = Law.OFFERS_TOGETHER if isinstance(action, Offer) else Law.PLAYS_TOGETHER
        raise BadRecord(law, f"secret choices are written from seat 0 up: seat {owed[0]} comes before seat {seat}")


def check_end(state: Match, told: object, stops: int) -> None:
    """Where a record stops, and the result that it gives."""
    table = state.market
    number = table.number if table else 1
    if state.sheet is None and told is not None:
        reason = f"the match is not over in round {number} of {ROUNDS}, but it has a result"
        raise BadRecord(Law.NINE_ROUNDS, reason, round=number, action=stops)
    if state.sheet is None and table and any(table.chosen):
        reason = f"a record stops before the first has chosen to {table.phase} or after the last, not between"
        raise BadRecord(Form.BROKEN_OFF, reason, round=number, action=stops)
    if state.sheet is None:
        return
    if told is None:
        reason = "the match was played to its end, but its result is null"
        raise BadRecord(Form.BROKEN_OFF, reason, round=number, action=stops)
    result, expected = entries(told, "the result"), show_result(state.sheet)
    rows = field(result, "rows", entries)
    if strange := [name for name in rows if name not in expected["rows"]]:
        raise BadRecord(Law.COLOUR_BY_COLOUR, f"the score pad has no row {quoted(strange[0])}")
    for name, points in expected["rows"].items():
        law = Law.MAJORITY_OF_EACH_CLAN if name in CLANS else Law.COLOUR_BY_COLOUR
        compare(rows, name, points, Law.BAZAAR_AFTER_COLOURS if name == "bazaar" else law)
    compare(result, "points", expected["points"], Law.MOST_POINTS_WIN)
    top = [points for points in state.sheet.points if points == max(state.sheet.points)]
    tied = len(top) > 1
    compare(result, "winners", expected["winners"], Law.MOST_VALOUR_BREAKS_TIES if tied else Law.MOST_POINTS_WIN)


def compare(told: Record, name: str, expected: object, law: Law) -> None:
    """One field of a result."""
    given = field(told, name, lambda given, _: given)
    if not same(given, expected):
        raise BadRecord(law, f"{name!r} should be {expected}, not {quoted(given, 100)}")


def show_result(sheet: ScoreSheet) -> Record:
    return {
        "winners": list(sheet.winners),
        "points": list(sheet.points),
        "rows": {name: list(points) for name, points in sheet.rows},
    }
