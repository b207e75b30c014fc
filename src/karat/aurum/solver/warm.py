"""Every kernel of the solver that is called from Python, called once."""

from __future__ import annotations

from karat.aurum.rules.notation import parse_round
from karat.aurum.solver.root import value
from karat.aurum.solver.solve import record_of, solve
from karat.aurum.solver.table import forget, make_solver_workspace
from karat.aurum.solver.worth import MOST


def solver() -> None:
    workspace = make_solver_workspace(4)
    ending = parse_round("B9 / C8 / P7 / S6, bids Z1 / Z2 / C3 / P4, gold G0 each, tricks 1 2 1 4, leader 0, asked 3")
    solve(ending, workspace=workspace)
    forget(workspace)
    value(record_of(ending), workspace, MOST, 1000)
