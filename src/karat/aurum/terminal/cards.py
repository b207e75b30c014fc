"""How Aurum's cards look in a terminal. A metal is letter, symbol and colour; the letter is always there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from textual.content import Content

from karat.aurum.rules.cards import Card, Cards, Metal

SYMBOLS = {
    Metal.BISMUTH: "◆",
    Metal.COPPER: "♀",
    Metal.PHOSPHORUS: "▲",
    Metal.SILVER: "☽",
    Metal.ZINC: "■",
    Metal.GOLD: "☉",
}
"""Old signs where fonts have them (copper, silver, gold; a flame's triangle), plain shapes elsewhere."""

COLOURS = {
    Metal.BISMUTH: "#d878e8",
    Metal.COPPER: "#e07b4f",
    Metal.PHOSPHORUS: "#7ed65a",
    Metal.SILVER: "#dfe6ea",
    Metal.ZINC: "#5cb8f0",
    Metal.GOLD: "#f0c040",
}
"""Far enough apart that a terminal of sixteen colours keeps all six different."""

MUTED = "#8a7d6b"


@dataclass(frozen=True, slots=True)
class Face:
    """One card in a row: `bright` ones stand a line higher, the `marked` one has a heavy frame."""

    card: Card | None
    """None for a card that lies face down."""
    bright: bool = True
    marked: bool = False


@dataclass(frozen=True, slots=True)
class Size:
    width: int
    height: int


SMALL = Size(5, 4)
LARGE = Size(7, 5)

_FRAMES = {"base": "╭─╮│╰╯", "gold": "╔═╗║╚╝", "marked": "┏━┓┃┗┛"}


def inline(card: Card) -> Content:
    """A card within a line of text: `B7◆`."""
    return Content.styled(f"{card}{SYMBOLS[card.metal]}", f"bold {COLOURS[card.metal]}")


def inline_row(cards: Cards) -> Content:
    return Content(" ").join(map(inline, cards)) if cards else Content("–")


def ranks_of(cards: Cards) -> Content:
    """Gold as its ranks, copies counted: `☉ 0 3×2 7`."""
    counted = {card.rank: cards.count(card) for card in cards}
    words = " ".join(f"{rank}×{copies}" if copies > 1 else str(rank) for rank, copies in counted.items())
    return Content.styled(f"{SYMBOLS[Metal.GOLD]} {words or '–'}", COLOURS[Metal.GOLD])


def face_lines(face: Face, size: Size) -> list[str]:
    """The card alone, as plain lines."""
    kind = "marked" if face.marked else "gold" if face.card is not None and face.card.is_gold else "base"
    top_left, across, top_right, upright, bottom_left, bottom_right = tuple(_FRAMES[kind])
    inner = size.width - 2
    name, symbol = ("", "?") if face.card is None else (str(face.card), SYMBOLS[face.card.metal])
    body = [name.ljust(inner), symbol.center(inner)]
    if size.height > SMALL.height:
        body.append(name.rjust(inner))
    return [
        f"{top_left}{across * inner}{top_right}",
        *(f"{upright}{line}{upright}" for line in body),
        f"{bottom_left}{across * inner}{bottom_right}",
    ]


def style_of(face: Face) -> str:
    if face.card is None:
        return MUTED
    if not face.bright:
        return f"bold {MUTED}" if face.marked else MUTED
    return f"bold {COLOURS[face.card.metal]}"


def draw_row(faces: Sequence[Face], size: Size, step: int) -> list[Content]:
    """Cards side by side, `step` columns from one to the next; one line more than a card is high."""
    rows: list[list[Content]] = [[] for _ in range(size.height + 1)]
    for index, face in enumerate(faces):
        shown = size.width if index == len(faces) - 1 else min(step, size.width)
        gap = " " * (step - shown) if index < len(faces) - 1 else ""
        blank = " " * shown
        lines = face_lines(face, size)
        placed = [*lines, blank] if face.bright else [blank, *lines]
        for row, line in zip(rows, placed, strict=True):
            row.append(Content.assemble((line[:shown], style_of(face)), gap))
    return [Content("").join(row) for row in rows]


def row_width(count: int, size: Size, step: int) -> int:
    return (count - 1) * step + size.width if count else 0


def index_at(column: int, count: int, size: Size, step: int) -> int | None:
    """Which card of a row lies at `column`."""
    if not 0 <= column < row_width(count, size, step):
        return None
    return min(column // step, count - 1)
