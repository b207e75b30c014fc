import contextlib
import copy
import hashlib
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from marks import rule
from strategies import amul_rules, amul_walk, seeds

from karat import amul
from karat.amul.rules.cardfile import read_cards, standard_bytes
from karat.amul.rules.law import Law
from karat.amul.rules.record import replay, to_record
from karat.record import BadRecord, Form, dump_line


def finished(players: int = 3, seed: str = "0", tea: int = 0) -> dict:
    return to_record(amul_walk(amul.Rules(players, tea=tea), seed, 10_000))


def refusal(record: dict) -> BadRecord:
    with pytest.raises(BadRecord) as error:
        replay(record)
    return error.value


def changed(**fields: object) -> dict:
    return {**finished(), **fields}


def test_a_record_is_written_as_the_form_says():
    record = finished(5, tea=5)
    assert list(record) == [
        "format", "game", "rules", "players", "cards", "variants", "first", "deck", "actions", "result",
    ]  # fmt: skip
    assert record["variants"] == ["tea"]
    assert record["cards"] == "standard"
    assert finished(5, tea=2)["variants"] == ["tea:2"]
    assert list(record["result"]) == ["winners", "points", "rows"]
    assert json.loads(dump_line(record)) == record


@rule("M13", "M16")
def test_secret_choices_are_written_from_seat_0_up():
    record = finished()
    record["actions"][0], record["actions"][1] = record["actions"][1], record["actions"][0]
    bad = refusal(record)
    assert (bad.law, bad.round, bad.action) == (Law.OFFERS_TOGETHER, 1, 0)
    record = finished()
    record["actions"][6], record["actions"][7] = record["actions"][7], record["actions"][6]
    assert (refusal(record).law, refusal(record).action) == (Law.PLAYS_TOGETHER, 6)


@rule("M27")
def test_a_result_needs_nine_rounds():
    record = finished()
    record["actions"] = record["actions"][:9]
    bad = refusal(record)
    assert (bad.law, bad.action) == (Law.NINE_ROUNDS, 9)


def test_a_match_that_was_broken_off_stops_between_steps_of_secret_choices():
    record = finished()
    record["result"] = None
    assert refusal(record).law is Form.BROKEN_OFF
    for stops, good in ((0, True), (1, False), (3, True), (5, True), (6, True), (8, False)):
        cut = {**record, "actions": record["actions"][:stops]}
        if good:
            assert len(replay(cut).actions) == stops
        else:
            assert refusal(cut).law is Form.BROKEN_OFF


@pytest.mark.parametrize(
    ("fields", "law"),
    [
        ({"game": "aurum"}, Form.KNOWN_FORMAT),
        ({"rules": 2}, Form.KNOWN_RULES),
        ({"players": 2}, Form.FIELDS),
        ({"players": True}, Form.FIELDS),
        ({"variants": ["tea:3"]}, Form.FIELDS),
        ({"variants": ["tea"]}, Law.TEA_IN_THE_DECK),
        ({"variants": "tea"}, Form.FIELDS),
        ({"cards": "mine"}, Form.FIELDS),
        ({"cards": "0" * 64}, Form.FIELDS),
        ({"first": 3}, Law.EMIR_IS_A_SEAT),
        ({"deck": ["camel"]}, Law.CARDS_BY_PLAYERS),
        ({"deck": ["arab_guard"]}, Form.FIELDS),
        ({"deck": [3]}, Form.FIELDS),
        ({"actions": [[0, "offer"]]}, Form.ACTION_TEXT),
        ({"actions": [[0, "offer arab_guard"]]}, Form.ACTION_TEXT),
        ({"actions": ["offer gold"]}, Form.ACTION_TEXT),
        ({"actions": [[0, "take gold"]]}, Law.IN_TURN),
        ({"result": 3}, Form.FIELDS),
    ],
)
def test_fields_that_are_wrong(fields: dict, law: object):
    assert refusal(changed(**fields)).law is law


@pytest.mark.parametrize(
    ("row", "law"),
    [("red", Law.COLOUR_BY_COLOUR), ("bazaar", Law.BAZAAR_AFTER_COLOURS), ("arab", Law.MAJORITY_OF_EACH_CLAN)],
)
def test_rows_that_are_wrong(row: str, law: Law):
    record = copy.deepcopy(finished())
    record["result"]["rows"][row][0] += 1
    assert refusal(record).law is law
    del record["result"]["rows"][row]
    assert refusal(record).law is Form.FIELDS


def test_results_that_are_wrong():
    record = copy.deepcopy(finished())
    record["result"]["points"][0] += 1
    assert refusal(record).law is Law.MOST_POINTS_WIN
    record = copy.deepcopy(finished())
    record["result"]["winners"] = [0, 1, 2]
    assert refusal(record).law in (Law.MOST_POINTS_WIN, Law.MOST_VALOUR_BREAKS_TIES)
    record = copy.deepcopy(finished())
    record["result"]["rows"]["pink"] = [0, 0, 0]
    assert refusal(record).law is Law.COLOUR_BY_COLOUR


def test_a_match_with_cards_of_ones_own_needs_the_file():
    raw = standard_bytes() + b"# corrected\n"
    own = read_cards(raw, "mine.toml")
    state = amul_walk(amul.Rules(3, own), "1", 10_000)
    record = to_record(state)
    assert record["cards"] == hashlib.sha256(raw).hexdigest()
    assert "not at hand" in str(refusal(record))
    assert replay(record, {own.identity: own}) == state


def test_a_match_that_is_not_dealt_has_no_record():
    with pytest.raises(ValueError, match="not dealt"):
        to_record(amul.start(amul.Rules(3)))


@given(amul_rules, seeds, st.data())
def test_a_changed_action_never_slips_through_as_the_same_match(rules: amul.Rules, seed: str, data: st.DataObject):
    record = to_record(amul_walk(rules, seed, 10_000))
    index = data.draw(st.integers(0, len(record["actions"]) - 1))
    other = data.draw(st.integers(0, len(record["actions"]) - 1))
    if record["actions"][index] != record["actions"][other]:
        record["actions"][index] = record["actions"][other]
        with contextlib.suppress(BadRecord):
            assert to_record(replay(record)) == record
