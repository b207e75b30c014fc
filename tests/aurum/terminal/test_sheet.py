"""The scoring sheet adds up, and says by which rule a nugget was won."""

import pytest

from karat.aurum import Card, Rules
from karat.aurum.rules.cards import parse_cards
from karat.aurum.rules.scoring import match_result, score_round
from karat.aurum.terminal.sheet import ending, sheet
from karat.games import GAMES
from karat.screen.seating import seat_bots

BOTS = GAMES["aurum"].bot_names
WHO = seat_bots(BOTS, 0, {1: "casual", 2: "casual", 3: "casual"})
TRIO = seat_bots(BOTS, 0, {1: "casual", 2: "casual"})


def scored(rules, tricks, bids, stocks):
    return score_round(rules, tricks, tuple(map(Card.parse, bids.split())), tuple(map(parse_cards, stocks.split("/"))))


def test_partners_rows_add_up():
    result = scored(Rules(), (3, 1, 2, 4), "B5 S4 C2 Z7", "G0 G4 / - / G7 / G1")
    text = sheet(Rules(), [result], WHO).plain
    assert "3 + 2 = 5" in text
    assert "5, exact" in text
    assert "7, too few" in text
    assert "= 15" in text  # twice five, two for the 4, three for the 7
    assert "You & Geber get the nugget: most points (A8.3)." in text


@pytest.mark.parametrize(
    ("edition", "tricks", "bids", "stocks", "rule"),
    [
        ("de", (4, 2, 1), "B2 S1 P9", "- / - / -", "A8.4"),
        ("de", (2, 2, 0), "B2 S2 P9", "G1 / G3 / -", "A8.5"),
        ("ru", (2, 2, 0), "B2 S2 P9", "G1 / G3 / -", "A8.6"),
        ("de", (2, 2, 0), "B2 S2 P9", "G3 / G3 / -", "A8.6"),
    ],
)
def test_the_tie_break_is_named(edition, tricks, bids, stocks, rule):
    rules = Rules(players=3, edition=edition)
    result = scored(rules, tricks, bids, stocks)
    if rule == "A8.4":  # bid 2 with four tricks is 2 points, bid 1 hit exactly is 2 points
        result = scored(rules, (4, 1, 1), bids, stocks)
    assert f"({rule})" in sheet(rules, [result], TRIO).plain


def test_a_match_for_the_total_has_no_nuggets():
    rules = Rules(variants=("three-round-total",))
    result = scored(rules, (3, 1, 2, 4), "B5 S4 C2 Z7", "G0 G4 / - / G7 / G1")
    text = sheet(rules, [result] * 3, WHO).plain
    assert "nugget" not in text
    assert "45" in text
    assert "You & Geber win the match" in ending(rules, match_result(rules, [result] * 3), WHO)
