"""The rules of Opal in our own words, by id."""

from __future__ import annotations

from functools import cache

from karat.book import Book, read_book


@cache
def book(language: str = "en") -> Book:
    """The whole book; UnknownLanguage where there is none."""
    return read_book(__name__, language)
