# ruff: noqa: T201 -- a script that reports
"""How soon a command that uses compiled code answers, from the start of its process.

    python bench/start.py
    python bench/start.py --runs 9 --json

Each line is run in a new process; the first run of each, which may find its files not yet in memory, counts like the
others. Commands are to answer within 2.5 s, the first move of `expert` within 3 s, on a machine that is not busy.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time

FIRST_MOVE = """
from karat.bots.bot import Budget
from karat.games import make_bot
from karat import {game}
from karat.shuffle import Stream
state = {game}.start({game}.Rules({players}))
state = {game}.deal(state, {game}.shuffled(state, Stream("start"))).state
seat = {game}.to_act(state)[0]
bot = make_bot("{game}", "expert", Budget(0.1))
bot.choose({game}.observe(state, seat), {game}.legal_actions(state, seat), Stream("start"))
"""


def karat(line: str) -> list[str]:
    return [sys.executable, "-m", "karat", *line.split()]


COMMANDS = {
    "simulate aurum, one match of strong": karat("simulate aurum -n 1 --bots strong --think 20 --seed 1"),
    "simulate amul, one match of strong": karat("simulate amul -n 1 --bots strong --think 20 --seed 1"),
    "solve, two tricks left": karat("solve games.jsonl --at 51"),
    "bench kernel --help": karat("bench kernel --help"),
}
MOVES = {
    f"first move of expert, {game}, {players} players": [
        sys.executable, "-c", FIRST_MOVE.format(game=game, players=players),
    ]
    for game, players in (("aurum", 3), ("aurum", 4), ("amul", 3), ("amul", 8))
}  # fmt: skip
GOALS = dict.fromkeys(COMMANDS, 2.5) | dict.fromkeys(MOVES, 3.0)


def seconds(command: list[str], folder: str) -> float:
    began = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, cwd=folder)
    return time.perf_counter() - began


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    if asked.runs < 1:
        parser.error(f"--runs is at least 1, not {asked.runs}")
    figures: dict[str, list[float]] = {}
    with tempfile.TemporaryDirectory() as folder:
        seconds(karat("simulate aurum -n 1 --bots strong --think 2 --seed 1 -o games.jsonl"), folder)
        for _ in range(asked.runs):  # in turns, so that a busy minute falls on all of them
            for name, command in (COMMANDS | MOVES).items():
                figures.setdefault(name, []).append(seconds(command, folder))
    load = os.getloadavg()[0]
    if asked.json:
        print(json.dumps({"load": load, "seconds": figures, "goals": GOALS}))
        return
    print(f"{asked.runs} runs each, load {load:.1f}")
    for name, taken in figures.items():
        held = "held" if max(taken) <= GOALS[name] else "MISSED"
        print(f"{name:45} median {statistics.median(taken):.2f} s, slowest {max(taken):.2f} s, "
              f"goal {GOALS[name]} s: {held}")  # fmt: skip


if __name__ == "__main__":
    main()
