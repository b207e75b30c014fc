"""The search against trying everything: `scripts/solver-check` does the same ten thousand times."""

import os
import subprocess
import sys

import pytest

from bench.oracles.endings import TABLES, draw_endings
from bench.oracles.solver_brute_force import plain_value
from bench.oracles.solver_compare import differences
from karat.aurum import Rules
from karat.aurum.kernel import layout as at
from karat.aurum.kernel.scoring import side_of
from karat.kernel.jit import COMPILED

MOST_NODES = 200_000 if COMPILED else 100

CODE = """
from karat.kernel import jit
from karat.aurum.rules.notation import parse_round
from karat.aurum.solver.solve import solve
assert jit.COMPILED is COMPILED
ending = "B9 C2 / C8 / P7 / S6, bids Z1 / Z2 / C3 / P4, gold G0 / - / - / G0, tricks 1 2 1 4, leader 0, asked 0 3"
print(solve(parse_round(ending)))
"""


@pytest.mark.parametrize("rules", TABLES, ids=str)
def test_the_search_finds_what_trying_everything_finds(rules: Rules):
    endings = draw_endings(rules, "test", 2)
    compared = 0
    while compared < 40:
        record = next(endings)
        worth = plain_value(record, int(side_of(record[at.PLAYERS], record[at.TURN])), MOST_NODES)
        if worth is not None:
            assert list(differences(record, worth, MOST_NODES, compared)) == [], record.tolist()
            compared += 1


def test_a_tree_that_is_too_large_is_not_guessed_at():
    assert plain_value(next(draw_endings(TABLES[0], "test", 6)), 0, 100) is None


def test_compiled_or_not_the_results_are_the_same():
    said = []
    for compiled in (False, True):
        told = {**os.environ, "NUMBA_DISABLE_JIT": "0" if compiled else "1"}
        code = CODE.replace("COMPILED is COMPILED", f"COMPILED is {compiled}")
        command = [sys.executable, "-W", "error", "-c", code]
        said.append(subprocess.run(command, env=told, capture_output=True, text=True, check=True).stdout)
    assert said[0] == said[1]
