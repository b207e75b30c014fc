"""What holds of Amul at every point of every match; what holds of every game is in tests/contract."""

from collections import Counter

from hypothesis import given
from marks import rule
from strategies import amul_matches

from karat.amul.rules.deal import bazaar_cards, market_cards, palace_cards
from karat.amul.rules.match import Match


@rule("M25", "R14")
@given(amul_matches)
def test_cards_are_conserved(state: Match):
    table = state.market
    assert table is not None
    chosen = [card for card in table.chosen if card]
    rows = (*table.hands, *table.areas, table.palace, table.bazaar, table.deck, table.removed, chosen)
    held = Counter(card for row in rows for card in row) + Counter(ware.card for ware in table.wares)
    assert held == Counter((*market_cards(state.rules), *palace_cards(state.rules), *bazaar_cards(state.rules)))
