"""Which games are played: the same cards and starter in every seating, and the starter goes round."""

from collections import Counter
from dataclasses import replace

import pytest

from karat import aurum
from karat.arena.deals import Job, Plan, Seating, Unit
from karat.arena.entrants import BadTournament, parse_entrants
from karat.bots.bot import Budget
from karat.games import GAMES
from karat.kit import Settings


def plan(game="aurum", players=4, bots="casual,random", unit=None, **more):
    kit = replace(GAMES[game], bots=GAMES[game].bots | dict.fromkeys("abcde", GAMES[game].bots["random"]))
    rules = kit.agree(Settings(players))
    unit = unit or (Unit.ROUNDS if kit.rounds_are_won(rules) else Unit.MATCHES)
    return Plan(kit, rules, parse_entrants(kit, bots, Budget()), "seed", unit, **more)


def test_partners_change_sides_on_every_deal():
    assert plan().seatings(Job(0, 7)) == ((0, 1, 0, 1), (1, 0, 1, 0))


@pytest.mark.parametrize(("game", "players"), [("aurum", 3), ("amul", 3), ("amul", 5), ("amul", 8)])
def test_with_more_sides_the_first_bot_sits_alone_on_each_seat_once(game, players):
    seatings = plan(game, players).seatings(Job(0, 0))
    assert len(set(seatings)) == len(seatings) == players
    assert all(Counter(seats) == {0: 1, 1: players - 1} for seats in seatings)
    assert {seats.index(0) for seats in seatings} == set(range(players))


def test_a_mixed_table_seats_every_bot_and_all_ways_to_do_so_are_played():
    three = plan("amul", 3, "a,b,c", seating=Seating.MIXED)
    assert len(set(three.seatings(Job(0, 0)))) == 6
    five = plan("amul", 5, "a,b,c,d,e", seating=Seating.MIXED)
    deals = [five.seatings(Job(0, deal)) for deal in range(6)]
    assert len(set(map(frozenset, deals))) > 3  # other neighbours on other deals
    for seatings in deals:
        assert all(Counter(seats[seat] for seats in seatings) == dict.fromkeys(range(5), 1) for seat in range(5))


def test_every_pair_meets_on_every_deal():
    three = plan(bots="a,b,c")
    assert [three.name(number) for number in range(3)] == ["a against b", "a against c", "b against c"]
    assert list(three.jobs(2)) == [Job(meeting, deal) for deal in range(2) for meeting in range(3)]


def test_in_cross_play_partners_sit_on_either_side_in_either_order():
    cross = plan(seating=Seating.CROSS, against=1)
    assert [cross.name(number) for number in range(3)] == [
        "casual against random",
        "casual + random against random",
        "random against random",
    ]
    assert cross.seatings(Job(1, 0)) == ((0, 1, 1, 1), (1, 1, 0, 1), (1, 0, 1, 1), (1, 1, 1, 0))


def test_without_duplicates_the_seatings_take_turns():
    once = plan(duplicate=False)
    assert [once.seatings(Job(0, deal)) for deal in range(2)] == [((0, 1, 0, 1),), ((1, 0, 1, 0),)]


@pytest.mark.parametrize(("game", "players"), [("aurum", 3), ("aurum", 4), ("amul", 5)])
def test_the_starter_goes_round_from_deal_to_deal(game, players):
    found = plan(game, players)
    deals = [found.first_deal(number) for number in range(players)]
    assert [deal.first for deal in deals] == list(range(players))
    assert deals[0] == found.first_deal(0)
    assert len({str(deal) for deal in deals}) == players


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"bots": "casual"}, "two bots or more"),
        ({"bots": "casual,nobody"}, "no bot 'nobody'"),
        ({"bots": "casual@5000,random"}, "does not search"),
        ({"game": "amul", "unit": Unit.ROUNDS}, "scored once, at its end: use --of matches"),
        ({"players": 3, "seating": Seating.CROSS}, "needs partners"),
    ],
)
def test_what_cannot_be_played_is_refused_in_a_sentence(wrong, said):
    with pytest.raises(BadTournament, match=said):
        plan(**wrong)


def test_rounds_that_nobody_wins_are_refused():
    rules = aurum.Rules(4, variants=(aurum.Variant.THREE_ROUND_TOTAL,))
    with pytest.raises(BadTournament, match="no round is won"):
        Plan(GAMES["aurum"], rules, parse_entrants(GAMES["aurum"], "casual,random", Budget()), "seed", Unit.ROUNDS)
