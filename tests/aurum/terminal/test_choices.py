"""What chosen cards mean, and a change of bid step by step."""

from karat.aurum import Card, Keep, Swap
from karat.aurum.terminal.choices import Change, with_card

B7, P6, G0, G3 = map(Card.parse, ("B7", "P6", "G0", "G3"))
PARTNERS = (Keep(), *(Swap(paid, whose, card) for paid in (G0, G3) for whose in (0, 2) for card in (B7, P6)))
ALONE = (Keep(), *(Swap(G0, 0, card) for card in (B7, P6)))


def test_a_change_of_bid_asks_for_gold_then_whose_then_card():
    assert Change(gold=G0).said_on(PARTNERS[1:]) == Change(gold=G0)
    assert Change(gold=G0, whose=2).said_on(PARTNERS[1:]) == Change(gold=G0, whose=2)
    assert with_card(B7, PARTNERS, Change(gold=G0, whose=2)) == Swap(G0, 2, B7)


def test_what_goes_without_saying_is_not_asked():
    assert Change(gold=G0).said_on(ALONE[1:]) == Change(gold=G0, whose=0)
    assert with_card(P6, ALONE, Change(gold=G0, whose=0)) == Swap(G0, 0, P6)


def test_a_card_chosen_first_costs_nothing_before_the_gold_is_named():
    assert with_card(P6, ALONE, None) == Change(card=P6)
    assert Change(gold=G0, card=P6).said_on(ALONE[1:]) == Swap(G0, 0, P6)


def test_a_card_that_is_not_held_is_left_for_the_rules_to_refuse():
    assert with_card(Card.parse("Z9"), ALONE, None) == Swap(G0, 0, Card.parse("Z9"))
    assert with_card(G3, ALONE, None) == Swap(G3, 0, B7)
