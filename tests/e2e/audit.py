"""What axe finds against the rules of access."""

from __future__ import annotations

from typing import TYPE_CHECKING

from chromium import ROOT

if TYPE_CHECKING:
    from playwright.sync_api import Page

AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"


def wrongs(page: Page, **rules: object) -> list[str]:
    """One line for each place that breaks a rule; of all rules, unless some are named as axe has it."""
    if page.evaluate("typeof axe") == "undefined":
        page.evaluate(AXE.read_text("utf-8"))
    found = page.evaluate("rules => axe.run(document, {resultTypes: ['violations'], ...rules})", rules)
    return [
        f"{wrong['id']}: {node['target']} {node['failureSummary']}"
        for wrong in found["violations"]
        for node in wrong["nodes"]
    ]


def wrongs_in_light(page: Page) -> list[str]:
    """The same of a page that is shown in the dark theme, where colours are all that differs."""
    page.evaluate("document.documentElement.dataset.theme = 'light'")
    return wrongs(page, runOnly=["color-contrast"])


BROKEN = r"""() => {
    const broken = [], texts = document.createTreeWalker(document.querySelector('#main'), NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
        if (texts.currentNode.parentElement.closest('code, .sr, svg')) continue;
        for (const word of texts.currentNode.data.matchAll(/[\p{L}\p{M}]{2,}/gu)) {
            const range = document.createRange();
            range.setStart(texts.currentNode, word.index);
            range.setEnd(texts.currentNode, word.index + word[0].length);
            const lines = [...range.getClientRects()].filter(({width}) => width);
            if (lines.length > 1 && lines.at(-1).top - lines[0].top > 4) broken.push(word[0]);
        }
    }
    return broken;
}"""


def broken_words(page: Page) -> list[str]:
    """Words that stand on two lines, because what they stand in is too narrow for them."""
    found: list[str] = page.evaluate(BROKEN)
    return found
