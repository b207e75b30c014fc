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
