"""Findings as a picture: a dot and its 95 % interval for each, as SVG; a full dot differs from what is expected."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.study.findings import Finding

ROW, LEFT, WIDTH, RIGHT, TOP = 22, 320, 420, 130, 52
DOT, INK, FAINT, FAIR = "#c9971c", "#222", "#ddd", "#5b7fa6"


def svg(title: str, findings: Sequence[Finding]) -> str:
    """A row for each share of wins; dashes stand where all would be if nothing mattered."""
    most = max(0.1, *(one.found.high for one in findings), *(one.expected for one in findings))
    step = next(step for step in (0.02, 0.05, 0.1, 0.2, 0.25) if most / step <= 8 or step == 0.25)
    top = step * (int(most / step) + 1)
    bottom = TOP + ROW * len(findings)
    height, width = bottom + 34, LEFT + WIDTH + RIGHT

    def x(share: float) -> float:
        return round(LEFT + WIDTH * min(max(share, 0.0), top) / top, 1)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}"',
        f' font-family="sans-serif" font-size="13" fill="{INK}" role="img" aria-label="{escape(title)}">',
        f'<rect width="{width}" height="{height}" fill="#fff"/>',
        f'<text x="12" y="26" font-size="16">{escape(title)}</text>',
    ]
    for line in range(int(top / step + 0.5) + 1):
        at = x(line * step)
        parts += [
            f'<line x1="{at}" x2="{at}" y1="{TOP - 6}" y2="{bottom}" stroke="{FAINT}"/>',
            f'<text x="{at}" y="{bottom + 18}" text-anchor="middle">{line * step:.0%}</text>',
        ]
    for row, one in enumerate(findings):
        middle = TOP + ROW * row + ROW / 2 - 3
        fair, fill = x(one.expected), DOT if one.differs else "#fff"
        parts += [
            f'<line x1="{fair}" x2="{fair}" y1="{middle - 9}" y2="{middle + 9}" stroke="{FAIR}" stroke-width="2"/>',
            f'<text x="{LEFT - 8}" y="{middle + 5}" text-anchor="end">{escape(f"{one.where}: {one.subject}")}</text>',
            f'<line x1="{x(one.found.low)}" x2="{x(one.found.high)}" y1="{middle}" y2="{middle}" stroke="{INK}"/>',
            f'<circle cx="{x(one.found.mean)}" cy="{middle}" r="4.5" stroke="{DOT}" fill="{fill}"/>',
            f'<text x="{LEFT + WIDTH + 10}" y="{middle + 5}">{one.found.mean:.1%} ± {one.found.reach:.1%}</text>',
        ]
    return "\n".join([*parts, "</svg>"]) + "\n"
