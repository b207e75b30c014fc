import json
import re
from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def test_a_tournament_is_told_as_a_table_with_intervals(karat, tmp_path):
    ran = karat("arena", "--bots", "casual,random", "-n", "4", "--seed", "7", "-j", "1", "--plot", tmp_path / "a.svg")
    assert ran.code == 0
    assert "fair share 50.0%" in ran.out
    assert "casual" in ran.out
    assert "seed 7" in ran.out
    assert (tmp_path / "a.svg").read_text().startswith("<svg")


def test_the_same_seed_gives_the_same_figures_as_json(karat):
    command = ("arena", "amul", "-p", "3", "--bots", "casual,random", "-n", "2", "--seed", "7", "-j", "1", "--json")
    one, other = (json.loads(karat(*command).out) for _ in range(2))
    assert one["lines"] == other["lines"]
    assert one["fair"] == pytest.approx(1 / 3)
    assert one["lines"][0]["wins"]["low"] <= one["lines"][0]["wins"]["mean"]
    assert [bot["name"] for bot in one["bots"]] == ["casual", "random"]
    assert one["bots"][0]["rating"]["sigma"] > 0


def test_three_bots_meet_in_pairs_or_where_they_fit_at_one_table(karat):
    command = ("arena", "--bots", "novice,casual,random", "-n", "1", "--seed", "7", "-j", "1", "--json")
    pairs = json.loads(karat(*command).out)
    assert [meeting["name"] for meeting in pairs["meetings"]] == [
        "novice against casual",
        "novice against random",
        "casual against random",
    ]
    mixed = json.loads(karat(*command, "--players", "3").out)
    assert (mixed["plan"]["seating"], mixed["games"]) == ("mixed", 6)


def test_a_folder_keeps_games_that_verify(karat, tmp_path):
    for deals in ("2", "3"):  # the second goes on with the seed of the first
        assert karat("arena", "--bots", "casual,random", "-n", deals, "-j", "1", "-o", tmp_path / "kept").code == 0
    ran = karat("verify", tmp_path / "kept/records.jsonl")
    assert (ran.code, ran.out.split()[0]) == (0, "6")


def test_every_game_is_kept_where_it_is_told_and_each_time_in_another_folder(karat):
    command = ("arena", "--bots", "casual,random", "-n", "1", "--seed", "7", "-j", "1", "--json")
    told = [re.search(r"kept in (\S+);", karat(*command).err)[1] for _ in range(2)]
    assert sorted(told) == sorted(str(folder) for folder in Path("arena").iterdir())
    for folder in told:
        assert karat("verify", f"{folder}/records.jsonl").out.split()[0] == "2"
    assert karat(*command[:3], "-n", "2", "-j", "1", "-o", told[0]).code == 0
    assert karat("verify", f"{told[0]}/records.jsonl").out.split()[0] == "4"


def test_nothing_is_kept_when_that_is_asked_for(karat):
    ran = karat("arena", "--bots", "casual,random", "-n", "1", "--seed", "7", "-j", "1", "--no-keep")
    assert (ran.code, list(Path().iterdir())) == (0, [])
    assert "kept" not in ran.err


def test_the_sequential_test_says_what_it_decided(karat):
    ran = karat("arena", "--bots", "casual,random", "--sprt", "--margin", "20%", "--seed", "7", "-j", "1")
    assert "H1 accepted: casual is stronger than random" in ran.out
    assert "LLR" in ran.out


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ("--bots casual", "two bots or more"),
        ("--bots casual,random -o kept --no-keep", "-o kept keeps every game: leave out --no-keep"),
        ("--bots casual,random --think soon", "'soon' is no budget"),
        ("--bots casual,random@9", "random does not search"),
        ("--bots casual,random --until 200%", "write it as 2% or 0.02"),
        ("--bots casual,random --against casual", "--against names the opponents in --cross-play"),
        ("--bots casual,random --cross-play --against expert", "none of the bots: casual, random"),
        ("--bots casual,random --cross-play --sprt", "--sprt decides between two bots"),
        ("--bots casual,random --players 3 --cross-play", "needs partners"),
        ("--bots casual,random --sprt --margin 60%", "more than all wins"),
        ("--bots casual,random --ray 127.0.0.1:1", "--ray needs Ray"),
    ],
)
def test_bad_options_get_a_sentence(karat, options, said, monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "ray", None)
    ran = karat("arena", *options.split())
    assert ran.code == 2
    assert said in " ".join(ran.err.split())
