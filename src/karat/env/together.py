"""PettingZoo's Parallel: all agents at once. Who owes no action waits, which is the last action of the space."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from gymnasium.spaces import Box
from pettingzoo import ParallelEnv

from karat.env.table import RENDER_MODES, EnvTable, Seen

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from karat.kit import Kit

Stepped = tuple[dict[str, Seen], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]


class TogetherEnv(ParallelEnv[str, Seen, int]):
    """The options are those of `TurnEnv`. Secret choices that are made in one step are turned up with it."""

    def __init__(self, game: str | Kit, **options: Any) -> None:
        self.table = EnvTable(game, waits=1, **options)
        self.metadata = {"name": f"{self.table.kit.name}_v0", "render_modes": list(RENDER_MODES)}
        self.render_mode = self.table.render_mode
        self.wait = self.table.size - 1
        """The number of the action of who owes none."""
        self.possible_agents = self.table.agents.copy()
        self.agents: list[str] = []
        self.observation_spaces, self.action_spaces = self.table.observation_spaces, self.table.action_spaces
        self.state_space = Box(0, 255, (len(self.possible_agents) * self.table.match.tensor,), np.uint8)

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None  # noqa: ARG002 -- PettingZoo's
    ) -> tuple[dict[str, Seen], dict[str, dict[str, Any]]]:  # fmt: skip
        self.table.reset(seed)
        self.agents = self.possible_agents.copy()
        return self._look()

    def _look(self) -> tuple[dict[str, Seen], dict[str, dict[str, Any]]]:
        table = self.table
        owing = () if table.match.done else table.match.to_act
        self._masks = {
            agent: table.mask(seat) if seat in owing else table.nothing for agent, seat in table.seats.items()
        }
        seen = {agent: table.observation(seat, self._masks[agent]) for agent, seat in table.seats.items()}
        return seen, {agent: table.info(seat, self._masks[agent]) for agent, seat in table.seats.items()}

    def step(self, actions: Mapping[str, int]) -> Stepped:
        """An action of each agent; those who wait may be left out."""
        table = self.table
        chosen = {agent: int(actions.get(agent, self.wait)) for agent in self.agents}
        wrong = [agent for agent, action in chosen.items() if not self._masks[agent][action]]
        if wrong and table.illegal == "raise":
            may = np.flatnonzero(self._masks[wrong[0]]).tolist()
            raise ValueError(f"{wrong[0]} may not take action {chosen[wrong[0]]} now; legal are {may}")
        if not wrong:
            for seat in table.match.to_act:
                table.take(seat, chosen[self.possible_agents[seat]])
        over = bool(wrong) or table.match.done
        rewards = (
            {agent: -1.0 if agent in wrong else 0.0 for agent in self.agents}
            if wrong
            else dict(zip(self.agents, table.match.rewards, strict=True))
        )
        seen, infos = self._look()
        terminated, truncated = dict.fromkeys(self.agents, over), dict.fromkeys(self.agents, False)
        if over:
            self.agents = []
        return seen, rewards, terminated, truncated, infos

    def state(self) -> NDArray[np.uint8]:
        return self.table.state()

    def render(self) -> Any:
        return self.table.render()

    def close(self) -> None:
        """There is nothing to close."""
