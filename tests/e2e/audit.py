"""What axe finds against the rules of access."""

from __future__ import annotations

from typing import TYPE_CHECKING

from chromium import ROOT

if TYPE_CHECKING:
    from playwright.sync_api import Page

AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"


def wrongs(page: Page) -> list[str]:
    """One line for each place that breaks a rule."""
    page.evaluate(AXE.read_text())
    found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    return [
        f"{wrong['id']}: {node['target']} {node['failureSummary']}"
        for wrong in found["violations"]
        for node in wrong["nodes"]
    ]
