"""Who leaves a rated match loses it: after a time to come back, and before any bot plays for them."""

import pytest
from growing import PEOPLE, Growing

from karat.game import Outcome
from karat.server.matches.finished import of_table
from karat.server.matches.ratings import Pool, Rating, changed, places, spared, with_forfeits
from karat.server.tables import entries
from karat.server.tables.commands import Answer, Ask, Back, Leave, Remove, StandIn, Tick
from karat.server.tables.entries import Config, DaysClock
from karat.server.tables.table import COME_BACK
from karat.server.wire import projection

RATED = Config("aurum", 4, rated=True)
ALONE = Config("aurum", 4, rated=True, bots={"1": "random", "2": "random", "3": "random"})
SINGLES = ((0,), (1,), (2,), (3,))
PAIRS = ((0, 2), (1, 3))


def forfeits(table: Growing) -> list[int]:
    return [seat for seat, chair in enumerate(table.table.chairs) if chair.forfeit is not None]


def test_who_leaves_has_time_to_come_back_and_no_bot_plays_for_them_until_then():
    table = Growing(RATED)
    table.do(2, Leave())
    assert table.decide(2, Leave()) == []
    assert table.table.chairs[2].stand_in == ""
    assert projection.shown_seat(table.table, 2).back_by == table.now + COME_BACK == table.table.deadline
    table.now += COME_BACK - 1
    assert table.decide(None, Tick()) == []
    table.do(2, Back())
    table.now += 2
    assert table.decide(None, Tick()) == []
    assert forfeits(table) == []
    assert table.table.deadline is None


def test_who_is_forgotten_is_not_waited_for():
    table = Growing(RATED)
    table.do(None, Remove(PEOPLE[2].id))
    assert (forfeits(table), table.table.chairs[2].stand_in) == ([2], "casual")


def test_who_acts_is_back():
    table = Growing(RATED)
    seat = table.running.owing[0]
    table.do(seat, Leave())
    table.act(seat)
    assert table.table.back_by(seat) is None


def test_who_does_not_come_back_has_lost_although_they_may_play_on():
    table = Growing(RATED)
    table.do(2, Leave())
    table.now += COME_BACK
    table.do(None, Tick())
    assert (forfeits(table), table.table.chairs[2].stand_in) == ([2], "casual")
    table.do(2, Back())
    assert (forfeits(table), table.table.chairs[2].stand_in) == ([2], "")
    assert projection.shown_seat(table.table, 2).forfeited


def test_with_days_for_each_action_the_time_to_come_back_is_as_long():
    table = Growing(Config("aurum", 4, rated=True, clock=DaysClock(2)))
    table.do(2, Leave())
    assert table.table.back_by(2) == table.now + 2 * 86400


def test_a_bot_that_stands_in_for_any_other_reason_means_the_same():
    table = Growing(RATED)
    table.add([entries.Away(3)])
    table.now += 61
    table.do(0, StandIn(3))
    assert forfeits(table) == [3]
    unrated = Growing(Config("aurum", 4))
    unrated.do(3, Leave())
    assert (forfeits(unrated), unrated.table.chairs[3].stand_in) == ([], "casual")


def test_breaking_off_alone_is_a_loss():
    table = Growing(ALONE, people=1)
    table.do(0, Ask("a", "abort"))
    assert (table.table.status, table.table.why_closed, forfeits(table)) == ("closed", "aborted", [0])


def test_breaking_off_together_is_none_where_nobody_else_played():
    table = Growing(RATED)
    table.do(0, Ask("a", "abort"))
    for seat in (1, 2, 3):
        table.do(seat, Answer("y", "abort", True))
    assert (table.table.status, forfeits(table)) == ("closed", [])


def test_people_who_agree_against_bots_lose_to_them():
    table = Growing(Config("aurum", 4, rated=True, bots={"2": "random", "3": "random"}), people=2)
    table.do(0, Ask("a", "abort"))
    table.do(1, Answer("y", "abort", True))
    assert forfeits(table) == [0, 1]


def test_a_match_that_everybody_has_lost_is_over():
    table = Growing(ALONE, people=1)
    table.do(0, Leave())
    table.now += COME_BACK
    table.do(None, Tick())
    assert (table.table.status, table.table.why_closed) == ("closed", "forfeited")
    ended = of_table(table.table, table.now)
    assert ended is not None
    assert (ended.outcome, list(ended.forfeits)) == (None, [0])


@pytest.mark.parametrize(
    ("sides", "outcome", "forfeits", "expected"),
    [
        # The stand-in won, and still the person is last.
        (SINGLES, Outcome(SINGLES, (0,), (40, 30, 20, 10)), {0: 9}, (4, 1, 2, 3)),
        # Who left first is last.
        (SINGLES, Outcome(SINGLES, (0,), (40, 30, 20, 10)), {0: 9, 1: 5}, (3, 4, 1, 2)),
        # Nobody is left but bots.
        (SINGLES, None, {0: 9}, (4, 1, 1, 1)),
        (SINGLES, None, {0: 9, 1: 9}, (3, 3, 1, 1)),
        (PAIRS, Outcome(PAIRS, (0,), (3, 1)), {2: 9}, (2, 1)),
    ],
)
def test_who_forfeits_is_placed_last(
    sides: tuple[tuple[int, ...], ...], outcome: Outcome | None, forfeits: dict[int, int], expected: tuple[int, ...]
):
    assert places(with_forfeits(sides, outcome, forfeits)) == expected


def test_the_partner_of_who_forfeits_keeps_their_rating():
    counted = with_forfeits(PAIRS, Outcome(PAIRS, (0,), (3, 1)), {2: 9})
    untouched = spared(counted, {2})
    assert untouched == {0}
    changes = changed(Pool.PEOPLE, "aurum", ["a", "b", "c", "d"], [Rating()] * 4, counted, untouched)
    moved = [change.after.mu - change.before.mu for change in changes.by_seat]
    assert moved[0] == 0
    assert moved[2] < 0 < moved[1] == moved[3]
    assert "a" not in changes.by_player
