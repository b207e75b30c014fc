"""Exact play of a late position with all cards known, by the solver."""

from karat.aurum.rules.notation import parse_round
from karat.aurum.solver.solve import solve

position = parse_round(
    "B2 S9 / C4 Z7 / P3 B8 / S1 C6, bids B5 / S2 / C3 / Z4, gold G0 G3 / G1 / G0 / G2, tricks 3 1 2 4, leader 1"
)
solution = solve(position)
print(f"seat {solution.seat} is to act: {solution.value}")
for action, worth in sorted(solution.by_action.items(), key=lambda pair: -pair[1].least):
    print(f"  {action}: {worth}")
