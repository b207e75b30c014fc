"""The languages that Karat speaks, and a text in all of them. Knows no game."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Mapping

LANGUAGES = ("en", "de", "fr", "ru")
"""English first: the others are translated from it."""

Texts: TypeAlias = "Mapping[str, str]"
"""The same text by language; all of them are there."""


class UnknownLanguage(ValueError):
    """A language that Karat has no texts in."""


class MissingText(ValueError):
    """A text that is not there in every language."""


def known(language: str) -> str:
    """`language` itself; UnknownLanguage when there are no texts in it.

    >>> known("fr")
    'fr'
    """
    if language not in LANGUAGES:
        raise UnknownLanguage(f"no texts in the language {language!r}; there are {', '.join(LANGUAGES)}")
    return language


def texts(read: object, where: str) -> Texts:
    """`read`, as it stands in a file, checked: a text for every language, and nothing else."""
    if not isinstance(read, dict) or set(read) != set(LANGUAGES):
        raise MissingText(f"{where} must have a text in each of {', '.join(LANGUAGES)}, not {read!r}")
    for language, text in read.items():
        if not isinstance(text, str) or not text.strip():
            raise MissingText(f"{where} says nothing in {language}")
    return read


def decimal(number: float, language: str, *, digits: int = 1, sign: bool = False) -> str:
    """A number as it is written in a language.

    >>> decimal(-7.25, "de"), decimal(7.5, "en", sign=True)
    ('−7,2', '+7.5')
    """
    told = f"{number:{'+' if sign else ''}.{digits}f}".replace("-", "−")
    return told if known(language) == "en" else told.replace(".", ",")
