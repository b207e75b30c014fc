"""The games in other people's tools: PettingZoo, Gymnasium, batches for learners. Translation only, on the kernel.

A game's name with `_v0` gives PettingZoo's `env`, `raw_env` and `parallel_env` of it; `VectorEnv` is Gymnasium's, with
one seat for a learner. `Batch` and `single` need neither of these libraries, which the extra `env` brings.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from karat.games import GAMES

VERSION = "v0"
"""Goes up when an environment behaves otherwise, for all of them at once."""
PLACES = {
    "Batch": "karat.env.batch",
    "VectorEnv": "karat.env.vector",
    "LearnerEnv": "karat.env.vector",
    "TurnEnv": "karat.env.turns",
    "TogetherEnv": "karat.env.together",
    "GameEnvs": "karat.env.ids",
    "register": "karat.env.ids",
    "rollout": "karat.env.trajectories",
    "single": "karat.env.one",
    "register_spiel": "karat.env.spiel",
}
"""What can be had from here, by the module that has it; each is loaded when it is first asked for."""


BROUGHT_BY = {"gymnasium": "karat-games[env]", "pettingzoo": "karat-games[env]", "pyspiel": "open_spiel"}
"""What is to be installed for a library that is missing."""


def __getattr__(name: str) -> Any:
    try:
        if name in PLACES:
            return getattr(import_module(PLACES[name]), name)
        game, _, version = name.rpartition("_")
        if game in GAMES and version == VERSION:
            return import_module("karat.env.ids").GameEnvs(game)
    except ModuleNotFoundError as missing:
        if (package := BROUGHT_BY.get(missing.name or "")) is None:
            raise
        raise ModuleNotFoundError(f"{name} needs {missing.name}: pip install '{package}'", name=missing.name) from None
    raise AttributeError(f"module 'karat.env' has no attribute {name!r}")


def __dir__() -> list[str]:
    """What can be had from here, for prompts that complete names."""
    return sorted([*PLACES, *(f"{game}_{VERSION}" for game in GAMES)])
