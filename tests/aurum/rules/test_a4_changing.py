import pytest
from aurum.rules.table import after, legal, refused, same, steps
from marks import rule

from karat.aurum.rules import events
from karat.aurum.rules.cards import Card
from karat.aurum.rules.law import Law
from karat.aurum.rules.notation import parse_round
from karat.aurum.rules.rules import Rules
from karat.aurum.rules.scoring import score_round

FOUR = "B4 B5 / C4 C5 / P4 P5 / S4 S5, bids B3 / C6 / P7 / S2, gold G0 / G1 / G0 / G0, leader 2, asked 2 3 0 1"
THREE = "B4 B5 / P4 P5 / S4 S5, bids B3 / P6 / S7, gold G0 each, leader 1, asked 1 2 0"


@rule("A4.1")
def test_everyone_is_asked_once_clockwise_from_the_leader_before_the_first_trick():
    bidding = "B4 B5 / C4 C5 / P4 P5 / S4 S5, gold G0 each, leader 2"
    state = after(bidding, "2 bid P4", "3 bid S4", "0 bid B4", "1 bid C4")
    order = []
    while state.asked:
        order.append(state.to_act[0])
        state = after(state, f"{state.to_act[0]} keep")
    assert order == [2, 3, 0, 1]
    assert state.to_act == (2,)
    assert legal(state, 2) == ["play P5"]


@rule("A4.1")
def test_everyone_is_asked_again_before_every_later_trick_from_its_leader_on():
    last_card = "B4 / C4 / P4 / S4 S5, bids B3 / C6 / P7 / S2, gold G0 / - / G0 / G0, trick B9 C8 P8 from 0"
    assert after(last_card, "3 play S4").asked == (3, 0, 2)


@rule("A4.1")
def test_nobody_changes_a_bid_once_the_trick_has_begun():
    begun = "B4 / C4 / P4 / S4, bids B3 / C6 / P7 / S2, gold G0 each, trick B9 from 0"
    assert refused(begun, "1 swap G0 1 C4") is Law.IN_TURN


@rule("A4.2")
@pytest.mark.parametrize("gold", ["G0", "G3", "G7"])
def test_gold_of_any_rank_is_paid_into_the_supply(gold: str):
    start = f"B4 / P4 / S4, bids B3 / P6 / S7, gold {gold} / - / -, supply G1, leader 0, asked 0"
    state = after(start, f"0 swap {gold} 0 B4")
    assert state.stocks[0] == ()
    assert state.supply == tuple(sorted((Card.parse("G1"), Card.parse(gold))))


@rule("A4.2")
def test_gold_that_was_paid_can_be_won_in_the_very_trick_that_follows():
    start = "B3 B9 / P4 P9 / S5 S9, bids B2 / P6 / S7, gold G3 / - / -, supply G1, leader 0, asked 0"
    state = after(start, "0 swap G3 0 B9", "0 play B3", "1 play P4", "2 play S5")
    assert state.stocks[0] == (Card.parse("G3"),)


@rule("A4.3")
def test_partners_may_change_each_others_bid():
    assert legal(FOUR, 2) == ["keep", "swap G0 2 P4", "swap G0 2 P5", "swap G0 0 P4", "swap G0 0 P5"]
    assert legal(THREE, 1) == ["keep", "swap G0 1 P4", "swap G0 1 P5"]


@rule("A4.3", Law.SWAP_WITHIN_SIDE)
def test_an_opponents_bid_may_not_be_changed():
    assert refused(FOUR, "2 swap G0 1 P4") is Law.SWAP_WITHIN_SIDE
    assert refused(FOUR, "2 swap G0 3 P4") is Law.SWAP_WITHIN_SIDE
    assert refused(THREE, "1 swap G0 0 P4") is Law.SWAP_WITHIN_SIDE
    assert refused(THREE, "1 swap G0 3 P4") is Law.SWAP_WITHIN_SIDE


@rule("A4.3", "A4.4", "A3.2")
def test_the_example_of_a_partners_bid_of_seven():
    """Partners bid 3 and 7; the one with 3 lays a 4 over the 7 and takes the 7 into hand: the side's bid is 4."""
    start = "B4 B9 / C4 / P5 / S4, bids B3 / C6 / P7 / S2, gold G2 / - / - / -, leader 0, asked 0"
    step = steps(start, "0 swap G2 2 B4")[0]
    assert same(step.state, "B9 P7 / C4 / P5 / S4, bids B3 / C6 / B4 / S2, leader 0")
    told = events.BidChanged(0, Card.parse("G2"), 2, Card.parse("B4"), Card.parse("P7"))
    assert step.events == (told,)
    bids = tuple(bid for bid in step.state.bids if bid)
    assert score_round(Rules(), (0,) * 4, bids, ((),) * 4).bids == (4, 6)


@rule("A4.2", "A4.4")
def test_the_example_of_a_bid_of_four_raised_to_seven():
    start = "B7 / P4 / S5, bids B4 / P6 / S7, gold G0 / - / -, leader 0, asked 0"
    assert same(
        after(start, "0 swap G0 0 B7"),
        "B4 / P4 / S5, bids B7 / P6 / S7, supply G0 G1 G1 G2 G2 G3 G3 G4 G5 G6 G7, leader 0",
    )


@rule("A4.5")
def test_a_bid_may_rise_fall_or_stay_of_the_same_rank():
    start = "B1 P4 S9 / P5 / S5, bids B4 / P6 / S7, gold G0 / - / -, leader 0, asked 0"
    assert [after(start, f"0 swap G0 0 {card}").bids[0] for card in ("B1", "P4", "S9")] == [
        Card.parse(card) for card in ("B1", "P4", "S9")
    ]


@rule("A4.5")
def test_who_has_no_gold_or_no_card_is_not_asked():
    last_card = "B4 / - / P4 / S4 S5, bids B3 / C6 / P7 / S2, gold - / G0 / G0 / G0, trick B9 C8 P8 from 0"
    assert after(last_card, "3 play S4").asked == (3, 2)


@rule("A4.1")
def test_keeping_is_told_and_changes_nothing_but_who_is_asked():
    step = steps(FOUR, "2 keep")[0]
    assert step.events == (events.BidKept(2),)
    assert step.state.asked == (3, 0, 1)
    assert step.state.bids == parse_round(FOUR).bids
