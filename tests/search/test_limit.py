"""When a search stops."""

from __future__ import annotations

import time

import pytest

from karat.search import limit as limits
from karat.search.limit import CHUNK, MOST_WORLDS, SLICE, Limit


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The time, which goes on when somebody writes to it."""
    now = [100.0]
    monkeypatch.setattr(limits.time, "perf_counter", lambda: now[0])
    return now


def test_a_limit_is_a_deadline_or_a_number_of_tries():
    with pytest.raises(ValueError, match="neither"):
        Limit()
    assert Limit(tries=5).by_time is False
    assert Limit(deadline=5.0).by_time is True


def test_a_budget_becomes_a_limit_from_now_on(clock: list[float]):
    assert Limit.from_now(0.5, None) == Limit(deadline=clock[0] + 0.5)
    assert Limit.from_now(0.5, 20) == Limit(tries=20)
    assert Limit.from_now(None, 20) == Limit(tries=20)


def test_the_clock_passes_a_deadline_and_never_a_number_of_tries(clock: list[float]):
    soon, many = Limit(deadline=100.5), Limit(deadline=100.5, tries=3)
    assert (soon.left(), soon.is_past()) == (0.5, False)
    clock[0] = 101.0
    assert (soon.left(), soon.is_past()) == (-0.5, True)
    assert (many.left(), many.is_past()) == (0.0, False)


def test_tries_are_spent_in_chunks_and_no_more_than_there_are():
    limit = Limit(tries=100)
    assert limit.worlds(0.0, 0, 0, 4) == CHUNK
    assert limit.worlds(0.1, 20, 80, 4) == 5
    assert limit.worlds(0.1, 25, 100, 4) == 0


def test_one_world_is_tried_even_where_the_tries_are_not_enough_for_it():
    assert Limit(tries=3).worlds(0.0, 0, 0, 4) == 1
    assert Limit(tries=3).worlds(0.1, 1, 4, 4) <= 0


def test_by_the_clock_a_chunk_takes_about_a_slice(clock: list[float]):
    limit = Limit(deadline=101.0)
    assert limit.worlds(0.0, 0, 0, 4) == 1
    assert limit.worlds(SLICE, 10, 40, 4) == 10
    assert limit.worlds(SLICE / 1000, 10, 40, 4) == MOST_WORLDS
    assert limit.worlds(1.0, 10, 40, 4) == 1
    clock[0] = 101.0
    assert limit.worlds(0.1, 10, 40, 4) == 0


def test_a_part_of_a_limit_is_of_what_is_left(clock: list[float]):
    assert Limit(deadline=102.0).part(0.25) == Limit(deadline=100.5)
    clock[0] = 101.0
    assert Limit(deadline=102.0).part(0.25) == Limit(deadline=101.25)
    assert Limit(tries=10).part(0.25) == Limit(tries=2)


def test_what_was_tried_is_taken_off():
    assert Limit(tries=10).less(4) == Limit(tries=6)
    assert Limit(deadline=5.0).less(4) == Limit(deadline=5.0)


def test_a_try_can_be_worth_many_of_something_smaller():
    assert Limit(tries=10).times(8) == Limit(tries=80)
    assert Limit(deadline=5.0).times(8) == Limit(deadline=5.0)


def test_a_limit_keeps_to_the_real_clock():
    assert 0.4 < Limit.from_now(0.5, None).left() <= 0.5
    assert Limit(deadline=time.perf_counter() - 1).is_past()
