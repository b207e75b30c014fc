"""A short title for every Law, in every language: what a refusal says before the rule itself is looked up."""

from __future__ import annotations

import pkgutil
import tomllib
from functools import cache
from typing import TYPE_CHECKING

from karat.language import Texts, known, texts

if TYPE_CHECKING:
    from collections.abc import Mapping


def law_titles(package: str, language: str = "en") -> dict[str, str]:
    """The titles by id that the file `laws.toml` of a package tells.

    >>> law_titles("karat.aurum.words", "de")["A5.4"]
    'Dieses Metall liegt schon im Stich'
    """
    known(language)
    return {law: title[language] for law, title in _titles(package).items()}


@cache
def _titles(package: str) -> Mapping[str, Texts]:
    laws = tomllib.loads((pkgutil.get_data(package, "laws.toml") or b"").decode("utf-8"))
    return {law: texts(title, f"the title of {law}") for law, title in laws.items()}
