"""Let the bots of every level choose once, so that whoever is asked next has everything loaded."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from karat import amul, aurum
from karat.bots.bot import COMPILED, Budget, levels, make_bot
from karat.shuffle import Stream

if TYPE_CHECKING:
    from collections.abc import Mapping

    from karat.game import Game

TABLES: Mapping[str, tuple[Game, Any]] = {"aurum": (aurum, aurum.Rules(4)), "amul": (amul, amul.Rules(4))}


def warm_all() -> None:
    """Every level that is compiled, on the first choice of a match, its thought cut short; and what comes later."""
    for name, (game, rules) in TABLES.items():
        state = game.start(rules)
        state = game.deal(state, game.shuffled(state, Stream("warm"))).state
        seat = game.to_act(state)[0]
        seen, legal = game.observe(state, seat), game.legal_actions(state, seat)
        compiled = [level for level in levels(name) if level in COMPILED]
        for level in compiled:
            make_bot(name, level, Budget(None, 1)).choose(seen, legal, Stream("warm"))
        if compiled:
            import_module(f"karat.search.{name}.warm").warm()  # what only the end of a match asks for
