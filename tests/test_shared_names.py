"""A shared module names no game: what a host wants to know of one, it asks the kit."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import karat
from karat.games import TABLE

PACKAGE = Path(karat.__file__).parent
THE_TABLE = Path("games.py")
"""The one place in which a shared module names a game."""
NAMES = re.compile("|".join(TABLE), re.IGNORECASE)


def shared_files() -> Iterator[Path]:
    """Every file of the package that is no game's and not the table of games; what is built or cached is no source."""
    for file in sorted(PACKAGE.rglob("*")):
        inside = file.relative_to(PACKAGE)
        if file.is_file() and not {*TABLE, "static", "__pycache__"} & set(inside.parts) and inside != THE_TABLE:
            yield file


def words(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """What a module says to Python, with its lines: imports, names of all kinds and texts, but not its docstrings."""
    told = {
        id(node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
    }
    for node in ast.walk(tree):
        line = getattr(node, "lineno", 0)
        match node:
            case ast.Import(names) | ast.ImportFrom(names=names):
                module = getattr(node, "module", None)
                yield from ((line, f"{alias.name} {alias.asname} {module}") for alias in names)
            case ast.Name(name) | ast.Attribute(attr=name) | ast.arg(name) | ast.keyword(str(name)):
                yield line, name
            case ast.FunctionDef(name) | ast.AsyncFunctionDef(name) | ast.ClassDef(name):
                yield line, name
            case ast.Constant(str(text)) if id(node) not in told:
                yield line, text
            case ast.Constant(bytes(raw)):
                yield line, raw.decode("latin-1")
            case ast.MatchAs(name=str(name)) | ast.ExceptHandler(name=str(name)):
                yield line, name


def test_no_shared_module_names_a_game():
    wrong = [
        f"{file.relative_to(PACKAGE)}:{line}: {text}"
        for file in shared_files()
        if file.suffix == ".py"
        for line, text in words(ast.parse(file.read_text("utf-8")))
        if NAMES.search(text)
    ]
    assert wrong == []


def test_no_shared_file_is_called_after_a_game_or_names_one_in_its_data():
    wrong = [
        str(file.relative_to(PACKAGE))
        for file in shared_files()
        if NAMES.search(str(file.relative_to(PACKAGE)))
        or (file.suffix != ".py" and NAMES.search(file.read_text("utf-8", errors="replace")))
    ]
    assert wrong == []


@pytest.mark.parametrize(
    "source",
    [
        "import karat.aurum",
        "from karat import amul as other",
        "from karat.aurum.rules import cards",
        "amul_rows = 3",
        "state.aurum",
        "def for_aurum(): pass",
        "class AmulTable: pass",
        "def score(amul): pass",
        "score(aurum=3)",
        "if game == 'aurum': pass",
        "f'{game} of Amul'",
        "b'amul'",
        "lambda AURUM: 3",
    ],
)
def test_a_name_is_found_wherever_it_hides(source: str):
    assert any(NAMES.search(text) for _, text in words(ast.parse(source)))


@pytest.mark.parametrize(
    "source", ['"""As in Aurum."""', 'x: int\n"""Of Amul."""', "def f():\n  '''Aurum'''", "# amul"]
)
def test_prose_may_give_an_example(source: str):
    assert not any(NAMES.search(text) for _, text in words(ast.parse(source)))
