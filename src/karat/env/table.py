"""What PettingZoo's two kinds of environment share: a match, its agents, their spaces, and how it is shown."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete

from karat.env.one import SingleMatch, kernel_of
from karat.env.pixels import pixels_of
from karat.match import Match, rules_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from karat.kit import Kit

Seen = dict[str, Any]
"""An observation: the bytes under `observation`, and under `action_mask` a 1 for each action that may be taken."""
RENDER_MODES = ("ansi", "svg", "rgb_array")
Illegal = Literal["raise", "lose"]


class EnvTable:
    """A match with agents `player_0` and so on at it."""

    def __init__(
        self,
        game: str | Kit,
        *,
        episode: str = "match",
        render_mode: str | None = None,
        illegal: Illegal = "raise",
        waits: int = 0,
        mask_in_info: bool = True,
        **agreed: Any,
    ) -> None:
        """`waits` is 1 where seats that owe no action must say so: then there is one action more, to wait.

        TorchRL wants masks in one place: without `mask_in_info` they are in observations alone.
        """
        self.mask_in_info = mask_in_info
        if render_mode not in {None, *RENDER_MODES}:
            raise ValueError(f"no render mode {render_mode!r}; there are {', '.join(RENDER_MODES)}, or None")
        if illegal not in {"raise", "lose"}:
            raise ValueError(f"an illegal action may 'raise' or 'lose', not {illegal!r}")
        self.kit, self.kernel = kernel_of(game)
        self.rules, self.render_mode, self.illegal, self.waits = (
            rules_of(self.kit, **agreed),
            render_mode,
            illegal,
            waits,
        )
        self.seed = secrets.token_hex(8)
        self._resets = 0
        self.match: SingleMatch = self.kernel.single(self.rules, self.seed, episode=episode)
        self.agents = [f"player_{seat}" for seat in range(self.rules.players)]
        self.seats = {agent: seat for seat, agent in enumerate(self.agents)}
        self.size = self.match.actions + waits
        self.observation_spaces: dict[str, Any] = {agent: self._space() for agent in self.agents}
        self.action_spaces: dict[str, Any] = {agent: Discrete(self.size) for agent in self.agents}
        sides = self.kit.sides(self.rules)
        self.teams = [next(number for number, side in enumerate(sides) if seat in side) for seat in self.seats.values()]
        """By seat, the number of the side that it wins with."""
        self.taken: list[int] = []
        self.nothing = np.zeros(self.size, np.int8)
        self.nothing[self.match.actions :] = 1
        self.nothing.setflags(write=False)
        self.idle = [self.info(seat, self.nothing) for seat in range(self.rules.players)]
        """By seat, what is told to who owes nothing."""

    def _space(self) -> Dict:
        return Dict(
            {
                "observation": Box(0, 255, (self.match.tensor,), np.uint8),
                "action_mask": Box(0, 1, (self.size,), np.int8),
            }
        )

    def reset(self, seed: int | None) -> None:
        """Another match: from a seed, or from the one before, so that a first seed tells all that follow."""
        self._resets = 0 if seed is not None else self._resets + 1
        self.seed = str(seed) if seed is not None else self.seed
        self.match.reset(f"{self.seed}/{self._resets}" if self._resets else self.seed)
        self.taken = []

    @property
    def match_seed(self) -> str:
        """The seed of the match that is played, for `karat.Match.new`."""
        return f"{self.seed}/{self._resets}" if self._resets else self.seed

    def mask(self, seat: int) -> NDArray[np.int8]:
        """A 1 for each action that a seat may take."""
        out = np.zeros(self.size, np.uint8)
        self.match.mask(seat, out[:-1] if self.waits else out)
        return out.view(np.int8)

    def observation(self, seat: int, mask: NDArray[np.int8]) -> Seen:
        out = np.zeros(self.match.tensor, np.uint8)
        self.match.observe(seat, out)
        return {"observation": out, "action_mask": mask}

    def info(self, seat: int, mask: NDArray[np.int8]) -> dict[str, Any]:
        team: dict[str, Any] = {"team": self.teams[seat]}
        return {"action_mask": mask, **team} if self.mask_in_info else team

    def take(self, seat: int, action: Any) -> None:
        """A seat's action, which is the one to act; ValueError with who and what where it is not legal."""
        number = int(action)
        try:
            self.match.step(number)
        except ValueError:
            legal = ", ".join(map(str, self.match.legal))
            raise ValueError(f"player_{seat} may not take action {number} now; legal are {legal}") from None
        self.taken.append(number)

    def state(self) -> NDArray[np.uint8]:
        """What all seats see, one after the other: for critics."""
        out = np.zeros((self.rules.players, self.match.tensor), np.uint8)
        for seat in range(self.rules.players):
            self.match.observe(seat, out[seat])
        return out.ravel()

    def shown(self) -> Match:
        """The same match by the readable rules."""
        match = Match.new(self.kit, rules=self.rules, seed=self.match_seed)
        for number in self.taken:
            seat = match.seat
            assert seat is not None  # noqa: S101 -- somebody took it
            match.push(self.kernel.decode(self.rules, number, seat), seat)
        return match

    def render(self) -> Any:
        """The whole table: text, a picture as SVG, or pixels."""
        if self.render_mode is None:
            return None
        match = self.shown()
        if self.render_mode == "rgb_array":
            return pixels_of(str(match), self.kit.card_colours)
        return str(match) if self.render_mode == "ansi" else match.svg()
