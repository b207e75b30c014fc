"""What people say in advance: done when they are asked, known to nobody else, over when it no longer fits."""

import msgspec
import pytest
from growing import ADA, BEA, Growing

from karat.server.house.house import head
from karat.server.tables import entries
from karat.server.tables.commands import Act, Ask, Lose, Order, Prefer, Refused, StandIn, Tick
from karat.server.tables.entries import Config, DaysClock, LiveClock
from karat.server.tables.orders import due_orders
from karat.server.wire import projection

AURUM3 = Config("aurum", 3, spectators="delayed")


def ordered(table: Growing, seat: int, *actions: str) -> None:
    table.do(seat, Order("o", actions))


def bid(table: Growing) -> Growing:
    """Everybody has laid a bid."""
    while any(action.startswith("bid") for seat in table.running.owing for action in table.running.legal_texts(seat)):
        table.act(table.running.owing[0])
    return table


def until_asked(table: Growing, seat: int) -> None:
    """Play on, keeping all bids and playing what comes first, until the seat may change its bid again."""
    while "keep" not in table.running.legal_texts(seat):
        (other, *_) = table.running.owing
        legal = table.running.legal_texts(other)
        table.act(other, "keep" if "keep" in legal else legal[0])


def later(table: Growing, seconds: float = 5.0) -> list[entries.AnyEntry]:
    table.now += seconds
    made = table.decide(None, Tick())
    table.add(made)
    return made


def public(table: Growing, seat: int) -> list[object]:
    """All that others can get of the table, and the columns of its row that calls tell something of."""
    others = [who for who in projection.recipients(table.table) if who != seat]
    told: list[object] = [msgspec.json.encode(projection.snapshot(table.table, who)) for who in others]
    _, status, facts, deadline, _, changed = head(table, table.now)
    return [*told, *(table.story.seq(who) for who in others), status, facts, deadline, changed]


def test_a_bid_is_kept_whenever_its_owner_is_asked_until_they_say_otherwise():
    table = bid(Growing(AURUM3))
    ordered(table, 1, "keep")
    for _ in range(2):
        until_asked(table, 1)
        assert later(table) == [entries.Acted(1, "keep", by="order")]
    ordered(table, 1)
    until_asked(table, 1)
    assert later(table) == []


def test_nobody_else_can_tell_that_something_was_said_in_advance():
    table = bid(Growing(AURUM3))
    until_asked(table, 1)
    table.now += 1
    before = public(table, 1)
    ordered(table, 1, "keep")
    assert public(table, 1) == before
    assert projection.turn(table.table, 1).orders == ("keep",)
    ordered(table, 1)
    assert public(table, 1) == before


def test_the_answer_takes_a_moment_and_its_time_is_the_owners():
    table = bid(Growing(Config("aurum", 3, clock=LiveClock(60, 5))))
    ordered(table, 1, "keep")
    until_asked(table, 1)
    (order,) = due_orders(table.table)
    assert order.at > table.table.chairs[1].asked_at
    assert head(table, table.now)[4] == order.at
    assert table.decide(None, Tick()) == []
    bank = table.table.chairs[1].bank
    assert later(table, 3) == [entries.Acted(1, "keep", by="order", spent=3.0)]
    assert table.table.chairs[1].bank == bank - 3 + 5


def test_it_ends_when_a_partner_changes_the_bid_that_it_stood_on():
    table = bid(Growing(Config("aurum", 4)))
    ordered(table, 1, "keep")
    ordered(table, 2, "keep")
    until_asked(table, 3)
    swap = next(action for action in table.running.legal_texts(3) if action.startswith("swap") and " 1 " in action)
    table.act(3, swap)
    assert projection.turn(table.table, 1).orders == ()
    assert projection.turn(table.table, 1).may_order == ("keep",)
    assert projection.turn(table.table, 2).orders == ("keep",)


def test_it_ends_with_the_round():
    table = bid(Growing(AURUM3))
    ordered(table, 1, "keep")
    before = len(table.running.state.results)
    while len(table.running.state.results) == before:
        (seat, *_) = table.running.owing
        legal = table.running.legal_texts(seat)
        table.act(seat, "keep" if "keep" in legal else legal[0])
    assert table.table.chairs[1].orders == {}


def test_who_is_not_first_says_which_card_they_take_and_which_else():
    table = Growing(Config("amul", 3, clock=DaysClock(2)))
    while not table.running.legal_texts(table.running.owing[0])[0].startswith("take"):
        table.act(table.running.owing[0])
    first = table.running.owing[0]
    last = table.running.state.market.turns[-1]
    wares = projection.turn(table.table, last).may_order
    assert set(wares) == set(table.running.legal_texts(first))
    ordered(table, last, wares[0], wares[1])
    table.act(first, wares[0])
    # Unless another of its kind lies there, the first wish cannot be met any more.
    still = wares[:2] if wares[0] in projection.turn(table.table, last).may_order else wares[1:2]
    assert projection.turn(table.table, last).orders == still
    middle = table.running.owing[0]
    table.act(middle, next(one for one in table.running.legal_texts(middle) if one not in wares[:2]))
    assert later(table)[0] == entries.Acted(last, still[0], by="order", spent=5.0)
    assert projection.turn(table.table, last).orders == ()


@pytest.mark.parametrize("action", ["play B4", "keep", "nonsense"])
def test_what_cannot_be_said_in_advance_is_refused_with_what_can(action: str):
    table = Growing(AURUM3)  # nobody has bid
    with pytest.raises(Refused, match="not_in_advance") as refused:
        ordered(table, 1, action)
    assert refused.value.params == {"action": action}
    with pytest.raises(Refused, match="not_in_advance") as refused:
        ordered(bid(table), 1, "play B4")
    assert refused.value.legal == ("keep",)


def test_it_outlives_the_worker_and_the_connection():
    table = bid(Growing(AURUM3))
    ordered(table, 1, "keep")
    table.do(None, Lose(BEA.id))
    again = Growing.__new__(Growing)
    super(Growing, again).__init__("t" * 12, table.log, table.games)
    assert again.table.chairs[1].orders == table.table.chairs[1].orders != {}
    until_asked(table, 1)
    assert later(table) == [entries.Acted(1, "keep", by="order")]
    assert table.table.chairs[1].away is not None


def test_it_is_over_when_a_bot_stands_in():
    table = bid(Growing(AURUM3))
    ordered(table, 1, "keep")
    table.do(None, Lose(BEA.id))
    table.now += 100
    table.do(ADA, StandIn(1))
    assert table.table.chairs[1].orders == {}


def test_what_was_taken_back_is_not_done_again():
    bots = {"1": "random", "2": "random"}
    table = bid_alone(Growing(Config("aurum", 3, bots=bots), people=1))
    ordered(table, 0, "keep")
    while "keep" not in table.running.legal_texts(0):
        bots_move(table)
    assert later(table)
    table.do(0, Ask("u", "undo"))
    assert table.table.chairs[0].orders == {}
    assert later(table) == []


def bots_move(table: Growing) -> None:
    from karat.server.tables.commands import MoveFor

    seat = table.running.owing[0]
    if seat == 0:
        table.act(0)
        return
    legal = table.running.legal_texts(seat)
    table.do(None, MoveFor(seat, table.running.decision, "keep" if "keep" in legal else legal[0]))


def bid_alone(table: Growing) -> Growing:
    while "keep" not in projection.turn(table.table, 0).may_order:
        bots_move(table)
    return table


def test_nothing_moves_while_nobody_is_there():
    table = bid(Growing(AURUM3))
    ordered(table, 1, "keep")
    until_asked(table, 1)
    for player in ("Ada", "Bea", "Cleo"):
        table.do(None, Lose(f"guest:{player}"))
    assert due_orders(table.table) == ()
    assert head(table, table.now)[4] is None


def test_saying_it_twice_or_beside_a_wish_for_forced_moves_changes_nothing():
    table = bid(Growing(AURUM3))
    ordered(table, 1, "keep", "keep")
    assert table.decide(1, Order("again", ("keep",))) == []
    table.do(1, Prefer(True))
    assert table.table.chairs[1].orders


def test_a_choice_of_ones_own_comes_before_it():
    table = bid(Growing(AURUM3))
    ordered(table, 1, "keep")
    until_asked(table, 1)
    swap = next(action for action in table.running.legal_texts(1) if action.startswith("swap"))
    table.do(1, Act("a", table.running.decision, swap))
    assert table.table.chairs[1].orders == {}  # the bid is another one
