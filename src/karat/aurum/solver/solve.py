"""The solver for Python: a position in values of the rules, its worth, the best line, and the worth of every action.

>>> from karat.aurum.rules.notation import parse_round
>>> ending = parse_round("B9 / C8 / P7 / S6, bids Z1 / Z2 / C3 / P4, tricks 1 2 1 4, leader 0")
>>> solution = solve(ending)
>>> solution.exact, str(solution.value)
(True, 'wins')
>>> [str(action) for _, action in solution.line]
['play B9', 'play C8', 'play P7', 'play S6']
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from enum import IntEnum
from typing import TYPE_CHECKING

import numpy as np

from karat.aurum.kernel import layout as at
from karat.aurum.kernel.check import check_state
from karat.aurum.kernel.layout import Record
from karat.aurum.kernel.legal import MOST_LEGAL
from karat.aurum.kernel.pack import pack, pack_round
from karat.aurum.kernel.round import apply
from karat.aurum.rules.codec import decode
from karat.aurum.rules.match import Match
from karat.aurum.rules.round import Round
from karat.aurum.solver.root import best_line, solve_root
from karat.aurum.solver.table import (
    DEEPEST,
    LOWER,
    NODES,
    STOPPED,
    UPPER,
    SolverWorkspace,
    make_solver_workspace,
)
from karat.aurum.solver.worth import MOST, margin, result
from karat.game import NotSolvable

if TYPE_CHECKING:
    from collections.abc import Mapping

    from karat.aurum.rules.actions import Action
    from karat.aurum.rules.rules import Rules
    from karat.bots.bot import Budget
    from karat.game import Seat

MANY_NODES = 20_000_000
"""What is looked at when nobody says how much: some seconds' worth."""
FIRST_NODES = 20_000
"""With a time for budget, how far one goes before one knows how fast this machine is: some milliseconds."""


class Goal(IntEnum):
    """What is asked: who wins the round alone, or also by how much. The number is how far worths are told apart."""

    WIN = 1
    MARGIN = MOST


@dataclass(frozen=True, slots=True)
class Worth:
    """Between what a worth lies (see karat.aurum.solver.worth), for the side to act."""

    least: int
    most: int

    @property
    def exact(self) -> bool:
        return self.least == self.most

    @property
    def results(self) -> tuple[int, int]:
        """Between what the result lies: 1 for a won round, 0 for a shared one, -1 for a lost one."""
        return result(self.least), result(self.most)

    @property
    def margins(self) -> tuple[int, int]:
        """Between what the margin in points lies; with Goal.WIN it is not told."""
        return margin(self.least), margin(self.most)

    def __str__(self) -> str:
        if not self.exact:
            return f"between '{Worth(self.least, self.least)}' and '{Worth(self.most, self.most)}'"
        by = f" by {abs(margin(self.least))}" if abs(self.least) > 1 else ""
        return ("loses", "shares", "wins")[result(self.least) + 1] + by


@dataclass(frozen=True, slots=True)
class Solution:
    """What was found out about a position; all worths are for the side of `seat`, which is to act."""

    seat: Seat
    value: Worth
    by_action: Mapping[Action, Worth]
    line: tuple[tuple[Seat, Action], ...]
    """Best play of everybody to the end of the round; shorter, or nothing, where the budget ended."""
    nodes: int
    """How many positions were looked at."""

    @property
    def exact(self) -> bool:
        """Whether the budget was enough for the position and for every action."""
        return self.value.exact and all(worth.exact for worth in self.by_action.values())


def solve(
    position: Match | Round | Record,
    *,
    goal: Goal = Goal.MARGIN,
    nodes: int | None = None,
    seconds: float | None = None,
    rules: Rules | None = None,
    workspace: SolverWorkspace | None = None,
) -> Solution:
    """What a position with all cards known is worth to the side to act, exactly unless the budget ends before.

    The budget is a number of positions, or seconds. `rules` say the edition of a bare Round. Who solves often hands in
    `workspace`, from `make_solver_workspace`, which remembers what was found.
    """
    record = record_of(position, rules)
    workspace = make_solver_workspace() if workspace is None else workspace
    control = workspace.control
    found = np.zeros((3, MOST_LEGAL), np.int64)
    began = time.perf_counter()
    spent, budget = 0, (FIRST_NODES if seconds is not None else MANY_NODES if nodes is None else nodes)
    while True:
        count = int(solve_root(record, workspace, int(goal), budget, found))
        spent += int(control[NODES])
        if not control[STOPPED] or seconds is None:
            break
        took = time.perf_counter() - began
        left = int((seconds - took) * spent / took)  # what is known by now lies in the table
        if left < FIRST_NODES // 10:
            break
        budget = min(left, 2 * spent)
    seat, players = int(record[at.TURN]), int(record[at.PLAYERS])
    actions = [decode(int(number), seat, players) for number in found[0, :count]]
    worths = [Worth(int(least), int(most)) for least, most in zip(found[1, :count], found[2, :count], strict=True)]
    value = Worth(int(control[LOWER]), int(control[UPPER]))
    line = line_of(record, workspace, goal, value.least, budget) if value.exact else ()
    return Solution(seat, value, dict(zip(actions, worths, strict=True)), line, spent)


def line_of(
    record: Record, workspace: SolverWorkspace, goal: Goal, worth: int, nodes: int
) -> tuple[tuple[Seat, Action], ...]:
    """The best line of a position whose worth is known."""
    numbers = np.zeros(DEEPEST, np.int64)
    count = int(best_line(record, workspace, int(goal), worth, nodes, numbers))
    state, line = record.copy(), []
    for number in numbers[:count]:
        seat = int(state[at.TURN])
        line.append((seat, decode(int(number), seat, int(state[at.PLAYERS]))))
        apply(state, seat, int(number))
    return tuple(line)


def record_of(position: Match | Round | Record, rules: Rules | None = None) -> Record:
    """The record of a position that can be solved; NotSolvable says what is wrong with any other."""
    if isinstance(position, Match):
        record = pack(position)
    elif isinstance(position, Round):
        record = pack_round(position, rules)
    else:
        check_state(position)
        record = position
    if record[at.TURN] < 0:
        raise NotSolvable("nobody is to act in this position: the round is over, or not dealt yet")
    if record[at.PHASE] == at.BIDDING:
        raise NotSolvable("the bids are not all laid yet; a position can be solved from the first trick on")
    return record


def solve_match(match: Match, budget: Budget, *, win_only: bool) -> Solution:
    """The same within a budget of time or positions, as hosts ask it."""
    goal = Goal.WIN if win_only else Goal.MARGIN
    return solve(match, goal=goal, nodes=budget.tries, seconds=budget.seconds)
