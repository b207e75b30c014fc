"""Sentences of a game as content of a screen, with its cards drawn in their colours."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from textual.content import Content

from karat.words.aid import AidSection
from karat.words.texts import Length, Sentence, TextFile

AID_WIDTH = 74
"""So much text fits a dialog in a terminal of eighty columns."""
RULE_WIDTH = 5
"""Of the id of a rule, with a space."""


def as_it_is(value: Any) -> Any:
    return value


def spoken(
    texts: TextFile,
    sentence: Sentence,
    language: str,
    length: Length | None = None,
    draw: Callable[[Any], Any] = as_it_is,
) -> Content:
    """The sentence, with what `draw` makes of values that are neither names nor numbers."""
    return Content.assemble(*texts.pieces(sentence, language, length, draw))


def with_bold_head(line: Content) -> Content:
    """Up to the first colon or full stop bold: `Round 2.`, `Offers:`."""
    ends = [line.plain.index(mark) for mark in ".:" if mark in line.plain]
    return line.stylize("bold", 0, min(ends) + 1) if ends else line


def aid_lines(sections: Sequence[AidSection], width: int = AID_WIDTH) -> list[Content]:
    """A player aid, every line with the first of its rules."""
    lines = []
    for section in sections:
        lines.append(Content.styled(section.heading, "bold"))
        for line in section.lines:
            first, *more = Content(line.text).wrap(width - RULE_WIDTH)
            lines.append(Content.assemble((line.rules[0].ljust(RULE_WIDTH), "dim"), first))
            lines += [each.pad_left(RULE_WIDTH) for each in more]
    return lines
