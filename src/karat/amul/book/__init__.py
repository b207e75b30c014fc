"""The rules of Amul in our own words, by id."""

from __future__ import annotations

from functools import cache

from karat.book import Book, read_book


@cache
def book(language: str = "en") -> Book:
    """The whole book; Amul has one edition, so every rule is in it. UnknownLanguage where there is none."""
    return read_book(__name__, language)


def rule_text(rule_id: str, language: str = "en") -> str:
    """What one rule says.

    >>> rule_text("M42")
    'The highest total wins.'
    """
    return book(language).text(rule_id, "")
