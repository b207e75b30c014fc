"""A rules book: chapters of numbered rules in plain words, some of them only in certain editions. Knows no game.

The text is Markdown of a fixed form, so that it reads well as it is and can be asked for one rule::

    # Title
    A few words of introduction.
    ## A5 Playing a trick
    - A5.1 Whoever holds the token leads the first trick.
    - A8.5 {de, fr} The highest gold card decides.
    - A8.5 {ru} With three players this step is left out.
      > Where a rulebook leaves room: what we ruled, and why.

A line that begins with `>` is a ruling of ours on the rule above it. The readers of a book set it apart from what the
rulebooks say.
"""

from __future__ import annotations

import pkgutil
import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from karat.language import known

if TYPE_CHECKING:
    from collections.abc import Collection

_CHAPTER = re.compile(r"## (?P<id>\w+) (?P<title>.+)")
_RULE = re.compile(r"- (?P<id>\w+(?:\.\d+)?) (?:\{(?P<editions>[\w, ]+)\} )?(?P<text>.+)")


class UnknownRule(KeyError):
    """An id that does not stand in the book."""


class BadBook(ValueError):
    """A line that is neither a chapter nor a rule, nor a ruling on one, nor prose before them."""


@dataclass(frozen=True, slots=True)
class Rule:
    """One numbered sentence or two; `editions` is empty when all of them have it."""

    id: str
    text: str
    editions: tuple[str, ...] = ()
    ruling: str = ""
    """What is ours in it and why; empty where the rulebooks say it all."""

    def holds_in(self, edition: str) -> bool:
        return not self.editions or edition in self.editions


@dataclass(frozen=True, slots=True)
class Chapter:
    id: str
    title: str
    rules: tuple[Rule, ...]


@dataclass(frozen=True, slots=True)
class Book:
    title: str
    introduction: str
    chapters: tuple[Chapter, ...]

    @property
    def rules(self) -> tuple[Rule, ...]:
        return tuple(rule for chapter in self.chapters for rule in chapter.rules)

    @property
    def ids(self) -> tuple[str, ...]:
        """Every id once, in the order of the book."""
        return tuple(dict.fromkeys(rule.id for rule in self.rules))

    def edition(self, edition: str) -> Book:
        """The book as that edition has it."""
        chapters = tuple(
            replace(chapter, rules=tuple(rule for rule in chapter.rules if rule.holds_in(edition)))
            for chapter in self.chapters
        )
        return replace(self, chapters=chapters)

    def only(self, ids: Collection[str]) -> Book:
        """The rules and whole chapters that are named."""
        chapters = (
            replace(chapter, rules=tuple(rule for rule in chapter.rules if {rule.id, chapter.id} & set(ids)))
            for chapter in self.chapters
        )
        return replace(self, chapters=tuple(chapter for chapter in chapters if chapter.rules))

    def rule(self, rule_id: str, edition: str) -> Rule:
        """One rule as one edition has it."""
        for rule in self.rules:
            if rule.id == rule_id and rule.holds_in(edition):
                return rule
        raise UnknownRule(rule_id)

    def text(self, rule_id: str, edition: str) -> str:
        """What one rule says in one edition."""
        return self.rule(rule_id, edition).text

    def differences(self, one: str, other: str) -> tuple[tuple[Rule, Rule], ...]:
        """The rules on which two editions differ, in what they say or in what we had to rule, as each has them."""
        pairs = ((self.rule(rule_id, one), self.rule(rule_id, other)) for rule_id in self.ids)
        return tuple(pair for pair in pairs if pair[0] != pair[1])


def parse_book(text: str) -> Book:
    """The book that a text in the form above is."""
    title, prose = "", []
    chapters: list[Chapter] = []
    for line in filter(None, map(str.strip, text.splitlines())):
        if found := _CHAPTER.fullmatch(line):
            chapters.append(Chapter(found["id"], found["title"], ()))
        elif (found := _RULE.fullmatch(line)) and chapters:
            editions = tuple(re.findall(r"\w+", found["editions"] or ""))
            rule = Rule(found["id"], found["text"], editions)
            chapters[-1] = replace(chapters[-1], rules=(*chapters[-1].rules, rule))
        elif line.startswith("> ") and chapters and chapters[-1].rules and not chapters[-1].rules[-1].ruling:
            *before, rule = chapters[-1].rules
            chapters[-1] = replace(chapters[-1], rules=(*before, replace(rule, ruling=line[2:])))
        elif line.startswith("# ") and not title:
            title = line[2:]
        elif not chapters:
            prose.append(line)
        else:
            raise BadBook(f"neither a chapter nor a rule: {line!r}")
    return Book(title, " ".join(prose), tuple(chapters))


def read_book(package: str, language: str) -> Book:
    """The book of a package that keeps one text for each language; UnknownLanguage when there is none in it."""
    text = pkgutil.get_data(package, f"{known(language)}.md")
    if text is None:
        raise BadBook(f"{package} cannot be read from where it is installed")
    return parse_book(text.decode("utf-8"))
