"""The win rates of a tournament as a picture: a dot and its 95 % interval for each, as SVG."""

from __future__ import annotations

from html import escape

from karat.arena.bootstrap import Estimate
from karat.arena.deals import Seating
from karat.arena.report import Report

ROW, LEFT, WIDTH, RIGHT, TOP = 28, 300, 420, 120, 52
DOT, INK, FAINT, FAIR = "#c9971c", "#222", "#ddd", "#5b7fa6"


def svg(told: Report) -> str:
    """A row for each team, and for each meeting where there are several; the dashed line is the fair share."""
    plan = told.plan
    rows: list[tuple[str, Estimate]] = [(line.name, line.wins) for line in told.lines]
    if len(plan.meetings) > 1 and plan.seating is not Seating.CROSS:
        rows += [(plan.name(number), told.tally.wins_of_first(number)) for number in range(len(plan.meetings))]
    title = f"{plan.kit.name}, {plan.rules.players} players: {plan.unit} won, {told.deals} deals"
    bottom = TOP + ROW * len(rows)
    height, width = bottom + 34, LEFT + WIDTH + RIGHT
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}"',
        f' font-family="sans-serif" font-size="13" fill="{INK}" role="img" aria-label="{escape(title)}">',
        f'<rect width="{width}" height="{height}" fill="#fff"/>',
        f'<text x="12" y="26" font-size="16">{escape(title)}</text>',
    ]
    for percent in range(0, 101, 25):
        at = _x(percent / 100)
        parts += [
            f'<line x1="{at}" x2="{at}" y1="{TOP - 6}" y2="{bottom}" stroke="{FAINT}"/>',
            f'<text x="{at}" y="{bottom + 18}" text-anchor="middle">{percent} %</text>',
        ]
    fair = _x(plan.fair)
    parts.append(f'<line x1="{fair}" x2="{fair}" y1="{TOP - 6}" y2="{bottom}" stroke="{FAIR}" stroke-dasharray="4 3"/>')
    for row, (name, won) in enumerate(rows):
        middle = TOP + ROW * row + ROW / 2 - 3
        parts += [
            f'<text x="{LEFT - 8}" y="{middle + 5}" text-anchor="end">{escape(name)}</text>',
            f'<line x1="{_x(won.low)}" x2="{_x(won.high)}" y1="{middle}" y2="{middle}" stroke="{INK}"/>',
            f'<circle cx="{_x(won.mean)}" cy="{middle}" r="5" fill="{DOT}"/>',
            f'<text x="{LEFT + WIDTH + 10}" y="{middle + 5}">{won.mean:.1%} ± {won.reach:.1%}</text>',
        ]
    return "\n".join([*parts, "</svg>"]) + "\n"


def _x(share: float) -> float:
    return round(LEFT + WIDTH * share, 1)
