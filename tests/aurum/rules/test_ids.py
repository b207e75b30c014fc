"""What the book says, edition by edition; tests/contract holds its ids together with laws and tests."""

import pytest
from marks import rule

from karat.aurum.book import book
from karat.aurum.rules.rules import Edition
from karat.language import LANGUAGES


@pytest.mark.parametrize("edition", Edition)
def test_every_edition_says_something_on_every_rule(edition: Edition):
    assert all(book().text(rule_id, edition) for rule_id in book().ids)


def differing(one: str, other: str) -> list[str]:
    return [here.id for here, _ in book().differences(one, other)]


@rule("A8.5", "A9.1", "A2.4")
def test_the_book_says_where_editions_differ():
    """In what they say, and in what we had to rule because they say less."""
    assert differing("de", "fr") == ["A2.4", "A7.4", "A8.6", "A9.1"]
    assert differing("fr", "ru") == ["A8.5", "A8.6", "A9.1", "A10.1", "A11.1"]
    assert book().differences("de", "de") == ()


RULINGS = {
    "A3.4": ("de", "fr", "ru"),
    "A4.1": ("de", "fr", "ru"),
    "A7.4": ("de", "fr", "ru"),
    "A8.5": ("de", "fr", "ru"),
    "A8.6": ("de", "fr", "ru"),
    "A9.1": ("fr",),
    "A9.2": ("de", "fr", "ru"),
    "A10.1": ("ru",),
    "A11.1": ("de", "fr", "ru"),
    "AV.2": ("de", "fr", "ru"),
}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("rule_id", RULINGS)
def test_what_the_rulebooks_leave_open_is_marked_as_our_ruling(rule_id: str, language: str):
    told = book(language)
    assert tuple(edition for edition in Edition if told.rule(rule_id, edition).ruling) == RULINGS[rule_id]


def test_a_reading_that_editions_need_for_different_reasons_has_a_reason_each():
    """A stone read as the leader is said of the German rulebook alone; a nugget for "each player" of the Russian."""
    stone, each = (book().rule(rule_id, edition).ruling for rule_id, edition in (("A7.4", "de"), ("A8.6", "ru")))
    assert "stone" in stone
    assert "stone" not in book().rule("A7.4", "fr").ruling
    assert "each tied player" in each
    assert "2-1-0" in book().rule("A9.1", "fr").ruling
    assert "held at the end" in book().rule("A8.5", "ru").ruling


@rule("AG.1", "AG.2", "AG.3", "AG.4", "AG.5", "AG.6", "AG.7", "AG.8", "AG.9", "AG.10")
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_glossary_explains_words_that_the_book_uses(language: str):
    whole = book(language)
    (glossary,) = (chapter for chapter in whole.chapters if chapter.id == "AG")
    rest = " ".join(rule.text for rule in whole.rules if rule not in glossary.rules).lower()
    for entry in glossary.rules:
        word = entry.text.partition(":")[0].strip().lower()
        # An inflected form will do: «взятка» is met as «взяток», "Bedienen" is named to say that it is forbidden.
        assert word[:4] in rest or entry.id == "AG.3", entry.text
