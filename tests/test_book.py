import pytest

from karat.book import BadBook, UnknownRule, parse_book

TEXT = """# Title
A few words.
More words.

## A1 First
- A1.1 The same everywhere.
- A1.2 {de, fr} One way.
- A1.2 {ru} Another.
  > It could be read otherwise.
- A1.3 {de, fr} Said by two.
- A1.3 {ru} Said by two.
  > Not said by the third.

## AV Last
- AV.1 Something.
"""


def test_a_book_has_chapters_of_rules():
    book = parse_book(TEXT)
    assert (book.title, book.introduction) == ("Title", "A few words. More words.")
    assert [(chapter.id, chapter.title, len(chapter.rules)) for chapter in book.chapters] == [
        ("A1", "First", 5),
        ("AV", "Last", 1),
    ]
    assert book.ids == ("A1.1", "A1.2", "A1.3", "AV.1")


def test_an_edition_has_its_own_rules_and_the_common_ones():
    book = parse_book(TEXT)
    assert book.text("A1.2", "fr") == "One way."
    assert book.text("A1.2", "ru") == "Another."
    assert [rule.text for rule in book.edition("ru").rules] == [
        "The same everywhere.",
        "Another.",
        "Said by two.",
        "Something.",
    ]


def test_a_ruling_of_ours_belongs_to_the_rule_above_it():
    book = parse_book(TEXT)
    assert book.rule("A1.2", "ru").ruling == "It could be read otherwise."
    assert book.rule("A1.2", "de").ruling == ""
    assert book.text("A1.2", "ru") == "Another."


@pytest.mark.parametrize("before", ["## A1 First", "## A1 First\n- A1.1 One.\n> Yes."])
def test_a_ruling_stands_below_a_rule_and_once(before):
    with pytest.raises(BadBook, match=r"neither a chapter nor a rule: '> No\.'"):
        parse_book(f"{before}\n> No.")


def test_editions_differ_in_what_they_say_and_in_what_we_ruled():
    differ = parse_book(TEXT).differences("de", "ru")
    assert [(here.id, here.text, there.text) for here, there in differ] == [
        ("A1.2", "One way.", "Another."),
        ("A1.3", "Said by two.", "Said by two."),
    ]
    assert [there.ruling for _, there in differ] == ["It could be read otherwise.", "Not said by the third."]
    assert parse_book(TEXT).differences("de", "fr") == ()


def test_rules_and_chapters_can_be_picked():
    assert parse_book(TEXT).edition("de").only(["A1.1", "AV"]).ids == ("A1.1", "AV.1")


def test_an_unknown_id_is_named():
    with pytest.raises(UnknownRule, match=r"A9\.9"):
        parse_book(TEXT).text("A9.9", "de")


def test_a_line_that_is_no_rule_is_not_lost_in_silence():
    with pytest.raises(BadBook, match="neither a chapter nor a rule: 'stray'"):
        parse_book(TEXT + "stray\n")
