"""A short title for every Law, in every language: what a refusal says before the rule itself is looked up."""

from __future__ import annotations

import pkgutil
import tomllib
from functools import cache
from typing import TYPE_CHECKING

from karat.language import Texts, known, texts

if TYPE_CHECKING:
    from collections.abc import Mapping


def law_title(game: str, law: str, language: str = "en") -> str:
    """What a refusal by that Law says in one line.

    >>> law_title("aurum", "A5.4", "de")
    'Dieses Metall liegt schon im Stich'
    """
    return _titles()[game][law][known(language)]


def law_titles(game: str, language: str = "en") -> dict[str, str]:
    """The titles of all Laws of a game by id."""
    known(language)
    return {law: title[language] for law, title in _titles()[game].items()}


@cache
def _titles() -> Mapping[str, Mapping[str, Texts]]:
    told = tomllib.loads((pkgutil.get_data(__name__, "laws.toml") or b"").decode("utf-8"))
    return {
        game: {law: texts(title, f"the title of {law}") for law, title in laws.items()} for game, laws in told.items()
    }
