"""Amul through the commands that both games share."""

import json

import pytest


@pytest.fixture
def matches(karat, tmp_path):
    file = tmp_path / "amul.jsonl"
    options = ("--players", "5", "--variant", "tea", "--bots", "casual,random,random,random,random")
    assert karat("simulate", "amul", *options, "-n", "3", "--seed", "7", "-o", file).code == 0
    return file


def test_matches_are_simulated_and_verified(karat, matches):
    records = [json.loads(line) for line in matches.read_text().splitlines()]
    assert [(record["game"], record["players"], record["variants"]) for record in records] == [("amul", 5, ["tea"])] * 3
    assert karat("verify", matches).out == "3 ok, 0 bad\n"


def test_another_number_of_tea_cards_can_be_asked_for(karat):
    record = json.loads(karat("simulate", "amul", "-p", "3", "-v", "tea:7", "-n", "1", "--seed", "1", "-o", "-").out)
    assert record["variants"] == ["tea:7"]
    assert record["deck"].count("tea") == 7


def test_both_games_may_stand_in_one_file(karat, games, matches):
    games.write_text(games.read_text() + matches.read_text())
    assert karat("verify", games).out == "8 ok, 0 bad\n"
    assert karat("show", games, "--match", "6").out.startswith("Amul for 5, 5 Tea cards")


def test_a_match_is_told_round_by_round_with_every_line_of_the_score_explained(karat, matches):
    told = karat("show", matches).out
    record = json.loads(matches.read_text().splitlines()[0])
    for words in (
        "is emir. Palace: ",
        "Round 9",
        "has First Pick",
        "Offers: ",
        " takes ",
        "Plays: ",
        "The market is cleared",
    ):
        assert words in told
    for seat, points in enumerate(record["result"]["points"]):
        assert f"Seat {seat}: {points} points" in told
    last = told.splitlines()[-1]
    assert "wins (points " in last or "share the win" in last
    assert "Round 2" not in karat("show", matches, "--round", "1").out


def test_a_broken_off_match_says_so(karat, matches):
    record = json.loads(matches.read_text().splitlines()[0])
    record["actions"], record["result"] = record["actions"][:7], None
    matches.write_text(json.dumps(record))
    assert karat("verify", matches).out == "1 ok, 0 bad\n"
    told = karat("show", matches).out.splitlines()
    assert told[-1].strip() == "The match was broken off here."
    assert " takes " in told[-2]


def test_a_bad_match_is_told_with_its_place_and_rule(karat, matches):
    lines = matches.read_text().splitlines()
    record = json.loads(lines[1])
    record["actions"][5] = [record["actions"][5][0], "take trader_tea"]
    matches.write_text("\n".join([lines[0], json.dumps(record), lines[2]]))
    ran = karat("verify", matches)
    assert ran.code == 1
    first, total = ran.out.splitlines()
    assert first.startswith("line 2, round 1, action 5: M14: seat ")
    assert total == "2 ok, 1 bad"


def test_the_rules_are_told_by_their_numbers(karat):
    assert "M28" in karat("rules", "amul").out
    assert "R9" in karat("rules", "amul", "R9").out
    assert (
        "Amul has one rulebook, and so no --edition and no --diff" in karat("rules", "amul", "--diff", "de", "fr").err
    )


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--players", "2"], "3 to 8 players, not 2"),
        (["--players", "9"], "3 to 8 players, not 9"),
        (["--edition", "de"], "Amul has one rulebook, and so no --edition"),
        (["--variant", "coffee"], "there is tea, or tea:N"),
        (["--variant", "tea:9"], "has 8 Tea cards, not 9"),
        (["--variant", "tea:0"], "there is tea, or tea:N"),
        (["--cards", "missing.toml"], "cannot be read: No such file"),
        (["--bots", "oracle"], "no bot 'oracle' plays amul"),
    ],
)
def test_wrong_use_is_told_in_a_sentence(karat, options, said):
    ran = karat("simulate", "amul", *options)
    assert ran.code == 2
    assert said in ran.err


def test_aurum_has_no_card_file(karat):
    assert "--cards is for Amul" in karat("simulate", "aurum", "--cards", "x.toml").err


def test_a_match_is_played_in_a_terminal_only(karat):
    ran = karat("play", "amul", "--players", "8", "--variant", "tea", "--seat", "7")
    assert (ran.code, ran.out) == (2, "")
    assert "a match is played in a terminal" in ran.err


def test_a_seat_that_the_table_does_not_have_is_wrong_use(karat):
    ran = karat("play", "amul", "--players", "3", "--seat", "3")
    assert ran.code == 2
    assert "a table of 3 has the seats 0 to 2, not 3" in ran.err
