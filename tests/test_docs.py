"""The documentation keeps up with the code."""

import doctest
import importlib.machinery
import importlib.util
import re
from pathlib import Path

import pytest

from karat.cli.main import COMMANDS
from karat.record import Form

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"


def load_script():
    loader = importlib.machinery.SourceFileLoader("docs_script", str(ROOT / "scripts" / "docs"))
    spec = importlib.util.spec_from_loader(loader.name, loader)
    assert spec is not None
    module = importlib.util.module_from_spec(spec)
    loader.exec_module(module)
    return module


PAGES = load_script().pages()


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_a_page_that_is_made_is_up_to_date(path: Path):
    assert path.read_text("utf-8") == PAGES[path], "run scripts/docs"


def test_every_command_has_a_section():
    assert re.findall(r"^## karat (\w+)$", (DOCS / "cli.md").read_text("utf-8"), re.MULTILINE) == list(COMMANDS)


def test_every_id_of_a_records_form_is_explained():
    written = re.findall(r"^- \*\*(K\d\.\d)\*\*", (DOCS / "records.md").read_text("utf-8"), re.MULTILINE)
    assert written == [form.value for form in Form]


@pytest.mark.parametrize("page", ["python.md", "env.md", "tutorials/first-bot.md", "tutorials/study.md"])
def test_a_page_with_code_runs(page: str):
    assert doctest.testfile(str(DOCS / page), module_relative=False).failed == 0


def test_pictures_are_small_enough_to_be_kept():
    sizes = {picture.name: picture.stat().st_size for picture in (DOCS / "pictures").iterdir()}
    sheets = {name for name in sizes if name.startswith("sheet-")}
    assert sizes.keys() - sheets == {"aurum.jpg", "amul.jpg"}
    assert max(sizes["aurum.jpg"], sizes["amul.jpg"]) <= 150_000
    assert max(sizes[sheet] for sheet in sheets) <= 350_000


def links() -> list[tuple[str, str]]:
    return [
        (str(page.relative_to(ROOT)), target)
        for page in (*ROOT.glob("*.md"), *(ROOT / "examples").glob("*.md"), *DOCS.rglob("*.md"))
        for target in re.findall(r"\]\(([^)#]+)\)", page.read_text("utf-8"))
    ]


@pytest.mark.parametrize(("page", "target"), links())
def test_links_lead_somewhere(page: str, target: str):
    assert ((ROOT / page).parent / target).exists()


def test_every_page_can_be_found_from_the_front():
    listed = {(DOCS / target).resolve() for _, target in links() if (DOCS / target).exists()}
    assert {page.resolve() for page in DOCS.rglob("*.md")} - listed <= {(DOCS / "README.md").resolve()}


def test_the_vectors_of_the_shuffle_page_are_those_of_the_test():
    test = (ROOT / "tests" / "test_shuffle.py").read_text("utf-8")
    vectors = re.findall(r"\| `?([0-9a-f]{64}|\d{6,})`? \|", (DOCS / "shuffle.md").read_text("utf-8"))
    assert len(vectors) == 2
    assert all(vector in test for vector in vectors)
