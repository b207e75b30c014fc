import pytest

from karat.aurum.rules.actions import parse_action
from karat.aurum.rules.cards import parse_cards
from karat.aurum.rules.notation import parse_round, show_round
from karat.game import BadText


def test_what_is_not_said_is_as_at_the_start_of_a_round():
    state = parse_round("B1 / P1 / S1")
    assert state.bids == (None,) * 3
    assert state.tricks == (0, 0, 0)
    assert state.leader == 0
    assert state.supply == parse_cards("G1 G1 G2 G2 G3 G3 G4 G5 G6 G7")


def test_the_supply_is_what_is_in_no_stock_and_not_in_the_trick():
    state = parse_round("B1 / C1 / P1 / S1, bids B2 / C2 / P2 / S2, gold G1 / - / - / -, trick B5 G8 from 1")
    assert state.supply == parse_cards("G1 G2 G2 G3 G3 G4 G5 G6 G7")


def test_clauses_may_stand_in_any_order():
    one = parse_round("B1 / P1 / S1, bids B2 / P2 / S2, tricks 1 2 3, leader 2")
    other = parse_round("B1 / P1 / S1, leader 2, tricks 1 2 3, bids B2 / P2 / S2")
    assert one == other


def test_a_position_is_shown_in_one_way():
    text = "C9 / B7 S2 / P4 / Z1, bids B4 / S3 / C7 / Z2, gold - / G7 / - / -, tricks 1 0 2 3, trick B3 from 0"
    assert show_round(parse_round(text)) == text


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("B1 / P1", "3 or 4 hands, not 2"),
        ("B1 / P1 / X1", "no card of Aurum is called 'X1'"),
        ("B1 / P1 / S1, silver S1", "'silver S1' is no clause"),
        ("B1 / P1 / S1, leader 1, leader 2", "says a thing twice"),
        ("B1 / P1 / S1, leader", "'leader' is no clause"),
        ("B1 / P1 / S1, leader 3", "a number from 0 to 2, not '3'"),
        ("B1 / P1 / S1, leader x", "a number from 0 to 2, not 'x'"),
        ("B1 / P1 / B1", "twice or not in this game: B1"),
        ("C1 / P1 / B1", "twice or not in this game: C1"),
        ("G1 / P1 / B1", "gold is never held or bid"),
        ("B1 / P1 / S1, gold B2 each", "only gold lies in stocks"),
        ("B1 / P1 / S1, gold G1 / G2", "gold for 2 seats in a position of 3"),
        ("B1 / P1 / S1, bids B2 / P2", "2 bids in a position of 3"),
        ("B1 / P1 / S1, tricks 1 2", "3 small numbers, not '1 2'"),
        ("B1 / P1 / S1, tricks 1 2 -3", "3 small numbers"),
        ("B1 / P1 / S1, trick B3 from 0", "a trick needs all bids"),
        ("B1 / P1 / S1, bids B2 / P2 / S2, trick B3", "`trick CARDS from LEADER`"),
        ("B1 / P1 / S1, bids B2 / P2 / S2, trick B3 from 0, leader 0", "no leader apart"),
        ("B1 / P1 / S1, bids B2 / P2 / S2, trick G3 from 0", "a base card to lead"),
        ("B1 / P1 / S1, bids B2 / P2 / S2, trick B3 B4 from 0", "twice"),
        ("B1 / P1 / S1, asked 0", "bids are changed after bidding"),
    ],
)
def test_a_text_that_is_no_position_says_why(text: str, said: str):
    with pytest.raises(BadText, match=said):
        parse_round(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "play",
        "play B7 B8",
        "Play B7",
        "play  B7",
        " play B7",
        "keep B7",
        "swap G0 P6",
        "swap G0 10 P6",
        "swap G0 ² P6",
    ],
)
def test_a_text_that_is_no_action_says_what_actions_there_are(text: str):
    with pytest.raises(BadText, match="these are: bid CARD, keep, swap GOLD SEAT CARD, play CARD, gold GOLD, end"):
        parse_action(text)


def test_a_card_that_does_not_exist_is_named():
    with pytest.raises(BadText, match="no card of Aurum is called 'B77'"):
        parse_action("play B77")
