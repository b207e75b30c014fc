"""Puzzles: found, confirmed, told apart, and refused where they are none."""

import json
from datetime import date

import pytest
from thirdgame.kit import make_kit

from karat.arena.match import play_match
from karat.games import GAMES
from karat.kit import Settings
from karat.record import BadRecord
from karat.review import puzzles
from karat.review.puzzles import CONFIRM, FORMAT, BadPuzzle, checked, daily, name_of, puzzles_of, rating_of, shipped
from karat.review.values import Mean

OPAL = make_kit()


def opal_record(seed: str) -> dict:
    bots = [OPAL.make_bot("random") for _ in range(2)]
    return OPAL.to_record(play_match(OPAL.game, OPAL.agree(Settings(2)), bots, seed))


@pytest.fixture(scope="module")
def some() -> list[dict]:
    kit = GAMES["amul"]
    bots = [kit.make_bot("casual") for _ in range(3)]
    record = kit.to_record(play_match(kit.game, kit.agree(Settings(3)), bots, "puzzles"))
    return [json.loads(json.dumps(one.as_json())) for one in puzzles_of(kit, record, "s")]


def test_a_puzzle_stands_at_a_choice_with_its_answer(some):
    kit = GAMES["amul"]
    assert 0 < len(some) <= 3
    for one in some:
        state = kit.replay(one["record"])
        legal = {str(action) for action in kit.game.legal_actions(state, one["seat"])}
        assert {one["answer"], one["next_best"]} <= legal
        assert one["record"]["result"] is None
        assert one["gap"] >= 0.08
        assert one["gap"] > 4 * one["error"]
        assert one["misses"] > 0
        assert one["kind"] in one["themes"]


def test_its_answer_is_confirmed_on_other_worlds(some):
    found = [checked(GAMES, one, 60, "other") for one in some]
    assert [(one.wrong, one.puzzle) for one in found] == [("", one) for one in some]


def test_what_was_confirmed_by_little_gets_the_gap_of_the_longer_run_and_who_agrees(some):
    before = {name: value for name, value in some[0].items() if name != "agreed"} | {"worlds": 20, "gap": 0.9}
    if some[0]["known_by"] == "search":
        found = checked(GAMES, before, 80, "other")
        assert found.wrong == ""
        assert found.puzzle["agreed"] == "expert@4000"
        assert found.puzzle["worlds"] == 80
        assert found.puzzle["gap"] == pytest.approx(some[0]["gap"], abs=6 * found.puzzle["error"] + 0.01)


def test_the_same_position_has_the_same_id(some):
    assert len({one["id"] for one in some}) == len(some)


def test_a_wrong_answer_is_not_confirmed(some):
    wrong = some[0] | {"answer": some[0]["next_best"]}
    assert "is not clearly better than" in checked(GAMES, wrong, 60, "other").wrong


def test_what_playing_out_speaks_against_is_not_confirmed(some, monkeypatch):
    """The judge and the strongest bot stand on the same nets: both may be wrong together."""
    monkeypatch.setattr(puzzles, "played_out", lambda *_: Mean(-0.1, 0.01))
    by_search = [one for one in some if one["known_by"] == "search"]
    assert by_search
    for one in by_search[:1]:
        assert "when both are played out: -0.100 ± 0.010" in checked(GAMES, one, 60, "other").wrong


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"format": "puzzle"}, "the format is 'puzzle', not 'karat-puzzle/1'"),
        ({"seat": 7}, "seat 7 has nothing to choose there"),
        ({"answer": "sing"}, "'sing' is no action there"),
        ({"id": "0"}, "the id is '0'"),
    ],
)
def test_what_is_no_puzzle_is_named(some, change, said):
    with pytest.raises(BadPuzzle, match=said):
        checked(GAMES, some[0] | change, 10, "s")


def test_a_puzzle_without_a_record_is_named(some):
    with pytest.raises(BadRecord, match="'record' must be an object"):
        checked(GAMES, some[0] | {"record": None}, 10, "s")


def test_a_game_of_which_all_worlds_can_be_seen_has_exact_puzzles():
    found = [one for number in range(12) for one in puzzles_of(OPAL, opal_record(f"m{number}"), "s")]
    assert found
    assert {(one.known_by, one.error, one.format) for one in found} == {("enumeration", 0.0, FORMAT)}


def test_ratings_rise_with_how_often_it_is_missed():
    assert rating_of(0.5) == 1500
    assert rating_of(0.1) < rating_of(0.5) < rating_of(0.9) < rating_of(1.0) < 2300


def test_everybody_has_the_same_puzzle_of_a_day_and_none_twice_before_all_were():
    some = [{"id": str(number)} for number in range(7)]
    assert daily(some, "2026-11-18") == daily(some, "2026-11-18")
    first = 7 * 105_704  # a day on which a new turn begins
    days = [date.fromordinal(first + day).isoformat() for day in range(7)]
    assert len({daily(some, day)["id"] for day in days}) == 7


@pytest.mark.parametrize("game", GAMES)
def test_the_puzzles_that_come_with_a_game_are_sound(game):
    """Their answers are asked again by `karat puzzles check`; here, that they are what they say they are."""
    kit = GAMES[game]
    found = shipped(kit)
    assert len(found) >= {"aurum": 300, "amul": 150}[game]
    assert len({one["id"] for one in found}) == len(found)
    assert sum(one["played_out"] is not None for one in found) > len(found) / 2
    for one in found:
        state = kit.replay(one["record"])
        legal = {str(action) for action in kit.game.legal_actions(state, one["seat"])}
        assert {one["answer"], one["next_best"]} <= legal
        assert one["id"] == name_of(game, kit.game.observe(state, one["seat"]))
        assert one["error"] == 0 or one["known_by"] == "search"
        assert one["gap"] >= 0.08
        assert one["agreed"] == "expert@4000"
        assert one["played_out"] is None or (one["played_out"] > 0 and one["known_by"] == "search")
        assert one["known_by"] == "enumeration" or one["worlds"] >= 0.75 * CONFIRM  # hopeless worlds are not counted


def test_a_game_without_puzzles_has_none():
    assert shipped(OPAL) == ()
