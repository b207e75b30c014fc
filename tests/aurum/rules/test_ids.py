"""What the book says, edition by edition; tests/contract holds its ids together with laws and tests."""

import pytest
from marks import rule

from karat.aurum.book import book
from karat.aurum.rules.rules import Edition


@pytest.mark.parametrize("edition", Edition)
def test_every_edition_says_something_on_every_rule(edition: Edition):
    assert all(book().text(rule_id, edition) for rule_id in book().ids)


@rule("A8.5", "A9.1", "A2.4")
def test_the_book_says_where_editions_differ():
    assert [rule_id for rule_id, _, _ in book().differences("de", "fr")] == ["A2.4", "A9.1"]
    assert [rule_id for rule_id, _, _ in book().differences("fr", "ru")] == ["A8.5", "A9.1"]
    assert book().differences("de", "de") == ()
