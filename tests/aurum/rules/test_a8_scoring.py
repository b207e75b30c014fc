import pytest
from marks import rule

from karat.aurum.rules.cards import Card, parse_cards
from karat.aurum.rules.law import Law
from karat.aurum.rules.rules import Rules
from karat.aurum.rules.scoring import RoundResult, bid_points, gold_points, made, score_round


def scored(rules: Rules, bids: str, tricks: str, gold: str) -> RoundResult:
    """A round from three short rows by seat: "B4 C5 …", "1 0 …", "G1 G2 / - / …"."""
    stocks = tuple(parse_cards(stock) for stock in gold.split("/"))
    return score_round(rules, tuple(map(int, tricks.split())), parse_cards(bids), stocks)


@rule("A8.1", Law.BID_POINTS)
@pytest.mark.parametrize(
    ("bid", "tricks", "points"), [(4, 3, 0), (4, 4, 8), (4, 5, 4), (1, 0, 0), (1, 1, 2), (10, 12, 10)]
)
def test_a_bid_pays_nothing_once_or_twice(bid: int, tricks: int, points: int):
    assert bid_points(bid, tricks) == points


@rule("A8.2", Law.GOLD_POINTS)
@pytest.mark.parametrize(
    ("gold", "points"),
    [("G0", 0), ("G1", 1), ("G2", 1), ("G3", 1), ("G4", 2), ("G5", 2), ("G6", 2), ("G7", 3), ("G8", 3), ("-", 0)],
)
def test_gold_pays_by_its_rank(gold: str, points: int):
    assert gold_points(parse_cards(gold)) == points


@rule("A8.2")
def test_partners_add_up_their_tricks_and_their_gold():
    result = scored(Rules(), "B4 C9 P2 S3", "3 1 1 0", "G1 G1 / - / G7 / G0")
    assert result.bids == (4, 9)
    assert result.exact == (True, False)
    assert result.points == (8 + 1 + 1 + 3, 0)


@rule("A8.3", Law.MOST_POINTS_WIN_A_NUGGET)
def test_the_most_points_win_the_nugget():
    assert scored(Rules(), "B4 C3 P2 S3", "3 3 2 1", "- / - / - / -").nuggets == (1, 0)
    assert scored(Rules(players=3), "B4 P3 S2", "3 3 4", "G7 / - / G8").nuggets == (0, 1, 0)


@rule("A8.4")
def test_of_tied_sides_the_one_that_made_its_bid_exactly_wins():
    """Four points each: side 0 made its 2 exactly, side 1 went over its 4."""
    result = scored(Rules(), "B2 C4 P1 S1", "1 4 1 1", "- / G0 / - / -")
    assert result.points == (4, 4)
    assert result.exact == (True, False)
    assert result.nuggets == (1, 0)


TIED_UP_TO_GOLD = "B2 P2 S9", "3 4 0", "G4 G1 / G1 G2 G3 / -"
"""Seats 0 and 1: two for the bid, three for gold, both over; seat 0 has the higher gold card."""


@rule("A8.5")
@pytest.mark.parametrize(("edition", "nuggets"), [("de", (1, 0, 0)), ("fr", (1, 0, 0)), ("ru", (1, 1, 0))])
def test_the_highest_gold_decides_but_not_between_three_in_the_russian_edition(edition: str, nuggets: tuple[int, ...]):
    result = scored(Rules.parse(3, edition), *TIED_UP_TO_GOLD)
    assert result.points == (5, 5, 0)
    assert result.nuggets == nuggets


@rule("A8.5")
@pytest.mark.parametrize("edition", ["de", "fr", "ru"])
def test_the_highest_gold_decides_between_partnerships_in_every_edition(edition: str):
    result = scored(Rules.parse(4, edition), "B2 C2 P1 S1", "2 3 1 1", "G1 G1 / G4 / - / -")
    assert result.points == (4, 4)
    assert result.nuggets == (0, 1)


@rule("A8.5")
def test_it_is_the_highest_single_card_of_either_partner():
    result = scored(Rules(), "B2 C2 P1 S1", "2 3 1 1", "G1 / G2 / G3 / G1")
    assert result.points == (4, 4)
    assert result.nuggets == (1, 0)


@rule("A8.5")
def test_gold_zero_is_more_than_no_gold():
    assert scored(Rules(), "B5 C5 P1 S1", "0 0 0 0", "- / - / - / G0").nuggets == (0, 1)


@rule("A8.5")
def test_only_tied_sides_compare_their_gold():
    result = scored(Rules(players=3), "B2 P2 S9", "3 3 0", "G1 G2 / G1 G2 / G8")
    assert result.points == (4, 4, 3)
    assert result.nuggets == (1, 1, 0)


@rule("A8.6")
@pytest.mark.parametrize("edition", ["de", "fr", "ru"])
def test_sides_that_stay_tied_each_get_a_nugget(edition: str):
    assert scored(Rules.parse(3, edition), "B2 P2 S2", "2 2 2", "G0 / G0 / G0").nuggets == (1, 1, 1)
    assert scored(Rules.parse(4, edition), "B2 C2 P1 S1", "2 2 0 0", "G2 / G2 / - / -").nuggets == (1, 1)


@rule("AV.2")
def test_without_nuggets_nobody_gets_one():
    result = scored(Rules.parse(4, "de", ["three-round-total"]), "B4 C3 P2 S3", "3 3 2 1", "- / - / - / -")
    assert result.points == (4, 3)
    assert result.nuggets == (0, 0)


def test_gold_is_told_sorted_whatever_order_it_was_won_in():
    stocks = ((Card.parse("G7"), Card.parse("G1")), (), (), ())
    result = score_round(Rules(), (0,) * 4, parse_cards("B1 C1 P1 S1"), stocks)
    assert result.gold[0] == parse_cards("G1 G7")


@pytest.mark.parametrize(("tricks", "said", "points"), [(2, "under", 0), (3, "exact", 6), (4, "over", 3)])
def test_a8_1_what_became_of_a_bid_says_what_it_earns(tricks: int, said: str, points: int):
    assert (made(3, tricks), bid_points(3, tricks)) == (said, points)
