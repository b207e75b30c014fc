"""Imports go one way: to the left in this list, never to the right, and the games never meet."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import karat

PACKAGE = Path(karat.__file__).parent
LAYERS = (
    ("game", "record", "shuffle", "language", "book", "whole"),
    ("rules",),
    ("kernel",),
    ("solver",),
    ("nets",),
    ("search",),
    ("bots",),
    ("games", "perft", "words", "tutorial"),
    ("arena",),
    ("lab",),
    ("adapters",),
    ("terminal",),
    ("server", "client"),
    ("cli",),
    ("__main__",),
)
RANK = {name: rank for rank, names in enumerate(LAYERS) for name in names}
STANDARD_ONLY = (
    "game",
    "record",
    "shuffle",
    "language",
    "book",
    "whole",
    "rules",
    "games",
    "perft",
    "words",
    "tutorial",
)


def modules() -> Iterator[tuple[str, str]]:
    """Every module of the package with every module it imports, by full names."""
    for file in PACKAGE.rglob("*.py"):
        parts = ("karat", *file.relative_to(PACKAGE).with_suffix("").parts)
        name = ".".join(part for part in parts if part != "__init__")
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Import):
                yield from ((name, alias.name) for alias in node.names)
            elif isinstance(node, ast.ImportFrom) and node.module:
                assert node.level == 0, f"{name} imports relatively"
                yield name, node.module


def part(name: str) -> str:
    """The top-level part of the package that a module belongs to; '' for the package itself."""
    return name.split(".")[1] if "." in name else ""


def test_every_part_of_the_package_has_its_place():
    assert {part(name) for name, _ in modules()} - {""} <= set(RANK)


def test_imports_go_leftwards_only():
    wrong = [
        f"{name} imports {imported}"
        for name, imported in modules()
        if imported.startswith("karat.") and part(name) and RANK[part(name)] < RANK[part(imported)]
    ]
    assert wrong == []


def test_the_two_games_never_meet():
    wrong = [
        f"{name} imports {imported}"
        for name, imported in modules()
        for one, other in (("aurum", "amul"), ("amul", "aurum"))
        if name.startswith(f"karat.rules.{one}") and imported.startswith(f"karat.rules.{other}")
    ]
    assert wrong == []


def test_the_rules_need_nothing_but_the_standard_library():
    allowed = {*sys.stdlib_module_names, "karat"}
    wrong = [
        f"{name} imports {imported}"
        for name, imported in modules()
        if part(name) in STANDARD_ONLY and imported.split(".")[0] not in allowed
    ]
    assert wrong == []


def test_importing_karat_loads_nothing_from_outside_the_standard_library():
    code = "import sys, karat.rules.aurum; print(*sorted({name.split('.')[0] for name in sys.modules}))"
    loaded = subprocess.run(
        [sys.executable, "-I", "-c", code], capture_output=True, text=True, check=True
    ).stdout.split()
    # site-packages may hook themselves in through .pth files before any import of ours
    before = subprocess.run(
        [sys.executable, "-I", "-c", code.replace(", karat.rules.aurum", "")],
        capture_output=True,
        text=True,
        check=True,
    ).stdout.split()
    assert set(loaded) - set(before) - set(sys.stdlib_module_names) == {"karat"}
