"""A study as a page to read: tables, pictures, and how all of it came about."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from karat import __version__
from karat.study.plot import svg

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from karat.study.design import Design
    from karat.study.findings import Finding

MOST_ROWS = 20
"""Lines of a table with more subjects than that: the best and the worst of them are told."""
QUESTIONS = {
    "starter": ("Who begins", "The share of wins by place, counted from who begins."),
    "seat": ("Seats", "The share of matches won by seat. Chance says who begins, so no seat should differ."),
    "bid": ("What bids are worth", "The share of rounds won, and the points, by what the side had bid in the end."),
    "card": (
        "Which cards win",
        "The share of matches won by who had the card in the area at the end. A card may win, or winners may get it.",
    ),
    "rules": ("What the rules change", "Each measure less the same by the usual rules, on the same cards."),
}


def markdown(design: Design, findings: Sequence[Finding], pictures: str, command: str) -> str:
    """The whole report; `pictures` is what their names begin with."""
    differing = sum(one.differs for one in findings)
    lines = [
        f"# How balanced is {design.kit.name.capitalize()}?",
        "",
        (
            f"{design.matches} matches under each of {len(design.cells)} sets of rules, all seats played by "
            f"`{design.bot}`; Karat {__version__}. The same command gives the same figures:"
        ),
        "",
        "```sh",
        command,
        "```",
        "",
        (
            f"{len(findings)} comparisons were made, and {differing} of them *differ* (bold): by Holm's method over "
            "all of them, so that the chance of even one false alarm is below 5 %. Intervals are of 95 % each, from "
            "drawing matches anew; whatever comes from one match counts as one observation. All of it says how these "
            "bots fare, and people may fare otherwise."
        ),
        "",
    ]
    for question, (title, about) in QUESTIONS.items():
        asked = [one for one in findings if one.question == question]
        if asked:
            lines += [f"## {title}", "", about, "", *table(question, asked), ""]
            if question != "rules":
                lines += [f"![{title}]({pictures}{question}.svg)", ""]
    return "\n".join(lines).rstrip() + "\n"


def table(question: str, findings: Sequence[Finding]) -> Iterator[str]:
    """The rows of a question as Markdown."""
    if question == "rules":
        yield "| rules | measure | usual | change (95 %) |"
        yield "|---|---|---|---|"
        for one in findings:
            change = f"{one.found.mean:+.3f} ({one.found.low:+.3f} to {one.found.high:+.3f})"
            yield f"| {one.where} | {one.subject} | {one.points:.3f} | {bold(change, one)} |"
        return
    yield "| rules | of whom | cases | won (95 %) | fair | points |"
    yield "|---|---|---|---|---|---|"
    for one in told(findings):
        won = f"{one.found.mean:.1%} ({100 * one.found.low:.1f}–{100 * one.found.high:.1f})"
        row = (
            one.where,
            " ".join(one.subject.split()),
            one.count,
            bold(won, one),
            f"{one.expected:.1%}",
            f"{one.points:.1f}",
        )
        yield f"| {' | '.join(map(str, row))} |"


def told(findings: Sequence[Finding]) -> list[Finding]:
    """All of them where they are few for each of the rules; else the best and the worst."""
    found: list[Finding] = []
    for where in dict.fromkeys(one.where for one in findings):
        rows = [one for one in findings if one.where == where]
        if len(rows) > MOST_ROWS:
            ranked = sorted(rows, key=lambda one: -one.found.mean)
            often = [one for one in ranked if one.chance < 1] or ranked
            rows = often[: MOST_ROWS // 4] + often[-MOST_ROWS // 4 :]
        found += rows
    return found


def bold(text: str, one: Finding) -> str:
    return f"**{text}**" if one.differs else text


def pictures(design: Design, findings: Sequence[Finding]) -> dict[str, str]:
    """By question, the picture of what its table tells."""
    found = {}
    for question, (title, _) in QUESTIONS.items():
        asked = told([one for one in findings if one.question == question])
        if asked and question != "rules":
            found[question] = svg(f"{design.kit.name.capitalize()}: {title.lower()}", asked)
    return found


def to_json(design: Design, findings: Sequence[Finding], seconds: float) -> dict[str, Any]:
    return {
        "karat": __version__,
        "game": design.kit.name,
        "bot": design.bot,
        "by": list(design.by),
        "matches": design.matches,
        "seed": design.seed,
        "think": str(design.think),
        "cells": [str(cell) for cell in design.cells],
        "seconds": round(seconds, 1),
        "findings": [asdict(one) for one in findings],
    }
