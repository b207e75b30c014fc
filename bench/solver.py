# ruff: noqa: T201 -- a script that reports
"""How long the solver takes, by tricks left, with every bid change.

    python bench/solver.py --positions 200
    python bench/solver.py --positions 50 --tricks 4 --players 4 --bot casual
    python bench/solver.py --json                     # whether four players' endings are solved as fast as claimed

Positions are those before a trick, with everybody yet to be asked for a bid change, of rounds that bots play against
themselves under the default rules. With n tricks left all hands together hold n cards for each player. Each position is
solved with an empty table of the default size: `win` is who wins the round, `margin` also by how many points, and `all`
the same for every action of the position. Times are of the processor.
"""

from __future__ import annotations

import argparse
import json
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from bench.oracles.endings import positions_of_play
from karat import aurum
from karat.aurum.bots.casual import Casual
from karat.aurum.kernel.legal import MOST_LEGAL
from karat.aurum.kernel.pack import pack
from karat.aurum.solver.root import solve_root, value
from karat.aurum.solver.table import NODES, STOPPED, forget, make_solver_workspace
from karat.aurum.solver.worth import MOST
from karat.bots.random import Random
from karat.shuffle import Stream

if TYPE_CHECKING:
    from karat.aurum.kernel.layout import Record

BOTS = {"casual": Casual, "random": Random}
GOALS = {"win": 1, "margin": MOST}
CLAIMED = {2: 10.0, 3: 100.0}
"""By tricks left, milliseconds in which the margin is to be known in half of the positions."""


@dataclass(frozen=True)
class Line:
    """How long positions took: milliseconds by percentile, positions looked at, nanoseconds for each, and given up."""

    median: float
    p90: float
    most: float
    nodes: float
    each: float
    stopped: int

    def __str__(self) -> str:
        shown = "  ".join(f"{part:9.2f}" for part in (self.median, self.p90, self.most))
        return f"{shown}  {self.nodes:10.0f}  {self.each:5.0f}  {self.stopped:4}"


def openings(players: int, name: str, seed: str, wanted: tuple[int, ...], count: int) -> dict[int, list[Record]]:
    """So many positions for each number of tricks left."""
    bot, rng = BOTS[name](), Stream(f"{seed}/{name}")

    def choose(state: aurum.Match, seat: int) -> aurum.Action:
        return bot.choose(aurum.observe(state, seat), aurum.legal_actions(state, seat), rng)

    found: dict[int, list[Record]] = {left: [] for left in wanted}
    tricks_before = -1
    for state in positions_of_play(aurum.Rules(players), choose, seed):
        tricks = sum(state.round.tricks)
        opens, tricks_before = tricks != tricks_before, tricks
        left, more = divmod(sum(map(len, state.round.hands)), players)
        if opens and not more and left in found and len(found[left]) < count:
            found[left].append(pack(state))
        if all(len(records) == count for records in found.values()):
            return found
    raise AssertionError("play goes on without end")


def measure(records: list[Record], *, reach: int, every_action: bool, nodes: int) -> Line:
    """One line of figures."""
    workspace, found = make_solver_workspace(), np.zeros((3, MOST_LEGAL), np.int64)
    times, counts, stopped = [], [], 0
    for record in records:
        forget(workspace)
        began = time.process_time()
        if every_action:
            solve_root(record, workspace, reach, nodes, found)
        else:
            value(record, workspace, reach, nodes)
        times.append(1000 * (time.process_time() - began))
        counts.append(int(workspace.control[NODES]))
        stopped += int(workspace.control[STOPPED])
    shown = [float(np.percentile(times, part)) for part in (50, 90, 100)]
    return Line(*shown, float(np.median(counts)), 1e6 * sum(times) / max(1, sum(counts)), stopped)


def claims(positions: int, nodes: int, seed: str) -> dict[str, object]:
    """The claims about four players, on positions of casual play, and whether they hold."""
    found = openings(4, "casual", seed, tuple(CLAIMED), positions)
    told: dict[str, object] = {}
    holds = True
    for left, most in CLAIMED.items():
        for goal, reach in GOALS.items():
            for every in (False, True):
                line = measure(found[left], reach=reach, every_action=every, nodes=nodes)
                told[f"{left} left, {goal}{' of every action' * every}"] = f"{line.median:.2f} ms"
                holds &= every or line.median <= most
    return told | {"holds": holds}


def main() -> None:
    """Draw, solve and report."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--positions", type=int, default=100, help="for each line")
    parser.add_argument("--tricks", type=int, action="append", help="left; by default 2, 3 and 4")
    parser.add_argument("--players", type=int, action="append", choices=(3, 4))
    parser.add_argument("--bot", action="append", choices=tuple(BOTS))
    parser.add_argument("--nodes", type=int, default=20_000_000, help="give a position up after so many")
    parser.add_argument("--seed", default="headline")
    parser.add_argument("--json", action="store_true", help="medians of the claims alone")
    told = parser.parse_args()
    wanted = tuple(told.tricks or (2, 3, 4))
    warm = openings(4, "random", "warm", (1,), 1)[1]
    measure(warm, reach=1, every_action=True, nodes=10)
    measure(warm, reach=1, every_action=False, nodes=10)
    if told.json:
        print(json.dumps(claims(told.positions, told.nodes, told.seed)))
        return
    print("players  bot     left  asked        median ms     p90 ms     max ms       nodes  ns/node  given up")
    for players in told.players or (4, 3):
        for name in told.bot or tuple(BOTS):
            found = openings(players, name, told.seed, wanted, told.positions)
            for left in wanted:
                for goal, reach in GOALS.items():
                    for every in (False, True):
                        line = measure(found[left], reach=reach, every_action=every, nodes=told.nodes)
                        print(f"{players:7}  {name:6}  {left:4}  {goal + ' all' * every:10}  {line}", flush=True)


if __name__ == "__main__":
    main()
