# ruff: noqa: T201 -- a script that reports
"""How fast this checkout is beside another one, in one interleaved run.

    python -m bench.old_and_new --old /path/to/another/karat [--game aurum] [--rounds 15] [--seconds 0.3]

Each checkout runs in a process of its own, both on the same core, and never at the same time: a short piece of work by
the one, the same piece by the other, over and over, the first of them changing each time. What counts is processor
time, and the median of the ratios of such pairs; a machine that others use makes them scatter, as the quartiles tell.
As others only ever slow it down, the ratio of the best tenths of both is told too; on a busy machine take many short
pieces, of which some are left alone.
The other checkout may have the rooms of before the move (`karat.rules.aurum`) or of after it.

| work             | is counted in                                                                           |
|------------------|-----------------------------------------------------------------------------------------|
| kernel           | moves, by every way into the kernels (karat.kernel.bench)                               |
| strong, expert   | choices with a fixed number of tries in positions of a match                            |
| instant          | choices by the net alone in the same positions                                          |
| solver           | positions that were looked at in the last tricks                                        |

What bots choose there is compared too: with tries for a budget it must be the same in both.
"""

from __future__ import annotations

import argparse
import importlib
import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
GAMES = ("aurum", "amul")
TRIES = {"aurum": {"instant": 1, "strong": 4000, "expert": 400}, "amul": {"strong": 2000, "expert": 400}}
"""By game, the levels that think in compiled code and what each may try for a choice."""
PLAYERS = {"aurum": (3, 4), "amul": (3, 5)}
POSITIONS = 16
SOLVED = "B9 B2 Z5 / C8 C3 B4 / P7 P1 S3 / S6 S5 C7, bids Z1 / Z2 / C4 / P4, gold G0 each, tricks 1 2 1 4, leader 0"
"""A hundred thousand positions and more: so many that what Python does around them is nothing."""

Work = Callable[[int, int], tuple[float, object]]
"""Does so much, on the turn of that number; what was done of what is counted, and what came out of it."""


def first_of(*modules: str) -> Any:
    """The first of these modules that there is: rooms have moved."""
    for name in modules:
        try:
            return importlib.import_module(name)
        except ModuleNotFoundError as missing:
            if missing.name is None or not name.startswith(missing.name):
                raise
    raise ModuleNotFoundError(f"none of {', '.join(modules)}")


def works(game: str) -> Iterator[tuple[str, Callable[[], Work]]]:
    """By name, everything that is measured; made when it is wanted."""
    for contender in first_of(f"karat.{game}.kernel.bench", f"karat.kernel.{game}.bench").contenders(1):
        yield f"{game} {contender.players}, {contender.interface}", partial(moves_of, contender.work)
    for players in PLAYERS[game]:
        for level in TRIES[game]:
            yield f"{game} {players}, {level}", partial(choices, game, players, level)
    if game == "aurum":
        yield "aurum 4, solver", solving


def moves_of(work: Callable[[int], tuple[int, int]]) -> Work:
    return lambda amount, _turn: (work(1000 * amount)[0], None)


def choices(game: str, players: int, level: str) -> Work:
    """A bot in positions of a match between rules of thumb, one after the other and over again, from turn to turn."""
    rules_of = first_of(f"karat.{game}", f"karat.rules.{game}")
    stream, bots = importlib.import_module("karat.shuffle").Stream, importlib.import_module("karat.bots.bot")
    make_bot = bots.make_bot if hasattr(bots, "make_bot") else importlib.import_module("karat.games").make_bot
    bot, casual = make_bot(game, level, bots.Budget(None, TRIES[game][level])), make_bot(game, "casual")
    state, found = rules_of.start(rules_of.Rules(players)), []
    while len(found) < 12 * POSITIONS and not (state.result if game == "aurum" else rules_of.outcome(state)):
        if not rules_of.to_act(state):
            state = rules_of.deal(state, rules_of.shuffled(state, stream("positions", len(found)))).state
        seat = rules_of.to_act(state)[0]
        seen, legal = rules_of.observe(state, seat), rules_of.legal_actions(state, seat)
        if len(legal) > 1:
            found.append((seen, legal))
        state = rules_of.apply(state, seat, casual.choose(seen, legal, stream("casual", len(found)))).state
    positions = found[:: max(1, len(found) // POSITIONS)]

    def work(amount: int, turn: int) -> tuple[float, object]:
        chosen = []
        for number in range(amount * turn, amount * (turn + 1)):
            seen, legal = positions[number % len(positions)]
            chosen.append(str(bot.choose(seen, legal, stream("bot", number))))
        return amount, chosen

    return work


def solving() -> Work:
    """The same ending over and over, each time with nothing remembered."""
    solver = first_of("karat.aurum.solver.solve", "karat.solver.solve")
    notation = first_of("karat.aurum.rules.notation", "karat.rules.aurum.notation")
    ending = notation.parse_round(SOLVED)

    def work(amount: int, _turn: int) -> tuple[float, object]:
        solved = [solver.solve(ending) for _ in range(amount)]
        return sum(one.nodes for one in solved), [one.nodes for one in solved]

    return work


# The child


def serve(game: str, core: int, checkout: Path) -> None:
    """Do what is asked for, a line each: a name, how much, 0 to find out, and the turn; the answer is a line too."""
    os.sched_setaffinity(0, {core})
    karat = importlib.import_module("karat")
    if not Path(str(karat.__file__)).is_relative_to(checkout):
        raise SystemExit(f"karat came from {karat.__file__}, not from {checkout}")
    offered, ready = dict(works(game)), dict[str, Work]()
    print(json.dumps(list(offered)), flush=True)
    for line in sys.stdin:
        name, amount, seconds, turn = json.loads(line)
        if name not in ready:
            ready[name] = offered[name]()
            for first in range(POSITIONS):
                ready[name](1, first)  # loads what is compiled
        answer = timed(ready[name], amount, turn) if amount else enough(ready[name], seconds)
        print(json.dumps(answer), flush=True)


def timed(work: Work, amount: int, turn: int) -> tuple[float, float, object]:
    """What was done, the processor time that it took, and what came out."""
    began = time.process_time()
    done, came_out = work(amount, turn)
    return done, time.process_time() - began, came_out


def enough(work: Work, seconds: float) -> int:
    """How much takes about that long."""
    amount = 1
    while (took := timed(work, amount, 0)[1]) < seconds / 4:
        amount *= 2
    return max(1, round(amount * seconds / took))


# The parent


@dataclass
class Child:
    """A checkout at work."""

    process: subprocess.Popen[str]
    offers: list[str] = field(default_factory=list)

    def ask(self, *question: object) -> Any:
        assert self.process.stdin is not None  # noqa: S101 -- it was started with pipes
        assert self.process.stdout is not None  # noqa: S101
        if question:
            self.process.stdin.write(json.dumps(question) + "\n")
            self.process.stdin.flush()
        line = self.process.stdout.readline()
        if not line:
            raise SystemExit(f"a checkout failed: {' '.join(map(str, self.process.args))}")  # type: ignore[arg-type]
        return json.loads(line)


def start(checkout: Path, game: str, core: int, cache: str | None) -> Child:
    """A child that imports karat from a checkout, whatever else is installed."""
    env = {**os.environ, "PYTHONPATH": os.pathsep.join([str(checkout / "src"), str(checkout)])}
    if cache:
        env["KARAT_CACHE"] = cache
    command = [sys.executable, "-P", str(Path(__file__)), "--serve", str(checkout), "--game", game, "--core", str(core)]
    child = Child(subprocess.Popen(command, env=env, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True))
    child.offers = child.ask()
    return child


@dataclass(frozen=True)
class Line:
    """One kind of work, measured in pairs."""

    name: str
    old: tuple[float, ...]
    """Rates, a second of processor time."""
    new: tuple[float, ...]
    same: bool
    """Whether both came to the same."""

    @property
    def ratios(self) -> list[float]:
        return [new / old for old, new in zip(self.old, self.new, strict=True)]

    @property
    def ratio(self) -> float:
        return statistics.median(self.ratios)

    @property
    def quartiles(self) -> tuple[float, float]:
        if len(self.ratios) < 2:
            return self.ratio, self.ratio
        low, _, high = statistics.quantiles(self.ratios, n=4, method="inclusive")
        return low, high

    @property
    def best(self) -> float:
        """The ratio of the rates that a tenth of the pieces were faster than."""
        tenth = len(self.old) // 10
        return sorted(self.new)[-1 - tenth] / sorted(self.old)[-1 - tenth]

    def __str__(self) -> str:
        low, high = self.quartiles
        rates = f"{statistics.median(self.old):>14,.0f} {statistics.median(self.new):>14,.0f}"
        odd = "" if self.same else "  DIFFERENT CHOICES"
        return f"{self.name:<36} {rates}   {self.ratio:.3f}   {low:.3f} - {high:.3f}   {self.best:.3f}{odd}"


HEADING = f"{'work':<36} {'old, a second':>14} {'new, a second':>14}   ratio   quartiles       best tenths"


def compare(old: Child, new: Child, name: str, rounds: int, seconds: float) -> Line:
    """So many pairs of about that long each; in every second one the new comes first."""
    amount = old.ask(name, 0, seconds, 0)
    new.ask(name, 1, seconds, 0)  # so that it is ready too
    rates: dict[int, list[float]] = {id(old): [], id(new): []}
    same = True
    for number in range(rounds):
        came = []
        for child in (old, new) if number % 2 else (new, old):
            done, took, came_out = child.ask(name, amount, seconds, number)
            rates[id(child)].append(done / took)
            came.append(came_out)
        same &= came[0] == came[1]
    return Line(name, tuple(rates[id(old)]), tuple(rates[id(new)]), same)


def main(arguments: list[str] | None = None) -> int:
    """Measure and report; 1 where the two chose differently."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--old", type=Path, help="the other checkout")
    parser.add_argument("--old-cache", help="where its kernels are compiled, if not where ours are")
    parser.add_argument("--game", choices=GAMES, action="append", help="one of them; both if left out")
    parser.add_argument("--only", default="", help="only work that has this in its name")
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--seconds", type=float, default=0.3, help="of each piece of work")
    parser.add_argument("--core", type=int, default=max(os.sched_getaffinity(0)), help="the one that both run on")
    parser.add_argument("--serve", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args(arguments)
    games = options.game or list(GAMES)
    if options.serve:
        serve(games[0], options.core, options.serve)
        return 0
    if options.old is None:
        parser.error("--old says with which checkout to compare")
    print(HEADING)
    lines = []
    for game in games:
        old = start(options.old.resolve(), game, options.core, options.old_cache)
        new = start(ROOT, game, options.core, None)
        with old.process, new.process:  # which end when nothing more is asked, and are waited for
            for name in (name for name in new.offers if name in old.offers and options.only in name):
                lines.append(compare(old, new, name, options.rounds, options.seconds))
                print(lines[-1], flush=True)
    print(f"load of the machine: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    return int(not all(line.same for line in lines))


if __name__ == "__main__":
    sys.exit(main())
