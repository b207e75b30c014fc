from functools import partial
from typing import Any

import pytest

from karat import warming
from karat.games import GAMES
from karat.kit import Kit


def test_every_compiled_level_chooses_once_for_each_game(monkeypatch: pytest.MonkeyPatch):
    asked = []

    class Asked:
        def __init__(self, kit: Kit, level: str, _: Any) -> None:
            self.name = kit.name, level

        def choose(self, _: Any, legal: Any, __: Any) -> Any:
            asked.append(self.name)
            return legal[0]

    def ask(kit: Kit, level: str, budget: Any) -> Asked:  # a class would not be bound to its kit
        return Asked(kit, level, budget)

    monkeypatch.setattr(Kit, "make_bot", ask)
    warming.load_bots([(kit, frozenset(kit.bots)) for kit in GAMES.values()])
    assert asked == [(name, level) for name, kit in GAMES.items() for level in kit.levels if level in kit.compiled_bots]


def test_what_only_the_end_of_a_match_asks_for_is_loaded_too(monkeypatch: pytest.MonkeyPatch):
    loaded = []
    for game in GAMES:
        monkeypatch.setattr(f"karat.{game}.search.warm.warm", partial(loaded.append, game))
    warming.load_bots([(kit, frozenset(kit.bots)) for kit in GAMES.values()])
    assert loaded == list(GAMES)


def test_levels_that_need_the_kernel_are_not_offered_without_it(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("importlib.util.find_spec", lambda _: None)
    kit = GAMES["aurum"]
    assert not kit.compiled_bots & set(kit.levels)
    assert "casual" in kit.levels
