"""Settings that all tests share."""

import os
import signal
from collections.abc import Iterator

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


@pytest.fixture
def opal(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The game of tests/thirdgame, added as a game is: by one line in the table of games, and nothing else."""
    before = look()
    monkeypatch.setitem(games.TABLE, "opal", "thirdgame.kit")
    yield "opal"
    assert changed(before, look()) == {"karat.games.TABLE['opal']"}
