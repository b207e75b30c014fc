"""What a round means for the match."""

import numpy as np
import pytest

from karat.aurum import Edition, Rules, Variant
from karat.aurum.judge.stakes import chances, match_wins, stakes, won_by
from karat.aurum.net.net import HEADS, MARGIN, NEXT_WIN, WIN

FOUR, THREE = Rules(4), Rules(3)


def test_at_one_all_the_round_is_the_match():
    level = (won_by(FOUR, 0), won_by(FOUR, 1))
    assert chances(FOUR, level) == (0.5, 0.5)
    assert stakes(FOUR, level).tolist() == [[1, 0], [0, 1]]


def test_before_the_first_deal_all_are_alike():
    for rules in (FOUR, THREE, Rules(3, Edition.FR), Rules(4, variants=(Variant.THREE_ROUND_TOTAL,))):
        assert chances(rules, ()) == pytest.approx([1 / len(rules.sides)] * len(rules.sides))


def test_with_three_players_who_comes_next_clockwise_is_told_apart():
    heads = np.zeros(HEADS, np.float32)
    heads[WIN], heads[NEXT_WIN] = 0.5, 0.3
    level = tuple(won_by(THREE, side) for side in range(3))
    assert match_wins(heads, THREE, level, 1) == pytest.approx([0.2, 0.5, 0.3], abs=1e-6)


def test_where_totals_decide_a_lead_is_worth_more_the_later_it_is():
    rules = Rules(4, variants=(Variant.THREE_ROUND_TOTAL,))
    heads = np.zeros(HEADS, np.float32)
    heads[MARGIN] = 10
    none = won_by(rules, 5)
    early, late = (match_wins(heads, rules, (none,) * played, 0)[0] for played in (0, 2))
    assert 0.5 < early < late < 1
