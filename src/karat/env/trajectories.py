"""What a learner learns from: the decisions of a batch, each with what it brought its seat in the end."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from karat.env.batch import Batch


@dataclass(frozen=True, slots=True)
class Trajectories:
    """Steps of a batch, step by step and row by row."""

    observations: NDArray[np.uint8]
    masks: NDArray[np.bool_]
    actions: NDArray[np.int64]
    seats: NDArray[np.int64]
    episodes: NDArray[np.int64]
    """The number of the match: with the row and the seat, what belongs to one trajectory."""
    returns: NDArray[np.float32]
    """What the episode brought the seat; NaN where it was not over by the last step."""

    @property
    def finished(self) -> NDArray[np.bool_]:
        """The decisions whose returns are known."""
        return ~np.isnan(self.returns)

    def of(self, row: int, episode: int, seat: int) -> NDArray[np.int64]:
        """The steps at which a seat decided in an episode of a row, in order."""
        return np.flatnonzero((self.episodes[:, row] == episode) & (self.seats[:, row] == seat))


def rollout(batch: Batch, policy: Callable[[Batch], Any] | None, steps: int) -> Trajectories:
    """Play so many steps, by a policy that gives an action for each row, or at random; what was decided."""
    size = batch.size
    seen = np.zeros((steps, size, batch.tensor), np.uint8)
    masks = np.zeros((steps, size, batch.actions), np.bool_)
    actions, seats, episodes = (np.zeros((steps, size), np.int64) for _ in range(3))
    rewards = np.full((steps, size, batch.players), np.nan, np.float32)
    for step in range(steps):
        seen[step], masks[step], seats[step], episodes[step] = (
            batch.observations, batch.masks, batch.seats, batch.numbers,
        )  # fmt: skip
        actions[step] = np.asarray(policy(batch)) if policy else batch.random_actions()
        batch.step(actions[step])
        rewards[step, batch.dones] = batch.rewards[batch.dones]
    returns = np.zeros((steps, size), np.float32)
    ahead = np.full((size, batch.players), np.nan, np.float32)
    for step in range(steps - 1, -1, -1):
        ended = ~np.isnan(rewards[step, :, 0])
        ahead[ended] = rewards[step, ended]
        returns[step] = ahead[np.arange(size), seats[step]]
    return Trajectories(seen, masks, actions, seats, episodes, returns)
