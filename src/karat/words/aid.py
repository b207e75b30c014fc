"""A player aid: a game on half a page, in every language, every line with the rules that it sums up."""

from __future__ import annotations

import pkgutil
import tomllib
from dataclasses import dataclass
from functools import cache
from typing import Any

from karat.language import known, texts


@dataclass(frozen=True, slots=True)
class AidLine:
    text: str
    rules: tuple[str, ...]
    """The ids of the rules in the book."""


@dataclass(frozen=True, slots=True)
class AidSection:
    heading: str
    lines: tuple[AidLine, ...]


@cache
def player_aid(package: str, language: str = "en") -> tuple[AidSection, ...]:
    """What the file `aid.toml` of a package tells, in one language.

    >>> [section.heading for section in player_aid("karat.aurum.words", "de")]
    ['Eine Runde', 'Was du spielen darfst', 'Nach einem Stich', 'Wertung']
    """
    known(language)
    return tuple(
        AidSection(
            texts(section["heading"], f"a heading of the aid in {package}")[language],
            tuple(read_line(line, language) for line in section["line"]),
        )
        for section in _file(package)["section"]
    )


def read_line(line: dict[str, Any], language: str) -> AidLine:
    by_language = {key: text for key, text in line.items() if key != "rules"}
    return AidLine(texts(by_language, f"the aid on {', '.join(line['rules'])}")[language], tuple(line["rules"]))


@cache
def _file(package: str) -> dict[str, Any]:
    return tomllib.loads((pkgutil.get_data(package, "aid.toml") or b"").decode("utf-8"))
