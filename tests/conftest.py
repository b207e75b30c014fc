"""Settings that all tests share."""

import fnmatch
import os
import re
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from costs import Bill, Meter
from hypothesis import HealthCheck, settings
from shared_modules import changed, look

from karat import games

# Positions come from playing a match, which takes milliseconds: a deadline would only measure the machine.
settings.register_profile(
    "karat", deadline=None, max_examples=60, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much]
)
settings.register_profile("thorough", settings.get_profile("karat"), max_examples=2000)
settings.register_profile("brief", settings.get_profile("karat"), max_examples=4)  # with compilation off
settings.load_profile(os.environ.get("KARAT_HYPOTHESIS", "karat"))

# A shell's background jobs ignore Ctrl-C, and so would every process that a test starts and wants to stop by it.
signal.signal(signal.SIGINT, signal.default_int_handler)

HERE = Path(__file__).parent
NOT_QUICK = (
    "e2e/*",  # a real browser
    "bench/*", "test_bench.py", "cli/test_bench.py",  # compiled code, as the next line
    "kernel/*", "*/kernel/*", "*/search/*", "*/solver/*", "*/net/*", "env/*", "test_cluster.py",
    "contract/test_bots.py::*expert*", "contract/test_bots.py::*strong*", "contract/test_bots.py::*instant*",
    "export/*", "study/*", "cli/test_export.py", "bots/*", "*/bots/*", "lab/*", "arena/*",  # matches between bots
    "review/*", "*/judge/*", "contract/test_reviews.py", "cli/test_review.py", "cli/test_puzzles.py",  # the same
    "amul/rules/test_second_scorer.py",  # ten thousand positions
    "*/terminal/test_table.py::*whole_match*", "*::*generated_client_plays*", "*::*played_on*",  # long matches
    "server/test_promises.py", "*::*through_a_crash*",  # long matches too, and servers that are killed
    "*::*searching_bot_with_counted_tries*",  # compiled code
    "*::*postgresql*", "*::*two workers*", "*::*_every_worker*", "*::*over_all_workers*",
    "*::*two_workers_seat*", "*::*at_other_workers*",
    "*::*workers_that_start*", "*::*database_was_taken_away*",  # a database server
    "test_cluster.py",
    "test_bootstrap.py", "test_site.py", "test_page.py", "test_examples.py", "test_warming.py", "test_wheel.py",
    "*::*keeps_to_the_document*",
    "*::*bot_of_the_docs*", "*::*told_to_stop*", "cli/test_main.py::*closed_beforehand*",  # processes of their own
)  # fmt: skip
"""Files that `./karat test quick` leaves to CI, and tests of files that it runs."""
LONG = (
    "tests/e2e/test_windows.py", "tests/test_page.py", "tests/server/test_promises.py", "tests/test_gates.py",
    "tests/server/http/test_openapi.py", "tests/test_cluster.py", "tests/test_site.py", "tests/test_bench.py",
)  # fmt: skip
"""What takes longest begins first, shared out to the processes: at the end one would be left alone with it."""
FILES = re.compile("|".join(fnmatch.translate(pattern) for pattern in NOT_QUICK if "::" not in pattern))
TESTS = re.compile("|".join(fnmatch.translate(pattern) for pattern in NOT_QUICK if "::" in pattern))


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--quick", action="store_true", help="What to run before a commit, with few examples a property.")
    parser.addoption("--costs", type=int, metavar="N", help="Tell which N files and tests take most of the processor.")


def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("--quick"):
        settings.load_profile("brief")
    if most := config.getoption("--costs"):
        config.pluginmanager.register(Meter())
        config.pluginmanager.register(Bill(most))


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Not even to be imported: that alone takes as long as many tests."""
    if not config.getoption("--quick") or not collection_path.is_relative_to(HERE):
        return None
    return True if FILES.match(collection_path.relative_to(HERE).as_posix()) else None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("--quick"):
        left_out = {item for item in items if TESTS.match(item.nodeid.removeprefix(f"{HERE.name}/"))}
        config.hook.pytest_deselected(items=list(left_out))
        items[:] = [item for item in items if item not in left_out]
    items[:] = longest_first(items, int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1")))


def longest_first(items: list[pytest.Item], processes: int) -> list[pytest.Item]:
    """Each process is given as many items as the others, one after the other: first files that take long, whole."""
    long: list[list[pytest.Item]] = [[] for _ in range(processes)]
    for number, name in enumerate(LONG):
        long[number % processes] += [item for item in items if item.nodeid.startswith(name)]
    others = [item for item in items if not item.nodeid.startswith(LONG)]
    sorted_out: list[pytest.Item] = []
    for number, first in enumerate(long):
        share = (len(items) - len(sorted_out)) // (processes - number)
        taken = max(0, share - len(first))
        sorted_out += first + others[:taken]
        del others[:taken]
    return sorted_out


@pytest.fixture
def opal(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The game of tests/thirdgame, added as a game is: by one line in the table of games, and nothing else."""
    before = look()
    monkeypatch.setitem(games.TABLE, "opal", "thirdgame.kit")
    yield "opal"
    assert changed(before, look()) == {"karat.games.TABLE['opal']"}
