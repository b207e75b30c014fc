"""What the intervals and the sequential test promise, held against chance itself."""

import math
import random

from karat.arena.bootstrap import estimate
from karat.arena.ratings import BotRating, rate
from karat.arena.sprt import Hypotheses, judge, log_likelihood_ratio


def test_deals_of_two_equal_games_count_once():
    """Two seatings that always end alike say no more than one."""
    rng = random.Random(1)
    wins = [rng.random() < 0.6 for _ in range(200)]
    twice = estimate([(2.0 * won, 2) for won in wins])
    once = estimate([(float(won), 1) for won in wins])
    assert math.isclose(twice.reach, once.reach, rel_tol=1e-9)
    assert math.isclose(once.reach, 1.96 * math.sqrt(0.24 / 200), rel_tol=0.1)


def test_deals_that_cancel_out_say_more_than_their_number():
    """A side that wins a deal from one seat only: 50 % without any doubt from luck."""
    assert estimate([(1.0, 2)] * 50 + [(0.0, 2), (2.0, 2)]).reach < 0.03


def test_nineteen_of_twenty_intervals_hold_the_truth():
    rng = random.Random(2)
    held = 0
    for _ in range(200):
        found = estimate([(sum(rng.random() < 0.7 for _ in range(2)), 2) for _ in range(60)], draws=400)
        held += found.low <= 0.7 <= found.high
    assert 180 <= held <= 199


def test_a_spotless_score_still_has_an_interval():
    found = estimate([(2.0, 2)] * 100)
    assert found.mean == 1
    assert 0.95 < found.low < 0.97


def test_the_sequential_test_errs_no_more_often_than_it_may():
    """Under H0 at most alpha accept H1, under H1 at most beta accept H0; some slack for 150 trials."""
    tested = Hypotheses(0.5, 0.6, 0.1, 0.1)
    for true, wrong in ((0.5, "H1"), (0.6, "H0")):
        rng = random.Random(3)
        mistakes = 0
        for _ in range(150):
            shares: list[float] = []
            accepted = None
            while accepted is None:
                shares += [sum(rng.random() < true for _ in range(2)) / 2 for _ in range(10)]
                accepted = judge(shares, tested).accepted
            mistakes += accepted == wrong
        assert mistakes <= 24


def test_the_log_likelihood_ratio_is_walds_where_that_is_known():
    """Single games that are won or lost: Bernoulli, to the digits that the added thousandth leaves."""
    shares = [1.0] * 60 + [0.0] * 40
    plain = 60 * math.log(0.55 / 0.5) + 40 * math.log(0.45 / 0.5)
    assert math.isclose(log_likelihood_ratio(shares, Hypotheses(0.5, 0.55)), plain, rel_tol=1e-3)


def test_games_that_cancel_out_decide_sooner_than_single_ones():
    alike, single = [0.5, 1.0, 0.5, 0.5] * 25, ([1.0] * 5 + [0.0] * 3) * 12 + [1.0, 0.0, 1.0, 1.0]
    tested = Hypotheses(0.5, 0.55)
    assert log_likelihood_ratio(alike, tested) > 2 * log_likelihood_ratio(single, tested)


def test_who_wins_is_rated_higher_and_more_surely():
    ratings: tuple[BotRating, ...] = (BotRating(), BotRating())
    for _ in range(20):
        ratings = rate(ratings, ((0, 0), (1, 1)), (1.0, 0.0))
    assert ratings[0].mu > 25 > ratings[1].mu
    assert ratings[0].sigma < BotRating().sigma
    assert rate(ratings, ((0,), (1,), (1,)), (1.0, 0.0, 0.0))[0].mu > ratings[0].mu
