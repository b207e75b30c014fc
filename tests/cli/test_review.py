"""karat review"""

import json

import pytest


@pytest.fixture
def some(karat, tmp_path):
    file = tmp_path / "amul.jsonl"
    assert karat("simulate", "amul", "-p", "3", "-n", "2", "--bots", "random", "--seed", "5", "-o", file).code == 0
    return file


def test_a_match_is_reviewed_in_words(karat, some):
    ran = karat("review", some, "--match", "2", "--seat", "1", "--effort", "0.1")
    assert ran.code == 0
    assert ran.out.startswith("seat 1 of Amul: ")
    assert "What cost most" in ran.out
    assert "The ledger" in ran.out
    assert "the result" in ran.out


def test_as_json_it_adds_up(karat, some):
    told = json.loads(karat("review", some, "--effort", "0.1", "--json").out)
    ledger = told["ledger"]
    parts = sum(ledger[name]["mean"] for name in ("deal", "own", "others", "chance"))
    assert ledger["prior"] + parts == pytest.approx(ledger["result"])
    assert told["progress"] == 1


def test_a_page_stands_alone_and_speaks_the_language(karat, some, tmp_path):
    page = tmp_path / "report.html"
    assert karat("review", some, "--effort", "0.1", "--html", page, "--language", "de").code == 0
    text = page.read_text("utf-8")
    assert text.startswith("<!doctype html>")
    assert "<svg" in text
    assert "Was am meisten kostete" in text
    assert "http" not in text
    assert "<script" not in text


def test_what_could_be_known_is_told_when_it_is_asked_for(karat, some):
    ran = karat("review", some, "--effort", "0.1", "--known")
    assert "What could have been known" in ran.out
    assert "deck" in ran.out
    told = json.loads(karat("review", some, "--effort", "0.1", "--known", "--json").out)
    assert len(told["known"]) == len(told["costly"]) > 0


def test_all_matches_of_a_file_come_to_losses_by_kind(karat, some):
    ran = karat("review", some, "--all", "--seat", "1", "--effort", "0.1")
    assert ran.code == 0
    assert ran.out.startswith("2 matches")
    assert "Luck a match" in ran.out
    told = json.loads(karat("review", some, "--all", "--seat", "1", "--effort", "0.1", "--json").out)
    assert [one["kind"] for one in told["kinds"]] == ["offer", "take", "play", "gain"]
    assert len(told["over_time"]) == told["matches"] == 2


def test_matches_of_two_games_are_not_thrown_together(karat, some):
    assert karat("simulate", "aurum", "-n", "1", "--seed", "5", "-o", some.with_name("aurum.jsonl")).code == 0
    both = some.with_name("both.jsonl")
    both.write_bytes(some.read_bytes() + some.with_name("aurum.jsonl").read_bytes())
    ran = karat("review", both, "--all")
    assert (ran.code, "holds matches of amul and aurum: --all wants one game" in ran.err) == (2, True)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--seat", "7"), "there is no seat 7 in a match of 3; seats are 0 to 2"),
        (("--all", "--seat", "7"), "there is no seat 7 in a match of 3; seats are 0 to 2"),
        (("--all", "--html", "report.html"), "--html is of one match: leave out --all"),
        (("--ray", "local"), "--ray goes with --all"),
        (("--match", "9"), "holds 2 matches, so there is no match 9"),
        (("--effort", "0"), "0.0 is not in the range"),
        (("--html", "nowhere/at/all.html", "--effort", "0.1"), "there is no folder"),
    ],
)
def test_wrong_use_is_told_in_a_sentence(karat, some, options, said):
    ran = karat("review", some, *options)
    assert ran.code == 2
    assert said in ran.err


def test_a_bad_record_is_told(karat, tmp_path):
    file = tmp_path / "bad.jsonl"
    file.write_text('{"format": "karat/1", "game": "aurum", "players": 4}\n')
    ran = karat("review", file)
    assert ran.code == 1
    assert "match 1 is bad from here on" in ran.err


@pytest.mark.usefixtures("opal")
def test_a_third_game_is_reviewed_without_a_change(karat, tmp_path):
    file = tmp_path / "opal.jsonl"
    assert karat("simulate", "opal", "-n", "1", "--seed", "1", "-o", file).code == 0
    assert json.loads(karat("review", file, "--json").out)["game"] == "opal"
    assert "careful: " in karat("review", file, "--levels").out
