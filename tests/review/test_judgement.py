# ruff: noqa: ARG002 -- stand-ins that are asked less than they offer
"""The statistics of one choice: gaps are found, and none is found where there is none."""

from dataclasses import dataclass, replace

import numpy as np
import pytest

from karat.judging import Looks, WhyBetter
from karat.review.judgement import SURE, Comparing, Depth, Judgement, MadeChoice
from karat.review.values import BEST, CLEAR, EQUAL

DEPTH = Depth(24, 64, 160, 320)


@dataclass
class Noisy:
    """A position whose actions are worth so much, with noise that is mostly the same for all actions of a world."""

    worths: dict[str, float]
    is_all: bool = False
    uneven: float = 0.0
    played_out: dict[str, float] | None = None

    @property
    def actions(self) -> tuple[str, ...]:
        return tuple(self.worths)

    def look(self, actions, worlds, seed):
        rng = np.random.default_rng(list(seed.encode()))
        common = rng.normal(0, 0.3, (worlds, 1))
        own = (
            np.array([self.worths[action] for action in actions]) + common + rng.normal(0, 0.1, (worlds, len(actions)))
        )
        if self.is_all:
            own = np.array([[self.worths[action] for action in actions]])
        wins = np.stack([own, 1 - own], axis=2)
        return Looks(rng.normal(0, self.uneven, len(own)), wins, 10 * own, own[..., None], is_all=self.is_all)

    def play_out(self, actions, worlds, seed):
        if self.played_out is None:
            return None
        rng = np.random.default_rng(list(seed.encode()))
        own = np.array([self.played_out[action] for action in actions]) + rng.normal(0, 0.5, (worlds, len(actions)))
        return Looks(np.zeros(worlds), np.stack([own, 1 - own], axis=2), 10 * own, own[..., None])

    def likelihood(self, worlds, seed):
        raise AssertionError("nobody asked")


class Plain:
    kinds = {"any": {"en": "any"}}  # noqa: RUF012 -- never changed

    def __init__(self, position: Noisy) -> None:
        self.asked = position

    def kind(self, seen, action, better):
        return "any"

    def position(self, seen, legal, played):
        return self.asked

    def reason(self, seen, played, better, facts):
        return WhyBetter({"en": f"{facts[1][0]:.2f} > {facts[0][0]:.2f}"})

    def deals(self, taken, seat, samples, seed):
        return ()


def judged(position: Noisy, played: str, seed: str = "s", depth: Depth = DEPTH) -> Judgement:
    choice = MadeChoice(5, 1, 4, 0, 0, None, position.actions, played)
    return Judgement(Plain(position), choice, depth, seed).run()


def test_a_gap_is_found_with_what_was_better():
    one = judged(Noisy({"a": 0.5, "b": 0.6, "c": 0.3}), "c").judged()
    assert (one.verdict, one.best.action, one.played.action) == (CLEAR, "b", "c")
    assert one.loss.mean == pytest.approx(0.3, abs=4 * one.loss.error)
    assert one.loss.error < 0.03  # the noise that worlds share is not in it
    assert one.played.win.error > one.loss.error
    assert one.why is not None


def test_equal_actions_are_hardly_ever_called_a_loss():
    position = Noisy(dict.fromkeys("abcdefgh", 0.5), uneven=1.0)
    found = [judged(position, "a", f"seed {number}").judged() for number in range(400)]
    assert sum(one.verdict == CLEAR for one in found) <= 8
    assert {one.verdict for one in found} <= {EQUAL, BEST, CLEAR}


def test_the_loss_that_is_told_is_not_inflated_by_the_choice_of_the_best():
    position = Noisy({"a": 0.5, **dict.fromkeys("bcdefgh", 0.55)})
    losses = [judged(position, "a", f"seed {number}").loss.mean for number in range(200)]
    assert np.mean(losses) == pytest.approx(0.05, abs=0.004)


def test_errors_are_as_large_as_they_are_said_to_be():
    position = Noisy({"a": 0.5, "b": 0.7}, uneven=0.7)
    found = [judged(position, "a", f"seed {number}").loss for number in range(300)]
    off = np.array([(one.mean - 0.2) / one.error for one in found])
    assert 0.85 < off.std() < 1.15


def test_the_best_is_the_best():
    one = judged(Noisy({"a": 0.9, "b": 0.6}), "a").judged()
    assert (one.verdict, one.loss.mean, one.best.action) == (BEST, 0, "a")


def test_where_all_worlds_were_looked_at_there_is_no_error():
    one = judged(Noisy({"a": 0.5, "b": 0.53}, is_all=True), "a").judged()
    assert (one.verdict, one.loss.error, one.is_exact) == (CLEAR, 0, True)
    assert one.loss.mean == pytest.approx(0.03)


def test_without_sifting_gaps_are_right_on_the_mean_too():
    """As ledgers of many matches want it: few worlds, no threshold, and nothing inflated."""
    position, depth = Noisy({"a": 0.5, "b": 0.6, **dict.fromkeys("cdef", 0.4)}), Depth(8, 0, 12, 0)
    found = [judged(position, "a", f"seed {number}", depth) for number in range(300)]
    gaps = [one.gap.mean for one in found if one.pair == ("b", "a")]
    assert len(gaps) > 200
    assert np.mean(gaps) == pytest.approx(0.1, abs=0.01)
    assert found[0].refine().last.count == found[0].last.count  # 0 leaves it out


def test_a_choice_is_equal_until_it_was_compared():
    choice = MadeChoice(5, 1, 4, 0, 0, None, ("a", "b"), "a")
    found = Judgement(Plain(Noisy({"a": 0.5, "b": 0.7})), choice, DEPTH, "s").screen()
    assert (found.promising, found.judged().verdict) == (["b"], EQUAL)
    assert found.compare().judged().verdict == CLEAR
    assert found.judged().position == "None"  # what the seat saw, as a text


def test_nobody_is_accused_where_playing_it_out_does_not_say_so():
    """A judge that errs is as sure of itself on any number of worlds."""
    worths = {"a": 0.5, "b": 0.6}
    for out, verdict in ((worths, CLEAR), ({"a": 0.6, "b": 0.6}, EQUAL), ({"a": 0.7, "b": 0.5}, EQUAL)):
        found = [judged(Noisy(worths, played_out=out), "a", f"seed {number}").judged() for number in range(30)]
        assert sum(one.verdict == verdict for one in found) >= 22
    against = Noisy(worths, played_out={"a": 0.9, "b": 0.1})
    assert judged(against, "a").judged().loss.mean == 0
    assert judged(against, "a").brought(0).mean < -0.05  # the ledger counts what may be expected, either way
    assert judged(against, "a", depth=replace(DEPTH, check=0)).judged().verdict == CLEAR
    assert judged(replace(against, is_all=True), "a").judged().verdict == CLEAR  # there the judge has nothing to say


def test_refining_makes_it_surer():
    found = judged(Noisy({"a": 0.5, "b": 0.6}), "a")
    before = found.loss.error
    assert found.refine().loss.error < before / 1.3


def test_worlds_that_count_more_count_more():
    both = Comparing()
    both.add(Looks(np.log([3.0, 1.0]), np.array([[[1.0]], [[0.0]]]), np.zeros((2, 1)), np.zeros((2, 1, 1))))
    assert both.means("wins")[0, 0] == pytest.approx(0.75)


def test_how_sure_is_stated():
    assert SURE >= 2
