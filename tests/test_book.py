import pytest

from karat.book import BadBook, UnknownRule, parse_book

TEXT = """# Title
A few words.
More words.

## A1 First
- A1.1 The same everywhere.
- A1.2 {de, fr} One way.
- A1.2 {ru} Another.

## AV Last
- AV.1 Something.
"""


def test_a_book_has_chapters_of_rules():
    book = parse_book(TEXT)
    assert (book.title, book.introduction) == ("Title", "A few words. More words.")
    assert [(chapter.id, chapter.title, len(chapter.rules)) for chapter in book.chapters] == [
        ("A1", "First", 3),
        ("AV", "Last", 1),
    ]
    assert book.ids == ("A1.1", "A1.2", "AV.1")


def test_an_edition_has_its_own_rules_and_the_common_ones():
    book = parse_book(TEXT)
    assert book.text("A1.2", "fr") == "One way."
    assert book.text("A1.2", "ru") == "Another."
    assert [rule.text for rule in book.edition("ru").rules] == ["The same everywhere.", "Another.", "Something."]


def test_differences_are_told_with_both_texts():
    assert parse_book(TEXT).differences("de", "ru") == (("A1.2", "One way.", "Another."),)
    assert parse_book(TEXT).differences("de", "fr") == ()


def test_rules_and_chapters_can_be_picked():
    assert parse_book(TEXT).edition("de").only(["A1.1", "AV"]).ids == ("A1.1", "AV.1")


def test_an_unknown_id_is_named():
    with pytest.raises(UnknownRule, match=r"A9\.9"):
        parse_book(TEXT).text("A9.9", "de")


def test_a_line_that_is_no_rule_is_not_lost_in_silence():
    with pytest.raises(BadBook, match="neither a chapter nor a rule: 'stray'"):
        parse_book(TEXT + "stray\n")
