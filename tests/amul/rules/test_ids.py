"""The triangle: what can be broken has a Law, a Law stands in the book, and every id of the book has a test."""

import re
from pathlib import Path

from karat.amul.book import book, rule_text
from karat.amul.rules import notation
from karat.amul.rules.law import Law

HERE = Path(__file__).parent


def ids_that_tests_carry() -> set[str]:
    """The ids that tests of Amul carry in their marks, read from the files so that every worker sees all."""
    found: set[str] = set()
    for file in HERE.glob("test_*.py"):
        for marks in re.findall(r"^@rule\((.*?)\)$", file.read_text("utf-8"), re.MULTILINE):
            found |= set(re.findall(r'"([MRWS]\d+(?:\.\d+)?)"', marks))
            found |= {Law[name].value for name in re.findall(r"Law\.(\w+)", marks)}
    return found


def test_every_law_stands_in_the_book():
    assert {law.value for law in Law} <= set(book().ids)


def test_every_rule_of_the_book_has_a_test():
    assert set(book().ids) - ids_that_tests_carry() == set()


def test_no_test_carries_an_id_that_is_not_in_the_book():
    assert ids_that_tests_carry() - set(book().ids) == set()


def test_every_law_is_raised_somewhere_in_the_rules():
    source = "".join(file.read_text("utf-8") for file in Path(notation.__file__).parent.glob("*.py"))
    assert [law.name for law in Law if f"Law.{law.name}" not in source] == []


def test_the_book_has_every_rule_once():
    numbers = [f"M{number}" for number in range(1, 48)] + [f"R{number}" for number in range(1, 18)]
    assert set(numbers) <= set(book().ids)
    ids = [rule.id for rule in book().rules]
    assert len(set(ids)) == len(ids)
    assert rule_text("M39").startswith("The three highest")
