"""Smoke versions of what bench/review.py measures: the same functions, on little."""

import argparse
import json

import numpy as np
import pytest

from bench.review import a_match, interval, is_settled, main, mistakes, played_out, tell
from karat.games import GAMES
from karat.review.reviewing import choices
from karat.review.values import Mean


def test_a_planted_mistake_is_found_and_accusations_are_looked_at_again():
    options = argparse.Namespace(seed="smoke", longer=2)
    row = mistakes(GAMES["amul"], 3, 0, options)
    assert row["found"] in {None, True, False}
    assert 0 <= row["refuted"] <= row["accused"] <= row["choices"]
    assert 0 <= row["disagrees"] <= row["accused"]


@pytest.mark.parametrize(("game", "players"), [("aurum", "3"), ("amul", "3")])
def test_ledgers_are_measured_and_told(tmp_path, game, players):
    out = tmp_path / "ledger.jsonl"
    main(["ledger", game, players, "--matches", "2", "--effort", "0.1", "--out", str(out)])
    rows = [json.loads(line) for line in out.read_text().splitlines()]
    assert len(rows) == 2
    assert max(abs(row["off"]) for row in rows) < 1e-4
    told = list(tell([str(out)]))
    assert any("variance left without luck" in line for line in told)


def test_luck_of_many_matches_is_measured_by_a_part_of_their_choices(tmp_path):
    """Of equal bots it is nothing, within its interval; here on so few matches that any bias would be a large one."""
    out = tmp_path / "luck.jsonl"
    main(["luck", "amul", "3", "--matches", "12", "--level", "random", "--sampled", "24", "--out", str(out)])
    rows = [json.loads(line) for line in out.read_text().splitlines()]
    luck = np.array([row["deal"] + row["chance"] for row in rows])
    assert abs(luck.mean()) < 3 * luck.std(ddof=1) / len(luck) ** 0.5
    assert [row["off"] for row in rows] == [0.0] * 12
    assert any(line.startswith("luck amul 3, random, 12 matches") for line in tell([str(out)]))


def test_times_are_told_in_seconds_and_in_processor_time(capsys):
    main(["time", "amul", "3", "--matches", "1"])
    assert "on two idle cores" in capsys.readouterr().out


def test_more_worlds_are_spared_where_the_answer_is_settled():
    assert is_settled(Mean(0.07, 0.01))
    assert not is_settled(Mean(0.05, 0.01))


def test_an_accusation_can_be_played_out():
    """In Aurum to the end of the round, in Amul to that of the match; its last round needs none."""
    found = {}
    for game in ("aurum", "amul"):
        kit = GAMES[game]
        record = a_match(kit, 3, 0, argparse.Namespace(seed="out", level="random", against=None, tries=1))[0]
        made = choices(kit, tuple(kit.taken(record)))
        for place in (8, -1):
            other = next(action for action in made[place].legal if action != made[place].played)
            found[game, place] = played_out(kit, made[place], str(other), worlds=20)
    assert found["amul", -1] is None
    for told in (found["aurum", 8], found["amul", 8]):
        assert -1 <= told[0] <= 1
        assert told[1] > 0


def test_intervals_hold_what_was_found():
    low, high = interval(9, 10)
    assert 0.55 < low < 0.9 < high < 1
    assert interval(0, 0) == (0.0, 1.0)
