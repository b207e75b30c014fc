"""What stands in the book; tests/contract holds its ids together with laws and tests."""

from karat.amul.book import book, rule_text


def test_the_book_has_every_rule_once():
    numbers = [f"M{number}" for number in range(1, 48)] + [f"R{number}" for number in range(1, 18)]
    assert set(numbers) <= set(book().ids)
    ids = [rule.id for rule in book().rules]
    assert len(set(ids)) == len(ids)
    assert rule_text("M39").startswith("The three highest")
