"""The rules of Aurum in our own words, by id."""

from __future__ import annotations

from functools import cache

from karat.book import Book, read_book


@cache
def book(language: str = "en") -> Book:
    """The whole book, with what each edition says; UnknownLanguage where there is none."""
    return read_book(__name__, language)


def rule_text(rule_id: str, edition: str = "de", language: str = "en") -> str:
    """What one rule says.

    >>> rule_text("A5.4")
    'A base metal that already lies in the trick may not be played to it again.'
    """
    return book(language).text(rule_id, edition)
