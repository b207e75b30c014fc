"""What holds of Aurum at every point of every match; what holds of every game is in tests/contract."""

from collections import Counter

from hypothesis import given
from marks import rule
from strategies import running_matches

from karat.aurum.rules.deal import base_cards, first_stock, first_supply
from karat.aurum.rules.match import Match


@rule("A6.6", "A2.3")
@given(running_matches)
def test_cards_are_conserved(state: Match):
    table = state.round
    assert table is not None
    held = [card for row in (*table.hands, table.trick) for card in row]
    held += [card for card in table.bids if card]
    base = Counter(card for card in held if not card.is_gold)
    assert all(copies == 1 for copies in base.values())
    taken = sum(table.tricks)
    in_tricks = len(base_cards(state.rules.players)) - len(base) - len(state.deal.aside if state.deal else ())
    assert 0 <= in_tricks <= taken * state.rules.players
    everything = Counter(card for row in (*table.stocks, table.supply, table.trick) for card in row if card.is_gold)
    start = Counter(first_supply(state.rules.players)) + Counter(first_stock(state.rules) * state.rules.players)
    assert everything == start
