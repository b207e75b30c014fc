"""A choice that lies face down can be changed, and nobody but the seat notices: no clock, no time, no number moves."""

import msgspec
import pytest
from growing import Growing

from karat.server.house.house import head
from karat.server.tables.commands import Ask, Back, Leave, MoveFor, Prefer
from karat.server.tables.entries import Config, LiveClock
from karat.server.wire import projection

SEALED = Config("amul", 3, clock=LiveClock(60, 5), spectators="delayed")


def public(table: Growing, seat: int) -> list[object]:
    """All that others can get of the table, and the columns of its row that calls tell something of."""
    others = [who for who in projection.recipients(table.table) if who != seat]
    told: list[object] = [msgspec.json.encode(projection.snapshot(table.table, who)) for who in others]
    told += [table.story.seq(who) for who in others]
    _, status, facts, deadline, _, changed = head(table, table.now)
    return [*told, status, facts, deadline, changed, table.table.changed_at]


def test_another_choice_face_down_moves_nothing_public():
    table = Growing(SEALED)
    table.now += 2
    table.act(0)
    before, bank = public(table, 0), table.table.chairs[0].bank
    for number in range(40):
        table.now += 1
        table.act(0, table.running.legal(0)[number % 2])
    assert public(table, 0) == before
    assert table.table.chairs[0].bank == bank == 60 - 2 + 5


def test_a_wish_of_ones_own_moves_nothing_public():
    table = Growing(SEALED)
    before = public(table, 0)
    table.now += 1
    table.do(0, Prefer(True))
    assert public(table, 0) == before


def test_another_choice_does_not_end_what_somebody_has_asked_for():
    table = Growing(Config("amul", 3, bots={"2": "random"}), people=2)
    table.act(0)
    table.do(1, Ask("a", "abort"))
    consent = table.table.consent
    table.act(0, table.running.legal(0)[1])
    assert table.table.consent is consent


def test_the_clock_gives_once_for_a_question_also_after_an_undo():
    bots = {"1": "random", "2": "random", "3": "random"}
    table = Growing(Config("aurum", 4, bots=bots, clock=LiveClock(60, 5)), people=1)
    while table.running.owing != (0,):
        move_bot(table)
    for number in range(5):
        table.act(0)
        assert table.table.chairs[0].bank == 65
        table.do(0, Ask(f"u{number}", "undo"))
        assert table.running.owing == (0,)


def test_the_clock_gives_nothing_for_what_a_stand_in_does():
    table = Growing(Config("aurum", 4, clock=LiveClock(60, 5)))
    seat = table.running.owing[0]
    table.do(seat, Leave())
    move_bot(table)
    table.do(seat, Back())
    assert table.table.chairs[seat].bank == 60


def move_bot(table: Growing) -> None:
    seat = table.running.owing[0]
    table.do(None, MoveFor(seat, table.running.decision, str(table.running.legal(seat)[0])))


@pytest.mark.parametrize("moves", [1, 2])
async def test_spectators_who_are_moves_behind_do_not_see_that_a_choice_was_changed(moves: int):
    from collections import deque

    from karat.games import GAMES
    from karat.server.house.live import Fold, LiveTable

    table = Growing(Config("amul", 3, spectators="delayed", delay_moves=moves))
    table.act(0)
    shown = len(table.log) - 1
    live = LiveTable(table.table.id, fold=table, late=Fold(table.table.id, table.log[:shown], GAMES))
    live.waiting = deque(table.log[shown:])
    live.release(table.now)
    before = live.late.table.seq
    for number in range(6):
        table.act(0, table.running.legal(0)[number % 2])
        live.publish(table.log[-1:], table.now)
    assert live.late.table.seq == before
