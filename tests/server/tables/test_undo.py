"""What may be taken back, and who has to agree: nothing that shows a card of somebody else's."""

import pytest
from growing import ADA, Growing

from karat.server.tables import entries
from karat.server.tables.commands import Answer, Ask, Leave, MoveFor, Refused
from karat.server.tables.entries import Config

AURUM4 = Config("aurum", 4)
ALONE = {"1": "random", "2": "random", "3": "random"}


def until_ones_turn_again(table: Growing, seat: int = 0) -> None:
    """The seat acts, and then the bots until it is asked again."""
    while table.running.owing != (seat,):
        bots_move(table)
    table.act(seat)
    while table.running.owing != (seat,):
        bots_move(table)


def bots_move(table: Growing) -> None:
    seat = table.running.owing[0]
    table.do(None, MoveFor(seat, table.running.decision, str(table.running.legal(seat)[0])))


def test_a_rated_match_knows_no_undo():
    table = Growing(Config("aurum", 4, bots=ALONE, rated=True), people=1)
    until_ones_turn_again(table)
    with pytest.raises(Refused, match="not_when_rated"):
        table.decide(0, Ask("u", "undo"))


def test_who_is_alone_with_bots_takes_back_past_their_moves():
    table = Growing(Config("aurum", 4, bots=ALONE), people=1)
    until_ones_turn_again(table)
    before = len(table.running.moves)
    table.do(0, Ask("u", "undo"))
    assert len(table.running.moves) < before
    assert table.running.undos == 1


def test_among_people_the_move_of_another_seat_is_a_reveal():
    table = Growing(AURUM4)
    first = table.running.owing[0]
    table.act(first)
    table.act(table.running.owing[0])
    with pytest.raises(Refused, match="past_a_reveal"):
        table.decide(first, Ask("u", "undo"))


def test_the_move_of_a_bot_is_one_too_where_another_person_holds_a_seat():
    table = Growing(Config("aurum", 4, bots={"2": "random", "3": "random"}), people=2)
    while not table.table.chairs[table.running.owing[0]].bot:
        table.act(table.running.owing[0])
    bot = table.running.owing[0]
    bots_move(table)
    table.do(1, Leave())  # a bot stands in, and still it is somebody's seat
    assert bot not in table.table.people
    with pytest.raises(Refused, match="past_a_reveal"):
        table.decide(0, Ask("u", "undo"))


def test_who_is_stood_in_for_has_to_agree_too():
    table = Growing(AURUM4)
    seat = table.running.owing[0]
    gone = (seat + 1) % 4
    table.do(gone, Leave())
    table.act(seat)
    moves = len(table.running.moves)
    table.do(seat, Ask("u", "undo"))
    for other in range(4):
        if other not in (seat, gone):
            table.do(other, Answer("y", "undo", True))
    assert len(table.running.moves) == moves
    table.do(gone, Answer("y", "undo", True))
    assert len(table.running.moves) == moves - 1


def test_a_bot_that_stands_in_meanwhile_does_not_agree_for_the_person():
    table = Growing(AURUM4)
    seat = table.running.owing[0]
    table.act(seat)
    moves = len(table.running.moves)
    table.do(seat, Ask("u", "undo"))
    for other in range(4):
        if other != seat:
            table.do(other, Leave())
    assert len(table.running.moves) == moves


def test_an_earlier_log_is_followed_as_it_was_meant():
    """Before, an undo went past the moves of others and was agreed to by those who were there."""
    table = Growing(AURUM4)
    first = table.running.owing[0]
    table.act(first)
    table.act(table.running.owing[0])
    table.add([entries.StoodIn((first + 2) % 4, "casual"), entries.Asked(first, "undo", "u")])
    for other in (1, 3):
        table.add([entries.Answered((first + other) % 4, "undo", True, "y")])
    assert table.running.moves == []
    assert table.table.host == ADA
