"""Anybody's bot in the arena: classes, nets and programs, by how they are written."""

import sys
from pathlib import Path

import pytest

import karat
from karat.arena.engine import IDLE
from karat.arena.entrants import BadTournament, Entrant, parse_entrants
from karat.arena.play import BotFailed
from karat.aurum.net.net import NUMBERS
from karat.bots.bot import Budget
from karat.games import GAMES
from karat.search.net_file import shipped

KIT = GAMES["aurum"]
ENGINE = """#!{python}
import json, random, sys
for line in sys.stdin:
    word, _, rest = line.partition(" ")
    if word == "karat":
        print("info thinking about", rest.strip())
        print("ready first", flush=True)
    elif word == "new":
        assert json.loads(rest)["players"] in (3, 4)
    elif word == "choose":
        asked = json.loads(rest)
        assert asked["view"]["game"] == "aurum" and asked["tries"] in (16, 50) and asked["seconds"] is None
        print("action", {answer}, flush=True)
    elif word == "quit":
        break
"""


@pytest.fixture
def program(tmp_path: Path):
    """Writes a program that answers like this; those that still run are stopped in the end."""

    def write(answer: str = 'asked["legal"][0]', text: str = ENGINE) -> str:
        path = tmp_path / f"engine{len(list(tmp_path.iterdir()))}"
        path.write_text(text.format(python=sys.executable, answer=answer), "utf-8")
        path.chmod(0o755)
        return str(path)

    yield write
    for free in IDLE.values():
        while free:
            free.pop().stop()


class First:
    def choose(self, seen, legal, rng):  # noqa: ARG002 -- as a user writes it
        return legal[0]


def test_a_program_plays_as_a_class_that_does_the_same(program):
    told = karat.tournament([f"{program()}@50", First], "aurum", deals=4, seed=3)
    assert [round(line.wins.mean, 9) for line in told.lines] == [0.5, 0.5]
    assert told.games == 8


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        ('"sing"', "chose 'sing', which is not legal"),
        ("sys.exit(3)", "has ended, with status 3"),
    ],
)
def test_what_a_program_does_wrong_is_told(program, answer: str, message: str):
    with pytest.raises(RuntimeError, match=message):
        karat.tournament([f"{program(answer)}@50", "random"], "aurum", deals=1)


def test_what_is_no_entrant_is_said_in_a_sentence(program, tmp_path: Path):
    (tmp_path / "net.npz").write_bytes(b"no net")
    silent = program(text="#!{python}\nprint('hello', {answer!r})\n")
    for bots, message in (
        ("random,./nobody", "'./nobody' is no program that can be run: No such file"),
        (f"random,{silent}", r"said b'hello .*' where 'ready ...' was wanted.*'ready NAME'"),
        ("random,nowhere:Bot", "no module 'nowhere' can be imported"),
        ("random,json:Bot", "module 'json' has no class 'Bot' with a method `choose"),
        ("random,instant:nowhere.npz", "nowhere.npz: No such file"),
        (f"random,instant:{tmp_path}/net.npz", "net.npz"),
        ("random,casual:net.npz", "casual plays by no net of yours; of aurum's levels instant can"),
        ("random,casual@20", "casual does not search"),
    ):
        with pytest.raises(BadTournament, match=message):
            parse_entrants(KIT, bots, Budget())
    with pytest.raises(BadTournament, match="is no class with a method `choose"):
        karat.tournament([3, "random"])


def test_a_net_of_ones_own_takes_the_place_of_the_shipped_one(tmp_path: Path):
    path = tmp_path / "mine.npz"
    path.write_bytes(shipped("karat.aurum.net", "aurum4"))
    (entrant, _) = parse_entrants(KIT, f"instant:{path},random", Budget())
    assert str(entrant) == f"instant:{path}"
    net = entrant.make().net
    assert net.weights.size == NUMBERS


def test_a_class_is_found_in_this_folder_by_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    (tmp_path / "my_only_bot.py").write_text(
        "class Mine:\n    def choose(self, seen, legal, rng):\n        return legal[-1]\n", "utf-8"
    )
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    entrants = parse_entrants(KIT, "my_only_bot:Mine,strong@20", Budget())
    assert [str(entrant) for entrant in entrants] == ["my_only_bot:Mine", "strong@20"]
    assert entrants[0].make().choose(None, [1, 2], None) == 2


class FirstByText(First):
    def choose(self, seen, legal, rng):
        return str(super().choose(seen, legal, rng))


class Stubborn:
    def choose(self, _seen, _legal, _rng):
        return "bid B11"


def test_a_choice_may_be_a_text_and_one_that_is_not_legal_is_told_with_those_that_are():
    told = [karat.tournament([bot, "random"], "aurum", deals=2, seed=1).lines[0] for bot in (First, FirstByText)]
    assert told[0].wins == told[1].wins
    with pytest.raises(BotFailed, match=r"it chose 'bid B11', which is not legal: now bid \w+, .* are$"):
        karat.tournament([Stubborn, "random"], "aurum", deals=1, seed=1)


def test_a_bot_may_meet_itself():
    told = karat.tournament(["random", "random", First, First], "aurum", deals=2)
    assert sorted(line.name for line in told.lines) == ["First", "First #2", "random", "random #2"]
    assert Entrant(KIT, "strong", Budget(tries=5), 1).__str__() == "strong@5 #2"


def test_three_sides_sit_at_one_table_and_what_is_agreed_counts():
    told = karat.tournament(["casual", "random", First], players=3, deals=4, seed="x")
    best = max(told.lines, key=lambda line: line.wins.mean)
    assert best.name == "casual"
    assert karat.tournament(["casual", "random"], "amul", players=3, deals=1).games == 3
