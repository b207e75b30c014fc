"""PettingZoo's AEC: one agent after the other. Of those who choose in secret, the lowest that has not is asked next."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from gymnasium.spaces import Box
from pettingzoo import AECEnv

from karat.env.table import RENDER_MODES, EnvTable, Seen

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from karat.kit import Kit


class TurnEnv(AECEnv[str, Seen, int]):
    """An episode is a match, or with `episode="round"` a round where a game's rounds can be won.

    `illegal="lose"` ends the episode with a reward of -1 for who took an illegal action, instead of raising.
    """

    def __init__(self, game: str | Kit, **options: Any) -> None:
        """Options: players, edition, variants, cards; episode, render_mode, illegal, mask_in_info."""
        super().__init__()
        self.table = EnvTable(game, **options)
        self.metadata = {
            "name": f"{self.table.kit.name}_v0", "render_modes": list(RENDER_MODES), "is_parallelizable": False,
        }  # fmt: skip
        self.render_mode = self.table.render_mode
        self.possible_agents = self.table.agents.copy()
        self.agents: list[str] = []
        self.observation_spaces, self.action_spaces = self.table.observation_spaces, self.table.action_spaces
        self.state_space = Box(0, 255, (len(self.possible_agents) * self.table.match.tensor,), np.uint8)

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002 -- PettingZoo's
        table = self.table
        table.reset(seed)
        self.agents = self.possible_agents.copy()
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._masks = dict.fromkeys(self.agents, table.nothing)
        self.infos = {agent: table.idle[seat].copy() for agent, seat in table.seats.items()}
        self._skip_agent_selection = None
        self._ask()

    def _ask(self) -> None:
        """The next agent is the one to act, and is told what it may do."""
        seat = self.table.match.seat
        self.agent_selection = self.possible_agents[seat]
        mask = self._masks[self.agent_selection] = self.table.mask(seat)
        self.infos[self.agent_selection] = self.table.info(seat, mask)

    def observe(self, agent: str) -> Seen:
        return self.table.observation(self.table.seats[agent], self._masks[agent])

    def step(self, action: int | None) -> None:
        agent, table = self.agent_selection, self.table
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        seat = table.seats[agent]
        self._cumulative_rewards[agent] = 0.0
        if table.illegal == "lose" and not (action is not None and self._masks[agent][int(action)]):
            self._end([-1.0 if other == seat else 0.0 for other in range(len(self.agents))])
            return
        table.take(seat, action)
        self._masks[agent], self.infos[agent] = table.nothing, table.idle[seat].copy()
        if table.match.done:
            self._end(table.match.rewards)
        else:
            self._ask()

    def _end(self, rewards: Any) -> None:
        for agent, reward in zip(self.possible_agents, rewards, strict=True):
            self.rewards[agent] = reward
            self.terminations[agent] = True
            self._masks[agent] = self.table.nothing
            self.infos[agent] = self.table.idle[self.table.seats[agent]].copy()
        self._accumulate_rewards()
        self._deads_step_first()

    def state(self) -> NDArray[np.uint8]:
        return self.table.state()

    def render(self) -> Any:
        return self.table.render()

    def close(self) -> None:
        """There is nothing to close."""
