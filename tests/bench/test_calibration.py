"""Forecasts of bids against what came about."""

import random

import pytest

from bench.calibration import Seen, calibration, expected_error, forecasts
from karat import aurum
from karat.arena.entrants import Entrant
from karat.aurum.bots.forecast import Forecast, Forecasting
from karat.games import GAMES


class Oracle:
    """Plays at random and always says the same."""

    def choose(self, seen, legal, rng):  # noqa: ARG002
        return rng.choice(legal)

    def forecast(self, seen, legal, rng):  # noqa: ARG002
        assert len(seen.laid) == seen.rules.players
        return Forecast(0.05, 0.1)


def test_forecasts_that_come_true_as_often_as_they_say_have_no_error():
    rng = random.Random(1)
    pairs = [(chance, rng.random() < chance) for chance in (rng.random() for _ in range(20_000))]
    assert expected_error(pairs) < 0.02
    assert expected_error([(chance / 2, came) for chance, came in pairs]) > 0.2


def test_errors_of_both_kinds_are_told_apart():
    seen = [Seen(Forecast(0.25, 0.75), exact=number % 4 == 0, made=True) for number in range(400)]
    found = calibration(seen)
    assert (found.forecasts, found.exactly, found.at_least) == (400, 0.0, 0.25)


@pytest.mark.parametrize("players", [3, 4])
def test_every_side_is_asked_once_a_round_after_the_bids(players, monkeypatch):
    monkeypatch.setattr(Entrant, "make", lambda _: Oracle())
    rules = aurum.Rules(players)
    found = forecasts(rules, Entrant(GAMES["aurum"], "oracle", None), 5, "seed")
    assert isinstance(Oracle(), Forecasting)
    assert len(found) == 5 * len(rules.sides)
    assert all(one.made >= one.exact for one in found)


def test_a_bot_without_forecasts_is_refused():
    with pytest.raises(TypeError, match="casual makes no forecasts"):
        forecasts(aurum.Rules(4), Entrant(GAMES["aurum"], "casual", None), 1, "seed")
