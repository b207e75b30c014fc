"""How fast the readable rules are: random rounds a second, and what importing them costs.

    python bench/readable_engine.py --seconds 5

The rules promise 150 random rounds a second and an import below 100 ms, game included; search and learning need the
kernel.
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import sys
import time

from karat import aurum
from karat.arena.match import play_match
from karat.bots.random import Random

IMPORT = (
    "import time; began = time.perf_counter(); from karat import aurum; print((time.perf_counter() - began) * 1000)"
)


def import_milliseconds(times: int) -> float:
    """The median time that loading a game takes in a fresh process, the interpreter's own start not counted."""
    runs = [
        subprocess.run([sys.executable, "-c", IMPORT], capture_output=True, text=True, check=True).stdout
        for _ in range(times)
    ]
    return statistics.median(map(float, runs))


def rounds_a_second(players: int, seconds: float, seed: str) -> tuple[float, float]:
    """Rounds and actions a second of whole matches between random players, observations included."""
    rules, rounds, actions, number = aurum.Rules(players=players), 0, 0, 0
    began = time.perf_counter()
    while (spent := time.perf_counter() - began) < seconds:
        match = play_match(aurum, rules, [Random()] * players, f"{seed}/{number}")
        rounds += len(match.played)
        actions += sum(len(played.actions) for played in match.played)
        number += 1
    return rounds / spent, actions / spent


def main() -> None:
    """Measure and print one JSON object."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=5.0, help="for each number of players")
    parser.add_argument("--seed", default="bench")
    options = parser.parse_args()
    found: dict[str, float] = {"import ms": round(import_milliseconds(9), 1)}
    for players in (3, 4):
        rounds, actions = rounds_a_second(players, options.seconds, options.seed)
        found[f"aurum {players} rounds/s"] = round(rounds)
        found[f"aurum {players} actions/s"] = round(actions)
    sys.stdout.write(json.dumps(found, indent=2) + "\n")


if __name__ == "__main__":
    main()
