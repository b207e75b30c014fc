"""The page on the solver says what is so."""

import doctest
from pathlib import Path

PAGE = Path(__file__).resolve().parents[3] / "docs" / "solver.md"


def test_the_page_on_the_solver_runs():
    assert doctest.testfile(str(PAGE), module_relative=False).failed == 0
