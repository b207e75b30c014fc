"""What a late position was worth with all cards in sight, where that is known at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from karat.aurum.solver.solve import Goal, solve
from karat.aurum.solver.table import make_solver_workspace
from karat.game import NotSolvable

if TYPE_CHECKING:
    from karat.aurum.rules.match import Match
    from karat.aurum.solver.solve import Solution

LATE = 2
"""Cards in the longest hand."""
POSITIONS = 20_000
ENTRY_BITS = 15


def solve_quickly(match: Match) -> Solution | None:
    """Who wins the round after each action; None where it would take long."""
    if match.round is None or max(map(len, match.round.hands)) > LATE:
        return None
    try:
        return solve(match, goal=Goal.WIN, nodes=POSITIONS, workspace=make_solver_workspace(ENTRY_BITS))
    except NotSolvable:
        return None
