import pytest
from aurum.rules.table import after, steps
from marks import rule

from karat.aurum.rules import events
from karat.aurum.rules.cards import Card, parse_cards
from karat.aurum.rules.trick import highest, lowest

BIDS = "bids B10 / C10 / P10 / S10"


@rule("A6.1", "A6.2", "A6.3")
@pytest.mark.parametrize(
    ("trick", "low", "high"),
    [
        ("B9 C2 P3 S4", 1, 0),
        ("B1 C2 P3 S4", 0, 3),
        ("B4 C5 P5", 0, 2),  # the rulebooks' example: the later 5 takes the trick, the 4 gets the gold
        ("B5 C5 P5 S5", 3, 3),  # all alike: the last gets everything
        ("B5 C4 P4 S6", 2, 3),  # of the lowest, the later
        ("B10 G0 P3 S4", 2, 1),  # even gold 0 takes the trick
        ("B10 G3 P3 G7", 2, 3),  # of gold, the higher
        ("B10 G3 P3 G3", 2, 3),  # of equal gold, the later
        ("B10 G8 G0 G1", 0, 1),  # the only base card is the lowest
        ("B1 G0 P1 S1", 3, 1),
    ],
)
def test_who_gets_what_from_a_trick(trick: str, low: int, high: int):
    cards = parse_cards(trick)
    assert (lowest(cards), highest(cards)) == (low, high)


@rule("A6.4")
def test_every_tie_goes_to_the_later_card():
    tied = parse_cards("B5 C5 P5 S5")
    assert lowest(tied) == highest(tied) == 3
    assert highest(parse_cards("B1 G2 G2")) == 2
    assert lowest(parse_cards("B1 C1 P9")) == 1


@rule("A6.1")
def test_the_lowest_base_card_earns_gold_of_its_rank():
    start = f"B4 / C4 / P4 / S4 S5, {BIDS}, trick B9 C2 P3 from 0"
    step = steps(start, "3 play S4")[0]
    assert step.state.stocks == ((), (Card.parse("G2"),), (), ())
    assert step.state.supply == parse_cards("G1 G1 G2 G3 G3 G4 G5 G6 G7 G8")
    assert step.events == (
        events.CardPlayed(3, Card.parse("S4")),
        events.GoldWon(1, Card.parse("G2")),
        events.TrickTaken(0, parse_cards("B9 C2 P3 S4"), 1),
    )


@rule("A6.1", "A6.2")
@pytest.mark.parametrize("card", ["C2", "C9", "C10"])
def test_where_the_supply_has_none_nothing_is_earned_but_the_lead(card: str):
    start = f"B4 / C4 / P4 / S4 Z10, bids B1 / C1 / P1 / S1, supply G1, trick B10 {card} P10 from 0"
    state = after(start, "3 play Z10")
    assert state.stocks == ((),) * 4
    assert state.leader == (1 if card != "C10" else 3)


@rule("A6.3")
def test_gold_zero_beats_every_base_card():
    start = f"B4 / C4 / P4 / S4, {BIDS}, gold - / - / - / G0, trick B9 C9 P9 from 0"
    assert after(start, "3 gold G0").tricks == (0, 0, 0, 1)


@rule("A6.5")
def test_gold_played_to_a_trick_cannot_be_won_by_it():
    """G4 was the only one; it is in the trick when the 4 looks for it, and in the supply afterwards."""
    start = f"B5 / C5 / P5 / S5, {BIDS}, gold - / - / - / G4, trick B4 C9 P9 from 0"
    state = after(start, "3 gold G4")
    assert state.stocks == ((),) * 4
    assert Card.parse("G4") in state.supply
    assert state.tricks == (0, 0, 0, 1)


@rule("A6.5")
def test_the_second_copy_of_a_played_rank_can_still_be_won():
    start = f"B5 / C5 / P5 / S5, {BIDS}, gold - / - / - / G2, trick B2 C9 P9 from 0"
    state = after(start, "3 gold G2")
    assert state.stocks[0] == (Card.parse("G2"),)
    assert state.supply.count(Card.parse("G2")) == 1


@rule("A6.6")
def test_tricks_are_counted_for_who_took_them():
    start = f"B4 / C4 / P4 / S4 S5, {BIDS}, tricks 1 2 3 4, trick B9 C2 P3 from 0"
    assert after(start, "3 play S4").tricks == (2, 2, 3, 4)
