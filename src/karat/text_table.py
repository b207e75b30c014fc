"""Rows of text under each other, no wider than a terminal; for values that print themselves. Knows no game."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

WIDTH = 80
"""Columns that every terminal has."""
GAP = "  "


def text_table(rows: Sequence[Sequence[str]]) -> str:
    """Cells in columns; the last of a row goes on below itself where the line would be too long.

    >>> print(text_table([("seat", "hand"), ("0", "B7 C3"), ("1", "2 cards")]))
    seat  hand
    0     B7 C3
    1     2 cards
    """
    columns = max(map(len, rows)) - 1
    widths = [max(len(row[column]) for row in rows if column < len(row)) for column in range(columns)]
    lines = []
    for *cells, last in rows:
        head = "".join(cell.ljust(width) + GAP for cell, width in zip(cells, widths, strict=False))
        wrapped = textwrap.wrap(last, WIDTH - len(head), break_on_hyphens=False) or [""]
        lines += [(head if not place else " " * len(head)) + part for place, part in enumerate(wrapped)]
    return "\n".join(line.rstrip() for line in lines)
