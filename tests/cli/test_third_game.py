"""Every command that asks for a game takes one that was added by a line in the table of games."""

import json
from pathlib import Path

import pytest
import thirdgame
from shared_modules import changed, look

from karat import games

FOLDER = Path(thirdgame.__file__).parent
SOURCES = Path(games.__file__).parent


@pytest.fixture
def records(karat, opal, tmp_path) -> Path:
    file = tmp_path / "opal.jsonl"
    ran = karat("simulate", opal, "-p", "3", "--bots", "careful,random,random", "-n", "5", "--seed", "7", "-o", file)
    assert (ran.code, len(file.read_text().splitlines())) == (0, 5)
    return file


def test_it_is_simulated_recorded_and_verified(karat, records):
    assert karat("verify", records).out == "5 ok, 0 bad\n"
    lines = records.read_text().splitlines()
    wrong = json.loads(lines[1])
    wrong["rounds"][2]["points"][0] += 1
    records.write_text("\n".join([lines[0], json.dumps(wrong), *lines[2:]]))
    ran = karat("verify", records)
    assert ran.code == 1
    assert ran.out.startswith("line 2, round 3: O5.1: 'points' should be ")
    assert ran.out.endswith("4 ok, 1 bad\n")


def test_it_is_told_in_words(karat, records):
    told = karat("show", records, "--match", "2")
    assert told.code == 0
    assert told.out.startswith("Opal for 3, 3 rounds\n")
    assert told.out.count("are turned up") == 3
    one_round = karat("show", records, "--match", "2", "--round", "2").out
    assert one_round.count("are turned up") == 1
    assert all(line in told.out.splitlines() for line in one_round.splitlines())


def test_its_positions_are_counted(karat, opal, tmp_path):
    table = FOLDER / f"{opal}.perft"
    ran = karat("perft", table)
    assert (ran.code, ran.out.count("  ok  ")) == (0, 10)
    wrong = tmp_path / "wrong.perft"
    wrong.write_text(table.read_text().replace("perft 2 9 ", "perft 2 8 ", 1))
    assert "three-ranks-each  perft 2  9  WRONG, expected 8" in karat("perft", wrong).out


@pytest.mark.parametrize("workers", ["1", "2"])
def test_its_bots_meet_in_the_arena(karat, opal, tmp_path, workers):
    """In this process, and in two of their own, which know the game by the name of its module."""
    folder = tmp_path / "kept"
    command = ("arena", opal, "-p", "2", "--bots", "careful,random", "-n", "60", "--seed", "7", "-j", workers, "--json")
    ran = karat(*command, "-o", folder)
    assert ran.code == 0
    told = json.loads(ran.out)
    wins = {line["name"]: line["wins"] for line in told["lines"]}
    assert wins["careful"]["low"] > told["fair"] > wins["random"]["high"]
    assert told["plan"]["of"] == "matches"
    assert karat("verify", folder / "records.jsonl").out == f"{told['games']} ok, 0 bad\n"


def test_its_rules_are_read(karat, opal):
    told = karat("rules", opal).out
    assert told.startswith("Opal\n")
    assert "  O5.1    The lowest stone that lies alone scores as many points as its rank." in told
    assert "O5.1    Der niedrigste Stein" in karat("rules", opal, "O5", "-l", "de").out
    assert karat("rules", opal, "--edition", "de").code == 2


def test_wrong_use_is_told_by_what_the_game_has(karat, opal):
    assert "Opal is for 2 to 4 players, not 5" in karat("simulate", opal, "-p", "5").err
    assert "no bot 'casual' plays opal; there are random, careful" in karat("simulate", opal, "--bots", "casual").err
    assert "the cards of Opal are fixed" in karat("simulate", opal, "--cards", "mine.toml").err
    assert "a match of opal is scored once" in karat("arena", opal, "--bots", "careful,random", "--of", "rounds").err
    assert "'opal' is not one of 'amul'" in karat("cards", opal).err
    assert "no kernel for 'opal'" in karat("bench", "kernel", "--game", opal).err
    assert "opal has no table for the terminal" in karat("play", opal).err


@pytest.mark.parametrize("command", ["simulate", "arena", "rules", "play"])
def test_help_lists_it(karat, opal, command):
    assert opal in karat(command, "--help").out


def test_without_its_line_nobody_knows_it(karat):
    assert karat("rules", "opal").code == 2
    assert not any("opal" in file.read_text("utf-8").lower() for file in SOURCES.rglob("*.py"))


def test_a_second_change_would_be_seen(monkeypatch: pytest.MonkeyPatch):
    """So that the fixture's own check means something."""
    from karat.cli import options
    from karat.kit import Kit

    before = look()
    monkeypatch.setitem(games.TABLE, "opal", "thirdgame.kit")
    monkeypatch.setattr(options, "USUAL_GAME", "opal")
    monkeypatch.setattr(Kit, "find_bot", lambda *_: None)
    assert changed(before, look()) == {
        "karat.games.TABLE['opal']",
        "karat.cli.options.USUAL_GAME",
        "karat.kit.Kit.find_bot",
    }
