"""Content made to fit: cells under each other, lines of a width, as many as there is room for."""

from __future__ import annotations

from collections.abc import Sequence

from textual.content import Content


def columns(rows: Sequence[tuple[str, Sequence[Content]]], *, gap: int = 3, right: bool = False) -> Content:
    """Rows with their names, every cell as wide as its column; numbers stand best at the `right` of theirs."""
    first = max(len(name) for name, _ in rows)
    widths = [max(cells[index].cell_length for _, cells in rows) for index in range(len(rows[0][1]))]
    lines = []
    for name, cells in rows:
        padded = [fitted(cell, width, right=right) for cell, width in zip(cells, widths, strict=True)]
        lines.append(Content.assemble((name.ljust(first), "dim"), " " * gap, Content(" " * gap).join(padded)))
    return Content("\n").join(lines)


def fitted(cell: Content | str, width: int, *, right: bool = False) -> Content:
    """A cell of exactly this width, cut with an ellipsis where it is longer."""
    content = Content(cell) if isinstance(cell, str) else cell
    if content.cell_length > width:
        return content.truncate(width, ellipsis=True)
    space = width - content.cell_length
    return content.pad_left(space) if right else content.pad_right(space)


def cropped(content: Content, width: int, height: int) -> list[Content]:
    """As many lines as there is room for; an ellipsis where that is not all."""
    lines = content.wrap(width)
    kept = lines[:height]
    if kept and len(lines) > height:
        kept[-1] = Content.assemble(kept[-1].truncate(max(1, width - 2)), " …")
    return kept
