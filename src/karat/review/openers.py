"""What opens on the page of a review: cards and rules, by the browser's own popovers and no script.

A browser that has none shows all of it one after the other at the end of the page.
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from karat.judging import WhyBetter
    from karat.review.asked import AskedFor

STYLE = """
.opens { font: inherit; color: var(--bright); background: none; border: 0; padding: 0; cursor: pointer; }
.opens { text-decoration: underline dotted 1px; text-underline-offset: 3px; }
.opens:hover, .opens:focus-visible { text-decoration-style: solid; }
.chip { display: inline-block; min-width: 34px; padding: 0 6px; border-radius: 5px; text-align: center;
  text-decoration: none; font-weight: 700; line-height: 1.45; box-shadow: 0 0 0 1px #0006, 0 1px 3px #0008; }
.rule { font-size: 13px; border: 1px solid var(--brass); border-radius: 9px; padding: 0 8px; text-decoration: none; }
.opened { max-width: min(420px, 92vw); border: 1px solid var(--brass); border-radius: 10px; padding: 0;
  background: var(--panel); color: var(--ink); box-shadow: 0 18px 60px #000c; overflow: hidden; }
.opened::backdrop { background: #0b0a08b3; }
.opened h3 { margin: 0; padding: 14px 20px 12px; font-weight: 400; font-size: 21px; display: flex; gap: 12px; }
.opened h3 { align-items: baseline; justify-content: space-between; }
.opened .inside { padding: 12px 20px 16px; } .opened p { margin: 6px 0; }
.sign { font-size: 26px; font-weight: 700; }
"""


def card(name: str, text: str, beside: AskedFor) -> str:
    """A word that opens the card, or the word alone where the card is not told."""
    if name not in beside.cards:
        return escape(text)
    return f"<button class=opens popovertarget='{card_id(name)}'>{escape(text)}</button>"


def chip(name: str, beside: AskedFor) -> str:
    """The card itself, small, that opens."""
    told = beside.cards.get(name)
    if told is None:
        return escape(name)
    look = f"background:{told.paper};color:{told.ink}"
    return f"<button class='opens chip' style='{look}' popovertarget='{card_id(name)}'>{escape(told.short)}</button>"


def rule(name: str, beside: AskedFor) -> str:
    if name not in beside.rules:
        return escape(name)
    return f"<button class='opens rule' popovertarget='{rule_id(name)}'>{escape(name)}</button>"


def reason(why: WhyBetter, language: str, beside: AskedFor) -> str:
    """Why, sentence by sentence, its cards to be opened; then the rules."""
    sentences = [
        "".join(card(one.card, one.text, beside) if one.card else escape(one.text) for one in fact.pieces[language])
        for fact in why.facts
    ]
    text = " ".join(sentences) or escape(why.texts[language])
    return f"{text} {' '.join(rule(one, beside) for one in why.rules)}"


def popovers(beside: AskedFor) -> Iterator[str]:
    """All that can be opened."""
    for name, told in beside.cards.items():
        look = f"background:{told.paper};color:{told.ink}"
        sign = f"<span class=sign>{escape(told.sign)}</span>" if told.sign else ""
        head = f"<h3 style='{look}'>{escape(told.name)}{sign}</h3>"
        lines = "".join(f"<p>{escape(line)}</p>" for line in told.lines)
        rules = " ".join(rule(one, beside) for one in told.rules)
        yield opened(card_id(name), head, [lines, f"<p>{rules}</p>" if rules else ""])
    for name, text in beside.rules.items():
        yield opened(rule_id(name), f"<h3>{escape(name)}</h3>", [f"<p>{escape(text)}</p>"])


def opened(name: str, head: str, inside: Iterable[str]) -> str:
    return f"<div popover class=opened id='{name}'>{head}<div class=inside>{''.join(inside)}</div></div>"


def card_id(name: str) -> str:
    return f"card-{escape(name).replace(':', '-')}"


def rule_id(name: str) -> str:
    return f"rule-{escape(name)}"
