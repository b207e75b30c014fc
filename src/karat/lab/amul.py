"""Amul for the trainer: a plain net over what a seat sees, which says for every action what it is worth.

Choices that several make in secret at the same time are taken as if each were made alone: every seat looks at the table
as it was before. All players of a number share a net, as what a seat sees is relative to it. An action is worth
WON parts of the win and the rest by the margin of points over the best other player.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from karat.kernel.amul.batch import Batch
from karat.kernel.amul.cards import compile_cards
from karat.kernel.amul.legal import actions_of
from karat.kernel.amul.observe import tensor_size
from karat.kernel.amul.scoring import POINTS_IN
from karat.lab.aurum_rounds import EPSILON, RIVALS
from karat.nets.weights import parts_of
from karat.rules.amul.rules import Rules

Array = NDArray[Any]

FIRST, SECOND = 128, 64
WON, MARGIN = 0.8, 60.0
"""The part of the win in what is learned, and the margin that counts as much as half of the rest."""
SCALE = 0.5
"""Counts of cards are small, but more than flags."""


class Model(nn.Module):
    """What a seat sees, through two layers, to the worth of every action."""

    def __init__(self, seen: int, actions: int) -> None:
        super().__init__()
        self.first = nn.Linear(seen, FIRST)
        self.second = nn.Linear(FIRST, SECOND)
        self.worth = nn.Linear(SECOND, actions)

    def loss(self, seen: torch.Tensor, actions: torch.Tensor, targets: torch.Tensor) -> torch.Tensor:
        """How far off the worth of the actions is that were taken."""
        hidden = torch.relu(self.second(torch.relu(self.first(seen))))
        worth = self.worth(hidden).gather(1, actions.unsqueeze(1)).squeeze(1)
        return ((worth - targets) ** 2).mean()


@dataclass(frozen=True)
class Samples:
    """What seats saw, what they did, and what came of it."""

    seen: Array
    actions: Array
    targets: Array

    def __len__(self) -> int:
        return len(self.seen)


@dataclass(frozen=True)
class Seating:
    """Who plays by what: seats that are `older` by the rival's weights, or at random where it has none."""

    weights: Array
    rival: Array | None
    older: Array
    """By match and seat."""
    epsilon: float
    """The chance of a random action."""


class Amul:
    """What is trained: a net for three to eight players, with the standard cards."""

    game = "amul"

    def __init__(self, players: int) -> None:
        self.players = players
        self.rules = Rules(players)
        cards = compile_cards(self.rules)
        self.seen, self.actions = int(tensor_size(cards)), int(actions_of(cards))
        self.shapes: dict[str, tuple[int, ...]] = {
            "first": (self.seen, FIRST),
            "first_bias": (FIRST,),
            "second": (FIRST, SECOND),
            "second_bias": (SECOND,),
            "worth": (SECOND, self.actions),
            "worth_bias": (self.actions,),
        }

    def model(self) -> Model:
        return Model(self.seen, self.actions)

    def worth(self, weights: Array, seen: Array) -> Array:
        """By row and action, what it is worth to who sees this."""
        parts = [torch.from_numpy(part) for part in parts_of(weights, self.shapes).values()]
        first, first_bias, second, second_bias, worth, worth_bias = parts
        hidden = torch.relu(torch.addmm(first_bias, torch.from_numpy(seen).float(), first))
        hidden = torch.relu(torch.addmm(second_bias, hidden, second))
        out: Array = torch.addmm(worth_bias, hidden, worth).numpy()
        return out

    def gather(self, weights: Array, rival: Array, settings: Array, seed: str, number: int, rounds: int) -> Samples:
        """Matches by themselves, against `rival` in part: the same for the same seed and number, wherever."""
        chance = np.random.default_rng([number, *seed.encode()])
        batch = Batch(self.rules, rounds, f"{seed}/{number}")
        older = chance.random((rounds, self.players)) < 0.5
        older &= (chance.random(rounds) < settings[RIVALS])[:, None]
        noted: list[tuple[Array, ...]] = []
        seating = Seating(weights, rival, older, settings[EPSILON])
        shares, margins = self._play(batch, seating, chance, noted)
        seen, actions, row, seat = (np.concatenate(column) for column in zip(*noted, strict=True))
        mine = ~older[row, seat]
        targets = WON * shares + (1 - WON) * (0.5 + np.clip(margins / MARGIN, -1, 1) / 2)
        return Samples(seen[mine], actions[mine], targets[row, seat][mine].astype(np.float32))

    def _play(
        self, batch: Batch, seating: Seating, chance: np.random.Generator, noted: list[tuple[Array, ...]] | None = None
    ) -> tuple[Array, Array]:
        """Play all matches of a batch once; by match and seat, the share of the win and the margin.

        What was seen and done, in which match and by which seat, is added to `noted`.
        """
        size, every = batch.size, np.arange(batch.size)
        seen, may = np.zeros((size, batch.tensor), np.uint8), np.zeros((size, batch.actions), np.uint8)
        chosen = np.zeros(size, np.int64)
        running = np.ones(size, np.bool_)
        shares, margins = np.zeros((size, self.players)), np.zeros((size, self.players))
        batch.look(seen, may)
        while running.any():
            batch.random_actions(chosen)
            greedy = running & (chance.random(size) >= seating.epsilon)
            old = seating.older[every, batch.seats]
            for which, by in ((greedy & ~old, seating.weights), (greedy & old, seating.rival)):
                if by is not None and which.any():
                    worth = np.where(may[which] != 0, self.worth(by, seen[which]), -np.inf)
                    chosen[which] = worth.argmax(1)
            if noted is not None:
                noted.append((seen[running], chosen[running], every[running], batch.seats[running]))
            batch.step(chosen, seen, may)
            ended = running & (batch.dones != 0)
            shares[ended] = batch.rewards[ended]
            points = batch.points[ended][:, :, POINTS_IN].astype(np.float64)
            for seat in range(self.players):
                others = np.delete(points, seat, 1)
                margins[ended, seat] = points[:, seat] - others.max(1, initial=-np.inf)
            running &= ~ended
        return shares, margins

    def together(self, parts: list[Samples]) -> Samples:
        names = ("seen", "actions", "targets")
        return Samples(*(np.concatenate([getattr(part, name) for part in parts]) for name in names))

    def batch(self, samples: Samples, order: Array) -> tuple[torch.Tensor, ...]:
        """Those samples, for the model's loss."""
        seen = torch.from_numpy(samples.seen[order].astype(np.float32) * SCALE)
        return seen, torch.from_numpy(samples.actions[order]), torch.from_numpy(samples.targets[order])

    def export(self, state: dict[str, torch.Tensor]) -> Array:
        """A model's state, in the order of `shapes`."""
        parts = [state["first.weight"].T * SCALE, state["first.bias"], state["second.weight"].T]
        parts += [state["second.bias"], state["worth.weight"].T, state["worth.bias"]]
        return np.concatenate([part.detach().numpy().astype(np.float32).reshape(-1) for part in parts])

    def state(self, weights: Array) -> dict[str, torch.Tensor]:
        """Weights as a model's state: what `export` makes of it."""
        parts = {part: torch.tensor(value) for part, value in parts_of(weights, self.shapes).items()}
        return {
            "first.weight": (parts["first"] / SCALE).T.contiguous(),
            "first.bias": parts["first_bias"],
            "second.weight": parts["second"].T.contiguous(),
            "second.bias": parts["second_bias"],
            "worth.weight": parts["worth"].T.contiguous(),
            "worth.bias": parts["worth_bias"],
        }

    def fitted(self, weights: Array) -> Array:
        """The weights that are kept, as they are: there are no chances in them."""
        return weights

    def shipped(self) -> None:
        """None comes with the package."""

    def duel(self, ours: Array, theirs: Array | None, seed: str, deals: int) -> tuple[Array, Array]:
        """By deal and place, the win and the margin of one player by one net among others by another, or at random."""
        wins, margins = np.zeros((deals, self.players)), np.zeros((deals, self.players))
        for place in range(self.players):
            older = np.ones((deals, self.players), np.bool_)
            older[:, place] = False
            chance = np.random.default_rng([place, *seed.encode()])
            shares, leads = self._play(Batch(self.rules, deals, seed), Seating(ours, theirs, older, 0.0), chance)
            wins[:, place], margins[:, place] = shares[:, place], leads[:, place]
        return wins, margins
