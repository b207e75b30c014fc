"""Tables of a tournament at which people stay away: nobody at the others waits for ever."""

from growing import ADA, BEA, CLEO, Growing

from karat.server.notices.of_tables import waited_for
from karat.server.tables.commands import Back, Find, Lose, MoveFor, Relieve, Tick
from karat.server.tables.entries import DaysClock, EventTable, LiveClock
from karat.server.tournaments.kept import STAND_IN_AFTER, TournamentConfig

EVENT = EventTable("cup", "tournament", 20)


def seated(**agreed: object) -> Growing:
    return Growing(TournamentConfig("aurum", 3, **agreed).table({}), event=EVENT)


def test_where_all_stay_away_bots_play_it_to_its_end():
    """Nobody is there to ask for it, and no director looks."""
    table = seated()
    for person in (ADA, BEA, CLEO):
        table.do(None, Lose(person.id))
    table.now += STAND_IN_AFTER - 1
    assert table.decide(None, Tick()) == []
    table.now += 1
    while table.table.status == "playing":
        seats = table.table.bots_to_act
        if not seats:
            assert table.table.deadline <= table.now  # a worker looks at it by itself
            table.do(None, Tick())
        else:
            answer = str(table.running.legal(seats[0])[0])
            table.do(None, MoveFor(seats[0], table.running.decision, answer))
    assert table.table.outcome


def test_who_comes_back_plays_on():
    table = seated()
    (asked, *_) = table.running.owing
    table.do(None, Lose(table.table.chairs[asked].player.id))
    table.now += STAND_IN_AFTER
    table.do(None, Tick())
    assert table.table.chairs[asked].stand_in
    table.do(None, Find(table.table.chairs[asked].player.id))
    table.do(asked, Back())
    assert not table.table.chairs[asked].stand_in


def test_a_director_need_not_wait_for_who_sits_there_and_does_nothing():
    table = seated(stand_in_after=None)
    seats = table.running.owing
    people = [table.table.chairs[seat].player.id for seat in seats]
    assert sorted(waited_for(table.table)) == sorted(people)
    table.now += 86400
    assert table.decide(None, Tick()) == []
    table.do(None, Relieve(people[0]))
    assert table.table.bots_to_act == (seats[0],)
    assert table.decide(None, Relieve(people[0])) == []
    table.do(seats[0], Back())
    assert table.table.bots_to_act == ()


def test_where_there_is_a_clock_it_decides():
    for clock in (LiveClock(600, 5), DaysClock(1)):
        assert TournamentConfig("aurum", 3, clock=clock).table({}).stand_in_after is None


def test_a_single_person_among_bots_is_waited_for_by_the_other_tables():
    table = Growing(TournamentConfig("aurum", 3).table({"1": "random", "2": "random"}), people=1, event=EVENT)
    while not (waits := waited_for(table.table)):
        table.act(table.table.bots_to_act[0])
    assert list(waits) == [ADA.id]
