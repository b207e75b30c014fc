"""What is compiled when, and by whom: with processes that really run, and are really killed."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from karat import warming
from karat.cli import warm
from karat.games import GAMES
from karat.kernel import claims
from karat.kit import Kit, Lazy, Piece

SLOW = """
import os, time
from pathlib import Path

def work(name):
    with Path(os.environ["LOG"]).open("a") as log:
        log.write(f"{name}\\n")
    while not Path(os.environ["GO"]).exists():
        time.sleep(0.01)

def one(): work("one")
def two(): work("two")
def three(): raise ValueError("three cannot\\nbe done")
"""
ONE, TWO, THREE = "slow_pieces:one", "slow_pieces:two", "slow_pieces:three"
LONG = 60.0


class Bench:
    """Pieces that say when they are begun and wait until they may go on, in a cache of their own."""

    def __init__(self, folder: Path) -> None:
        self.log, self.go = folder / "log", folder / "go"
        (folder / "slow_pieces.py").write_text(SLOW)
        path = os.pathsep.join([str(folder), *filter(None, [os.environ.get("PYTHONPATH")])])
        self.env = {"LOG": str(self.log), "GO": str(self.go), "KARAT_CACHE": str(folder / "cache"), "PYTHONPATH": path}
        self.started: list[subprocess.Popen[str]] = []

    def worker(self, *paths: str, niceness: int = 0) -> subprocess.Popen[str]:
        process = subprocess.Popen(
            [sys.executable, "-m", "karat.warming", str(niceness), *paths],
            env={**os.environ, **self.env},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self.started.append(process)
        return process

    def begun(self) -> list[str]:
        return self.log.read_text().split() if self.log.exists() else []

    def until_begun(self, *names: str) -> None:
        end = time.monotonic() + LONG
        while sorted(self.begun()) != sorted(names):
            assert time.monotonic() < end, self.begun()
            time.sleep(0.02)

    def until_all_places_are_taken(self) -> None:
        end = time.monotonic() + LONG
        while True:
            places = list(self.log.parent.glob("cache/*/workers/*"))
            if len(places) == warming.cores() and not any(is_free(place) for place in places):
                return
            assert time.monotonic() < end, places
            time.sleep(0.02)


def is_free(place: Path) -> bool:
    with claims.locked(place, wait=False) as mine:
        return mine


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Bench]:
    made = Bench(tmp_path)
    yield made
    for process in made.started:
        with process:
            process.kill()


def told(process: subprocess.Popen[str]) -> list[str]:
    assert process.stdout
    return [" ".join(line.split()[:2]) for line in process.stdout.read().splitlines()]


def test_workers_share_the_work_and_none_does_what_another_does(bench: Bench):
    first = bench.worker(ONE, TWO)
    bench.until_begun("one")
    second = bench.worker(ONE, TWO)
    bench.until_begun("one", "two")
    bench.go.touch()
    assert told(first) == [f"begun {ONE}", f"done {ONE}", f"done {TWO}"]
    assert sorted(told(second)) == [f"begun {TWO}", f"done {ONE}", f"done {TWO}"]
    assert bench.begun() == ["one", "two"]


def test_what_a_killed_worker_left_is_taken_up_by_who_waits_and_then_never_again(bench: Bench):
    first = bench.worker(ONE)
    bench.until_begun("one")
    second = bench.worker(ONE)
    time.sleep(0.5)  # so that it waits for the lock
    first.send_signal(signal.SIGKILL)
    bench.until_begun("one", "one")
    second.send_signal(signal.SIGKILL)
    second.wait()
    bench.go.touch()
    assert told(bench.worker(ONE)) == [f"begun {ONE}", f"done {ONE}"]
    assert told(bench.worker(ONE)) == [f"done {ONE}"]
    assert bench.begun() == ["one"] * 3


def test_idle_workers_are_no_more_than_cores_and_the_others_tell_what_these_do(bench: Bench):
    pieces = [ONE, TWO]
    # One is at the piece, the others wait for it, and so all have a place.
    at_work = [bench.worker(ONE, niceness=1) for _ in range(warming.cores())]
    bench.until_begun("one")
    bench.until_all_places_are_taken()
    late = bench.worker(*pieces, niceness=1)
    hasty = bench.worker(*pieces)  # somebody waits for it
    bench.until_begun("one", "two")
    hasty.kill()
    hasty.wait()
    time.sleep(0.5)
    assert bench.begun() == ["one", "two"]  # what was left is not taken up by the one without a place
    bench.go.touch()
    assert told(late) == [f"done {ONE}", f"begun {TWO}", f"done {TWO}"]
    assert [told(one)[-1] for one in at_work] == [f"done {ONE}"] * len(at_work)
    assert bench.begun() == ["one", "two", "two"]


def test_a_worker_ends_with_who_started_it(bench: Bench):
    worker = bench.worker(ONE)
    bench.until_begun("one")
    assert worker.stdin
    worker.stdin.close()
    assert worker.wait(LONG) == 1


def test_a_piece_that_fails_is_told_and_the_others_are_done(bench: Bench):
    bench.go.touch()
    worker = bench.worker(THREE, ONE)
    assert worker.stdout
    lines = worker.stdout.read().splitlines()
    assert [line.strip() for line in lines] == [
        f"begun {THREE}",
        f"failed {THREE} ValueError: three cannot be done",
        f"begun {ONE}",
        f"done {ONE}",
    ]
    assert worker.wait() == 1


@pytest.fixture
def here(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> Iterator[Bench]:
    """The same for this process."""
    for name, value in bench.env.items():
        monkeypatch.setenv(name, value)
    monkeypatch.syspath_prepend(str(bench.log.parent))
    for cached in (claims.claim, claims.folder_of_layer):
        cached.cache_clear()
    yield bench
    for cached in (claims.claim, claims.folder_of_layer):
        cached.cache_clear()


def test_a_worker_beside_people_stands_back_with_its_whole_session(here: Bench):
    with warming.Warming([Piece(Lazy(ONE), ("x",))], niceness=warming.IDLE) as work:
        here.until_begun("one")
        (worker, _), *_ = work._workers
        assert os.getpriority(os.PRIO_PROCESS, worker.pid) == warming.IDLE
        told = Path(f"/proc/{worker.pid}/autogroup")
        if told.exists():
            assert told.read_text().split()[-1] == str(warming.IDLE)


def test_what_is_started_here_tells_how_far_it_is_and_stops_at_once(here: Bench):
    pieces = [Piece(Lazy(path), ()) for path in (ONE, TWO)]
    with warming.Warming(pieces) as stopped:
        here.until_begun(*["one", "two"][: warming.cores()])
    assert stopped.share == 0
    here.go.touch()
    with warming.Warming(pieces) as work:
        news = [(one.what, one.piece.call.path) for one in work]
    assert sorted(news) == sorted((what, path) for what in (warming.BEGUN, warming.DONE) for path in (ONE, TWO))
    assert work.share == 1
    assert warming.Warming(pieces).pieces == {}


def test_a_command_says_in_one_line_of_a_pipe_what_it_compiles(here: Bench, capfd: pytest.CaptureFixture[str]):
    here.go.touch()
    warm.compile_first([Piece(Lazy(ONE), ())])
    assert capfd.readouterr().err.splitlines() == ["karat: compiling, once on this machine: : one"]
    warm.compile_first([Piece(Lazy(ONE), ())])
    assert capfd.readouterr().err == ""


def test_a_change_of_what_is_called_is_work_again(here: Bench):
    claims.claim(ONE).mark.parent.mkdir(parents=True)
    claims.claim(ONE).finish()
    assert claims.claim(ONE).is_done
    (here.log.parent / "slow_pieces.py").write_text(SLOW + "\n# changed\n")
    claims.claim.cache_clear()
    assert not claims.claim(ONE).is_done


def test_the_first_game_comes_first_and_what_only_studies_call_is_not_compiled_for_play():
    play, everything = warming.for_play(GAMES.values()), warming.everything(GAMES.values())
    assert everything[: len(play)] == play
    assert len(everything) > len(play)
    games = [piece.call.path.split(".")[1] for piece in play]
    assert games == sorted(games, key=list(GAMES).index)
    for kit in GAMES.values():
        levels = {user for piece in play for user in piece.used_by} & kit.compiled_bots
        assert levels == kit.compiled_bots
    assert not {user for piece in play for user in piece.used_by} & {"bench", "solve", "train"}


def test_a_level_is_ready_when_all_that_it_needs_is(monkeypatch: pytest.MonkeyPatch):
    kit = GAMES["aurum"]
    missing = {"karat.aurum.search.warm:ahead"}
    monkeypatch.setattr(Piece, "is_ready", property(lambda piece: piece.call.path not in missing))
    assert kit.ready_levels == kit.levels[:-1]
    assert (kit.ready_level("expert"), kit.ready_level("strong")) == ("instant", "strong")
    missing.update(piece.call.path for piece in kit.pieces())
    assert (kit.ready_levels[-1], kit.ready_level("expert"), kit.ready_level("novice")) == (
        "casual",
        "casual",
        "novice",
    )


def test_every_compiled_level_is_loaded_once_it_is_ready(monkeypatch: pytest.MonkeyPatch):
    loaded, ready = [], {"casual"}
    monkeypatch.setattr(warming, "load_bot", lambda kit, level: loaded.append((kit.name, level)))
    monkeypatch.setattr(Kit, "ready_levels", property(lambda _: tuple(ready)))

    def sleep(_: float) -> None:
        assert loaded == []
        ready.update(level for kit in GAMES.values() for level in kit.levels)

    monkeypatch.setattr(warming.time, "sleep", sleep)
    warming.load_bots((kit, frozenset(kit.levels)) for kit in GAMES.values())
    assert loaded == [
        (name, level) for name, kit in GAMES.items() for level in kit.levels if level in kit.compiled_bots
    ]


def test_where_nothing_is_compiled_nothing_is_loaded(monkeypatch: pytest.MonkeyPatch):
    loaded = []
    monkeypatch.setattr(warming, "load_bot", lambda kit, level: loaded.append((kit.name, level)))
    monkeypatch.setattr(Kit, "ready_levels", property(lambda kit: kit.levels))
    wanted = [(kit, frozenset(kit.levels)) for kit in GAMES.values()]
    for disabled in ("1", "0"):
        monkeypatch.setenv("NUMBA_DISABLE_JIT", disabled)
        warming.load_bots(wanted)
        assert bool(loaded) == (disabled == "0")


def test_levels_that_need_the_kernel_are_not_offered_without_it(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("karat.kit.can_compile", lambda: False)
    kit = GAMES["aurum"]
    assert not kit.compiled_bots & set(kit.levels)
    assert "casual" in kit.levels
    assert kit.pieces() == ()


def test_loading_a_bot_lets_it_choose_and_calls_its_pieces(monkeypatch: pytest.MonkeyPatch):
    called: list[Any] = []
    kit = GAMES["aurum"]
    pieces = (Piece(Lazy("karat.aurum.search.warm:tree"), ("casual",)),)
    monkeypatch.setattr(Kit, "pieces", lambda _kit, *users: called.append(users) or pieces)
    monkeypatch.setattr(Lazy, "__call__", lambda lazy: called.append(lazy.path))
    warming.load_bot(kit, "casual")
    assert called == [("casual",), "karat.aurum.search.warm:tree"]
