"""What a card or a change of bids would do, as screens tell it before it is done."""

from types import SimpleNamespace
from typing import Any

from marks import rule

from karat.aurum.rules import aids
from karat.aurum.rules.actions import Swap
from karat.aurum.rules.cards import Card, Metal, parse_cards
from karat.aurum.rules.law import Law
from karat.aurum.rules.rules import Rules
from karat.aurum.rules.trick import metals

SUPPLY = parse_cards("G1 G3")


def outlook(trick: str, card: str) -> aids.Outlook:
    return aids.outlook(parse_cards(trick), Card.parse(card), SUPPLY)


@rule("A6.3")
def test_the_highest_card_would_take_the_trick():
    assert outlook("Z4 S8", "B9") == (True, False, None)
    assert outlook("Z4 S8 G0", "B9") == (False, False, None)
    assert outlook("Z4 S8", "G0") == (True, False, None)


@rule("A6.1")
def test_the_lowest_card_would_earn_what_the_supply_has():
    assert outlook("Z4 S8", "B3") == (False, True, Card.parse("G3"))
    assert outlook("Z4 S8", "B2") == (False, True, None)


@rule("A6.4")
def test_of_equal_cards_the_later_one_would_get_it():
    assert outlook("Z4", "B4") == (True, True, None)


@rule(Law.MUST_NOT_FOLLOW)
def test_the_metals_of_a_trick_are_named_once_and_gold_never():
    assert metals(parse_cards("Z4 G0 S8 G1")) == (Metal.ZINC, Metal.SILVER)


@rule("A3.2")
@rule("A4.4")
def test_a_change_tells_the_bid_of_the_side_and_the_card_that_comes_back():
    """The second side has bid 5 and 3, and taken 3."""
    bids = tuple(enumerate(parse_cards("B2 C5 Z6 C3")))
    seen: Any = SimpleNamespace(rules=Rules.parse(4, "de", ()), bids=bids, tricks=(0, 3, 1, 0))
    meant = [(whose, Card.parse(card)) for whose, card in ((1, "P4"), (3, "Z9"))]
    swaps = [Swap(Card.parse(gold), *one) for gold in ("G0", "G3") for one in meant]
    own, partners = aids.changes(seen, swaps)
    assert own == (1, Card.parse("P4"), Card.parse("C5"), 4, 1, 0)
    assert partners == (3, Card.parse("Z9"), Card.parse("C3"), 9, 6, 0)
    (low,) = aids.changes(seen, [Swap(Card.parse("G0"), 1, Card.parse("S1"))])
    assert (low.bid, low.missing, low.extra) == (3, 0, 0)  # the partner's 3 is the higher now
