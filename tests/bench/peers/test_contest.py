"""The race itself, with entrants of our own: no peer needs to be installed."""

import os
import time
from dataclasses import replace

import pytest

from bench.peers import field
from bench.peers.contest import Count, Entrant, Result, Turn, race

HERE = "tests_of_a_race"


@pytest.fixture(autouse=True)
def makers(tmp_path, monkeypatch):
    """A module that children can import, with entrants that behave and misbehave."""
    (tmp_path / f"{HERE}.py").write_text(
        """
import os, sys, time
from bench.peers.contest import Count

def steady(size):
    print("hello from a library")
    def play(seconds):
        began = time.perf_counter()
        while time.perf_counter() - began < seconds: pass
        with open(os.environ["RACE_LOG"], "a") as log: log.write(f"{size} ")
        return Count(size, 2, time.perf_counter() - began)
    play.detail = f"size {size}"
    return play

def pinned():
    return lambda seconds: Count(1, len(os.sched_getaffinity(0)), 1)

def bad_make():
    raise RuntimeError("no such game\\nand more")

def bad_play():
    def play(seconds):
        if seconds > 0.1: raise ValueError("lost count")
        return Count(1, 1, 1)
    return play

def dies():
    def play(seconds):
        if seconds > 0.1: os._exit(7)
        return Count(1, 1, 1)
    return play
""",
        "utf-8",
    )
    monkeypatch.setenv("PYTHONPATH", str(tmp_path) + os.pathsep + os.environ.get("PYTHONPATH", ""))
    monkeypatch.setenv("RACE_LOG", str(tmp_path / "log"))
    return tmp_path


def entrant(function: str, *arguments: int, library: str = "click") -> Entrant:
    return Entrant(f"{function}{arguments}", library, "a game", "somehow", f"{HERE}:{function}", arguments)


def test_contenders_take_turns(makers):
    one, other = race([entrant("steady", 10), entrant("steady", 20)], turns=3, seconds=0.2)
    assert (makers / "log").read_text("utf-8").split() == ["10", "20", *["10", "20"] * 3]  # warmed up first
    assert one.detail == "size 10"
    assert [turn.count.moves for turn in other.turns] == [20] * 3
    assert all(turn.count.seconds >= 0.2 for turn in one.turns)
    assert 0 < one.share <= 1.05


@pytest.mark.skipif(not hasattr(os, "sched_getaffinity"), reason="cores are given by Linux only")
def test_a_contender_is_held_to_one_core():
    (result,) = race([entrant("pinned")], turns=1, seconds=0.2)
    assert result.turns[0].count.games == 1


def test_more_cores_than_there_are_cannot_be_given():
    many, one = race([replace(entrant("steady", 1), cores=4096), entrant("steady", 2)], turns=1, seconds=0.05)
    assert (many.trouble, one.trouble) == ("needs 4096 cores", "")


def test_who_is_missing_or_fails_says_so_and_disturbs_nobody():
    missing = entrant("steady", 1, library="no-such-library")
    field_ = [missing, entrant("bad_make"), entrant("bad_play"), entrant("dies"), entrant("steady", 5)]
    results = race(field_, turns=2, seconds=0.2)
    assert [result.trouble for result in results] == [
        "not installed",
        "RuntimeError: no such game",
        "ValueError: lost count",
        "ended with status 7",
        "",
    ]
    assert [result.measured for result in results] == [False] * 4 + [True]
    assert len(results[-1].turns) == 2


def test_every_peer_is_measured_or_says_why_not():
    """Runs with and without the peers: where they are missing, each of them says so."""
    quick = [peer for peer in field.PEERS if peer.library != "pgx"]  # which compiles for a minute
    began = time.perf_counter()
    results = race(quick, turns=1, seconds=0.05)
    assert all(result.measured or result.trouble.startswith("not installed") for result in results), results
    assert time.perf_counter() - began < 120


def test_a_speed_is_told_by_the_time_a_core_worked():
    turns = [Turn(Count(100, 10, 2.0), 1.0), Turn(Count(300, 30, 2.0), 1.0), Turn(Count(200, 20, 2.0), 1.0)]
    alone = Result(entrant("steady", 1), turns=turns)
    assert (alone.best, alone.median, alone.spread, alone.games, alone.share) == (300, 200, 1, 20, 0.5)
    pair = Result(Entrant("two", "click", "", "", "", cores=2), turns=[Turn(Count(100, 10, 2.0), 4.0)])
    assert (pair.best, pair.share) == (50, 1)
