"""What pages about the kernel and the fronts for Python show is what happens."""

import doctest
from pathlib import Path

import pytest

from karat.amul.kernel import edge as amul_edge
from karat.aurum.kernel import edge as aurum_edge

DOCS = Path(__file__).resolve().parent.parent.parent / "docs"


@pytest.mark.parametrize("page", ["kernel.md", "researchers.md"])
def test_the_examples_of_a_page_run(page):
    told = doctest.testfile(str(DOCS / page), module_relative=False)
    assert told.attempted > 10
    assert told.failed == 0


@pytest.mark.parametrize("module", [aurum_edge, amul_edge], ids=["aurum", "amul"])
def test_the_examples_of_the_fronts_run(module):
    told = doctest.testmod(module)
    assert told.attempted
    assert told.failed == 0
