"""What a reader can take in at once: no function with a crowd of parameters."""

import ast
from collections.abc import Iterator
from pathlib import Path

import karat
from karat.games import GAMES

PACKAGE = Path(karat.__file__).parent
MOST_PARAMETERS = 8


def functions() -> Iterator[tuple[str, ast.FunctionDef | ast.AsyncFunctionDef]]:
    """Every function and method of the package, nested ones too, with where it stands."""
    for file in sorted(PACKAGE.rglob("*.py")):
        name = file.relative_to(PACKAGE).as_posix()
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                yield f"{name}:{node.lineno}", node


def parameters(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """How many there are, without the object of a method."""
    named = [*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs]
    return sum(parameter.arg not in {"self", "cls"} for parameter in named)


def is_command(function: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """Whether click calls it: a command has as many parameters as options."""
    return any("click." in ast.unparse(decorator) for decorator in function.decorator_list)


def test_no_function_takes_more_than_a_reader_can_keep_apart():
    wrong = [
        f"{place} {function.name} has {parameters(function)} parameters"
        for place, function in functions()
        if parameters(function) > MOST_PARAMETERS and not (place.startswith("cli/") and is_command(function))
    ]
    assert wrong == []


MOST_MODULES = 25


def test_no_folder_is_a_hall():
    sizes = {
        folder.relative_to(PACKAGE).as_posix(): len(
            [file for file in folder.glob("*.py") if file.name != "__init__.py"]
        )
        for folder in PACKAGE.rglob("*")
        if folder.is_dir()
    }
    assert {name: size for name, size in sizes.items() if size > MOST_MODULES} == {}


SAME_ROLE = {
    "Law": {"game.py"},  # what the games' own laws are members of
    "Match": {"match.py"},  # a match of any game, kept in place
    "Batch": {"env/batch.py"},  # the same in front of either game
    "Decision": {"client/bot.py"},  # the client's side of what the server sends
    "Rejected": {"client/following.py"},
    "Problem": {"client/calling.py"},
}
"""Classes that may go by a name which another has, since they are the same thing seen from elsewhere."""


def test_a_class_name_stands_once_unless_it_is_the_same_role_in_two_games():
    places: dict[str, set[str]] = {}
    for file in sorted(PACKAGE.rglob("*.py")):
        name = file.relative_to(PACKAGE).as_posix()
        game, _, inside = name.partition("/")
        for node in ast.parse(file.read_text("utf-8")).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                places.setdefault(node.name, set()).add(inside if game in GAMES else name)
    doubled = {name: found - SAME_ROLE.get(name, set()) for name, found in places.items()}
    assert {name: sorted(found) for name, found in doubled.items() if len(found) > 1} == {}
