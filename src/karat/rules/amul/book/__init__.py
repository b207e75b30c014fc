"""The rules of Amul in our own words, by id."""

from __future__ import annotations

import pkgutil
from functools import cache

from karat.book import Book, parse_book


@cache
def book(language: str = "en") -> Book:
    """The whole book; Amul has one edition, so every rule is in it."""
    text = pkgutil.get_data(__name__, f"{language}.md")
    if text is None:
        raise FileNotFoundError(f"no rules of Amul in the language {language!r}")
    return parse_book(text.decode("utf-8"))


def rule_text(rule_id: str) -> str:
    """What one rule says.

    >>> rule_text("M42")
    'The highest total wins.'
    """
    return book().text(rule_id, "")
