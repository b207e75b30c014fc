"""Thousands of matches of either game at once, with buffers of their own that NumPy and torch see without copies.

>>> batch = Batch("aurum", 4, players=4, seed=7, episode="round", history=True)
>>> batch.observations.shape, batch.masks.shape, batch.seats.shape
((4, 825), (4, 1011), (4,))
>>> batch.step(batch.masks.argmax(1))
>>> (batch.history > 0).sum(1).tolist()
[1, 1, 1, 1]
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from karat.env.one import kernel_of
from karat.kit import Kit
from karat.match import kit_of_rules, rules_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

LONGEST = 4096
"""Actions of an episode that a history can hold; it has as much room as was needed so far."""
FIRST_ROOM = 128


class Batch:
    """Matches under the same rules, stepped together: after each step, what each seat to act sees and may do.

    | array          | shape               | holds                                                                   |
    |----------------|---------------------|-------------------------------------------------------------------------|
    | `seats`        | size                | who is to act                                                           |
    | `observations` | size x tensor       | bytes: what that seat sees                                              |
    | `masks`        | size x actions      | what it may do                                                          |
    | `rewards`      | size x players      | what an episode that ended with the last step brought each seat         |
    | `dones`        | size                | whether one did                                                         |
    | `numbers`      | size                | which match each row is playing                                         |
    | `history`      | size x longest      | if wanted: all that was done in the episode and the seat knows, in order |
    | `all_cards`    | size x some         | if wanted: what lies hidden from the seat, for critics                  |

    An entry of the history is 1 + action + actions x (who did it, counted from the seat to act clockwise), and 0 where
    nothing was done yet. Choices that lie face down are not in it until they are turned up.
    """

    def __init__(
        self,
        game: str | Kit | Any,
        size: int,
        seed: str | int = 0,
        *,
        episode: str = "match",
        threads: int = 1,
        history: bool = False,
        all_cards: bool = False,
        **agreed: Any,
    ) -> None:
        """A game by its name and what is agreed on, or the rules themselves, as `karat.aurum.Rules(4)`."""
        given: Any = None if isinstance(game, str | Kit) else game
        kit, kernel = kernel_of(game if given is None else kit_of_rules(given))
        if given is not None and agreed:
            raise ValueError(f"these rules say what is agreed on: leave out {', '.join(agreed)}")
        self.kit, self.size = kit, size
        self.rules: Any = rules_of(kit, **agreed) if given is None else given
        self._begun = f"{kit.name!r}, {size}, seed={seed!r}, {self.rules!r}"
        self.kernel: Any = kernel.batch(self.rules, size, seed, episode=episode, threads=threads)
        self.players, self.tensor, self.actions = self.rules.players, self.kernel.tensor, self.kernel.actions
        self.seats, self.dones, self.numbers = self.kernel.seats, self.kernel.dones.view(np.bool_), self.kernel.numbers
        self.rewards: NDArray[np.float32] = self.kernel.rewards[:, : self.players]
        self.observations = np.zeros((size, self.tensor), np.uint8)
        self.masks = np.zeros((size, self.actions), np.bool_)
        self._log = np.zeros((self.players, size, FIRST_ROOM), np.int32) if history else None
        """All that was done, once from each seat's place: then a step adds little, and a look is a copy."""
        self._lengths = np.zeros(size, np.int64)
        self._critic = all_cards
        self.history: NDArray[np.int32] | None = None
        self.all_cards: NDArray[np.uint8] | None = None
        self._look()

    def __repr__(self) -> str:
        return f"<Batch of {self._begun}>"

    def step(self, actions: NDArray[np.integer] | Sequence[int]) -> None:
        """Take one action in every match; a torch tensor will do. If any is illegal, none is taken."""
        chosen = np.asarray(actions)
        seats = self.seats.copy() if self._log is not None else self.seats
        self.kernel.step(chosen, self.observations, self.masks)
        if self._log is not None:
            self._remember(seats, chosen)
        self._look_more()

    def random_actions(self) -> NDArray[np.int64]:
        """An action for every match, each legal one as likely as every other."""
        out = np.zeros(self.size, np.int64)
        self.kernel.random_actions(out)
        return out

    def tensors(self) -> dict[str, Any]:
        """The arrays as torch tensors on the same memory: each step changes what they hold."""
        import torch  # noqa: PLC0415 -- only who asks for it has it

        named = {name: getattr(self, name) for name in ("observations", "masks", "seats", "rewards", "dones")}
        named |= {name: found for name in ("history", "all_cards") if (found := getattr(self, name)) is not None}
        return {name: torch.from_numpy(array) for name, array in named.items()}

    def _look(self) -> None:
        self.kernel.look(self.observations, self.masks)
        self._look_more()

    def _look_more(self) -> None:
        if self._critic:
            found = self.kernel.all_cards()
            if self.all_cards is None:
                self.all_cards = found
            else:
                self.all_cards[:] = found
        if self._log is not None:
            self._show_history(self._log)

    def _remember(self, seats: NDArray[np.int64], actions: NDArray[Any]) -> None:
        """Add what was done to the log; an episode that is over has none any more."""
        assert self._log is not None  # noqa: S101 -- asked before
        if self._lengths.max() == self._log.shape[2]:
            self._log = np.concatenate([self._log, np.zeros_like(self._log)], 2)
            self.history = None
        rows = np.arange(self.size)
        for place in range(self.players):
            relative = (seats - place) % self.players
            self._log[place, rows, self._lengths] = 1 + actions + self.actions * relative
        self._lengths += 1
        if self.dones.any():
            self._log[:, self.dones] = 0
            self._lengths[self.dones] = 0

    def _show_history(self, log: NDArray[np.int32]) -> None:
        """The log as the seats to act may know it, and from where they sit."""
        rows = np.arange(self.size)
        shown = log[self.seats, rows]
        hidden = self.kernel.face_down()
        for back in range(1, int(hidden.max()) + 1):
            lies = hidden >= back
            shown[rows[lies], self._lengths[lies] - back] = 0
        if self.history is None:
            self.history = shown
        else:
            self.history[:] = shown
