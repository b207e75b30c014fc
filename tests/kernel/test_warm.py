"""What the pieces compile is all that bots and commands need."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from karat.kernel.jit import COMPILED

pytestmark = pytest.mark.skipif(not COMPILED, reason="compilation is switched off")

# Says which function was compiled while the lines after it ran.
LISTEN = """
from karat.kernel import jit
from numba.core import event

class Told(event.Listener):
    def on_start(self, happened):
        print("compiled", happened.data["dispatcher"].py_func.__qualname__, happened.data["args"])
    def on_end(self, happened):
        pass

event.register("numba:compile", Told())
"""

MATCHES = """
from karat.arena.match import play_match
from karat.bots.bot import Budget
from karat.games import GAMES
from karat.kit import Settings

for kit in GAMES.values():
    for players in (kit.options.players[0], kit.options.players[-1]):
        for level in kit.levels:
            bots = [kit.make_bot(level, Budget(None, 2)) for _ in range(players)]
            play_match(kit.game, kit.agree(Settings(players)), bots, "warm")
"""

COMMANDS = """
from karat.cli.main import main
import sys

for line in sys.argv[1].split(";"):
    sys.argv[1:] = line.split()
    try:
        main()
    except SystemExit as end:
        assert not end.code, (line, end.code)
"""

LINES = (
    "simulate aurum --players 4 --bots strong --think 2 --matches 1 --seed 1 -o games.jsonl",
    "simulate amul --players 5 --bots expert --think 2 --matches 1",
    "solve games.jsonl --at 48 --win",
    "solve games.jsonl --at 48",
    "review games.jsonl --effort 0.1",
    "simulate amul --players 3 --bots casual --matches 1 --seed 1 -o amul.jsonl",
    "review amul.jsonl --effort 0.1",
    "arena aurum --players 4 --bots instant,casual --deals 2 --duplicate --workers 1",
    "bench kernel --game amul --seconds 0.01 --repeats 1",
    "bench kernel --game aurum --seconds 0.01 --repeats 1",
)


@pytest.fixture(scope="module", autouse=True)
def set_up() -> None:
    """What `karat warm` does; next to nothing where it was done."""
    subprocess.run([sys.executable, "-m", "karat", "warm"], check=True, timeout=900)


def run(code: str, *arguments: str) -> list[str]:
    """The lines in which a new process tells what it compiled."""
    command = [sys.executable, "-c", LISTEN + code, *arguments]
    result = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False, env=os.environ)
    assert result.returncode == 0, result.stderr
    return [line for line in result.stdout.splitlines() if line.startswith("compiled")]


def test_bots_of_all_levels_find_everything_compiled() -> None:
    assert run(MATCHES) == []


def test_commands_find_everything_compiled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(COMMANDS, ";".join(LINES)) == []
