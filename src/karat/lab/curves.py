"""The log of a run as a picture: wins and loss over the rounds played, as SVG."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

WIDTH, HEIGHT, LEFT, TOP, RIGHT, BOTTOM = 640, 300, 60, 50, 60, 40
LINES = {"random": "#999999", "early": "#5b7fa6", "shipped": "#4c8c4a", "loss": "#c9971c"}
LABELS = {
    "random": "wins over random play",
    "early": "over an early net",
    "shipped": "over the shipped net",
    "loss": "loss (right)",
}


def curves(tests: Sequence[dict[str, Any]]) -> str:
    """One line for each rival and one for the loss, which has a scale of its own on the right."""
    most = max([test["rounds"] for test in tests] + [1])
    losses = [test["loss"] for test in tests if math.isfinite(test["loss"])]
    low, high = (min(losses), max(losses)) if losses else (0.0, 1.0)
    if high - low < 1e-9:
        high = low + 1

    def point(test: dict[str, Any], name: str) -> str:
        part = (test[name] - low) / (high - low) if name == "loss" else test[name]
        return f"{LEFT + WIDTH * test['rounds'] / most:.1f},{TOP + HEIGHT * (1 - part):.1f}"

    right, bottom = LEFT + WIDTH, TOP + HEIGHT
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {right + RIGHT} {bottom + BOTTOM}" ',
        'font-family="sans-serif" font-size="13" fill="#222" role="img" aria-label="Training">',
        f'<rect width="{right + RIGHT}" height="{bottom + BOTTOM}" fill="#fff"/>',
    ]
    for percent in range(0, 101, 25):
        at = TOP + HEIGHT * (1 - percent / 100)
        parts.append(f'<line x1="{LEFT}" x2="{right}" y1="{at}" y2="{at}" stroke="#ddd"/>')
        parts.append(f'<text x="{LEFT - 8}" y="{at + 4}" text-anchor="end">{percent} %</text>')
    parts.append(f'<text x="{right + 6}" y="{TOP + 4}">{high:.3f}</text>')
    parts.append(f'<text x="{right + 6}" y="{bottom + 4}">{low:.3f}</text>')
    parts.append(f'<text x="{right}" y="{bottom + 24}" text-anchor="end">{most:,} rounds</text>')
    for number, (name, colour) in enumerate(LINES.items()):
        points = " ".join(point(test, name) for test in tests if math.isfinite(test.get(name, math.nan)))
        parts.append(f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"/>')
        parts.append(f'<text x="{LEFT + 160 * number}" y="28" fill="{colour}">{LABELS[name]}</text>')
    return "\n".join([*parts, "</svg>"]) + "\n"
