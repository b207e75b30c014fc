"""What every commit must keep to in web/: types, lint, layout, its own tests, its size."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

import pytest
from chromium import ROOT, fetch_page_packages, page_tools

STATIC = ROOT / "src" / "karat" / "static"
LARGEST = 200_000
"""Bytes of script, style and fonts that the first page may load, compressed with gzip."""


@pytest.fixture(scope="module", autouse=True)
def _packages() -> None:
    fetch_page_packages()


def node(capfd: pytest.CaptureFixture[str], *arguments: str) -> None:
    """Run a tool of web/; what it prints is the message of a failure."""
    try:
        page_tools().node(*arguments, cwd=ROOT / "web", lines=200)
    except SystemExit as error:
        pytest.fail(f"{error}\n{capfd.readouterr().err}", pytrace=False)


def test_types_of_the_page_are_strict(capfd: pytest.CaptureFixture[str]) -> None:
    checker = "node_modules/svelte-check/bin/svelte-check"
    node(capfd, checker, "--tsconfig", "./tsconfig.json", "--fail-on-warnings", "--output", "human")


def test_the_page_has_no_lint(capfd: pytest.CaptureFixture[str]) -> None:
    node(capfd, "node_modules/eslint/bin/eslint.js", "--max-warnings", "0", ".")


def test_the_page_is_laid_out_by_prettier(capfd: pytest.CaptureFixture[str]) -> None:
    node(capfd, "node_modules/prettier/bin/prettier.cjs", "--check", ".")


def test_the_page_passes_tests_of_its_own(capfd: pytest.CaptureFixture[str]) -> None:
    node(capfd, "node_modules/vitest/vitest.mjs", "run")


def test_the_first_page_loads_little() -> None:
    assert page_tools().is_fresh(), "run ./karat test, or web/build.py: the page is not built from these sources"
    first = first_load()
    sizes = {name: len(gzip.compress((STATIC / name).read_bytes(), 9)) for name in first}
    assert {name.rpartition(".")[2] for name in first} == {"js", "css", "woff2"}
    assert sum(sizes.values()) < LARGEST, sizes


def first_load() -> set[str]:
    """Of the first page: what index.html names, what that imports before it can run, and the fonts that its style
    names, of every alphabet. What a browser really loads is measured by tests/e2e/test_first_load.py."""
    named = re.findall(r'(?:src|href)="/(assets/[^"]+\.(?:js|css))"', (STATIC / "index.html").read_text("utf-8"))
    found: set[str] = set()
    todo = list(named)
    while todo:
        name = todo.pop()
        if name in found:
            continue
        found.add(name)
        if name.endswith(".js"):
            text = Path(STATIC, name).read_text("utf-8")
            todo += [f"assets/{part}" for part in re.findall(r'(?:from|import)"\./([^"]+\.js)"', text)]
        elif name.endswith(".css"):
            text = Path(STATIC, name).read_text("utf-8")
            todo += [f"assets/{part}" for part in re.findall(r"url\((?:/assets/|\./)?([^)]+\.woff2)\)", text)]
    return found
