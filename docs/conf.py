"""The documentation as a site: `./karat docs`, or scripts/site.

The sources are the Markdown files as they lie in the repository, so that they read as well there; nothing in them is
written for Sphinx but the short pages of docs/api. What holds them together is TREE.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from karat import __version__

if TYPE_CHECKING:
    from sphinx.application import Sphinx

TREE = {
    "Where to begin": ["/README", "pictures", "players", "owners", "researchers", "hosts", "engineers"],
    "To play": [
        *(f"rules/{game}{language}" for game in ("aurum", "amul") for language in ("", ".de", ".fr", ".ru")),
        *("amul-catalogue", "cli"),
    ],
    "Tutorials": ["tutorials/first-bot", "tutorials/study"],
    "In a program": [
        *("python", "records", "amul-cards", "shuffle", "perft", "bots", "server", "events"),
        *("kernel", "kernel-speed", "env", "solver", "ladder", "arena", "model-card", "training"),
        *("data", "studies", "studies/aurum/report", "studies/amul/report"),
    ],
    "Reference": ["api/games", "api/codes", "api/words", "api/bots", "api/kernel", "api/client"],
    "A server": ["operating", "people"],
    "Working on it": [
        *("development/setup", "development/architecture", "glossary", "development/adding-a-game"),
        *(
            "development/web",
            "development/strength",
            "development/review",
            "development/notices",
            "/CONTRIBUTING",
            "/SECURITY",
            "/CHANGELOG",
            "/examples/README",
        ),
    ],
}
"""The pages in the order of the site, below the front page."""

project = "Karat"
author = "the authors of Karat"
version = release = __version__
language = "en"
extensions = ["myst_parser", "sphinx.ext.autodoc"]
root_doc = "docs/README"
include_patterns = [
    "docs/*.md",
    "docs/*/*.md",
    "docs/*/*/*.md",
    "README.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "SECURITY.md",
    "examples/README.md",
]
exclude_patterns = [".*", "bench", "deploy", "dist", "requirements", "scripts", "src", "tests", "web", "docs/_site"]
suppress_warnings = [
    "misc.highlighting_failure",  # examples that show only a part of some JSON
    "ref.python",  # both games have a Card, and a signature says no more than that
]

# Markdown as GitHub reads it
myst_heading_anchors = 4
myst_enable_extensions = ["attrs_inline"]

# Docstrings: what stands between single backticks is code, and types are in the signature.
default_role = "code"
autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
autodoc_default_options = {"members": True, "show-inheritance": False}
autodoc_preserve_defaults = True
add_module_names = False
toc_object_entries_show_parents = "hide"

html_theme = "furo"
html_title = f"Karat {__version__}"
html_favicon = "../web/public/icon.svg"
html_logo = "../web/public/icon.svg"
html_static_path = ["_static"]
html_css_files = ["karat.css"]
html_show_copyright = False
html_show_sourcelink = False
html_copy_source = False
html_theme_options = {
    "top_of_page_buttons": [],
    "light_css_variables": {
        "color-brand-primary": "#7d5a08",
        "color-brand-content": "#7d5a08",
        "color-brand-visited": "#6b3f5e",
        "color-background-primary": "#fffaf0",
        "color-background-secondary": "#f4ecdc",
        "color-background-hover": "#eee3cf",
        "color-background-border": "#cdbb9b",
        "color-foreground-primary": "#271c10",
        "color-foreground-secondary": "#4b3a25",
        "color-foreground-muted": "#66533a",
        "color-highlight-on-target": "#f7eedd",
    },
    "dark_css_variables": {
        "color-brand-primary": "#e8bd55",
        "color-brand-content": "#e8bd55",
        "color-brand-visited": "#d9a7c7",
        "color-background-primary": "#1c1220",
        "color-background-secondary": "#24182a",
        "color-background-hover": "#302038",
        "color-background-border": "#4d3a54",
        "color-foreground-primary": "#f5ecde",
        "color-foreground-secondary": "#d3c3a9",
        "color-foreground-muted": "#b3a184",
        "color-highlight-on-target": "#3a2743",
    },
}


def add_tree(_app: Sphinx, name: str, text: list[str]) -> None:
    """Hang every page below the front page."""
    if name == root_doc:
        for caption, pages in TREE.items():
            text[0] += f"\n```{{toctree}}\n:hidden:\n:caption: {caption}\n\n" + "\n".join(pages) + "\n```\n"


def read_tables(_app: Sphinx, _what: str, _name: str, _value: object, _options: object, lines: list[str]) -> None:
    """Tables of docstrings are written as in Markdown; Sphinx reads them in another form."""
    made: list[str] = []
    in_table = False
    for line in lines:
        row = re.fullmatch(r"\s*\|(.*)\|\s*", line)
        if row is None:
            in_table = False
            made.append(line)
        elif not in_table:
            in_table = True
            made += ["", ".. list-table::", "   :header-rows: 1", "", *cells(row[1])]
        elif not set(row[1]) <= set("-|: "):
            made += cells(row[1])
    lines[:] = made


def cells(row: str) -> list[str]:
    """A row of a table as Sphinx reads it."""
    first, *others = (cell.strip() for cell in row.split("|"))
    return [f"   * - {first}", *(f"     - {cell}" for cell in others)]


def setup(app: Sphinx) -> dict[str, Any]:
    """Called by Sphinx."""
    app.connect("source-read", add_tree)
    app.connect("autodoc-process-docstring", read_tables)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
