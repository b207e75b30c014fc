"""What the page about the kernel and the fronts for Python show is what happens."""

import doctest
from pathlib import Path

import pytest

from karat.amul.kernel import edge as amul_edge
from karat.aurum.kernel import edge as aurum_edge

PAGE = Path(__file__).resolve().parent.parent.parent / "docs" / "kernel.md"


def test_the_examples_of_the_page_run():
    told = doctest.testfile(str(PAGE), module_relative=False)
    assert told.attempted > 20
    assert told.failed == 0


@pytest.mark.parametrize("module", [aurum_edge, amul_edge], ids=["aurum", "amul"])
def test_the_examples_of_the_fronts_run(module):
    told = doctest.testmod(module)
    assert told.attempted
    assert told.failed == 0
