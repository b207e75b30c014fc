"""How to train, as a value. Needs no PyTorch, so that a plan can be read and refused without it."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray


class BadRun(ValueError):
    """A run that can't begin or go on; says why."""


@dataclass(frozen=True)
class TrainingPlan:
    """How to train."""

    seed: str = "karat"
    rounds: int | None = None
    minutes: float | None = None
    rounds_a_step: int = 1024
    pieces: int = 8
    batch: int = 2048
    rate: float = 2e-3
    last_rate: float = 3e-5
    epsilon: tuple[float, float] = (0.05, 0.01)
    heat: tuple[float, float] = (0.02, 0.003)
    trust: float = 0.8
    """How far a sample learns from the end, beyond each choice of its seat; the rest from its thought there."""
    keeping: float = 1.0
    others: float = 0.1
    rivals: float = 0.2
    sparring: float = 0.0
    """The share of rounds in which some seats choose by a search."""
    sparring_tries: int = 1000
    """How long that search thinks. A net that spars with one of 150 tries comes to count on blunders: beside one of
    1,000 it then said 0.76 of rounds that it won 0.72 of."""
    average: float = 0.998
    """How much of the averaged weights stays at each batch."""
    remember: int = 100
    """Steps between two weights that are kept as later rivals."""
    ahead: int = 0
    """Steps that are played while earlier ones are learned from, with weights that are so much older. With 0 nobody
    plays while the learner learns, and a run that is resumed comes to the same net as one that was not."""
    test_seconds: float = 240.0
    test_deals: int = 200

    def settings(self, done: float) -> NDArray[Any]:
        """The numbers of `gather`, when that part of training is done."""
        epsilon, heat = (first + done * (last - first) for first, last in (self.epsilon, self.heat))
        chances = epsilon, heat, self.trust, self.keeping, self.others, self.rivals, self.sparring
        return np.array([*chances, self.sparring_tries])

    def rate_at(self, done: float) -> float:
        return self.last_rate + (self.rate - self.last_rate) * (1 + math.cos(math.pi * min(done, 1.0))) / 2


GENTLE: dict[str, Any] = {"rate": 4e-4, "epsilon": (0.02, 0.01), "heat": (0.006, 0.003)}
"""What a plan has for a net that plays well already, and is not to forget it."""
