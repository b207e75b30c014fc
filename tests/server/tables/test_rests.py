"""Days off: a clock of days rests, for a person at a time, and nothing else does."""

import pytest
from growing import ADA, BEA, Growing
from hypothesis import given
from hypothesis import strategies as st

from karat.server.tables import entries
from karat.server.tables.commands import RestFor, Tick
from karat.server.tables.entries import Config, DaysClock, EventTable, LiveClock
from karat.server.tables.rests import Rest, awake, end_of, with_rest
from karat.server.wire import projection

DAY = 86400.0
SLOW = Config("aurum", 3, clock=DaysClock(2))


def rest(table: Growing, person: str, begins: float, ends: float) -> None:
    table.do(None, RestFor(person, begins, ends))


def owing(table: Growing) -> int:
    return table.running.owing[0]


def test_a_clock_of_days_rests_while_its_owner_has_days_off():
    table = Growing(SLOW)
    begun, asked = table.now, table.table.chairs[0].asked_at
    assert asked is not None
    rest(table, ADA.id, begun + DAY, begun + 11 * DAY)
    assert table.table.deadline_of(0) == asked + 12 * DAY
    assert table.table.deadline_of(1) == asked + 2 * DAY  # all bid at once, and the others' clocks run
    table.now += 3 * DAY
    made = table.decide(None, Tick())
    assert [one.seat for one in made if isinstance(one, entries.Acted)] == [1]


def test_time_that_was_used_before_is_used_and_who_is_back_early_has_the_rest_of_it():
    table = Growing(SLOW)
    begun = table.now
    table.now += DAY
    rest(table, ADA.id, table.now, table.now + 5 * DAY)
    assert table.table.deadline_of(0) == begun + 7 * DAY
    table.now += DAY
    rest(table, ADA.id, begun + DAY, table.now)
    assert table.table.deadline_of(0) == begun + 3 * DAY
    rest(table, ADA.id, begun + DAY, begun + DAY)  # called off altogether
    assert table.table.deadline_of(0) == begun + 2 * DAY
    assert projection.shown_seat(table.table, 0).rests_until is None


def test_the_table_is_told_and_told_once():
    table = Growing(SLOW)
    rest(table, BEA.id, 2000, 90000)
    assert [(seat.rests_from, seat.rests_until) for seat in projection.shown_seats(table.table)][1] == (2000, 90000)
    assert table.decide(None, RestFor(BEA.id, 2000, 90000)) == []
    assert table.decide(None, RestFor("nobody", 2000, 90000)) == []


@pytest.mark.parametrize("clock", [None, LiveClock(300, 5)])
def test_a_live_clock_rests_for_nobody(clock: LiveClock | None):
    table = Growing(Config("aurum", 3, clock=clock))
    assert table.decide(None, RestFor(ADA.id, 2000, 90000)) == []


def test_an_event_rests_for_nobody():
    table = Growing(SLOW)
    table.table.event = EventTable("cup", "tournament", 100)
    assert table.decide(None, RestFor(ADA.id, 2000, 90000)) == []


def test_no_bot_stands_in_for_who_has_days_off():
    table = Growing(Config("aurum", 3, clock=DaysClock(20), stand_in_after=3600))
    from karat.server.tables.commands import Lose

    table.do(None, Lose(ADA.id))
    gone = table.now
    assert table.table.stand_in_at(0) == gone + 3600
    rest(table, ADA.id, gone, gone + 3 * DAY)
    assert table.table.stand_in_at(0) == gone + 3 * DAY + 3600


@given(st.floats(0, 100), st.floats(1, 100), st.lists(st.tuples(st.floats(0, 300), st.floats(0.5, 50)), max_size=4))
def test_as_much_time_as_was_given_lies_outside_of_rests(
    begun: float, seconds: float, drawn: list[tuple[float, float]]
):
    rests: tuple[Rest, ...] = ()
    for begins, lasts in sorted(drawn):
        if all(begins >= one.ends for one in rests):
            rests = with_rest(rests, Rest(begins, begins + lasts))
    end = end_of(begun, seconds, rests)
    resting = sum(max(0.0, min(end, one.ends) - max(begun, one.begins)) for one in rests)
    assert end - begun - resting == pytest.approx(seconds)
    assert awake(end, rests) >= end
