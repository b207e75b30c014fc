"""Salts by commit and reveal: nobody tells theirs before all are bound, and no shuffle is made from some of them."""

import pytest
from growing import BEA, Growing

from karat.games import GAMES
from karat.server.tables import fair
from karat.server.tables.commands import Answer, Ask, Fill, Leave, Pledging, Refused, Salting, Sit, Tick
from karat.server.tables.entries import Config, Opened
from karat.server.tables.table import SALT_PATIENCE
from karat.server.wire import projection

THREE = Config("aurum", 3, bots={"2": "random"})


def seated() -> Growing:
    """Ada and Bea at a table that still waits for Bea."""
    table = Growing(THREE, people=0)
    table.do(table.table.host, Sit(0))
    table.do(BEA, Sit(1))
    return table


def pledged(*salts: str) -> Growing:
    table = seated()
    for seat, salt in enumerate(salts):
        table.do(seat, Pledging(fair.pledge(salt)))
    return table


def test_no_salt_is_told_before_everybody_is_bound():
    table = seated()
    table.do(0, Pledging(fair.pledge("ada")))
    with pytest.raises(Refused, match="not_fixed"):
        table.decide(0, Salting("ada"))
    table.do(1, Pledging(fair.pledge("bea")))
    assert projection.snapshot(table.table, 1).fixed
    with pytest.raises(Refused, match="already_fixed"):
        table.decide(1, Pledging(fair.pledge("another")))
    table.do(0, Salting("ada"))
    assert table.table.status == "open"


def test_nobody_tells_another_salt_than_the_pledged_one():
    table = pledged("ada", "bea")
    table.do(0, Salting("ada"))
    with pytest.raises(Refused, match="not_as_pledged"):
        table.decide(1, Salting("ground by hand"))
    table.do(1, Salting("bea"))
    assert table.table.status == "playing"
    assert [chair.salt for chair in table.table.chairs] == ["ada", "bea", None]


def test_who_keeps_a_salt_back_gets_up_and_all_begin_anew():
    table = pledged("ada", "bea")
    table.do(0, Salting("ada"))
    table.now += SALT_PATIENCE
    table.do(None, Tick())
    assert (table.table.status, table.table.free, table.table.fixed) == ("open", (1,), False)
    assert (table.table.chairs[0].pledge, table.table.chairs[0].salt) == (None, None)
    table.do(BEA, Sit(1, ""))
    with pytest.raises(Refused, match="not_fixed"):
        table.decide(0, Salting("ada"))


def test_who_leaves_after_salts_were_told_makes_all_pledge_anew():
    table = pledged("ada", "bea")
    table.do(0, Salting("ada"))
    table.do(1, Leave())
    table.do(0, Fill("random"))
    assert table.table.status == "open"
    table.do(0, Pledging(fair.pledge("ada again")))
    table.do(0, Salting("ada again"))
    assert table.table.status == "playing"


@pytest.mark.parametrize("gets_up", ["by leaving", "by silence"])
def test_who_got_up_while_salts_were_told_has_no_second_throw(gets_up: str):
    table = pledged("ada", "bea")
    table.do(0, Salting("ada"))
    if gets_up == "by leaving":
        table.do(1, Leave())
    else:
        table.now += SALT_PATIENCE
        table.do(None, Tick())
    table.do(BEA, Sit(1, fair.pledge("bea again")))
    assert table.table.chairs[1].pledge == ""
    assert table.decide(1, Pledging(fair.pledge("bea once more"))) == []
    table.do(0, Pledging(fair.pledge("ada again")))
    table.do(0, Salting("ada again"))
    assert table.table.status == "playing"
    assert [chair.salt for chair in table.table.chairs] == ["ada again", None, None]


def test_a_table_of_one_whose_page_is_gone_is_closed():
    table = Growing(Config("aurum", 3, bots={"1": "random", "2": "random"}), people=0)
    table.do(table.table.host, Sit(0, fair.pledge("ada")))
    table.now += SALT_PATIENCE
    table.do(None, Tick())
    assert (table.table.status, table.table.why_closed) == ("closed", "empty")


def test_who_gives_no_salt_says_so_and_is_not_waited_for():
    table = seated()
    table.do(0, Pledging(""))
    table.do(1, Pledging(fair.pledge("bea")))
    table.do(1, Salting("bea"))
    assert table.table.status == "playing"


def test_who_says_nothing_is_waited_for_and_counts_as_none():
    table = seated()
    table.do(0, Pledging(""))
    table.now += SALT_PATIENCE
    table.do(None, Tick())
    assert table.table.status == "playing"


def test_the_record_tells_pledges_and_whoever_checks_it_compares():
    table = pledged("ada", "bea")
    table.do(0, Salting("ada"))
    table.do(1, Salting("bea"))
    table.do(0, Ask("a", "abort"))
    table.do(1, Answer("y", "abort", True))
    record = table.table.record()
    assert fair.check(record, GAMES)
    record["fair"]["pledges"][1] = fair.pledge("another")
    with pytest.raises(fair.Unfair, match="seat 1"):
        fair.check(record, GAMES)


def test_the_secret_is_there_before_any_salt():
    """The commitment is in the first entry, and whoever opens the table can give no more than a hash with it."""
    table = pledged("ada")
    assert isinstance(table.log[0].entry, Opened)
    assert "ada" not in str([one.entry for one in table.log])
