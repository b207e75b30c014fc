"""What notices say, in the language of where they go."""

from __future__ import annotations

import tomllib
from collections import defaultdict
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, NamedTuple

from karat.language import Texts, known, texts

if TYPE_CHECKING:
    from collections.abc import Mapping

FILE = "words.toml"


class NoticeText(NamedTuple):
    title: str
    line: str


@cache
def all_texts() -> Mapping[str, Mapping[str, Texts]]:
    """By what is told, and by which part of it."""
    read = tomllib.loads(files("karat.server.notices").joinpath(FILE).read_text("utf-8"))
    return {
        name: {part: texts(text, f"{name}.{part} in {FILE}") for part, text in parts.items()}
        for name, parts in read.items()
    }


def said(name: str, language: str, slots: Mapping[str, str]) -> NoticeText:
    """A title and a line; a slot that nobody gave is empty.

    >>> said("challenge", "en", {"who": "Ada", "game": "Chess"})
    NoticeText(title='A challenge', line='Ada challenges you to Chess')
    """
    return NoticeText(part(name, "title", language, slots), part(name, "line", language, slots))


def part(name: str, which: str, language: str, slots: Mapping[str, str]) -> str:
    return all_texts()[name][which][known(language)].format_map(defaultdict(str, slots))
