"""Whether bots of Aurum know how sure they are: what they forecast of their bids, held against what came about."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from karat import aurum
from karat.arena.entrants import Entrant
from karat.aurum.bots.forecast import Forecast, Forecasting
from karat.shuffle import Stream

BINS = 10


@dataclass(frozen=True, slots=True)
class Seen:
    """A forecast for one side, and how its round ended."""

    forecast: Forecast
    exact: bool
    made: bool


@dataclass(frozen=True, slots=True)
class Calibration:
    """The expected errors of both forecasts, from 0 to 1."""

    forecasts: int
    exactly: float
    at_least: float


def calibration(seen: Sequence[Seen]) -> Calibration:
    return Calibration(
        len(seen),
        expected_error((one.forecast.exactly, one.exact) for one in seen),
        expected_error((one.forecast.at_least, one.made) for one in seen),
    )


def expected_error(pairs: Iterable[tuple[float, bool]], bins: int = BINS) -> float:
    """The expected calibration error: forecasts in bins of equal width, each bin's mean against how often it came true.

    >>> expected_error([(0.9, True)] * 9 + [(0.9, False)])
    0.0
    >>> expected_error([(0.2, True)] * 10)
    0.8
    """
    told: list[list[tuple[float, bool]]] = [[] for _ in range(bins)]
    for chance, came in pairs:
        told[min(bins - 1, int(bins * chance))].append((chance, came))
    count = sum(map(len, told))
    gaps = (abs(sum(chance for chance, _ in row) - sum(came for _, came in row)) for row in told)
    return round(sum(gaps) / count, 12) if count else 0.0


def forecasts(rules: aurum.Rules, entrant: Entrant, rounds: int, seed: str) -> list[Seen]:
    """From rounds of a bot with itself: one forecast a side, at its first decision after all bids are laid."""
    found: list[Seen] = []
    for number in range(rounds):
        found += _round(rules, entrant, f"{seed}/{number}", number % rules.players)
    return found


def _round(rules: aurum.Rules, entrant: Entrant, seed: str, first: int) -> list[Seen]:
    bots: list[Any] = [entrant.make() for _ in range(rules.players)]
    rngs = [Stream(f"{seed}/seat {seat}") for seat in range(rules.players)]
    state = aurum.start(rules)
    state = aurum.deal(state, replace(aurum.shuffled(state, Stream(seed)), first=first)).state
    asked: dict[int, Forecast] = {}
    while not state.played:
        for seat in aurum.to_act(state):
            legal, seen = aurum.legal_actions(state, seat), aurum.observe(state, seat)
            side = next(side for side, seats in enumerate(rules.sides) if seat in seats)
            if len(seen.laid) == rules.players and side not in asked:
                if not isinstance(bots[seat], Forecasting):
                    raise TypeError(f"{entrant} makes no forecasts")
                asked[side] = bots[seat].forecast(seen, legal, rngs[seat])
            action = legal[0] if len(legal) == 1 else bots[seat].choose(seen, legal, rngs[seat])
            state = aurum.apply(state, seat, action).state
    (result,) = state.results
    return [
        Seen(forecast, result.exact[side], sum(result.tricks[seat] for seat in rules.sides[side]) >= result.bids[side])
        for side, forecast in sorted(asked.items())
    ]
