import json
import os
import resource
import signal
import stat
import time
from pathlib import Path

import pytest

from karat import aurum


def test_the_command_of_the_readme(karat, tmp_path):
    file = tmp_path / "games.jsonl"
    ran = karat(
        *("simulate", "aurum", "--players", "4", "--edition", "de", "--variant", "no-zero-gold", "--matches", "20"),
        *("--seed", "7", "--bots", "random,random,casual,random", "-o", file),
    )
    assert ran.code == 0
    assert "20 matches, seed 7" in ran.out
    assert "95 % interval" in ran.out
    records = [json.loads(line) for line in file.read_text().splitlines()]
    assert len(records) == 20
    assert {tuple(record["variants"]) for record in records} == {("no-zero-gold",)}


def test_a_seed_gives_the_same_file_and_another_gives_another(karat, tmp_path):
    files = [tmp_path / name for name in ("one", "two", "three")]
    for file, seed in zip(files, ("7", "7", "8"), strict=True):
        karat("simulate", "aurum", "-n", "3", "--seed", seed, "-o", file)
    one, two, three = (file.read_bytes() for file in files)
    assert one == two != three


def test_any_number_of_processes_gives_the_same_file(karat, games, tmp_path):
    two = tmp_path / "two"
    assert karat("simulate", "aurum", "-n", "5", "--seed", "7", "-j", "2", "-o", two).code == 0
    assert two.read_bytes() == games.read_bytes()


def test_more_matches_of_a_seed_begin_with_the_same_ones(karat, games, tmp_path):
    more = tmp_path / "more"
    karat("simulate", "aurum", "-n", "7", "--seed", "7", "-o", more)
    assert more.read_bytes().startswith(games.read_bytes())


def test_a_fresh_seed_is_told_so_that_the_matches_can_be_had_again(karat, tmp_path):
    summary = json.loads(karat("simulate", "aurum", "-n", "2", "--json", "-o", tmp_path / "a").out)
    karat("simulate", "aurum", "-n", "2", "--seed", summary["seed"], "-o", tmp_path / "b")
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()


def test_records_go_to_standard_output_and_the_table_does_not(karat):
    ran = karat("simulate", "aurum", "-n", "2", "--seed", "1", "-o", "-")
    assert [json.loads(line)["format"] for line in ran.out.splitlines()] == ["karat/1"] * 2
    assert "2 matches, seed 1" in ran.err


def test_the_summary_can_be_read_by_a_program(karat):
    ran = karat("simulate", "aurum", "-n", "4", "--players", "3", "--seed", "1", "--json")
    summary = json.loads(ran.out)
    assert summary["matches"] == 4
    assert [side["seats"] for side in summary["sides"]] == [[0], [1], [2]]
    assert sum(side["wins"] for side in summary["sides"]) == pytest.approx(1)
    assert all(0 <= side["low"] <= side["wins"] <= side["high"] <= 1 for side in summary["sides"])


@pytest.mark.parametrize("variants", [["no-zero-gold,three-round-total"], ["three-round-total", "no-zero-gold"]])
def test_several_variants_may_be_given_in_either_way(karat, variants):
    options = [word for variant in variants for word in ("--variant", variant)]
    ran = karat("simulate", "aurum", "-n", "1", "--seed", "1", "-o", "-", *options)
    assert json.loads(ran.out)["variants"] == ["no-zero-gold", "three-round-total"]


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["chess"], "'chess' is not"),
        (["aurum", "--players", "5"], "3 or 4 players, not 5"),
        (["aurum", "--players", "many"], "'many' is not a valid integer"),
        (["aurum", "--edition", "en"], "no edition 'en'; there are de, fr, ru"),
        (["aurum", "--variant", "tea"], "there are no-zero-gold, three-round-total"),
        (["aurum", "--bots", "random,casual"], "--bots names 2 bots for 4 seats"),
        (["aurum", "--bots", "stockfish"], "no bot 'stockfish' plays aurum; there are random, novice, casual, strong"),
        (["aurum", "--matches", "0"], "0 is not in the range"),
        (["aurum", "--json", "-o", "-"], "both want standard output"),
        (["aurum", "-o", "no/such/folder/x"], "there is no folder"),
        (["aurum", "-o", "."], "it is a folder"),
        (["aurum", "--speed", "9"], "No such option"),
    ],
)
def test_wrong_use_is_told_in_a_sentence(karat, options, said):
    ran = karat("simulate", *options)
    assert ran.code == 2
    assert said in ran.err
    assert ran.out == ""


def test_a_file_that_could_not_be_written_whole_leaves_the_old_one(process, games):
    before = games.read_bytes()
    child = process(
        *("simulate", "aurum", "-n", "50", "--seed", "9", "-o", games),
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000)),
    )
    _, err = child.communicate(timeout=120)
    assert child.returncode == 3
    assert b"karat: " in err
    assert b"File too large" in err
    assert b"Traceback" not in err
    assert games.read_bytes() == before
    assert list(games.parent.iterdir()) == [games]


def test_a_full_disk_is_told(process):
    child = process("simulate", "aurum", "-n", "2", "-o", "/dev/full")
    _, err = child.communicate(timeout=120)
    assert (child.returncode, err.strip().splitlines()[-1]) == (3, b"karat: No space left on device")


def test_standard_output_that_is_full_is_told(process):
    with Path("/dev/full").open("wb") as full:
        child = process("simulate", "aurum", "-n", "2", "-o", "-", stdout=full)
        _, err = child.communicate(timeout=120)
    assert child.returncode == 3
    assert b"No space left on device" in err
    assert b"Traceback" not in err


def test_a_reader_who_has_seen_enough_is_no_error(process):
    child = process("simulate", "aurum", "-n", "200", "-o", "-")
    assert child.stdout.read(10) == b'{"format":'
    child.stdout.close()
    assert b"Traceback" not in child.stderr.read()
    assert child.wait(timeout=120) == 141  # as a program that a closed pipe ends


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_stopped_in_the_middle_it_leaves_the_old_file_and_no_other(process, games, number, code):
    before = games.read_bytes()
    child = process("simulate", "aurum", "-n", "1000000", "-o", games)
    deadline = time.monotonic() + 120
    while len(list(games.parent.iterdir())) == 1 and time.monotonic() < deadline:
        time.sleep(0.05)
    child.send_signal(number)
    _, err = child.communicate(timeout=120)
    assert child.returncode == code
    assert b"Traceback" not in err
    assert games.read_bytes() == before
    assert list(games.parent.iterdir()) == [games]


def test_a_device_is_written_and_stays_a_device(karat):
    assert karat("simulate", "aurum", "-n", "1", "-o", "/dev/null").code == 0
    assert stat.S_ISCHR(Path("/dev/null").stat().st_mode)


def test_a_link_stays_a_link_and_permissions_stay_as_they_were(karat, games):
    games.chmod(0o640)
    link = games.with_name("link")
    link.symlink_to(games)
    karat("simulate", "aurum", "-n", "1", "-o", link)
    assert link.is_symlink()
    assert len(games.read_text().splitlines()) == 1
    assert stat.S_IMODE(games.stat().st_mode) == 0o640


def test_a_new_file_has_the_permissions_that_the_user_wants(karat, tmp_path):
    mask = os.umask(0o027)
    try:
        karat("simulate", "aurum", "-n", "1", "-o", tmp_path / "new")
    finally:
        os.umask(mask)
    assert stat.S_IMODE((tmp_path / "new").stat().st_mode) == 0o640


def test_every_table_can_be_simulated(karat, tmp_path):
    file = tmp_path / "all.jsonl"
    for players in ("3", "4"):
        for edition in aurum.Edition:
            assert karat("simulate", "aurum", "-n", "2", "-p", players, "-e", edition, "-o", file).code == 0
            assert karat("verify", file).out == "2 ok, 0 bad\n"
