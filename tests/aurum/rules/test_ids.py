"""The triangle: what can be broken has a Law, a Law stands in the book, and every id of the book has a test."""

import re
from pathlib import Path

import pytest
from marks import rule

from karat.aurum.book import book
from karat.aurum.rules import notation
from karat.aurum.rules.law import Law
from karat.aurum.rules.rules import Edition

HERE = Path(__file__).parent


def ids_that_tests_carry() -> set[str]:
    """The ids that tests of Aurum carry in their marks, read from the files so that every worker sees all."""
    found: set[str] = set()
    for file in HERE.glob("test_*.py"):
        for marks in re.findall(r"^@rule\((.*?)\)$", file.read_text("utf-8"), re.MULTILINE):
            found |= set(re.findall(r'"(A\w+\.\d+)"', marks))
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


@pytest.mark.parametrize("edition", Edition)
def test_every_edition_says_something_on_every_rule(edition: Edition):
    assert all(book().text(rule_id, edition) for rule_id in book().ids)


@rule("A8.5", "A9.1", "A2.4")
def test_the_book_says_where_editions_differ():
    assert [rule_id for rule_id, _, _ in book().differences("de", "fr")] == ["A2.4", "A9.1"]
    assert [rule_id for rule_id, _, _ in book().differences("fr", "ru")] == ["A8.5", "A9.1"]
    assert book().differences("de", "de") == ()
