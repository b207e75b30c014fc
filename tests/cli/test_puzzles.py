"""karat puzzles"""

import json


def test_puzzles_are_made_and_confirmed(karat, tmp_path):
    file = tmp_path / "puzzles.jsonl"
    ran = karat("puzzles", "make", "amul", "--players", "3", "-n", "1", "--seed", "cli", "-o", file)
    assert ran.code == 0
    assert "puzzles" in ran.err
    told = [json.loads(line) for line in file.read_text().splitlines()]
    assert all(one["game"] == "amul" for one in told)
    assert {one["agreed"] for one in told} == {"expert@4000"}
    wrong = told[0] | {"answer": told[0]["next_best"]}
    both, sure = tmp_path / "both.jsonl", tmp_path / "sure.jsonl"
    both.write_text(f"{json.dumps(told[0])}\n{json.dumps(wrong)}\n")
    checked = karat("puzzles", "check", both, "--worlds", "40", "-o", sure)
    assert (checked.code, "1 confirmed, 1 not" in checked.out) == (1, True)
    assert [json.loads(line) for line in sure.read_text().splitlines()] == told[:1]


def test_a_bad_puzzle_is_told_with_its_line(karat, tmp_path):
    file = tmp_path / "bad.jsonl"
    file.write_text('{"format": "karat-puzzle/2"}\n')
    ran = karat("puzzles", "check", file)
    assert ran.code == 1
    assert "line 1: the format is 'karat-puzzle/2', not 'karat-puzzle/1'" in ran.out


def test_wrong_use_is_told(karat, tmp_path):
    assert "cannot read" in karat("puzzles", "make", "aurum", "--records", tmp_path / "none").err
    assert "no bot 'nobody' plays" in karat("puzzles", "make", "aurum", "--bots", "nobody", "-o", tmp_path / "x").err
