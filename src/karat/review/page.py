"""A review as one HTML file that needs nothing else: no script, no font, no network."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from karat.review.asked import NOTHING_ELSE
from karat.review.openers import STYLE as OPENERS_STYLE
from karat.review.openers import chip, popovers, reason
from karat.review.values import CLEAR
from karat.review.words import TEXTS, heading, ledger_rows, likelihood_rows, open_cards_line, percent
from karat.words.seat_names import numbered

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from karat.review.asked import AskedFor
    from karat.review.values import Judged, LuckLedger, Review, TriedAction

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
.costly { list-style: none; padding: 0; display: grid; gap: 14px; }
.costly > li { margin: 0; padding: 14px 18px 12px; background: var(--panel); border: 1px solid #3a3222;
  border-left: 3px solid var(--loss); border-radius: 6px; }
.costly header { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 4px 20px; }
.costly header a { text-decoration: none; } .costly header b { font-size: 20px; font-weight: 400; }
.two { display: grid; grid-template-columns: repeat(auto-fit, minmax(250px, 1fr)); gap: 10px; margin: 10px 0; }
.two > div { position: relative; display: flex; flex-wrap: wrap; align-items: baseline; gap: 2px 12px; }
.two > div { padding: 6px 10px 10px; background: #221d15; border-radius: 4px; overflow: hidden; }
.two small { color: var(--quiet); min-width: 56px; } .two span { flex: 1; } .two b { font-weight: 400; }
.two i { position: absolute; left: 0; bottom: 0; height: 3px; background: var(--loss); }
.two .better i { background: #8fb573; }
.ledger td.bars { width: 45%; position: relative; } .ledger i { position: absolute; top: 30%; height: 40%; }
.ledger i { border-radius: 2px; } .sum { background: var(--brass); } .gain { background: #8fb573; }
.ledger .cost { background: var(--loss); }
pre { font: 13px/1.4 Consolas, Menlo, "DejaVu Sans Mono", monospace; margin: 6px 0; }
"""


def page_of(found: Review, language: str, beside: AskedFor = NOTHING_ELSE) -> str:
    """The whole page."""
    title = escape(f"Karat: {TEXTS.text('title', language)}")
    body = "\n".join(sections(found, language, beside))
    return (
        f'<!doctype html>\n<html lang="{language}">\n<head><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width, initial-scale=1"><title>{title}</title>'
        f"<style>{STYLE}{OPENERS_STYLE}</style></head>\n<body><main>\n{body}\n</main></body>\n</html>\n"
    )


def sections(found: Review, language: str, beside: AskedFor) -> Iterator[str]:
    def head(key: str) -> str:
        return f"<h2>{escape(TEXTS.text(key, language))}</h2>"

    yield f"<h1>{escape(TEXTS.text('title', language))}</h1><p class='quiet'>{escape(heading(found, language))}</p>"
    yield head("curve")
    yield f"<figure>{curve(found, language, beside)}</figure>"
    yield head("costly")
    yield costly(found, language, beside)
    if found.ledger:
        yield head("ledger")
        yield ledger(found.ledger, language)
    lost = [
        (found.kinds[kind][language], percent(one.mean, language), f"± {percent(one.error, language)}")
        for kind, one in found.by_kind.items()
        if one.mean
    ]
    if lost:
        yield head("by_kind")
        yield table([], lost, numbers=(1, 2))
    if beside.levels:
        yield head("levels")
        yield table([], [(one.level, "; ".join(one.lines(beside.facts))) for one in beside.levels])
    yield head("all")
    rows = "".join(choice_row(found, one, language, beside) for one in found.choices)
    yield f"<div class='scroll'><table>{rows}</table></div>"
    yield from popovers(beside)


def costly(found: Review, language: str, beside: AskedFor) -> str:
    if not found.costly:
        return f"<p>{escape(TEXTS.text('none', language))}</p>"
    return (
        f"<ol class=costly>{''.join(mistake(found, found.choices[at], language, beside) for at in found.costly)}</ol>"
    )


def mistake(found: Review, one: Judged, language: str, beside: AskedFor) -> str:
    """One of the choices that cost most: what was played and what was better, why, and all that can be looked up."""
    kind = found.kinds[one.kind][language]
    where = TEXTS.say("where", language, round=one.round, index=one.index, kind=kind)
    sure = TEXTS.text("exactly", language) if one.is_exact else f"± {percent(one.loss.error, language)}"
    lost = f"<b>{percent(one.loss.mean, language)}</b> <small>{escape(sure)}</small>"
    cost = f"<span class=loss>{escape(TEXTS.text('lost', language))} {lost}</span>"
    told = [
        f"<header><a href='#step-{one.step}'>{escape(where)}</a>{cost}</header><div class=two>",
        *(option(one, tried, key, language, beside) for tried, key in ((one.played, "played"), (one.best, "better"))),
        "</div>",
    ]
    if one.why:
        told.append(f"<p>{reason(one.why, language, beside)}</p>")
    if one.open_cards:
        told.append(f"<p class=quiet>{escape(open_cards_line(one, language, beside))}</p>")
    told.append(folded(TEXTS.text("position", language), f"<pre>{escape(one.position)}</pre>"))
    if one.step in beside.known:
        heads, rows = likelihood_rows(found, one.step, beside, language)
        chips = [chip(name, beside) for name in beside.known[one.step].cards]
        told.append(folded(TEXTS.text("known", language), shares_table(heads, rows, chips)))
    return f"<li>{''.join(told)}</li>"


def option(one: Judged, tried: TriedAction, key: str, language: str, beside: AskedFor) -> str:
    """An action with its chance to win, as a number and as a bar."""
    return (
        f"<div class={key}><small>{escape(TEXTS.text(key, language))}</small>"
        f"<span>{escape(beside.action(one.step, tried.action))}</span><b>{percent(tried.win.mean, language)}</b>"
        f"<i style='width:{100 * tried.win.mean:.1f}%'></i></div>"
    )


def ledger(told: LuckLedger, language: str) -> str:
    """The sum, each line with a bar from where the one before it ended."""
    steps = [(0.0, told.prior)]
    for one in (told.deal, told.own, told.others, told.chance):
        steps.append((steps[-1][1], steps[-1][1] + one.mean))
    steps.append((0.0, told.result))
    low, high = min(0.0, *(min(step) for step in steps)), max(1.0, *(max(step) for step in steps))
    rows = []
    for (name, value, error), (begin, end) in zip(ledger_rows(told, language), steps, strict=True):
        left, wide = (min(begin, end) - low) / (high - low), abs(end - begin) / (high - low)
        look = (
            "sum"
            if begin == 0.0 and name in {TEXTS.text("prior", language), TEXTS.text("result", language)}
            else ("gain" if end >= begin else "cost")
        )
        bar = f"<i class={look} style='left:{100 * left:.1f}%;width:{max(100 * wide, 0.4):.1f}%'></i>"
        rows.append(
            f"<tr><td>{escape(name)}</td><td class=number>{escape(value)}</td><td class='number quiet'>{escape(error)}"
            f"</td><td class=bars>{bar}</td></tr>"
        )
    return f"<table class=ledger>{''.join(rows)}</table>"


def shares_table(heads: Sequence[str], rows: Sequence[Sequence[str]], chips: Sequence[str]) -> str:
    """How likely each card lay where, the cards as something to open."""
    top = "".join(f"<th class=number>{escape(one)}</th>" for one in heads[1:])
    body = "".join(
        f"<tr><td>{card}</td>{''.join(f'<td class=number>{escape(cell)}</td>' for cell in cells)}</tr>"
        for card, (_, *cells) in zip(chips, rows, strict=True)
    )
    return f"<table><tr><th></th>{top}</tr>{body}</table>"


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


def choice_row(found: Review, one: Judged, language: str, beside: AskedFor) -> str:
    clear = one.verdict == CLEAR
    better = f"{beside.action(one.step, one.best.action)} −{percent(one.loss.mean, language)}" if clear else ""
    cells = [
        f"{one.round}.{one.index}",
        found.kinds[one.kind][language],
        beside.action(one.step, one.played.action),
        percent(one.played.win.mean, language),
        TEXTS.text(f"verdict.{one.verdict}", language),
        better,
    ]
    told = "".join(f"<td>{escape(cell)}</td>" for cell in cells)
    return f"<tr id='step-{one.step}'{' class=loss' if clear else ''}>{told}</tr>"


def curve(found: Review, language: str, beside: AskedFor) -> str:
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
        told = escape(f"{beside.action(one.step, one.played.action)}: −{percent(one.loss.mean, language)}")
        point = f"<circle cx='{x}' cy='{y}' r='5' fill='#e08a74'><title>{told}</title></circle>"
        parts.append(f"<a href='#step-{one.step}'>{point}</a>")
    return f"<svg viewBox='0 0 {WIDTH} {HEIGHT}' role='img'>{''.join(parts)}</svg>"
