"""Gymnasium's vector environment: one seat for a learner in every match, the others taken by compiled players."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Any

import gymnasium
import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from gymnasium.vector import AutoresetMode
from gymnasium.vector import VectorEnv as Vector
from gymnasium.vector.utils import batch_space

from karat.bots.bot import UnknownBot
from karat.env.one import kernel_of
from karat.kit import LEARNER
from karat.match import rules_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from karat.kit import Kit

ANY_SEAT = "all"


class VectorEnv(Vector[Any, Any, Any]):
    """Many matches, in each of which the learner's `seat` acts: a number, or "all" to move on by one each episode.

    `opponents` are names of compiled players (`karat.kit.Kernel.opponent_names`): one for all other seats, or one for
    each, clockwise from the learner's left. With `partners` the learner also acts for who wins with it, and they have
    no name in that list; `acting` tells who is to act. An episode that ends is followed by the next in the same step;
    the last observation stands in `infos["final_obs"]`. The reward is what the episode brought the learner's seat, at
    its end. With `copy=False` everything is handed out in the same arrays at every step, overwritten; with
    `tensors=True` in torch tensors, on the memory that the kernel writes to.
    """

    def __init__(
        self,
        game: str | Kit | None = None,
        num_envs: int = 1,
        *,
        opponents: str | Sequence[str] = "random",
        seat: int | str = 0,
        partners: bool = False,
        episode: str = "match",
        **options: Any,
    ) -> None:
        """More options: copy, tensors, render_mode; and what is agreed: players, edition, variants, cards."""
        self.copy, self.tensors = bool(options.pop("copy", True)), bool(options.pop("tensors", False))
        if (render_mode := options.pop("render_mode", None)) is not None:
            raise ValueError(f"a vector of matches is not drawn: render_mode is None, not {render_mode!r}")
        self.kit, self.kernel = kernel_of(game)
        self.rules, self.num_envs, self.episode = rules_of(self.kit, **options), num_envs, episode
        if seat != ANY_SEAT and seat not in range(self.rules.players):
            raise ValueError(f"the learner's seat is 0 to {self.rules.players - 1} or {ANY_SEAT!r}, not {seat!r}")
        self.rotate, self.seat = seat == ANY_SEAT, 0 if seat == ANY_SEAT else int(seat)
        places = partner_places(self.kit.sides(self.rules), self.seat) if partners else ()
        self.names = names_of(self.kernel.opponent_names, opponents, self.rules.players, places)
        self.render_mode = None
        self.metadata = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}
        self._seed, self._resets = secrets.token_hex(8), 0
        self._begin()
        tensor, actions = self._batch.tensor, self._batch.actions
        self.observations = np.zeros((num_envs, tensor), np.uint8)
        self.masks = np.zeros((num_envs, actions), np.int8)
        self.rewards = np.zeros(num_envs, np.float32)
        self.ended = np.zeros(num_envs, np.bool_)
        self._final = np.zeros((num_envs, tensor), np.uint8)
        self._written = (self.observations, self.masks.view(np.uint8), self.rewards, self._final)
        self._never, self._nothing = np.zeros(num_envs, np.bool_), np.zeros((num_envs, actions), np.int8)
        """That nothing is cut short, and that nothing may be done when it is over."""
        self._handed: dict[str, Any] = {
            name: self._as_wanted(array)
            for name, array in (
                ("observation", self.observations), ("action_mask", self.masks), ("rewards", self.rewards),
                ("ended", self.ended), ("final", self._final), ("never", self._never), ("nothing", self._nothing),
            )
        }  # fmt: skip
        self.single_observation_space = Dict(
            {"observation": Box(0, 255, (tensor,), np.uint8), "action_mask": Box(0, 1, (actions,), np.int8)}
        )
        self.single_action_space = Discrete(actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def _as_wanted(self, array: NDArray[Any]) -> Any:
        if not self.tensors:
            return array
        import torch  # noqa: PLC0415 -- only who asks for it has it

        return torch.from_numpy(array)

    def _begin(self) -> None:
        seed = f"{self._seed}/{self._resets}" if self._resets else self._seed
        self._batch: Any = self.kernel.batch(self.rules, self.num_envs, seed, episode=self.episode)
        many = np.arange(self.num_envs, dtype=np.int64)
        self.seats = many % self.rules.players if self.rotate else np.full(self.num_envs, self.seat, np.int64)
        """By row, the learner's seat."""
        self._others: Any = self.kernel.opponents(self._batch, self.names, self.seats, f"{seed}/opponents")

    @property
    def acting(self) -> NDArray[np.int64]:
        """By row, the seat that is to act: the learner's, or a partner's."""
        found: NDArray[np.int64] = self._batch.seats
        return found

    def advice(self, name: str) -> Any:
        """By row, what a compiled player would do in the learner's place: to imitate, or to compare with."""
        if name not in self.kernel.opponent_names:
            raise UnknownBot(f"no compiled player {name!r}; there are {', '.join(self.kernel.opponent_names)}")
        return self._as_wanted(self._others.advice(name))

    def reset(self, *, seed: Any = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:  # noqa: ARG002
        """From a seed, or from the one before: the first seed tells all that follow."""
        self._resets = 0 if seed is not None else self._resets + 1
        self._seed = str(seed) if seed is not None else self._seed
        self._begin()
        self._others.play(None, self._written, rotate=False)
        seen = {"observation": self._shown("observation"), "action_mask": self._shown("action_mask")}
        return seen, {"action_mask": seen["action_mask"]}

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """An action for each learner; a torch tensor will do. If any is illegal, none is taken."""
        given = np.asarray(actions)
        if given.shape != (self.num_envs,) or given.dtype.kind not in "iu":
            raise ValueError(f"actions are {self.num_envs} whole numbers, not {given.dtype} of shape {given.shape}")
        chosen = np.ascontiguousarray(given, np.int64)
        if (row := self._others.play(chosen, self._written, rotate=self.rotate)) >= 0:
            raise ValueError(f"the learner of row {row} may not take action {chosen[row]} now")
        self.ended[:] = self._batch.dones
        seen = {"observation": self._shown("observation"), "action_mask": self._shown("action_mask")}
        infos: dict[str, Any] = {"action_mask": seen["action_mask"]}
        ended = self._shown("ended")
        if self.ended.any():
            final = {"observation": self._shown("final"), "action_mask": self._handed["nothing"]}
            infos["final_obs"] = final | {f"_{name}": ended for name in final}
            infos["_final_obs"] = ended
            infos["final_info"] = {"action_mask": final["action_mask"], "_action_mask": ended}
            infos["_final_info"] = ended
        return seen, self._shown("rewards"), ended, self._handed["never"], infos

    def _shown(self, name: str) -> Any:
        array = self._handed[name]
        if not self.copy:
            return array
        return array.clone() if self.tensors else array.copy()

    def close_extras(self, **_kwargs: Any) -> None:
        """There is nothing to close."""


class LearnerEnv(gymnasium.Env[Any, int]):
    """The same for one match: an episode that is over is followed by the next at `reset`."""

    metadata: dict[str, Any] = {"render_modes": []}  # noqa: RUF012 -- as Gymnasium has it

    def __init__(self, game: str | Kit | None = None, **options: Any) -> None:
        """The options of `VectorEnv`."""
        self.vector = VectorEnv(game, 1, **options)
        self.render_mode = None
        self.observation_space = self.vector.single_observation_space
        self.action_space = self.vector.single_action_space

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        super().reset(seed=seed)
        seen, infos = self.vector.reset(seed=seed, options=options)
        return {name: array[0] for name, array in seen.items()}, {"action_mask": infos["action_mask"][0]}

    def step(self, action: int) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        seen, rewards, dones, _, infos = self.vector.step(np.array([action]))
        if dones[0]:
            seen = {name: infos["final_obs"][name] for name in seen}
        shown = {name: array[0] for name, array in seen.items()}
        return shown, float(rewards[0]), bool(dones[0]), False, {"action_mask": shown["action_mask"]}


def partner_places(sides: Sequence[Sequence[int]], seat: int) -> tuple[int, ...]:
    """Who wins with a seat, by places clockwise from its left."""
    players = sum(map(len, sides))
    (own,) = (side for side in sides if seat in side)
    return tuple((other - seat) % players for other in own if other != seat)


def names_of(
    known: tuple[str, ...], opponents: str | Sequence[str], players: int, partners: tuple[int, ...] = ()
) -> tuple[str, ...]:
    """The players of the other seats, by place from the learner's left; LEARNER at those of partners."""
    many = players - 1 - len(partners)
    names = (opponents,) * many if isinstance(opponents, str) else tuple(opponents)
    for name in names:
        if name not in known:
            raise UnknownBot(f"no compiled player {name!r}; there are {', '.join(known)}")
    if len(names) != many:
        raise ValueError(f"one opponent for all, or {many} of them, not {len(names)}")
    given = iter(names)
    return tuple(LEARNER if place in partners else next(given) for place in range(1, players))
