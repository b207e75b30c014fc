from aurum.rules.table import after, legal, same, steps
from marks import rule

from karat.aurum.rules import events
from karat.aurum.rules.cards import Card
from karat.aurum.rules.law import Law
from karat.aurum.rules.notation import parse_round
from karat.aurum.rules.rules import Rules
from karat.aurum.rules.scoring import score_round

FOUR = "B4 B5 / C4 C5 / P4 P5 / S4 S5, leader 1"
THREE = "B4 B5 / P4 P5 / S4 S5, leader 1"


@rule("A3.1", Law.BID_IS_RANK)
def test_any_card_of_the_hand_may_be_bid():
    assert legal(FOUR, 1) == ["bid C4", "bid C5"]


@rule("A3.1", Law.BID_IS_RANK)
def test_the_rank_is_the_bid():
    cards = tuple(map(Card.parse, ("B4", "P1", "S9")))
    assert score_round(Rules(players=3), (0, 0, 0), cards, ((), (), ())).bids == (4, 1, 9)


@rule("A3.2")
def test_four_players_bid_clockwise_from_the_first_player():
    state = parse_round(FOUR)
    order = []
    for text in ("1 bid C4", "2 bid P4", "3 bid S4", "0 bid B4"):
        order.append(state.to_act)
        state = after(state, text)
    assert order == [(1,), (2,), (3,), (0,)]
    assert state.to_act == (1,)


@rule("A3.2", Law.HIGHER_BID_COUNTS)
def test_the_higher_card_of_partners_is_the_sides_bid():
    cards = tuple(map(Card.parse, ("B4", "C9", "P2", "S3")))
    assert score_round(Rules(), (0,) * 4, cards, ((),) * 4).bids == (4, 9)


@rule("A3.2")
def test_an_open_bid_is_told_to_all():
    assert steps(FOUR, "1 bid C4")[0].events == (events.BidLaid(1, Card.parse("C4"), 4),)


@rule("A3.3")
def test_three_players_all_owe_a_bid_at_once_in_any_order():
    assert parse_round(THREE).to_act == (1, 2, 0)
    one = after(THREE, "0 bid B4", "1 bid P5", "2 bid S4")
    other = after(THREE, "2 bid S4", "0 bid B4", "1 bid P5")
    assert one == other


@rule("A3.3")
def test_secret_bids_are_told_only_when_the_last_is_laid():
    told = [step.events for step in steps(THREE, "2 bid S4", "0 bid B4", "1 bid P5")]
    assert told[0] == (events.BidChosen(2),)
    assert told[1] == (events.BidChosen(0),)
    assert told[2] == (events.BidChosen(1), events.BidsRevealed(tuple(map(Card.parse, ("B4", "P5", "S4")))))


@rule("A3.4")
def test_a_bid_card_leaves_the_hand():
    assert same(
        after(FOUR, "1 bid C4", "2 bid P4", "3 bid S4", "0 bid B5"),
        "B4 / C5 / P5 / S5, bids B5 / C4 / P4 / S4, leader 1",
    )
