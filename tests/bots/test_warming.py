from functools import partial
from typing import Any

import pytest

from karat.bots import warming
from karat.bots.bot import COMPILED, levels


def test_every_compiled_level_chooses_once_for_each_game(monkeypatch: pytest.MonkeyPatch):
    asked = []

    class Asked:
        def __init__(self, game: str, level: str, _: Any) -> None:
            self.name = game, level

        def choose(self, _: Any, legal: Any, __: Any) -> Any:
            asked.append(self.name)
            return legal[0]

    monkeypatch.setattr(warming, "make_bot", Asked)
    warming.warm_all()
    assert asked == [(game, level) for game in ("aurum", "amul") for level in levels(game) if level in COMPILED]


def test_what_only_the_end_of_a_match_asks_for_is_loaded_too(monkeypatch: pytest.MonkeyPatch):
    loaded = []
    for game in ("aurum", "amul"):
        monkeypatch.setattr(f"karat.search.{game}.warm.warm", partial(loaded.append, game))
    warming.warm_all()
    assert loaded == ["aurum", "amul"]


def test_levels_that_need_the_kernel_are_not_offered_without_it(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("importlib.util.find_spec", lambda _: None)
    levels.cache_clear()
    try:
        assert not COMPILED & set(levels("aurum"))
        assert "casual" in levels("aurum")
    finally:
        levels.cache_clear()
