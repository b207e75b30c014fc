"""Ratios, verdicts, and the forms they are shown in."""

import doctest
import json
import xml.etree.ElementTree as ET

import pytest

from bench.peers import chart, report
from bench.peers.contest import Count, Entrant, Result, Turn
from bench.peers.field import GOALS, PEERS, Goal

SVG = "{http://www.w3.org/2000/svg}"


def result(key: str, *speeds: float, trouble: str = "") -> Result:
    turns = [Turn(Count(speed, speed / 50, 1.0), 1.0) for speed in speeds]
    return Result(
        Entrant(key, "karat" if key == "ours" else "peer", "a game", "somehow", "m:f"), "1.2", "", trouble, turns
    )


def judge(goal: Goal, *results: Result) -> report.Verdict:
    (verdict,) = report.judge([goal], results)
    return verdict


def test_a_ratio_is_the_median_of_the_turns_side_by_side():
    """The machine was half as fast in the second turn, for both."""
    verdict = judge(Goal("w", "ours", ("theirs",), 8), result("ours", 90, 40, 70), result("theirs", 10, 5, 10))
    assert (verdict.reached, verdict.by_best, verdict.holds) == (8, 9, True)


def test_the_fastest_of_several_rivals_counts():
    verdict = judge(Goal("w", "ours", ("a", "b"), 5), result("ours", 80), result("a", 10), result("b", 20))
    assert (verdict.rival, verdict.reached, verdict.holds) == ("b", 4, False)


def test_a_goal_without_a_rival_is_a_number_of_moves():
    assert judge(Goal("w", "ours", (), 5e6), result("ours", 6e6)).holds is True
    assert judge(Goal("w", "ours", (), 5e6), result("ours", 4e6)).holds is False


@pytest.mark.parametrize(
    "results",
    [
        (),
        (result("ours", 1),),
        (result("theirs", 1),),
        (result("ours", 1), result("theirs", trouble="not installed")),
        (result("ours", 1), result("theirs", 1, trouble="ended with status -9")),
    ],
)
def test_what_was_not_measured_is_not_judged(results):
    verdict = judge(Goal("w", "ours", ("theirs",), 8), *results)
    assert verdict.holds is None
    assert report.goal_rows([verdict]) == [("w", "8 ×", "–", "–", "not measured")]


def test_the_table_names_those_that_are_missing():
    rows = report.speed_rows([result("ours", 7e6, 8e6, 6e6), Result(PEERS[0], trouble="not installed")])
    assert rows[0] == ("ours", "somehow", "7 M", "8 M", "29%", "140 k", "100%", "1.2")
    assert rows[1][0] == "open_spiel spades rollouts"
    assert rows[1][2:] == ("not installed", "", "", "", "", "–")
    assert all(len(row) == len(report.SPEED_COLUMNS) for row in rows)


def test_a_verdict_is_shown_as_a_ratio_or_as_a_speed():
    ours, theirs = result("ours", 62e6), result("theirs", 7e6)
    verdicts = report.judge([Goal("r", "ours", ("theirs",), 8), Goal("s", "ours", (), 1e8)], [ours, theirs])
    assert report.goal_rows(verdicts) == [
        ("r", "8 ×", "8.86 ×", "8.86 ×", "yes"),
        ("s", "100 M", "62 M", "62 M", "no"),
    ]


def test_all_of_it_is_there_as_json():
    results = [result("ours", 60.0, 80.0), Result(PEERS[0], trouble="not installed")]
    told = json.loads(json.dumps(report.to_json(results, report.judge(GOALS, results))))
    assert told["form"] == "karat-peers/1"
    assert set(told["machine"]) == {"processor", "python", "load"}
    ours, theirs = told["entrants"]
    assert ours["moves_per_second"] == {"median": 70.0, "best": 80.0, "spread": 20 / 70}
    assert ours["turns"][0] == {"moves": 60.0, "games": 1.2, "seconds": 1.0, "worked": 1.0}
    assert theirs["trouble"] == "not installed"
    assert "turns" not in theirs
    assert [goal["holds"] for goal in told["goals"]] == [None] * len(GOALS)


def test_every_goal_names_contenders_that_take_part():
    keys = {peer.key for peer in PEERS} | {goal.ours for goal in GOALS}
    assert {key for goal in GOALS for key in goal.theirs} <= keys
    assert len({peer.key for peer in PEERS}) == len(PEERS)


def test_the_picture_has_a_bar_for_each_that_was_measured():
    drawn = chart.svg([result("theirs", 900, 1100), result("ours", 7e6), result("<x>", trouble="no")], "Moves & more")
    texts = [element.text for element in ET.fromstring(drawn).iter(f"{SVG}text")]  # noqa: S314 -- our own
    assert texts[0] == "Moves & more"
    assert texts.index("ours") < texts.index("theirs")  # the fastest is on top
    assert "<x>" not in texts
    assert {"1 k", "7 M"} <= set(texts)


def test_a_picture_of_nothing_is_a_picture():
    assert chart.svg([], "Nothing").endswith("</svg>\n")


def test_the_examples_of_the_report_run():
    assert doctest.testmod(report).failed == 0
