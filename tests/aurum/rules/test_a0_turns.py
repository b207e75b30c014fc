from aurum.rules.table import after, legal, refused
from marks import rule

from karat.aurum.rules.law import Law

BIDDING_OF_FOUR = "B4 B5 / C4 C5 / P4 P5 / S4 S5, leader 1"
BIDDING_OF_THREE = "B4 B5 / P4 P5 / S4 S5, leader 1"
ASKED = "B4 / C4 / P4 / S4, bids B1 / C1 / P1 / S1, gold G0 / G1 / - / -, leader 0, asked 0 1"
LEADING = "B4 / C4 / P4 / S4, bids B1 / C1 / P1 / S1, gold G0 / G1 / - / -, leader 0"


@rule(Law.IN_TURN)
def test_only_the_seat_whose_turn_it_is_may_act():
    assert refused(BIDDING_OF_FOUR, "0 bid B4") is Law.IN_TURN
    assert refused(ASKED, "1 keep") is Law.IN_TURN
    assert refused(LEADING, "1 play C4") is Law.IN_TURN


@rule(Law.IN_TURN)
def test_a_seat_that_does_not_exist_has_no_turn():
    for seat in (4, 7):
        assert refused(LEADING, f"{seat} play B4") is Law.IN_TURN


@rule(Law.IN_TURN)
def test_only_the_kind_of_action_that_is_due_may_be_taken():
    assert refused(BIDDING_OF_FOUR, "1 play C4") is Law.IN_TURN
    assert refused(BIDDING_OF_FOUR, "1 keep") is Law.IN_TURN
    assert refused(ASKED, "0 play B4") is Law.IN_TURN
    assert refused(ASKED, "0 end") is Law.IN_TURN
    assert refused(LEADING, "0 bid B4") is Law.IN_TURN
    assert refused(LEADING, "0 keep") is Law.IN_TURN
    assert refused(LEADING, "0 swap G0 0 B4") is Law.IN_TURN


@rule(Law.IN_TURN)
def test_nobody_may_act_when_the_round_is_over():
    over = "B4 / C4 / P4 / S4, bids B1 / C1 / P1 / S1, leader 0, ended 0"
    assert refused(over, "0 play B4") is Law.IN_TURN
    assert legal(over, 0) == []


@rule(Law.OWN_CARDS)
def test_base_cards_come_from_the_own_hand():
    assert refused(BIDDING_OF_FOUR, "1 bid B4") is Law.OWN_CARDS
    assert refused(ASKED, "0 swap G0 0 C4") is Law.OWN_CARDS
    assert refused(LEADING, "0 play C4") is Law.OWN_CARDS
    assert refused(LEADING, "0 play B1") is Law.OWN_CARDS  # its own bid


@rule(Law.OWN_CARDS, "A2.5")
def test_gold_comes_from_the_own_stock_and_never_from_the_hand():
    following = "B4 / C4 / P4 / S4, bids B1 / C1 / P1 / S1, gold - / G1 / - / -, trick B5 from 0"
    assert refused(ASKED, "0 swap G1 0 B4") is Law.OWN_CARDS
    assert refused(ASKED, "0 swap B4 0 B4") is Law.OWN_CARDS
    assert refused(following, "1 gold G0") is Law.OWN_CARDS
    assert refused(following, "1 play G1") is Law.OWN_CARDS
    assert refused(following, "1 gold C4") is Law.OWN_CARDS


@rule(Law.SECRET_CHOICE_STANDS)
def test_a_secret_bid_stands_once_made():
    laid = after(BIDDING_OF_THREE, "2 bid S4")
    assert refused(laid, "2 bid S5") is Law.SECRET_CHOICE_STANDS


@rule(Law.IN_TURN)
def test_an_open_bid_cannot_be_made_twice_either():
    laid = after(BIDDING_OF_FOUR, "1 bid C4")
    assert refused(laid, "1 bid C5") is Law.IN_TURN
