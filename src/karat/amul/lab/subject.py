"""Amul for the trainer: a net that says how many points a seat will have, from what it has after an action.

Choices that several make in secret at the same time are taken as if each were made alone: every seat looks at the table
as it was before. One net is for all numbers of players, with Tea and without.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from karat.amul.lab.samples import MOST_MOMENTS, Features, duel, gather, make_matches_workspace, make_samples
from karat.amul.net.features import scales
from karat.amul.net.net import (
    FIRST,
    LEVEL,
    POINT,
    SHAPES,
    TERMS,
    layers_of,
    no_layers,
    terms_of_rounds,
)
from karat.amul.net.shipped import shipped_net
from karat.amul.rules.cardfile import load_standard
from karat.amul.rules.counts import PLAYERS
from karat.amul.rules.rules import Rules
from karat.kernel.random import Words, below, generator
from karat.search.net_file import parts_of

Array = NDArray[Any]

ALL = 0
"""For a number of players: all of them in turn."""
TESTED = 5
"""Players at the table when it is tested, if it is for all."""
LESS = torch.tensor([1.0, 0.3, 0.1])
"""What changes from round to round begins smaller than what stays."""


class Model(nn.Module):
    """What is told of a seat, through two layers whose weights follow the round, to its points."""

    def __init__(self) -> None:
        super().__init__()
        self.first = nn.Parameter(0.1 * torch.randn(SHAPES["first"]) * LESS[:, None, None])
        self.first_bias = nn.Parameter(torch.zeros(SHAPES["first_bias"]))
        self.second = nn.Parameter((2 / FIRST) ** 0.5 * torch.randn(SHAPES["second"]) * LESS[:, None, None])
        self.second_bias = nn.Parameter(torch.zeros(SHAPES["second_bias"]))
        self.last = nn.Parameter(0.05 * torch.randn(SHAPES["last"]) * LESS[:, None])
        self.last_bias = nn.Parameter(torch.zeros(SHAPES["last_bias"]))
        self.terms: torch.Tensor
        self.register_buffer("terms", torch.from_numpy(terms_of_rounds()), persistent=False)

    def forward(self, seen: torch.Tensor, rounds: torch.Tensor) -> torch.Tensor:
        terms = self.terms[rounds]
        units = torch.relu(through(seen, self.first, self.first_bias, terms))
        units = torch.relu(through(units, self.second, self.second_bias, terms))
        return (terms * (units @ self.last.T)).sum(1) + self.last_bias[rounds]

    def loss(self, seen: torch.Tensor, rounds: torch.Tensor, targets: torch.Tensor) -> torch.Tensor:
        """How far off the points are."""
        return ((self(seen, rounds) - targets) ** 2).mean()


def through(given: torch.Tensor, weights: torch.Tensor, bias: torch.Tensor, terms: torch.Tensor) -> torch.Tensor:
    """A layer whose weights are a sum of terms, which differ from row to row."""
    wide = given @ weights.permute(1, 0, 2).reshape(weights.shape[1], -1)
    return (terms[:, :, None] * (wide.view(len(given), TERMS, -1) + bias)).sum(1)


@dataclass(frozen=True)
class Samples:
    """What was told of seats, in which round, and the points that they had in the end."""

    features: Features
    rounds: Array
    points: Array

    def __len__(self) -> int:
        return len(self.features)


class Subject:
    """What is trained: a net for a number of players from three to eight, or for all, with the standard cards."""

    game = "amul"
    trust = 0.9
    shapes = SHAPES

    def __init__(self, players: int = ALL) -> None:
        self.players = players
        self.scales = torch.from_numpy(scales())

    def model(self) -> Model:
        return Model()

    def rules(self, rng: Words) -> Rules:
        """For a piece of work: any number of players, if it is for all, and Tea at every third table."""
        players = self.players or PLAYERS[int(below(rng, len(PLAYERS)))]
        return Rules(players, tea=0 if below(rng, 3) else load_standard().recommended_tea(players))

    def gather(self, weights: Array, rival: Array, settings: Array, seed: str, number: int, rounds: int) -> Samples:
        """Matches by itself, against `rival` in part: the same for the same seed and number, wherever."""
        rng = generator(f"{seed}/{number}")
        rules = self.rules(rng)
        out = make_samples(rounds * rules.players * MOST_MOMENTS)
        workspace = make_matches_workspace(rules, layers_of(weights), layers_of(rival))
        count = gather(rounds, settings, rng, workspace, out)
        return Samples(out.features[:count].copy(), out.rounds[:count].copy(), out.points[:count].copy())

    def together(self, parts: list[Samples]) -> Samples:
        names = ("features", "rounds", "points")
        return Samples(*(np.concatenate([getattr(part, name) for part in parts]) for name in names))

    def batch(self, samples: Samples, order: Array) -> tuple[torch.Tensor, ...]:
        """Those samples, for the model's loss."""
        seen = torch.from_numpy(samples.features[order].astype(np.float32)) * self.scales
        points = torch.from_numpy(samples.points[order])
        return seen, torch.from_numpy(samples.rounds[order]), (points - LEVEL) / POINT

    def export(self, state: dict[str, torch.Tensor]) -> Array:
        """A model's state, in the order of the shapes; scales go into the weights."""
        parts = {name: state[name].detach() for name in SHAPES}
        parts["first"] = parts["first"] * self.scales[None, :, None]
        return np.concatenate([part.numpy().astype(np.float32).reshape(-1) for part in parts.values()])

    def state(self, weights: Array) -> dict[str, torch.Tensor]:
        """Weights as a model's state: what `export` makes of it."""
        parts = {name: torch.tensor(value) for name, value in parts_of(weights, SHAPES).items()}
        parts["first"] = parts["first"] / self.scales[None, :, None]
        return parts

    def fitted(self, weights: Array) -> Array:
        """The weights that are kept, as they are: there are no chances in them."""
        return weights

    def shipped(self) -> Array:
        return shipped_net(self.players).weights

    def duel(self, ours: Array, theirs: Array | None, seed: str, deals: int) -> tuple[Array, Array]:
        """By deal and place, the win and the margin of one player by one net among others by another, or at random."""
        players = self.players or TESTED
        wins, margins = np.zeros((deals, players)), np.zeros((deals, players))
        rival, epsilon = (no_layers(), 1.0) if theirs is None else (layers_of(theirs), 0.0)
        workspace = make_matches_workspace(Rules(players), layers_of(ours), rival)
        duel(deals, epsilon, generator(seed), workspace, wins, margins)
        return wins, margins
