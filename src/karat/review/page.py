"""A review as one HTML file that needs nothing else: no script, no font, no network."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from karat.review.values import CLEAR
from karat.review.words import (
    NOTHING_ELSE,
    TEXTS,
    AskedFor,
    choice_line,
    details,
    heading,
    ledger_rows,
    likelihood_rows,
    percent,
)
from karat.words.seat_names import numbered

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from karat.review.values import Judged, Review

WIDTH, HEIGHT, EDGE = 960, 260, 34
COLOURS = ("#d9b25f", "#7fb7c9", "#c98a7f", "#9bbf7f", "#b79bd6", "#d6cf9b", "#8a93a8", "#d68fb7")
"""By side; brass for the first."""
STYLE = """
:root { color-scheme: dark; --ground: #15130f; --panel: #1c1914; --ink: #ece5d6; --quiet: #a89f8c; --brass: #8d7340;
  --bright: #d9b25f; --loss: #e08a74; }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 16px/1.5 Georgia, "Times New Roman", serif; }
main { max-width: 1040px; margin: 0 auto; padding: 32px 20px 64px; }
h1 { font-weight: 400; font-size: 30px; margin: 0 0 4px; color: var(--bright); }
h2 { font-weight: 400; font-size: 20px; margin: 36px 0 12px; padding-bottom: 6px; }
h2 { border-bottom: 1px solid var(--brass); }
p { margin: 4px 0; } .quiet { color: var(--quiet); }
ol, ul { margin: 0; padding-left: 22px; } li { margin: 10px 0; }
figure { margin: 0; border: 1px solid var(--brass); background: var(--panel); padding: 8px; }
figure { overflow-x: auto; } svg { display: block; width: 100%; min-width: 640px; height: auto; }
svg text { fill: var(--quiet); font: 12px Georgia, serif; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
td, th { text-align: left; padding: 5px 10px 5px 0; border-bottom: 1px solid #3a3222; font-weight: 400; }
td.number, th.number { text-align: right; white-space: nowrap; }
tr:last-child td { border-bottom: 1px solid var(--brass); }
th { color: var(--quiet); } .loss { color: var(--loss); } .scroll { overflow-x: auto; }
tr:target td { background: #2a2417; } a { color: var(--bright); }
details table { width: auto; } details td, details th { padding-right: 20px; }
summary { color: var(--quiet); cursor: pointer; } details { margin: 6px 0; }
pre { font: 13px/1.4 Consolas, Menlo, "DejaVu Sans Mono", monospace; margin: 6px 0; }
"""


def page_of(found: Review, language: str, beside: AskedFor = NOTHING_ELSE) -> str:
    """The whole page."""
    title = escape(f"Karat: {TEXTS.text('title', language)}")
    body = "\n".join(sections(found, language, beside))
    return (
        f'<!doctype html>\n<html lang="{language}">\n<head><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width, initial-scale=1"><title>{title}</title>'
        f"<style>{STYLE}</style></head>\n<body><main>\n{body}\n</main></body>\n</html>\n"
    )


def sections(found: Review, language: str, beside: AskedFor) -> Iterator[str]:
    def head(key: str) -> str:
        return f"<h2>{escape(TEXTS.text(key, language))}</h2>"

    yield f"<h1>{escape(TEXTS.text('title', language))}</h1><p class='quiet'>{escape(heading(found, language))}</p>"
    yield head("curve")
    yield f"<figure>{curve(found, language)}</figure>"
    yield head("costly")
    yield costly(found, language, beside)
    if found.ledger:
        yield head("ledger")
        yield table([], ledger_rows(found.ledger, language), numbers=(1, 2))
    lost = [
        (found.kinds[kind][language], percent(one.mean), f"± {percent(one.error)}")
        for kind, one in found.by_kind.items()
        if one.mean
    ]
    if lost:
        yield head("by_kind")
        yield table([], lost, numbers=(1, 2))
    if beside.levels:
        yield head("levels")
        yield table([], [(one.level, "; ".join(one.lines)) for one in beside.levels])
    yield head("all")
    rows = "".join(choice_row(found, one, language) for one in found.choices)
    yield f"<div class='scroll'><table>{rows}</table></div>"


def costly(found: Review, language: str, beside: AskedFor) -> str:
    if not found.costly:
        return f"<p>{escape(TEXTS.text('none', language))}</p>"
    told = []
    for place in found.costly:
        one = found.choices[place]
        more = "".join(f"<p class='quiet'>{escape(line)}</p>" for line in details(one, language))
        for rule in one.why.rules if one.why else ():
            if rule in beside.rules:
                more += folded(rule, f"<p>{escape(beside.rules[rule])}</p>")
        more += folded(TEXTS.text("position", language), f"<pre>{escape(one.position)}</pre>")
        if one.step in beside.known:
            heads, rows = likelihood_rows(found, beside.known[one.step], language)
            more += folded(TEXTS.text("known", language), table(heads, rows, numbers=tuple(range(1, len(heads)))))
        told.append(f"<li><a href='#step-{one.step}'>{escape(choice_line(found, one, language))}</a>{more}</li>")
    return f"<ol>{''.join(told)}</ol>"


def folded(title: str, inside: str) -> str:
    """What is shown when it is asked for."""
    return f"<details><summary>{escape(title)}</summary><div class='scroll'>{inside}</div></details>"


def table(heads: Sequence[str], rows: Sequence[Sequence[str]], numbers: tuple[int, ...] = ()) -> str:
    top = "".join(
        f"<th{' class=number' if place in numbers else ''}>{escape(one)}</th>" for place, one in enumerate(heads)
    )
    top = f"<tr>{top}</tr>" if heads else ""
    body = "".join(
        "<tr>"
        + "".join(
            f"<td{' class=number' if place in numbers else ''}>{escape(cell)}</td>" for place, cell in enumerate(row)
        )
        + "</tr>"
        for row in rows
    )
    return f"<table>{top}{body}</table>"


def choice_row(found: Review, one: Judged, language: str) -> str:
    clear = one.verdict == CLEAR
    cells = [
        f"{one.round}.{one.index}",
        found.kinds[one.kind][language],
        one.played.action,
        percent(one.played.win.mean),
        TEXTS.text(f"verdict.{one.verdict}", language),
        f"{one.best.action} −{percent(one.loss.mean)}" if clear else "",
    ]
    told = "".join(f"<td>{escape(cell)}</td>" for cell in cells)
    return f"<tr id='step-{one.step}'{' class=loss' if clear else ''}>{told}</tr>"


def curve(found: Review, language: str) -> str:
    """The chances by side as lines; costly choices are points on the own one, which lead to their rows."""
    last = max(found.curve[-1].step, 1)

    def at(step: int, chance: float) -> tuple[float, float]:
        across = EDGE + (WIDTH - 2 * EDGE) * step / last
        return round(across, 1), round(EDGE + (HEIGHT - 2 * EDGE) * (1 - chance), 1)

    own = next(number for number, seats in enumerate(found.sides) if found.seat in seats)
    names = numbered(sum(map(len, found.sides)), language).names
    parts = []
    for share in (0.0, 0.25, 0.5, 0.75, 1.0):
        left, high = at(0, share)
        parts.append(f"<line x1='{left}' x2='{WIDTH - EDGE}' y1='{high}' y2='{high}' stroke='#3a3222'/>")
        parts.append(f"<text x='2' y='{high + 4}'>{share:.0%}</text>")
    rounds = {point.round: point.step for point in reversed(found.curve)}
    for number, step in sorted(rounds.items()):
        across, _ = at(step, 0)
        parts.append(f"<line x1='{across}' x2='{across}' y1='{EDGE}' y2='{HEIGHT - EDGE}' stroke='#5a4a2a'/>")
        parts.append(f"<text x='{across + 4}' y='{HEIGHT - EDGE + 16}'>{number}</text>")
    for side, seats in enumerate(found.sides):
        line = " ".join(f"{x},{y}" for x, y in (at(point.step, point.chances[side]) for point in found.curve))
        colour, width = COLOURS[(side - own) % len(found.sides) % len(COLOURS)], 2.5 if side == own else 1.25
        name = " & ".join(names[seat] for seat in seats)
        parts.append(
            f"<polyline points='{line}' fill='none' stroke='{colour}' stroke-width='{width}'>"
            f"<title>{name}</title></polyline>"
        )
        parts.append(f"<text x='{EDGE + 110 * side}' y='16' style='fill:{colour}'>{name}</text>")
    for place in found.costly:
        one = found.choices[place]
        x, y = at(one.step, one.best.win.mean)
        told = escape(f"{one.played.action}: −{percent(one.loss.mean)}")
        point = f"<circle cx='{x}' cy='{y}' r='5' fill='#e08a74'><title>{told}</title></circle>"
        parts.append(f"<a href='#step-{one.step}'>{point}</a>")
    return f"<svg viewBox='0 0 {WIDTH} {HEIGHT}' role='img'>{''.join(parts)}</svg>"
