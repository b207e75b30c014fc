"""A match is its record, whatever the game."""

import itertools
import json

import pytest
from contract.case import TESTS, Case
from contract.cases import CASES, every_game
from hypothesis import given, settings
from hypothesis import strategies as st

from karat.language import LANGUAGES
from karat.record import BadRecord, Form, dump_line, parse_line, verify

RECORDS = TESTS / "records"
few = settings(max_examples=settings.default.max_examples // 4)
"""Of whole matches, each with all its steps."""
of_another_program = pytest.mark.parametrize("case", [case for case in CASES if case.records], ids=str)


def written(case: Case, state) -> dict:
    return parse_line(dump_line(case.kit.to_record(state)).encode())


def refusal(case: Case, record: dict) -> BadRecord:
    with pytest.raises(BadRecord) as error:
        case.kit.replay(record)
    return error.value


@every_game
@given(data=st.data())
def test_a_match_replays_from_its_record_wherever_it_was_broken_off(case: Case, data: st.DataObject):
    game, state = case.kit.game, data.draw(case.matches)
    record = written(case, state)
    again = case.kit.replay(record)
    assert written(case, again) == record
    assert (record["result"] is None) == (game.outcome(state) is None)
    if again != state:  # choices that are still secret need not be written
        assert set(game.to_act(state)) < set(game.to_act(again))
        assert len(game.to_act(again)) > 1


@every_game
@few
@given(data=st.data())
def test_what_was_taken_is_told_in_order_with_seats_and_rounds(case: Case, data: st.DataObject):
    kit, state = case.kit, data.draw(case.finished)
    record = written(case, state)
    taken = list(kit.taken(record))
    before = kit.game.start(state.rules)
    for one in taken:
        if one.seat is None:
            assert one.action is None
            assert kit.game.awaits_deal(before)
        else:
            assert one.seat in kit.game.to_act(before)
            step = kit.game.apply(before, one.seat, one.action)
            assert (step.state, step.events) == (one.step.state, one.step.events)
        before = one.step.state
    assert before == state
    rounds = [one.round for one in taken]
    assert rounds == sorted(rounds)
    assert set(rounds) == set(range(1, rounds[-1] + 1))
    assert [step.state for step in kit.steps(record)] == [one.step.state for one in taken]


@every_game
@few
@given(data=st.data())
def test_what_is_scored_in_a_match_is_by_side(case: Case, data: st.DataObject):
    kit, state = case.kit, data.draw(case.finished)
    scored = kit.scored(state)
    assert scored
    names = set(kit.counts[1]) if kit.counts else set()
    for one in scored:
        assert len(one.points) == len(kit.sides(state.rules))
        assert set(one.counts) == names
        assert all(set(row) <= {0, 1} and len(row) == len(one.points) for row in one.counts.values())
    assert kit.scored(kit.game.start(state.rules)) == ()


@every_game
@few
@given(data=st.data())
def test_a_match_is_told_from_its_record_with_a_heading_for_each_round(case: Case, data: st.DataObject):
    kit, state = case.kit, data.draw(case.finished)
    record = written(case, state)
    half = list(itertools.islice(kit.steps(record), 2))
    broken_off = set()
    for language in LANGUAGES:
        lines = list(kit.tell(state.rules, kit.steps(record), language))
        assert lines[0].startswith("# ")
        assert sum(line.startswith("## ") for line in lines) == list(kit.taken(record))[-1].round
        assert all("\n" not in line for line in lines)
        broken_off.add(list(kit.tell(state.rules, half, language))[-1])
    assert len(broken_off) == len(LANGUAGES)


@every_game
@few
@given(data=st.data())
def test_a_choice_that_lies_face_down_is_known_by_its_events(case: Case, data: st.DataObject):
    """Of a choice among several at the same time nothing is shown until the last one is in."""
    kit, state = case.kit, data.draw(case.finished)
    before = kit.game.start(state.rules)
    for one in kit.taken(written(case, state)):
        secret = one.seat is not None and len(kit.game.to_act(before)) > 1
        assert kit.face_down(one.step.events) == secret
        assert not (secret and any(map(kit.landmark, one.step.events)))
        before = one.step.state


@every_game
@few
@given(data=st.data())
def test_other_programs_may_add_keys_of_their_own_and_leave_out_the_version(case: Case, data: st.DataObject):
    state = data.draw(case.finished)
    record = written(case, state) | {"seed": "secret", "names": ["Ada"] * state.rules.players}
    del record["rules"]
    assert case.kit.replay(record) == state


@every_game
@few
@given(data=st.data())
def test_a_wrong_head_is_refused_by_the_id_of_its_rule(case: Case, data: st.DataObject):
    record = written(case, data.draw(case.finished))
    for change, law in (
        ({"format": "karat/2"}, Form.KNOWN_FORMAT),
        ({"game": "chess"}, Form.KNOWN_FORMAT),
        ({"rules": 2}, Form.KNOWN_RULES),
        ({"rules": True}, Form.FIELDS),
        ({"players": 99}, Form.FIELDS),
        ({"players": True}, Form.FIELDS),
        ({"variants": "none"}, Form.FIELDS),
        ({"variants": ["blindfolded"]}, Form.FIELDS),
        ({"result": None}, Form.BROKEN_OFF),
        ({"result": 3}, Form.FIELDS),
    ):
        assert refusal(case, record | change).law is law, change
    for name in set(record) - {"rules"}:
        left = {key: value for key, value in record.items() if key != name}
        assert refusal(case, left).law is Form.FIELDS, name


@of_another_program
def test_matches_of_an_independent_program_replay_to_their_scores(case: Case):
    with (RECORDS / f"{case}.jsonl").open("rb") as file:
        verdicts = dict(verify(file, {case.kit.name: case.kit.replay}))
    assert len(verdicts) == case.records.matches
    assert [str(bad) for bad in verdicts.values() if bad] == []


@of_another_program
def test_a_record_written_again_is_the_same_record(case: Case):
    for line in (RECORDS / f"{case}.jsonl").read_text("utf-8").splitlines():
        assert case.kit.to_record(case.kit.replay(json.loads(line))) == json.loads(line)


@of_another_program
def test_corrupted_records_are_refused_each_for_a_reason(case: Case):
    kinds = (RECORDS / f"{case}-bad.txt").read_text("utf-8").splitlines()
    with (RECORDS / f"{case}-bad.jsonl").open("rb") as file:
        verdicts = list(verify(file, {case.kit.name: case.kit.replay}))
    assert len(verdicts) == len(kinds) == case.records.corrupted
    assert [kind for kind, (_, bad) in zip(kinds, verdicts, strict=True) if bad is None] == []
