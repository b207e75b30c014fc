"""Whole tournaments: the same games whoever plays them, kept whatever happens."""

import json
import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest

from karat import amul, aurum
from karat.arena.deals import Job, Plan, Seating, Unit
from karat.arena.entrants import BadTournament, Entrant
from karat.arena.journal import Journal
from karat.arena.play import BotFailed, play_job
from karat.arena.report import report, to_json
from karat.arena.sprt import Hypotheses
from karat.arena.tally import Tally
from karat.arena.tournament import Ending, run
from karat.arena.workers import Processes
from karat.bots.bot import Budget
from karat.games import GAMES
from karat.kit import Lazy
from karat.record import verify

PAIR = (Entrant(GAMES["aurum"], "casual", None), Entrant(GAMES["aurum"], "random", None))
PLAN = Plan(GAMES["aurum"], aurum.Rules(4), PAIR, "seed", Unit.ROUNDS)


class Thinker:
    """A bot with a budget, for what is done with one."""

    def __init__(self, budget: Budget) -> None:
        self.budget = budget

    @classmethod
    def thinking(cls, budget: Budget) -> "Thinker":
        return cls(budget)

    def choose(self, seen, legal, rng):
        if self.budget.seconds:
            time.sleep(self.budget.seconds + 0.06 * (len(seen.hand) == 3))
        return legal[rng.below(len(legal))]


class Cheat:
    knows_all = True

    def choose_knowing(self, state, legal, rng):  # noqa: ARG002
        assert state.round.hands
        return legal[0]


class First:
    def choose(self, seen, legal, rng):  # noqa: ARG002
        return legal[0]


class Broken:
    def choose(self, seen, legal, rng):  # noqa: ARG002
        raise ZeroDivisionError("one by zero")


@pytest.fixture
def own_bots(monkeypatch):
    here = {"thinker": Thinker, "cheat": Cheat, "broken": Broken, "first": First}
    module = type(sys)("bots_of_this_test")
    for name, kind in here.items():
        setattr(module, name, kind)
    monkeypatch.setitem(sys.modules, "tests.bots_of_this_test", module)
    for kit in GAMES.values():
        for name in here:
            monkeypatch.setitem(kit.bots_for_measuring, name, Lazy(f"tests.bots_of_this_test:{name}"))


def results(folder: Path) -> list[object]:
    """The journal without times."""
    told = [json.loads(line) for line in (folder / "journal.jsonl").read_text().splitlines()]
    return [
        [line["meeting"], line["deal"], [[game["seats"], game["shares"], game["rounds"]] for game in line["games"]]]
        for line in told
    ]


def test_both_seatings_have_the_same_cards_and_the_same_starter():
    one, other = play_job(PLAN, Job(0, 5))
    assert (one.seats, other.seats) == ((0, 1, 0, 1), (1, 0, 1, 0))
    first, second = one.record["rounds"][0], other.record["rounds"][0]
    assert (first["deal"], first["first"]) == (second["deal"], second["first"])
    assert first["first"] == 5 % 4


def test_a_round_is_kept_as_a_match_that_was_broken_off_after_it():
    (game, _) = play_job(PLAN, Job(0, 0))
    assert game.record["result"] is None
    assert len(game.record["rounds"]) == 1
    assert sum(game.shares) == 1
    assert GAMES["aurum"].replay(game.record).results[0].points == game.rounds[0].points


@pytest.mark.usefixtures("own_bots")
def test_who_meets_its_like_wins_half_of_every_deal():
    """A bot without chance plays the same game in both seatings, and wins it once."""
    twice = (Entrant(GAMES["aurum"], "first", None), Entrant(GAMES["aurum"], "first", Budget()))
    tally = run(replace(PLAN, entrants=twice), Ending(8), workers=1)
    assert tally.shares(0) == [0.5] * 8


def test_results_do_not_depend_on_the_number_of_workers(tmp_path):
    for name, workers in (("one", 1), ("two", 2)):
        run(PLAN, Ending(5), workers=workers, folder=tmp_path / name)
    assert results(tmp_path / "one") == results(tmp_path / "two")
    assert (tmp_path / "one/records.jsonl").read_bytes() == (tmp_path / "two/records.jsonl").read_bytes()


def test_workers_that_fail_or_die_are_told_of():
    nobody = replace(PLAN, entrants=(PAIR[0], Entrant(GAMES["aurum"], "nobody", None)))
    with pytest.raises(BotFailed, match="no bot 'nobody' plays aurum"):
        run(nobody, Ending(4), workers=2)
    with Processes(PLAN, 1) as crew:
        crew.start(0, Job(0, 0))
        crew._processes[0].kill()
        with pytest.raises(BotFailed, match="a worker ended with status -9"):
            crew.wait()


def test_every_game_is_a_record_that_verifies(tmp_path):
    amul_pair = tuple(replace(entrant, kit=GAMES["amul"]) for entrant in PAIR)
    plans = {
        "rounds": (PLAN, 4),
        "three": (replace(PLAN, rules=aurum.Rules(3, aurum.Edition.FR)), 6),
        "matches": (replace(PLAN, unit=Unit.MATCHES), 4),
        "amul": (Plan(GAMES["amul"], amul.Rules(3, tea=2), amul_pair, "s", Unit.MATCHES), 6),
    }
    for name, (plan, games) in plans.items():
        run(plan, Ending(2), workers=1, folder=tmp_path / name)
        with (tmp_path / name / "records.jsonl").open("rb") as file:
            checked = list(verify(file, {game: hosted.replay for game, hosted in GAMES.items()}))
        assert checked == [(line, None) for line in range(1, games + 1)]


def test_a_tournament_that_was_killed_goes_on_as_if_nothing_had_been(tmp_path):
    folder, whole = tmp_path / "killed", tmp_path / "whole"
    command = [sys.executable, "-m", "karat", "arena", "--bots", "casual,random", "--seed", "seed", "-n", "24"]
    with subprocess.Popen([*command, "-j", "2", "-o", folder], stdout=subprocess.DEVNULL) as process:
        journal = folder / "journal.jsonl"
        while not journal.exists() or journal.read_bytes().count(b"\n") < 4:
            assert process.poll() is None
            time.sleep(0.01)
        os.kill(process.pid, signal.SIGKILL)
    finished = journal.read_bytes().count(b"\n")
    with journal.open("ab") as file:  # a line that the crash cut, and a record that no line counts
        file.write(b'{"meeting":0,"deal":')
    with (folder / "records.jsonl").open("ab") as file:
        file.write(b'{"format": "karat/1"}\n{"fo')
    subprocess.run([*command, "-j", "1", "-o", folder], check=True, capture_output=True)
    subprocess.run([*command, "-j", "1", "-o", whole], check=True, capture_output=True)
    assert 4 <= finished < 24
    assert results(folder) == results(whole)
    assert (folder / "records.jsonl").read_bytes() == (whole / "records.jsonl").read_bytes()


def test_a_folder_grows_and_is_not_played_again(tmp_path, monkeypatch):
    run(PLAN, Ending(3), workers=1, folder=tmp_path)
    before = (tmp_path / "journal.jsonl").read_bytes()
    tally = run(PLAN, Ending(5), workers=1, folder=tmp_path)
    assert (tmp_path / "journal.jsonl").read_bytes().startswith(before)
    assert tally.games == 10
    monkeypatch.setattr("karat.arena.tournament.LocalWorkers", None)  # nobody may play
    assert run(PLAN, Ending(5), workers=1, folder=tmp_path).games == 10


def test_a_folder_is_for_one_tournament_and_one_process(tmp_path):
    with Journal(tmp_path, PLAN), pytest.raises(BadTournament, match="another karat arena"):
        Journal(tmp_path, PLAN)
    with pytest.raises(BadTournament, match=r"holds another tournament .*seed 'seed', not 'other'"):
        Journal(tmp_path, replace(PLAN, seed="other"))


def test_it_stops_when_the_interval_is_narrow_or_the_test_is_decided():
    narrow = run(PLAN, Ending(400, until=0.1), workers=1)
    assert 50 <= len(narrow.deals[0]) < 400
    decided = run(PLAN, Ending(400, sprt=Hypotheses(0.5, 0.7)), workers=1)
    assert 20 <= len(decided.deals[0]) < 100


def test_cross_play_tells_how_each_two_do_as_partners():
    tally = run(replace(PLAN, seating=Seating.CROSS, against=1), Ending(6), workers=1)
    told = report(tally, 1.0, (0, 0))
    assert [line.name for line in told.lines] == ["casual", "casual + random", "random"]
    assert [line.games for line in told.lines] == [12, 24, 12]
    assert told.lines[0].wins.mean > told.lines[2].wins.mean


@pytest.mark.usefixtures("own_bots")
def test_times_are_kept_and_who_thinks_too_long_is_named():
    entrants = (Entrant(GAMES["aurum"], "thinker", Budget(0.001)), Entrant(GAMES["aurum"], "random", None))
    plan = replace(PLAN, entrants=entrants, duplicate=False)
    tally = Tally(plan)
    tally.add(Job(0, 0), play_job(plan, Job(0, 0)))
    pace = report(tally, 1.0, (0, 0)).paces[0]
    assert pace.median >= 1
    assert pace.late == pace.choices > pace.overruns > 0
    assert pace.worst >= 61
    assert to_json(report(tally, 1.0, (0, 0)))["overruns"][0]["bot"] == "thinker@0.001s"


@pytest.mark.usefixtures("own_bots")
def test_a_bot_that_sees_all_cards_is_given_them_by_the_arena_alone():
    entrants = (Entrant(GAMES["aurum"], "cheat", None), Entrant(GAMES["aurum"], "random", None))
    assert len(play_job(replace(PLAN, entrants=entrants), Job(0, 0))) == 2


@pytest.mark.usefixtures("own_bots")
def test_a_bot_that_fails_is_named_with_the_deal():
    entrants = (Entrant(GAMES["aurum"], "broken", None), Entrant(GAMES["aurum"], "random", None))
    with pytest.raises(BotFailed, match=r"broken failed \(seed 'seed', deal 3, .*\): ZeroDivisionError: one by zero"):
        play_job(replace(PLAN, entrants=entrants), Job(0, 3))
