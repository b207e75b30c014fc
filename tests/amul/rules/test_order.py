"""M28 to M33: turn order by valour."""

import pytest
from amul.rules.table import after, seats
from hypothesis import given
from marks import rule
from strategies import running_amul_matches

from karat.amul.rules.cardfile import load_standard
from karat.amul.rules.cards import Cards, parse_cards
from karat.amul.rules.match import Match
from karat.amul.rules.order import OrderPlace, first_pick, turn_order, valour, valour_counts


def order(areas: str, number: int, holder: int) -> list[int]:
    rows = tuple(parse_cards(area) for area in areas.split("/"))
    return [turn.seat for turn in turn_order(load_standard(), rows, number, holder)]


@rule("W6", "M28", "M30", "M31", "M32")
def test_the_worked_example_of_valour_order():
    """Seats a b c d are 0 to 3; letters C and F belong to one, A and G to the other."""
    assert order("- / - / arab_sword:C arab_guard:F / mongol_guard:A mongol_guard:G", 5, 1) == [3, 2, 1, 0]


@rule("M28", "R15")
@pytest.mark.parametrize(("players", "first"), [(3, 4), (4, 5), (5, 6), (6, 7), (7, 8), (8, 9)])
def test_valour_counts_from_the_round_in_which_first_pick_is_back_with_the_emir(players: int, first: int):
    assert [number for number in range(1, 10) if valour_counts(number, players)] == list(range(first, 10))
    assert first_pick(2, first, players) == 2


@rule("M29")
def test_valour_is_counted_in_symbols_in_the_area():
    area = parse_cards("arab_general:J mercenaries:N looter:K camel")
    assert valour(load_standard(), area) == 5


@rule("M29")
def test_cards_in_hand_give_no_valour():
    assert seats(after("looter:E / camel / camel / oil, round 9, phase play, market oil",
                       "0 play looter:E", "1 play camel", "2 play camel")) == [0, 1, 2, 3]  # fmt: skip


@rule("M30")
def test_more_valour_goes_first_whatever_the_letters():
    assert order("mongol_guard:A / arab_general:J / -", 4, 0) == [1, 0, 2]


@rule("M31")
def test_among_equals_the_nearest_letter_to_a_goes_first():
    areas: tuple[Cards, ...] = tuple(map(parse_cards, ("looter:K looter:O", "mercenaries:N", "looter:E")))
    assert turn_order(load_standard(), areas, 4, 0) == (
        OrderPlace(0, 2, "K"),
        OrderPlace(1, 2, "N"),
        OrderPlace(2, 1, "E"),
    )


@rule("M32", "M33")
@pytest.mark.parametrize(
    ("holder", "expected"), [(0, [2, 0, 1, 3]), (1, [2, 1, 3, 0]), (2, [2, 3, 0, 1]), (3, [2, 3, 0, 1])]
)
def test_players_without_valour_go_clockwise_from_first_pick(holder: int, expected: list[int]):
    assert order("- / - / looter:E / -", 6, holder) == expected


@rule("R6")
def test_cards_played_this_round_count_for_the_order_of_effects():
    position = "deal / deal / looter:E / oil, round 9, phase play, market oil, areas - / - / - / mongol_guard:A"
    played = after(position, "0 play deal", "1 play deal", "2 play looter:E", "3 play oil")
    assert seats(played) == [3, 2, 0, 1]


@rule("R6")
def test_cards_gained_do_not_change_the_order_that_is_being_gone_through():
    """Seat 1 loots two valour and would go before seat 0, whose turn has come already."""
    position = "looter:E / looter:K / looter:O / oil / oil / oil / spices / spices, round 9, phase play"
    plays = [f"{seat} play {card}" for seat, card in enumerate(position.partition(",")[0].split(" / "))]
    played = after(position + ", market mercenaries:N gold gem", *plays)
    gained = after(played, "0 gain market gold", "1 gain market mercenaries:N")
    assert (gained.order, gained.turns) == (played.order, (2,))


@rule("M33")
@given(running_amul_matches)
def test_everyone_has_one_place_in_the_order(state: Match):
    assert state.market is not None
    assert sorted(turn.seat for turn in state.market.order) == list(range(state.rules.players))
    assert state.market.first_pick == (state.market.emir + state.market.number - 1) % state.rules.players
