"""Imports go one way: words, tools, games, hosts. To the left in these lists, never to the right."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from itertools import permutations
from pathlib import Path

import pytest

import karat
from karat.games import GAMES

PACKAGE = Path(karat.__file__).parent
WORDS = (
    ("game", "record", "shuffle", "language", "book", "atomic_file", "text_table", "picture", "same_object"),
    ("words", "perft", "shapes"),
)
TOOLS = (
    ("kernel", "cluster"),
    ("search",),
    ("bots",),
    ("judging", "decisions"),
    ("kit",),
    ("lab", "screen", "tutorial"),
)
A_GAME = (
    ("rules", "book"),
    ("words",),
    ("kernel",),
    ("solver",),
    ("net", "search"),
    ("bots",),
    ("judge",),
    ("lab",),
    ("terminal", "view", "catalogue", "decisions", "study"),
    ("pad",),
    ("kit",),
)
"""The rooms of one game, in the order in which they may import each other."""
HOSTS = (
    ("warming", "match"),
    ("env",),
    ("arena", "review", "export", "tournaments"),
    ("study",),
    ("terminal",),
    ("server", "client"),
    ("cli",),
    ("__main__",),
)
LAYERS = (*WORDS, *TOOLS, tuple(GAMES), ("games",), *HOSTS)
SERVER = (
    ("store",), ("tables",), ("wire",), ("people",), ("notices",), ("matches",), ("house",), ("reviews",),
    ("daily", "tournaments", "social", "moderation"), ("http",),
)  # fmt: skip
"""The rooms of the server, in the order in which they may import each other."""
STANDARD_ONLY = (
    "game",
    "record",
    "shuffle",
    "language",
    "book",
    "atomic_file",
    "text_table",
    "picture",
    "match",
    "words",
    "perft",
    "tutorial",
    "kit",
    "games",
)


def ranks(layers: tuple[tuple[str, ...], ...]) -> dict[str, int]:
    return {name: rank for rank, names in enumerate(layers) for name in names}


RANK = ranks(LAYERS)


@cache
def modules() -> tuple[tuple[str, str], ...]:
    """Every module of the package with every module it imports, by full names."""
    return tuple(read_imports())


def read_imports() -> Iterator[tuple[str, str]]:
    for file in PACKAGE.rglob("*.py"):
        parts = ("karat", *file.relative_to(PACKAGE).with_suffix("").parts)
        name = ".".join(part for part in parts if part != "__init__")
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Import):
                yield from ((name, alias.name) for alias in node.names)
            elif isinstance(node, ast.ImportFrom) and node.module:
                assert node.level == 0, f"{name} imports relatively"
                yield from ((name, f"{node.module}.{alias.name}") for alias in node.names)


def graph() -> dict[str, set[str]]:
    """Every module with the modules of ours that importing it imports: what only annotations need is left out."""
    names = {}
    for file in PACKAGE.rglob("*.py"):
        parts = ("karat", *file.relative_to(PACKAGE).with_suffix("").parts)
        names[".".join(part for part in parts if part != "__init__")] = file
    found: dict[str, set[str]] = {}
    for name, file in names.items():
        imported = set(at_import(ast.parse(file.read_text("utf-8")).body))
        # `from karat.x import y` is the module karat.x.y, or something in karat.x.
        found[name] = {one if one in names else one.rpartition(".")[0] for one in imported} & set(names) - {name}
    return found


def at_import(body: list[ast.stmt]) -> Iterator[str]:
    """What the statements import when they are run: not inside functions, nor for annotations alone."""
    for node in body:
        match node:
            case ast.Import(names=aliases):
                yield from (alias.name for alias in aliases)
            case ast.ImportFrom(module=str(module), names=aliases):
                yield from (f"{module}.{alias.name}" for alias in aliases)
            case ast.If(test=ast.Name(id="TYPE_CHECKING"), orelse=orelse):
                yield from at_import(orelse)
            case ast.If(body=inside, orelse=orelse):
                yield from at_import([*inside, *orelse])
            case ast.Try(body=inside, handlers=handlers, orelse=orelse, finalbody=last):
                yield from at_import([*inside, *(one for each in handlers for one in each.body), *orelse, *last])
            case ast.ClassDef(body=inside) | ast.With(body=inside):
                yield from at_import(inside)


def cycles(imports: dict[str, set[str]]) -> list[list[str]]:
    """The groups of modules each of which comes back to itself, by their names (Tarjan)."""
    number: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    found: list[list[str]] = []

    def visit(name: str) -> None:
        number[name] = low[name] = len(number)
        stack.append(name)
        for other in sorted(imports.get(name, ())):
            if other not in number:
                visit(other)
                low[name] = min(low[name], low[other])
            elif other in stack:
                low[name] = min(low[name], number[other])
        if low[name] == number[name]:
            group = stack[stack.index(name) :]
            del stack[stack.index(name) :]
            if len(group) > 1:
                found.append(sorted(group))

    for name in sorted(imports):
        if name not in number:
            visit(name)
    return found


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


def test_the_rooms_of_the_server_import_leftwards_only():
    assert against(ranks(SERVER), 2, "karat.server.") == []


def test_every_room_of_the_server_has_its_place():
    rooms = {part(name, 2) for name, _ in modules() if name.startswith("karat.server.")}
    assert rooms == set(ranks(SERVER))


def test_no_room_of_the_server_is_a_hall():
    for room in ranks(SERVER):
        assert len(list((PACKAGE / "server" / room).glob("[!_]*.py"))) <= 25, room


def test_no_module_imports_itself_by_a_detour():
    assert cycles(graph()) == []


def test_a_detour_is_found():
    """Lest the test above should find nothing because it looks for nothing."""
    assert cycles({"a": {"b"}, "b": {"c"}, "c": {"a"}, "d": {"a"}}) == [["a", "b", "c"]]


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
