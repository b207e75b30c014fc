"""Aurum for the trainer: rounds to learn from, the net as PyTorch sees it, and a test of strength."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from karat.aurum.lab import samples as play
from karat.aurum.lab.chances import fitted
from karat.aurum.net import features, net
from karat.aurum.net.shipped import shipped_net
from karat.aurum.search.sparring import make_sparring_workspace
from karat.kernel.random import generator
from karat.search.net_file import parts_of

Array = NDArray[Any]


def scales() -> Array:
    """What the numbers of the table are multiplied by, so that all are about as large as a 1."""
    scale = np.ones(features.FEATURES, np.float32)
    scale[features.AT_POINTS : features.AT_STANDING] = 0.1
    scale[features.AT_UNSEEN_BEAT : features.AT_STOCK] = 0.1
    scale[features.AT_COINS : features.AT_HAS_GOLD] = 0.3
    scale[features.AT_OUT : features.AT_RULES] = 0.4
    return scale


LOSSES = np.array([1.0, 0.3, 0.25, 0.25, 0.25, 0.15, 0.15, 0.1], np.float32)
"""What each head weighs in the loss."""


class Model(nn.Module):
    """The net of karat.aurum.net.net."""

    def __init__(self) -> None:
        super().__init__()
        self.table = nn.Linear(features.FEATURES, net.FIRST)
        self.metal = nn.Linear(features.METAL_FEATURES, net.METAL, bias=False)
        self.second = nn.Linear(net.FIRST, net.SECOND)
        self.heads = nn.Linear(net.SECOND, net.HEADS)
        self.register_buffer("scale", torch.from_numpy(scales()))
        self.register_buffer("losses", torch.from_numpy(LOSSES))
        self.register_buffer("in_points", torch.from_numpy(net.IN_POINTS))

    def forward(self, x: torch.Tensor, metals: torch.Tensor) -> torch.Tensor:
        """The heads before any of them is made a chance; points are in tens."""
        table = self.table(x * self.scale)
        ground = table[:, net.TABLE :].unsqueeze(1)
        pooled = torch.relu(self.metal(metals) + ground).sum(1)
        units = torch.cat([torch.relu(table[:, : net.TABLE]), pooled], 1)
        out: torch.Tensor = self.heads(torch.relu(self.second(units)))
        return out

    def loss(self, x: torch.Tensor, metals: torch.Tensor, targets: torch.Tensor) -> torch.Tensor:
        """How far off the heads are: cross entropy of chances, squares of points in tens."""
        out = self(x, metals)
        chances = nn.functional.binary_cross_entropy_with_logits(out, targets.clamp(0, 1), reduction="none")
        points = (out - targets / net.POINT) ** 2
        return (torch.where(self.in_points, points, chances).mean(0) * self.losses).sum()


@dataclass(frozen=True)
class Samples:
    """What some rounds gave."""

    xs: Array
    metals: Array
    targets: Array

    def __len__(self) -> int:
        return len(self.xs)


class Subject:
    """What is trained: a net for three or for four players."""

    game = "aurum"
    trust = 0.8
    shapes = net.SHAPES

    def __init__(self, players: int) -> None:
        self.players = players

    def model(self) -> Model:
        return Model()

    def gather(self, weights: Array, rival: Array, settings: Array, seed: str, number: int, rounds: int) -> Samples:
        """Rounds by themselves, against `rival` in part: the same for the same seed and number, wherever."""
        most = rounds * play.MOST_SAMPLES
        out = play.SampleArrays(
            xs=np.empty((most, features.FEATURES), np.int8),
            metals=np.empty((most, features.METALS), np.int64),
            targets=np.empty((most, net.HEADS), np.float32),
        )
        workspace = play.make_rounds_workspace(weights, rival)
        sparring = make_sparring_workspace(int(settings[play.SPARRING_TRIES]))
        count = play.gather(self.players, rounds, settings, generator(seed, number), workspace, sparring, out)
        return Samples(*(array[:count].copy() for array in out))

    def together(self, parts: list[Samples]) -> Samples:
        return Samples(
            *(np.concatenate([getattr(part, name) for part in parts]) for name in ("xs", "metals", "targets"))
        )

    def batch(self, samples: Samples, order: Array) -> tuple[torch.Tensor, ...]:
        """Those samples, for the model's loss."""
        x = np.empty((len(order), features.FEATURES), np.float32)
        metals = np.empty((len(order), features.METALS, features.METAL_FEATURES), np.float32)
        targets = np.empty((len(order), net.HEADS), np.float32)
        play.assemble(order, samples.xs, samples.metals, samples.targets, x, metals, targets)
        return torch.from_numpy(x), torch.from_numpy(metals), torch.from_numpy(targets)

    def export(self, state: dict[str, torch.Tensor]) -> Array:
        """A model's state as the kernels take it."""
        parts = {
            "table": state["table.weight"].T * state["scale"].unsqueeze(1),
            "table_bias": state["table.bias"],
            "metal": state["metal.weight"].T,
            "second": state["second.weight"].T,
            "second_bias": state["second.bias"],
            "heads": state["heads.weight"].T,
            "heads_bias": state["heads.bias"],
        }
        assert {part: tuple(parts[part].shape) for part in parts} == net.SHAPES  # noqa: S101 -- one layout, told twice
        return np.concatenate([parts[part].detach().numpy().astype(np.float32).reshape(-1) for part in net.SHAPES])

    def state(self, weights: Array) -> dict[str, torch.Tensor]:
        """Weights as a model's state: what `export` makes of it."""
        parts = {part: torch.tensor(value) for part, value in parts_of(weights, net.SHAPES).items()}
        scale = torch.from_numpy(scales())
        return {
            "table.weight": (parts["table"] / scale.unsqueeze(1)).T.contiguous(),
            "table.bias": parts["table_bias"],
            "metal.weight": parts["metal"].T.contiguous(),
            "second.weight": parts["second"].T.contiguous(),
            "second.bias": parts["second_bias"],
            "heads.weight": parts["heads"].T.contiguous(),
            "heads.bias": parts["heads_bias"],
        }

    def fitted(self, weights: Array) -> Array:
        """The weights that are kept: with chances that fit rounds of the net with itself."""
        return fitted(weights, self.players)

    def shipped(self) -> Array:
        """The weights that come with the package."""
        return shipped_net(self.players).weights

    def duel(self, ours: Array, theirs: Array | None, seed: str, deals: int) -> tuple[Array, Array]:
        """By deal and place, the win and the margin of one net over another, or over random play."""
        places = 2 if self.players == 4 else 3
        wins, margins = np.zeros((deals, places), np.float32), np.zeros((deals, places), np.float32)
        workspace = play.make_rounds_workspace(ours, theirs)
        play.duel(self.players, deals, int(theirs is None), generator(seed), workspace, wins, margins)
        return wins, margins
