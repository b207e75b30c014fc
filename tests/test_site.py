"""The documentation as a site: made without a warning, found by search, and asking nothing of other hosts."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A broken link, or anything else that Sphinx warns of, fails here with its words."""
    target = tmp_path_factory.mktemp("site")
    command = [sys.executable, ROOT / "scripts" / "site", "--no-open", "--to", target]
    made = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if made.returncode != 0:
        pytest.fail(made.stdout + made.stderr, pytrace=False)
    return target


def text(page: Path) -> str:
    return re.sub(r"<[^>]+>", "", page.read_text("utf-8"))


def test_every_page_of_the_repository_is_there(site: Path) -> None:
    pages = {page.relative_to(ROOT).with_suffix("").as_posix() for page in (ROOT / "docs").rglob("*.md")}
    assert {page for page in pages if not (site / f"{page}.html").exists()} == set()
    assert 'url=docs/README.html"' in (site / "index.html").read_text("utf-8")


def test_the_reference_has_the_tables_of_codes_and_observations(site: Path) -> None:
    page = (site / "docs" / "api" / "codes.html").read_text("utf-8")
    assert page.count("<table") >= 6
    assert "a 1 for each of 50 base cards" in page
    assert "|-----" not in text(site / "docs" / "api" / "codes.html")


def test_it_can_be_searched(site: Path) -> None:
    index = (site / "searchindex.js").read_text("utf-8")
    assert "legal_actions" in index
    assert "docs/rules/amul.ru" in index


def test_it_asks_no_other_host_for_anything(site: Path) -> None:
    loaded = re.compile(r"<(?:script|img|iframe)[^>]+src=\"(https?:)?//|<link[^>]+href=\"(https?:)?//")
    assert [str(page) for page in site.rglob("*.html") if loaded.search(page.read_text("utf-8"))] == []
    styles = [file.read_text("utf-8") for file in site.rglob("*.css")]
    assert not any(re.search(r"url\([\"']?(https?:)?//|@import", style) for style in styles)


def test_a_link_that_leads_nowhere_fails(tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "README.md").write_text("# Front\n\n[gone](gone.md)\n", encoding="utf-8")
    command = [sys.executable, "-m", "sphinx", "-q", "-W", "-b", "dummy", "-c", ROOT / "docs", "-D", "html_logo=", "-D"]
    settings = ["html_favicon=", tmp_path, tmp_path / "out"]
    made = subprocess.run([*command, *settings], capture_output=True, text=True, check=False)
    assert made.returncode != 0
    assert "gone" in made.stderr
