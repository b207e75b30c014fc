"""The fold of a table's log: play, undo, consent, clocks."""

import pytest
from growing import ADA, BEA, SECRET, Growing

from karat.games import GAMES
from karat.server.house.house import head
from karat.server.house.live import Fold
from karat.server.tables import entries, fair
from karat.server.tables.commands import (
    Act,
    Answer,
    Ask,
    Find,
    Kick,
    Leave,
    Lose,
    MoveFor,
    Prefer,
    Refused,
    Say,
    Sit,
    Tick,
)  # fmt: skip
from karat.server.tables.entries import Config, DaysClock, LiveClock

AURUM3, AURUM4, AMUL3 = Config("aurum", 3), Config("aurum", 4), Config("amul", 3)


@pytest.mark.parametrize("config", [AURUM3, AURUM4, AMUL3, Config("amul", 4, variants=("tea",))])
def test_a_match_is_played_to_its_end_and_its_record_verifies(config: Config):
    table = Growing(config)
    table.finish()
    record = table.table.record()
    GAMES[config.game].replay(record)
    assert fair.check(record, GAMES) >= 1
    assert record["fair"]["secret"] == SECRET


def test_state_is_the_replay_of_the_log():
    table = Growing(AURUM3)
    table.finish()
    again = Fold(table.table.id, table.log, GAMES).table
    assert again.running is not None
    assert again.running.state == table.running.state
    assert again.cids == table.table.cids


def test_a_sealed_choice_can_be_changed_until_the_last_is_in():
    table = Growing(AURUM3)
    first, second = table.running.legal(1)[:2]
    decision = table.running.decision
    table.act(1, first)
    table.act(1, second)
    assert table.running.decision == decision
    assert set(table.running.owing) == {0, 2}
    table.act(0)
    table.act(2)
    assert table.running.decision != decision
    assert table.running.moves[1].action == second
    waiting = next(seat for seat in range(3) if seat not in table.running.to_act)
    with pytest.raises(Refused, match="not_your_turn"):
        table.decide(waiting, wire_act(table, 1, decision=decision))


def wire_act(table: Growing, seat: int, **said: str) -> Act:
    legal = table.running.legal(seat) or ["keep"]
    return Act(said.get("cid", "x"), said.get("decision", table.running.decision), said.get("action", str(legal[0])))


def test_the_order_in_which_choices_arrive_leaves_no_trace():
    there, back = Growing(AMUL3), Growing(AMUL3)
    for seat in (0, 1, 2):
        there.act(seat)
    for seat in (2, 1, 0):
        back.act(seat)
    assert there.running.state == back.running.state


def test_a_late_click_on_an_old_question_is_refused_with_what_is_legal_now():
    table = Growing(AURUM4)
    seat = table.running.owing[0]
    with pytest.raises(Refused, match="stale_decision") as refused:
        table.decide(seat, wire_act(table, seat, decision="77"))
    assert refused.value.params == {"decision": table.running.decision}
    assert refused.value.legal == tuple(map(str, table.running.legal(seat)))


def test_an_illegal_action_is_refused_with_the_law():
    table = Growing(AURUM4)
    seat = table.running.owing[0]
    with pytest.raises(Refused, match="illegal") as refused:
        table.decide(seat, wire_act(table, seat, action="keep"))
    assert refused.value.law == "A0.1"
    with pytest.raises(Refused, match="no_such_action"):
        table.decide(seat, wire_act(table, seat, action="dance"))


def test_the_same_cid_acts_once():
    table = Growing(AURUM4)
    seat = table.running.owing[0]
    frame = wire_act(table, seat, cid="same")
    table.do(seat, frame)
    assert table.decide(seat, frame) == []


def test_an_undo_needs_the_consent_of_all_people():
    table = Growing(AURUM4)
    seat = table.running.owing[0]
    before = table.running.state
    table.act(seat)
    table.do(seat, Ask("u", "undo"))
    others = [other for other in range(4) if other != seat]
    for other in others:
        assert table.running.state != before
        table.do(other, Answer("a", "undo", True))
    assert table.running.state == before
    assert table.running.decision == "1.1"
    table.finish()
    GAMES["aurum"].replay(table.table.record())


def test_one_no_ends_the_question():
    table = Growing(AURUM4)
    seat = table.running.owing[0]
    table.act(seat)
    table.do(seat, Ask("u", "undo"))
    table.do((seat + 1) % 4, Answer("a", "undo", False))
    assert table.table.consent is None
    assert len(table.running.moves) == 1


@pytest.mark.parametrize("config", [AURUM3, AMUL3])
def test_no_undo_goes_past_a_reveal(config: Config):
    table = Growing(config)
    for seat in range(3):
        table.act(seat)
    with pytest.raises(Refused, match="past_a_reveal"):
        table.decide(0, Ask("u", "undo"))


def test_a_match_is_aborted_by_consent_and_tells_its_record():
    table = Growing(AMUL3)
    table.act(0)
    table.do(0, Ask("q", "abort"))
    for seat in (1, 2):
        table.do(seat, Answer("a", "abort", True))
    assert table.table.status == "closed"
    assert table.table.record()["result"] is None
    GAMES["amul"].replay(table.table.record())


def test_the_record_of_a_match_that_goes_on_is_nobodys():
    with pytest.raises(ValueError, match="is not over"):
        Growing(AURUM4).table.record()


def test_the_clock_charges_what_was_spent_and_forgives_some_lag():
    table = Growing(Config("aurum", 4, clock=LiveClock(60, 2)))
    seat = table.running.owing[0]
    table.now += 10
    table.act(seat, lag=0.4)
    assert table.table.chairs[seat].bank == pytest.approx(60 - 9.6 + 2)
    assert table.table.chairs[seat].quota == pytest.approx(0.7)


def test_lag_is_forgiven_under_a_quota():
    table = Growing(Config("aurum", 4, clock=LiveClock(60)))
    seat = table.running.owing[0]
    table.now += 10
    table.act(seat, lag=9)
    assert table.table.chairs[seat].bank == pytest.approx(51)


def test_when_time_is_up_the_default_is_played_and_then_a_bot_stands_in():
    table = Growing(Config("aurum", 4, clock=LiveClock(5)))
    seat = table.running.owing[0]
    table.now += 5.5
    assert table.decide(None, Tick()) == []
    with pytest.raises(Refused, match="time_is_up"):
        table.act(seat)
    table.now += 1
    (default,) = table.decide(None, Tick())
    assert isinstance(default, entries.Acted)
    assert (default.seat, default.by) == (seat, "clock")
    table.add([default])
    while table.running.owing != (seat,):
        table.act(table.running.owing[0])
    table.now += 2
    assert table.decide(None, Tick()) == [entries.StoodIn(seat, "casual", "clock")]
    table.do(None, Tick())
    assert table.table.bots_to_act == (seat,)
    table.act(seat)
    assert table.table.chairs[seat].stand_in == ""


def test_who_leaves_is_stood_in_for_and_can_come_back():
    table = Growing(AURUM4)
    table.do(2, Leave())
    assert table.table.chairs[2].stand_in == "casual"
    assert table.table.consenting == (0, 1, 3)
    table.do(2, Sit())
    assert table.table.chairs[2].stand_in == ""


def test_before_the_start_leaving_frees_the_seat_and_the_next_is_host():
    table = Growing(AURUM4, people=2)
    table.do(0, Leave())
    assert table.table.free == (0, 2, 3)
    assert table.table.host == BEA
    table.do(1, Leave())
    assert (table.table.status, table.table.why_closed) == ("closed", "empty")


def test_the_host_kicks_before_the_start_and_nobody_else_does():
    table = Growing(AURUM4, people=2)
    with pytest.raises(Refused, match="host_only"):
        table.decide(BEA, Kick(0))
    with pytest.raises(Refused, match="not_yourself"):
        table.decide(ADA, Kick(0))
    table.do(ADA, Kick(1))
    assert table.table.free == (1, 2, 3)


def test_bots_fill_seats_after_a_while_and_a_full_table_starts_without_salts():
    table = Growing(Config("aurum", 4, fill_after=30), people=1)
    assert table.table.deadline == 1030
    table.now = 1031
    table.do(None, Tick())
    assert table.table.free == ()
    assert table.table.status == "playing"


def test_forced_moves_are_made_for_who_wants_it():
    table = Growing(AURUM4)
    for seat in range(4):
        table.do(seat, Prefer(True))
    made = 0
    while table.table.status == "playing":
        if table.table.bots_to_act:
            made += 1
            seat = table.table.bots_to_act[0]
            table.do(None, MoveFor(seat, table.running.decision, str(table.running.legal(seat)[0])))
        else:
            table.act(table.running.owing[0])
    assert made


def test_partners_have_set_phrases_only():
    table = Growing(AURUM4)
    with pytest.raises(Refused, match="phrases_only"):
        table.decide(ADA, Say("c", "lead silver", ""))
    assert table.decide(ADA, Say("c", "", "hello"))
    assert Growing(AURUM3).decide(ADA, Say("c", "hm", ""))


def test_bots_wait_while_nobody_is_there():
    table = Growing(Config("aurum", 4, bots={"1": "casual", "2": "casual", "3": "casual"}), people=1)
    assert table.table.bots_to_act
    table.do(None, Lose(ADA.id))
    assert table.table.bots_to_act == ()
    assert head(table, 1.0)[4] is None
    table.do(None, Find(ADA.id))
    assert table.table.bots_to_act


def test_bots_wait_for_nobody_where_people_have_days():
    bots = {"1": "casual", "2": "casual", "3": "casual"}
    table = Growing(Config("aurum", 4, bots=bots, clock=DaysClock(2)), people=1)
    table.do(None, Lose(ADA.id))
    assert table.table.bots_to_act


def test_who_plays_without_a_connection_is_there():
    table = Growing(Config("aurum", 3, bots={"1": "casual", "2": "casual"}), people=1)
    table.do(None, Lose(ADA.id))
    table.act(0)
    assert table.table.bots_to_act


def test_a_match_that_all_have_left_is_over():
    table = Growing(AURUM4)
    for seat in range(3):
        table.do(seat, Leave())
    assert table.table.status == "playing"
    table.do(3, Leave())
    assert (table.table.status, table.table.why_closed) == ("closed", "empty")
