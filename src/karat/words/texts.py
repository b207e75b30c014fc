"""Texts with slots and forms, read from a file and filled in. Knows no game.

    [CardPlayed.short]
    en = "[seat: You play|{seat} plays] {card}."

`{card}` is a slot. `[seat: …|…]` has forms, and what stands in the slot `seat` says which is taken: for somebody, the
first if they are spoken to and the second if not; for a number, the plural of the language. Forms may hold slots and
further forms. A text may be there twice, `short` and `full`.
"""

from __future__ import annotations

import pkgutil
import tomllib
from dataclasses import dataclass, field
from functools import lru_cache
from string import Formatter
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from karat.language import LANGUAGES, MissingText, Texts, known, texts

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

Length: TypeAlias = Literal["short", "full"]


@dataclass(frozen=True, slots=True)
class Somebody:
    """Whoever a sentence is about: what they are called, and whether it is said to them."""

    name: str
    spoken_to: bool = False


@dataclass(frozen=True, slots=True)
class Sentence:
    """A text by its key, and what goes into its slots: names, numbers, sentences, rows of them, values of a game."""

    key: str
    parts: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class TextRow:
    """Sentences one after the other, with commas between."""

    sentences: tuple[Sentence, ...]


@dataclass(frozen=True, slots=True)
class TextFile:
    """The texts of a file in a package, by their keys; those within tables have dots in theirs."""

    package: str
    name: str

    @property
    def texts(self) -> Mapping[str, Texts]:
        return _read(self.package, self.name)

    def text(self, key: str, language: str, length: Length | None = None) -> str:
        """The text with its slots and forms; where it is not there in that length, the one for both."""
        text = self.texts.get(f"{key}.{length}") or self.texts.get(key)
        if text is None:
            raise MissingText(f"{self.name} of {self.package} has no text {key!r}")
        return text[known(language)]

    def pieces(
        self,
        sentence: Sentence,
        language: str,
        length: Length | None = None,
        draw: Callable[[Any], Any] = str,
    ) -> Iterator[Any]:
        """The sentence from left to right: texts, and in the slots what `draw` makes of a game's own values."""
        text = choose(self.text(sentence.key, language, length), language, sentence.parts)
        for literal, slot, _, _ in Formatter().parse(text):
            if literal:
                yield literal
            if slot is not None:
                yield from self._part(sentence.parts[slot], language, length, draw)

    def _part(self, part: Any, language: str, length: Length | None, draw: Callable[[Any], Any]) -> Iterator[Any]:
        match part:
            case Sentence():
                yield from self.pieces(part, language, length, draw)
            case TextRow(sentences):
                for place, one in enumerate(sentences):
                    if place:
                        yield ", "
                    yield from self.pieces(one, language, length, draw)
            case Somebody(name):
                yield name
            case str() | int():
                yield str(part)
            case _:
                yield draw(part)

    def say(
        self,
        sentence: Sentence | str,
        language: str,
        length: Length | None = None,
        draw: Callable[[Any], Any] = str,
        /,
        **parts: Any,
    ) -> str:
        """The same as plain text; a key and parts will do for a sentence."""
        whole = Sentence(sentence, parts) if isinstance(sentence, str) else sentence
        return "".join(map(str, self.pieces(whole, language, length, draw)))


def choose(text: str, language: str, parts: Mapping[str, Any]) -> str:
    """The text with one of each of its forms.

    >>> choose("[who: You have|{who} has] {n} [n: card|cards]", "en", {"who": Somebody("Maes"), "n": 1})
    '{who} has {n} card'
    """
    begin = text.find("[")
    if begin < 0:
        return text
    end = _closing(text, begin)
    slot, _, forms = text[begin + 1 : end].partition(": ")
    part, options = parts[slot], _options(forms)
    which = (0 if part.spoken_to else 1) if isinstance(part, Somebody) else plural(part, language)
    return text[:begin] + choose(options[which], language, parts) + choose(text[end + 1 :], language, parts)


def plural(number: int, language: str) -> int:
    """Which of a noun's forms goes with a number, as Unicode's plural rules have it.

    >>> [plural(number, "ru") for number in (1, 2, 5, 11, 21, 22)]
    [0, 1, 2, 2, 0, 1]
    """
    number = abs(number)
    match known(language):
        case "fr":
            return int(number >= 2)
        case "ru":
            if number % 10 == 1 and number % 100 != 11:
                return 0
            return 1 if number % 10 in (2, 3, 4) and number % 100 not in (12, 13, 14) else 2
        case _:
            return int(number != 1)


def _closing(text: str, begin: int) -> int:
    """Where the bracket ends that begins there."""
    depth = 0
    for place in range(begin, len(text)):
        depth += (text[place] == "[") - (text[place] == "]")
        if not depth:
            return place
    raise MissingText(f"a bracket is not closed in {text!r}")


def _options(forms: str) -> list[str]:
    """Forms apart, but not those of forms within them."""
    depth, options = 0, [""]
    for letter in forms:
        depth += (letter == "[") - (letter == "]")
        if letter == "|" and not depth:
            options.append("")
        else:
            options[-1] += letter
    return options


@lru_cache(maxsize=64)
def _read(package: str, name: str) -> Mapping[str, Texts]:
    raw = pkgutil.get_data(package, name)
    if raw is None:
        raise MissingText(f"{package} has no file {name}")
    return dict(_leaves(tomllib.loads(raw.decode("utf-8")), f"{package}/{name}", ""))


def _leaves(table: Mapping[str, Any], where: str, path: str) -> Iterator[tuple[str, Texts]]:
    """The texts in a table and those within it, by their keys."""
    for key, value in table.items():
        if isinstance(value, dict) and not set(value) & set(LANGUAGES):
            yield from _leaves(value, where, f"{path}{key}.")
        else:
            yield f"{path}{key}", texts(value, f"{path}{key} in {where}")
