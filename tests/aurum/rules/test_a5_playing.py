from aurum.rules.table import after, legal, refused
from marks import rule

from karat.aurum.rules.law import Law

BIDS = "bids B10 / C10 / P10 / S10"


@rule("A5.1")
def test_the_first_player_leads_the_first_trick():
    bidding = "B4 B5 / C4 C5 / P4 P5 / S4 S5, leader 2"
    assert after(bidding, "2 bid P4", "3 bid S4", "0 bid B4", "1 bid C4").to_act == (2,)


@rule("A5.1", "A6.2")
def test_the_lowest_base_card_leads_the_next_trick():
    assert after(f"B4 / C4 / P4 / S4 S5, {BIDS}, trick B9 C2 P3 from 0", "3 play S4").leader == 1


@rule("A5.2", Law.LEAD_IS_BASE)
def test_gold_may_not_be_led():
    start = f"B4 / C4 / P4 / S4, {BIDS}, gold G7 each, leader 0"
    assert refused(start, "0 gold G7") is Law.LEAD_IS_BASE
    assert legal(start, 0) == ["play B4"]


@rule("A5.3")
def test_everyone_plays_once_clockwise():
    state = after(f"B4 / C4 / P4 / S4, {BIDS}, leader 2", "2 play P4")
    assert state.to_act == (3,)
    state = after(state, "3 play S4")
    assert state.to_act == (0,)
    state = after(state, "0 play B4")
    assert state.to_act == (1,)


@rule("A5.4", Law.MUST_NOT_FOLLOW)
def test_a_metal_in_the_trick_cannot_be_played_again():
    """Seat 1 holds B7 and S2; B3 was led, so only the silver may follow."""
    start = f"C9 / B7 S2 / P4 / Z1, {BIDS}, trick B3 from 0"
    assert refused(start, "1 play B7") is Law.MUST_NOT_FOLLOW
    assert legal(start, 1) == ["play S2"]


@rule("A5.4")
def test_every_metal_in_the_trick_is_barred_not_only_the_one_led():
    start = f"C9 / B7 S2 / P4 / B1 C1 P1 S1 Z1, {BIDS}, trick B3 C4 P5 from 0"
    assert legal(start, 3) == ["play S1", "play Z1"]


@rule("A5.5")
def test_gold_may_be_played_in_place_of_a_base_card_that_could_be():
    start = f"C9 / B7 S2 / P4 / Z1, {BIDS}, gold - / G0 G1 G1 G5 / - / -, trick B3 from 0"
    assert legal(start, 1) == ["play S2", "gold G0", "gold G1", "gold G5"]


@rule("A5.5")
def test_gold_may_be_played_on_gold():
    start = f"C9 / B7 S2 / P4 / Z1, {BIDS}, gold - / - / G2 / -, trick B3 G7 from 0"
    assert legal(start, 2) == ["play P4", "gold G2"]


@rule("A5.4", "A5.5")
def test_gold_in_the_trick_bars_no_base_metal():
    start = f"C9 / B7 S2 / P4 / Z1, {BIDS}, trick B3 G7 from 0"
    assert legal(start, 2) == ["play P4"]
