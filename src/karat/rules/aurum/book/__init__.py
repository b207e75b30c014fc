"""The rules of Aurum in our own words, by id."""

from __future__ import annotations

import pkgutil
from functools import cache

from karat.book import Book, parse_book


@cache
def book(language: str = "en") -> Book:
    """The whole book, with what each edition says."""
    text = pkgutil.get_data(__name__, f"{language}.md")
    if text is None:
        raise FileNotFoundError(f"no rules of Aurum in the language {language!r}")
    return parse_book(text.decode("utf-8"))


def rule_text(rule_id: str, edition: str = "de") -> str:
    """What one rule says.

    >>> rule_text("A5.4")
    'A base metal that already lies in the trick may not be played to it again.'
    """
    return book().text(rule_id, edition)
