"""The solver's answers held against a worth that is known."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import numpy as np

from bench.oracles.solver_brute_force import plain_value
from karat.aurum.kernel import layout as at
from karat.aurum.kernel.layout import Record
from karat.aurum.kernel.legal import MOST_LEGAL
from karat.aurum.kernel.round import apply
from karat.aurum.kernel.scoring import side_of
from karat.aurum.solver.root import best_line, solve_root, value
from karat.aurum.solver.table import DEEPEST, LOWER, UPPER, SolverWorkspace, make_solver_workspace
from karat.aurum.solver.worth import MOST, result, worth_of

NODES = 10**9


@cache
def shared_workspace() -> SolverWorkspace:
    """One table for all comparisons, small, so that entries get lost and are met again in other endings."""
    return make_solver_workspace(12)


def differences(record: Record, worth: int, most_nodes: int, number: int) -> Iterator[str]:
    """What the solver says otherwise about a position whose worth to the side to act is `worth`.

    One action, chosen by `number`, is also compared, where its plain tree has at most `most_nodes` positions.
    """
    workspace, found = shared_workspace(), np.zeros((3, MOST_LEGAL), np.int64)
    seat = int(record[at.TURN])
    side = int(side_of(record[at.PLAYERS], seat))
    if (got := int(value(record, workspace, MOST, NODES))) != worth:
        yield f"it is worth {worth}, not {got}"
    if (got := int(value(record, workspace, 1, NODES))) != result(worth):
        yield f"its result is {result(worth)}, not {got}"
    count = int(solve_root(record, workspace, MOST, NODES, found))
    actions, least, most = found[:, :count]
    bounds = workspace.control[[LOWER, UPPER]]
    if (bounds != worth).any() or least.max() != worth or (least != most).any():
        yield f"it is worth {worth}, and its actions between {least.tolist()} and {most.tolist()}"
    after = record.copy()
    apply(after, seat, int(actions[number % count]))
    ended = after[at.TURN] < 0
    known = int(worth_of(after, side)) if ended else plain_value(after, side, most_nodes)
    if known is not None and known != least[number % count]:
        yield f"action {actions[number % count]} is worth {known}, not {least[number % count]}"
    line, end = np.zeros(DEEPEST, np.int64), record.copy()
    for action in line[: int(best_line(record, workspace, MOST, worth, NODES, line))]:
        apply(end, int(end[at.TURN]), int(action))
    if end[at.TURN] >= 0 or (got := int(worth_of(end, side))) != worth:
        yield f"it is worth {worth}, but its best line is not"
