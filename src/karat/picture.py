"""A table that prints itself, as a picture: its text with cards as coloured tiles. Knows no game."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from html import escape

WIDE, HIGH, MARGIN = 9, 22, 14
"""Of a letter and a line, and around it all."""
INKS = {
    "black": "#3a3a3a",
    "red": "#e0703f",
    "green": "#6fae6a",
    "yellow": "#e3b341",
    "blue": "#6d8fd6",
    "magenta": "#b98ad0",
    "cyan": "#6fc3c9",
    "white": "#d9d9d9",
}
"""By the name that a terminal has for a colour."""
PAPER, TEXT, DARK = "#1d1a17", "#e9e1d3", "#1d1a17"


def pieces(line: str, colours: Mapping[str, str]) -> Iterator[tuple[int, str, str | None]]:
    """A line in parts: where each begins, its text, and the colour of a card's tile, or None for words."""
    cards = sorted(
        (found.start(), found.group(), ink_of(style))
        for pattern, style in colours.items()
        for found in re.finditer(pattern, line)
    )
    place = 0
    for begin, text, ink in cards:
        if begin > place:
            yield place, line[place:begin], None
        yield begin, text, ink
        place = begin + len(text)
    if place < len(line):
        yield place, line[place:], None


def ink_of(style: str) -> str:
    """The colour that a style of the terminal's names, such as `bold magenta`."""
    return next((INKS[word] for word in style.split() if word in INKS), TEXT)


def svg_of(text: str, colours: Mapping[str, str]) -> str:
    """The text as one SVG image; `colours` is as in `Kit.card_colours`."""
    lines = text.splitlines() or [""]
    width, height = WIDE * max(map(len, lines)) + 2 * MARGIN, HIGH * len(lines) + 2 * MARGIN
    drawn = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}">',
        f"<title>{escape(lines[0])}</title>",
        f'<rect width="{width}" height="{height}" rx="8" fill="{PAPER}"/>',
        '<g font-family="ui-monospace, monospace" font-size="15">',
    ]
    for row, line in enumerate(lines):
        top = MARGIN + HIGH * row
        for place, part, ink in pieces(line, colours):
            if not part.strip():
                continue
            left = MARGIN + WIDE * place
            if ink:
                size = f'width="{WIDE * len(part) + 4}" height="{HIGH - 4}"'
                drawn.append(f'<rect x="{left - 2}" y="{top + 2}" {size} rx="3" fill="{ink}"/>')
            drawn.append(
                f'<text x="{left}" y="{top + HIGH - 6}" textLength="{WIDE * len(part)}" xml:space="preserve"'
                f' fill="{DARK if ink else TEXT}">{escape(part)}</text>'
            )
    return "\n".join([*drawn, "</g>", "</svg>"])
