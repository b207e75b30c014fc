"""Settings that all tests share."""

import os
import signal
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path

import pytest
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
    "bench/*", "test_bench.py", "kernel/*", "*/kernel/*", "*/search/*", "*/solver/*", "*/net/*",  # compiled code
    "bots/*", "*/bots/*", "lab/*", "arena/*",  # matches between bots
    "test_bootstrap.py", "test_page.py", "test_site.py", "test_examples.py", "test_warming.py",  # their own processes
)  # fmt: skip
"""Files that `./karat test quick` leaves to CI."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--quick", action="store_true", help="What to run before a commit, with few examples a property.")


def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("--quick"):
        settings.load_profile("brief")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("--quick"):
        slow = {
            item: any(fnmatch(item.path.relative_to(HERE).as_posix(), pattern) for pattern in NOT_QUICK)
            for item in items
            if item.path.is_relative_to(HERE)
        }
        config.hook.pytest_deselected(items=[item for item in items if slow.get(item)])
        items[:] = [item for item in items if not slow.get(item)]


@pytest.fixture
def opal(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The game of tests/thirdgame, added as a game is: by one line in the table of games, and nothing else."""
    before = look()
    monkeypatch.setitem(games.TABLE, "opal", "thirdgame.kit")
    yield "opal"
    assert changed(before, look()) == {"karat.games.TABLE['opal']"}
