"""The map of the tree in docs/development/architecture.md is the tree."""

import re
import subprocess
from pathlib import Path

import karat
from karat.games import GAMES

PACKAGE = Path(karat.__file__).parent
ROOT = PACKAGE.parent.parent
PAGE = (ROOT / "docs" / "development" / "architecture.md").read_text("utf-8")
MADE = {"static", "__pycache__"}
NOT_A_ROOM = {"__init__.py", "__main__.py"}


def rooms(folder: Path) -> set[str]:
    """The packages, with a slash, and the modules that lie in a folder."""
    packages = {f"{path.name}/" for path in folder.iterdir() if path.is_dir() and path.name not in MADE}
    return packages | {path.name for path in folder.glob("*.py") if path.name not in NOT_A_ROOM}


def table(heading: str) -> list[str]:
    """What the first column of the first table after a heading names."""
    rows = PAGE[PAGE.index(heading) :].split("\n\n|", 1)[1].split("\n\n", 1)[0]
    return re.findall(r"^\|? ?`([^`]+)` \|", rows, re.MULTILINE)


def test_the_map_names_every_room_of_the_package_once():
    named = table("## The map")
    assert sorted(named) == sorted(rooms(PACKAGE))


def rooms_of_game(game: str) -> set[str]:
    """Their names alone: what is one module in a small game is a package in a larger one."""
    return {room.removesuffix("/").removesuffix(".py") for room in rooms(PACKAGE / game)}


def test_the_rooms_of_a_game_are_those_that_the_games_have():
    named = [room.removesuffix("/").removesuffix(".py") for room in table("The rooms of a game")]
    assert sorted(named) == sorted(set().union(*map(rooms_of_game, GAMES)))


def test_the_games_have_the_same_rooms():
    """A game may do without some. What one has, another has under the same name; endings are solved for Aurum alone."""
    own = {game: rooms_of_game(game) - {"solver"} for game in GAMES}
    others = {game: set().union(*(own[other] for other in GAMES if other != game)) for game in GAMES}
    assert {game: own[game] - others[game] for game in GAMES} == {game: set() for game in GAMES}


def test_the_folders_of_the_checkout_are_told():
    told = PAGE[PAGE.index("Outside the wheel:") :].split("\n\n", 1)[0]
    # Of what git keeps: tests and tools make folders of their own meanwhile, such as screenshots/.
    kept = subprocess.run(["git", "ls-files"], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    folders = {line.split("/")[0] for line in kept.splitlines() if "/" in line and not line.startswith(".")}
    assert [name for name in sorted(folders - {"src"}) if f"`{name}/`" not in told] == []
