"""How sure a bot is of its side's bid."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, runtime_checkable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.aurum.rules.actions import Action
    from karat.aurum.rules.observe import Observation
    from karat.shuffle import Stream


@dataclass(frozen=True, slots=True)
class Forecast:
    """What a bot expects of its side's bid as it lies now, at the end of the round; each from 0 to 1."""

    exactly: float
    """The chance to end with exactly as many tricks as were bid."""
    at_least: float
    """The chance to end with as many or more; never less than `exactly`."""


@runtime_checkable
class Forecasting(Protocol):
    """A bot that can also say how sure it is of its bid, whenever all bids are laid and it is to act.

    The arena holds such forecasts against what came about (`bench.calibration`). A bid that is changed later in
    the round counts as it lay at the end.
    """

    def forecast(self, seen: Observation, legal: Sequence[Action], rng: Stream) -> Forecast: ...
