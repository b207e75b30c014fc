"""Imports go one way: words, tools, games, hosts. To the left in these lists, never to the right."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from itertools import permutations
from pathlib import Path

import pytest

import karat
from karat.games import GAMES

PACKAGE = Path(karat.__file__).parent
WORDS = (
    ("game", "record", "shuffle", "language", "book", "atomic_file", "text_table"),
    ("words", "perft", "shapes"),
)
TOOLS = (("kernel", "cluster"), ("search",), ("bots",), ("kit",), ("lab", "screen", "tutorial"))
A_GAME = (
    ("rules", "book"),
    ("words",),
    ("kernel",),
    ("solver",),
    ("net", "search"),
    ("bots",),
    ("lab",),
    ("terminal", "view", "catalogue"),
    ("pad",),
    ("kit",),
)
"""The rooms of one game, in the order in which they may import each other."""
HOSTS = (("warming",), ("arena",), ("terminal",), ("server", "client"), ("cli",), ("__main__",))
LAYERS = (*WORDS, *TOOLS, tuple(GAMES), ("games",), *HOSTS)
SERVER = (("store",), ("tables",), ("wire",), ("people", "matches"), ("http",), ("bench",))
STANDARD_ONLY = (
    "game",
    "record",
    "shuffle",
    "language",
    "book",
    "atomic_file",
    "text_table",
    "words",
    "perft",
    "tutorial",
    "kit",
    "games",
)


def ranks(layers: tuple[tuple[str, ...], ...]) -> dict[str, int]:
    return {name: rank for rank, names in enumerate(layers) for name in names}


RANK = ranks(LAYERS)


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
                yield from ((name, f"{node.module}.{alias.name}") for alias in node.names)


def part(name: str, depth: int = 1) -> str:
    """The part of the package that a module belongs to, at a depth; '' where it is not that deep."""
    parts = name.split(".")
    return parts[depth] if len(parts) > depth else ""


def against(rank: dict[str, int], depth: int, inside: str) -> list[str]:
    """The imports that go to the right, of modules and into modules whose names begin with `inside`."""
    return [
        f"{name} imports {imported}"
        for name, imported in modules()
        if name.startswith(inside)
        and imported.startswith(inside)
        and rank.get(part(name, depth), len(rank)) < rank.get(part(imported, depth), -1)
    ]


def test_every_part_of_the_package_has_its_place():
    assert {part(name) for name, _ in modules()} - {""} <= set(RANK)


def test_imports_go_leftwards_only():
    assert against(RANK, 1, "karat.") == []


@pytest.mark.parametrize("game", GAMES)
def test_the_rooms_of_a_game_import_leftwards_only(game: str):
    assert against(ranks(A_GAME), 2, f"karat.{game}.") == []


def test_the_games_never_meet():
    wrong = [
        f"{name} imports {imported}"
        for name, imported in modules()
        for one, other in permutations(GAMES, 2)
        if f"{name}.".startswith(f"karat.{one}.") and f"{imported}.".startswith(f"karat.{other}.")
    ]
    assert wrong == []


def test_the_rules_need_nothing_but_the_standard_library():
    allowed = {*sys.stdlib_module_names, "karat"}
    wrong = [
        f"{name} imports {imported}"
        for name, imported in modules()
        if (part(name) in STANDARD_ONLY or (part(name) in GAMES and part(name, 2) in {"", "rules", "book", "words"}))
        and imported.split(".")[0] not in allowed
    ]
    assert wrong == []


def test_importing_karat_loads_nothing_from_outside_the_standard_library():
    code = "import sys, karat.aurum; print(*sorted({name.split('.')[0] for name in sys.modules}))"
    loaded = subprocess.run(
        [sys.executable, "-I", "-c", code], capture_output=True, text=True, check=True
    ).stdout.split()
    # site-packages may hook themselves in through .pth files before any import of ours
    before = subprocess.run(
        [sys.executable, "-I", "-c", code.replace(", karat.aurum", "")],
        capture_output=True,
        text=True,
        check=True,
    ).stdout.split()
    assert set(loaded) - set(before) - set(sys.stdlib_module_names) == {"karat"}
