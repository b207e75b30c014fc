"""What may be expected of a loss, from how far behind a choice seems."""

import numpy as np
import pytest

from karat.review.losses import COMMON, brought_to, expected_loss
from karat.review.values import Mean


def by_hand(gap: Mean) -> tuple[float, float]:
    """The same by adding up over a fine grid of losses."""
    losses, weights = (np.arange(40_000) + 0.5) * 2 / 40_000, []
    for part, mean in COMMON:
        if mean:
            weights.append((np.sign(mean) * losses, part / abs(mean) * np.exp(-losses / abs(mean)) * 2 / 40_000))
        else:
            weights.append((np.zeros(1), np.array([part])))
    better, likely = (np.concatenate(each) for each in zip(*weights, strict=True))
    logs = -0.5 * ((gap.mean - better) / gap.error) ** 2
    likely *= np.exp(logs - logs.max())
    likely /= likely.sum()
    lost = np.maximum(better, 0.0)
    mean = likely @ lost
    return mean, float(likely @ (lost - mean) ** 2) ** 0.5


@pytest.mark.parametrize(
    ("mean", "error"), [(0.2, 0.01), (0.5, 0.2), (0.02, 0.02), (0.0, 0.05), (-0.05, 0.03), (-0.3, 0.03), (-0.9, 0.05)]
)
def test_it_is_the_mean_of_what_fits(mean, error):
    found = expected_loss(Mean(mean, error))
    assert (found.mean, found.error) == pytest.approx(by_hand(Mean(mean, error)), rel=0.02, abs=2e-4)


def test_what_is_clear_stays_and_what_is_lost_in_its_error_becomes_small():
    assert expected_loss(Mean(0.3, 0.01)).mean == pytest.approx(0.3, abs=0.003)
    assert expected_loss(Mean(0.03, 0.05)).mean < 0.02
    assert expected_loss(Mean(0.3)) == Mean(0.3)
    assert expected_loss(Mean(-0.1)) == Mean(0.0)


def test_over_losses_as_common_as_they_are_the_sum_is_right():
    """And varies less than the gaps do, which is what it is for."""
    rng = np.random.default_rng(7)
    parts, means = zip(*COMMON, strict=True)
    scales = np.array(means)[rng.choice(len(parts), 6000, p=parts)]
    better = np.sign(scales) * rng.exponential(np.abs(scales))
    errors = rng.uniform(0.005, 0.08, len(better))
    seen, true = rng.normal(better, errors), np.maximum(better, 0.0)
    told = np.array([expected_loss(Mean(*one)).mean for one in zip(seen, errors, strict=True)])
    assert told.sum() == pytest.approx(true.sum(), rel=0.05)
    assert np.mean((told - true) ** 2) < 0.3 * np.mean((seen - true) ** 2)


def test_what_one_side_loses_the_others_gain():
    gap, changes = Mean(0.1, 0.02), {0: 0.07, 2: 0.03}
    gained = [brought_to(side, gap, changes).mean for side in changes]
    assert sum(gained) == pytest.approx(expected_loss(gap).mean)
    assert gained[0] > gained[1] > 0
    unclear = {0: -0.004, 2: -0.006}
    assert brought_to(0, Mean(-0.01, 0.05), unclear) == brought_to(2, Mean(-0.01, 0.05), unclear)
    assert brought_to(1, gap, {1: 0.1}) == expected_loss(gap)


def test_a_choice_between_others_that_costs_its_own_side_nothing_is_no_loss():
    kingmaking = {0: 0.5, 2: -0.499}
    assert brought_to(0, Mean(0.001), kingmaking).mean == pytest.approx(0.001)
    assert brought_to(2, Mean(0.001), kingmaking).mean == 0
    assert brought_to(0, Mean(0.0), {0: 0.0, 2: 0.0}) == Mean(0.0)
