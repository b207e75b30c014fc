"""The environments under the names by which other libraries make them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

import gymnasium
import pettingzoo
from pettingzoo.utils import OrderEnforcingWrapper

from karat.env.together import TogetherEnv
from karat.env.turns import TurnEnv
from karat.games import GAMES

if TYPE_CHECKING:
    from collections.abc import Callable


@dataclass(frozen=True, slots=True)
class GameEnvs:
    """What PettingZoo's tools look for in the module of an environment."""

    game: str

    def raw_env(self, **options: Any) -> TurnEnv:
        """Agents in turn; the options of `TurnEnv`."""
        return TurnEnv(self.game, **options)

    def env(self, **options: Any) -> Any:
        """The same, with PettingZoo's complaints about calls in a wrong order."""
        return OrderEnforcingWrapper(self.raw_env(**options))

    def parallel_env(self, **options: Any) -> TogetherEnv:
        """All agents at once."""
        return TogetherEnv(self.game, **options)


def register() -> tuple[str, ...]:
    """Make all games known to PettingZoo and Gymnasium as `karat/aurum-v0` and so on; the ids."""
    ids = []
    for game in GAMES:
        envs, name = GameEnvs(game), f"karat/{game}-v0"
        makers: dict[str, Callable[..., Any]] = {"aec": envs.env, "parallel": envs.parallel_env}
        for kind, known in (("aec", pettingzoo.aec_registry), ("parallel", pettingzoo.parallel_registry)):
            if name not in known:
                pettingzoo.register(kind, name, partial(makers[kind]))
        if name not in gymnasium.registry:
            gymnasium.register(
                name,
                entry_point="karat.env.vector:LearnerEnv",
                vector_entry_point="karat.env.vector:VectorEnv",
                kwargs={"game": game},
            )
        ids.append(name)
    return tuple(ids)
