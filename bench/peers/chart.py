"""The race as a picture: one bar for each entrant on a logarithmic scale, as SVG."""

from __future__ import annotations

import math
from collections.abc import Sequence
from html import escape

from bench.peers.contest import Result
from bench.peers.report import rate

ROW, LEFT, WIDTH, RIGHT, TOP = 26, 270, 460, 90, 46
OURS, THEIRS, INK, FAINT = "#c9971c", "#5b7fa6", "#222", "#ddd"


def svg(results: Sequence[Result], title: str) -> str:
    """Fastest first; a bar ends at the median, and a line shows from the slowest turn to the fastest."""
    shown = sorted((result for result in results if result.measured), key=lambda result: -result.median)
    floor = math.floor(math.log10(min((min(result.speeds) for result in shown), default=1)))
    ceiling = math.ceil(math.log10(max((result.best for result in shown), default=10)))
    ceiling = max(ceiling, floor + 1)

    def x(speed: float) -> float:
        return round(LEFT + WIDTH * (math.log10(speed) - floor) / (ceiling - floor), 1)

    bottom = TOP + ROW * len(shown)
    height, width = bottom + 34, LEFT + WIDTH + RIGHT
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}"',
        f' font-family="sans-serif" font-size="13" fill="{INK}" role="img" aria-label="{escape(title)}">',
        f'<rect width="{width}" height="{height}" fill="#fff"/>',
        f'<text x="12" y="26" font-size="16">{escape(title)}</text>',
    ]
    for power in range(floor, ceiling + 1):
        at = x(10**power)
        parts += [
            f'<line x1="{at}" x2="{at}" y1="{TOP - 6}" y2="{bottom}" stroke="{FAINT}"/>',
            f'<text x="{at}" y="{bottom + 18}" text-anchor="middle">{rate(10**power)}</text>',
        ]
    for row, result in enumerate(shown):
        top, colour = TOP + ROW * row, OURS if result.entrant.library == "karat" else THEIRS
        middle = top + ROW / 2 - 3
        slowest, end, fastest = x(min(result.speeds)), x(result.median), x(result.best)
        parts += [
            f'<text x="{LEFT - 8}" y="{middle + 5}" text-anchor="end">{escape(result.entrant.key)}</text>',
            f'<rect x="{LEFT}" y="{top}" width="{round(end - LEFT, 1)}" height="{ROW - 6}" fill="{colour}"/>',
            f'<line x1="{slowest}" x2="{fastest}" y1="{middle}" y2="{middle}" stroke="{INK}"/>',
            f'<text x="{fastest + 6}" y="{middle + 5}">{rate(result.median)}</text>',
        ]
    return "\n".join([*parts, "</svg>"]) + "\n"
