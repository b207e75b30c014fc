"""The triangle: what can be broken has a Law, a Law stands in the book, and every id of the book has a test."""

import importlib
import re
from pathlib import Path

from contract.case import Case
from contract.cases import every_game

HERE = Path(__file__).parent


def ids_that_tests_carry(case: Case) -> set[str]:
    """The ids that tests of a game carry in their marks, read from the files so that every worker sees all."""
    found: set[str] = set()
    for file in (*case.tests.glob("test_*.py"), *HERE.glob("test_*.py")):
        for marks in re.findall(r"^@rule\((.*?)\)$", file.read_text("utf-8"), re.MULTILINE):
            found |= set(re.findall(f'"({case.ids})"', marks))
            found |= {case.laws[name].value for name in re.findall(r"Law\.(\w+)", marks)}
    return found


@every_game
def test_every_law_stands_in_the_book(case: Case):
    assert {law.value for law in case.laws} <= set(case.kit.book().ids)


@every_game
def test_every_rule_of_the_book_has_a_test(case: Case):
    assert set(case.kit.book().ids) - ids_that_tests_carry(case) == set()


@every_game
def test_no_test_carries_an_id_that_is_not_in_the_book(case: Case):
    assert ids_that_tests_carry(case) - set(case.kit.book().ids) == set()


@every_game
def test_every_law_is_raised_somewhere_in_the_rules(case: Case):
    package = importlib.import_module(case.laws.__module__.rpartition(".")[0])
    source = "".join(file.read_text("utf-8") for file in Path(package.__path__[0]).glob("*.py"))
    assert [law.name for law in case.laws if f"Law.{law.name}" not in source] == []
