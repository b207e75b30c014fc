"""M36 to M43: what areas are worth; S and W are the worked examples of the rules."""

import pytest
from hypothesis import given
from marks import rule
from strategies import amul_rules, amul_walk, seeds

from karat import amul
from karat.amul.rules.cardfile import load_standard
from karat.amul.rules.cards import parse_cards
from karat.amul.rules.effects import By, Scope
from karat.amul.rules.rules import Rules
from karat.amul.rules.scoring import ScoreSheet, majority_points, score, seats_in, winners


def sheet(areas: str) -> ScoreSheet:
    return score(load_standard(), tuple(parse_cards(area) for area in areas.split("/")))


def rows(areas: str) -> dict[str, tuple[int, ...]]:
    return dict(sheet(areas).rows)


@rule("S1")
def test_luxuries_make_the_largest_sets_first():
    assert rows("carpet carpet jade ivory / - / -")["yellow"] == (15, 0, 0)


@rule("S2", "R10")
def test_a_palace_copy_counts_as_the_card_it_shows():
    assert rows("silver silver silver palace_silver / camel camel camel camel / -")["blue"] == (15, 0, 0)
    assert rows("silver silver silver palace_silver / camel camel camel camel / -")["orange"] == (0, 20, 0)
    assert rows("camel camel camel camel camel camel / - / -")["orange"] == (35, 0, 0)


@rule("S3")
def test_gems_are_worth_less_the_more_are_in_play():
    assert rows("gem gem / gem / gem palace_gem / -")["yellow"] == (10, 5, 10, 0)


@rule("S4")
def test_silk_is_worth_more_where_no_neighbour_has_more():
    assert rows("silk silk / silk silk silk / silk / -")["blue"] == (4, 15, 2, 0)


@rule("S5", "R11")
def test_scoring_uses_no_cards_up():
    found = sheet("trader_assyria trader_india spices spices oil ivory / - / -")
    assert found.points == (29, 0, 0)
    assert dict(found.rows)["bazaar"] == (18, 0, 0)


@rule("S6")
def test_a_lamp_burns_with_oil():
    assert sheet("lamp lamp oil / lamp / -").points == (12, 2, 0)


@rule("S7")
def test_the_diplomat_counts_pairs_of_symbols():
    areas = "diplomat arab_guard:B arab_guard:F mongol_guard:A / - / -"
    assert rows(areas)["green"] == (2, 0, 0)
    assert rows(areas)["red"] == (6, 0, 0)


@rule("S8", "R12")
def test_the_spy_counts_both_neighbours_up_to_its_bound():
    areas = "arab_spy / mongol_guard:A mongol_guard:G / - / mongol_guard:L mongol_sword:D yurt"
    assert rows(areas)["green"][0] == 4
    assert rows("arab_spy / mongol_guard:A / mongol_sword:D mongol_guard:G / -")["green"][0] == 1


@rule("S9")
def test_the_amulet_needs_that_no_neighbour_has_more_symbols():
    assert rows("arab_amulet / tent / - / -")["yellow"][0] == 4
    assert rows("arab_amulet / arab_guard:B arab_guard:F / - / -")["yellow"][0] == 1


@pytest.mark.parametrize(
    ("areas", "row", "points"),
    [
        ("camel_drivers camel camel camel camel / - / -", "orange", 20 + 8),
        ("arab_caravan / camel camel / camel", "orange", 3),
        ("spices spices spices spices spices spices palace_spices / - / -", "blue", 26 + 5),
        ("tea tea tea tea tea / - / -", "blue", 16),
        ("poppy / poppy / palace_poppy", "blue", 3),
        ("shopkeeper oil oil palace_oil jade / - / -", "violet", 2),
        ("jeweller gem palace_gem medallion jade / - / -", "violet", 6),
        ("gem_cutter / gem gem / gem", "violet", 3),
        ("spice_appraiser spices / spices / - / spices spices", "violet", 4),
        ("fair trader_persia / trader_india / -", "violet", 2),
        ("arab_general:J / - / -", "red", 2),
        ("city_watch:H / looter:E / mercenaries:N / -", "red", 2),
        ("city_watch:H / looter:E / - / -", "red", 6),
        ("arab_prince arab_amulet tent / - / -", "green", 3),
        ("fugitive / - / -", "green", 5),
        ("fugitive looter:E / - / -", "green", 1),
        ("thief / gold silver palace_gem / - / palace_gold gem gem", "green", 5),
        ("messenger tent / dervish / - / -", "green", 2),
        ("smuggler oil palace_silk / - / -", "green", 2),
        ("nomad camel / camel_drivers / - / camel", "green", 3),
        ("courtesan / looter:E / - / city_watch:H", "green", 2),
        ("tax_collector fair / fair / - / jeweller", "green", 2),
        ("dancer / poppy / - / lamp", "green", 3),
        ("sheikh poppy lamp / - / -", "green", 4),
        ("dervish gold gem fair looter:E camel trader_persia / - / -", "green", 6),
        ("trader_tea tea tea palace_gold / - / -", "bazaar", 9),
        ("trader_tea tea gold gold / - / -", "bazaar", 0),
    ],
)
@rule("M36", "M37")
def test_every_kind_of_effect(areas: str, row: str, points: int):
    assert rows(areas)[row][0] == points


@pytest.mark.parametrize(
    ("symbols", "points"),
    [
        pytest.param([5, 3, 3, 1], (8, 2, 2, 0), id="W1"),
        pytest.param([5, 3, 3, 3], (8, 0, 0, 0), id="W2"),
        pytest.param([4, 4, 2, 1], (4, 4, 2, 0), id="W3"),
        pytest.param([4, 4, 4, 1], (2, 2, 2, 0), id="W4"),
        pytest.param([4, 4, 4, 4], (0, 0, 0, 0), id="W4, four"),
        pytest.param([4, 4, 3, 3, 1], (4, 4, 0, 0, 0), id="W5"),
        pytest.param([0, 2, 0], (0, 8, 0), id="R8"),
        pytest.param([0, 0, 0], (0, 0, 0), id="R8, nobody"),
        pytest.param([1, 1, 0, 0, 0], (4, 4, 0, 0, 0), id="R8, two"),
    ],
)
@rule("W1", "W2", "W3", "W4", "W5", "M38", "M39", "M40", "M41", "R8")
def test_majorities(symbols: list[int], points: tuple[int, ...]):
    assert majority_points(symbols) == points


@rule("M38")
def test_both_clans_are_scored_apart_and_all_symbols_count():
    found = rows("tent / yurt yurt / mughal_padishah:P".replace("yurt yurt", "yurt") + " / tent")
    assert found["arab"] == (2, 0, 2, 2)
    assert found["mongol"] == (0, 4, 4, 0)


@rule("M42")
def test_most_points_win():
    assert winners((10, 12, 9), (5, 0, 5)) == (1,)


@rule("M43", "R9")
def test_valour_breaks_a_tie_and_else_the_win_is_shared():
    assert winners((12, 12, 9), (1, 2, 5)) == (1,)
    assert winners((12, 12, 9), (2, 2, 5)) == (0, 1)
    assert sheet("gold / palace_gold / -").winners == (0, 1)


@rule("R12")
def test_neighbours_sit_left_and_right():
    assert seats_in(Scope.NEIGHBOURS, 0, 3) == (2, 1)
    assert seats_in(Scope.NEIGHBOURS, 4, 5) == (3, 0)
    assert seats_in(Scope.OWN_AND_NEIGHBOURS, 0, 8) == (7, 0, 1)
    assert seats_in(Scope.EVERYONE, 2, 3) == (0, 1, 2)


@rule("R13")
def test_cards_laid_down_at_the_end_count_for_the_others():
    from amul.rules.table import after

    position = "thief silk / gold oil / silk silk / silk silk / gem silk, round 9, phase play"
    over = after(position, "0 play silk", "1 play oil", "2 play silk", "3 play silk", "4 play silk")
    assert dict(score(load_standard(), over.areas).rows)["green"] == (2, 0, 0, 0, 0)


@rule("M36", "R11")
@given(amul_rules, seeds)
def test_every_card_stands_in_one_line_and_the_lines_add_up(rules: Rules, seed: str):
    state = amul_walk(rules, seed, 10_000)
    found, table = state.sheet, state.market
    assert found is not None
    assert table is not None
    names = [name for name, _ in found.rows]
    assert names == ["yellow", "blue", "violet", "red", "green", "orange", "bazaar", "arab", "mongol"]
    for seat, area in enumerate(table.areas):
        lines = found.lines[seat]
        assert sorted(card for line in lines for card in line.cards) == sorted(area)
        assert sum(line.points for line in lines) == found.points[seat]
        for name, points in found.rows:
            assert sum(line.points for line in lines if line.row == name) == points[seat]
    assert amul.outcome(state) is not None


def test_a_tally_knows_what_an_area_shows():
    from karat.amul.rules.scoring import tally

    found = tally(load_standard(), parse_cards("palace_silver silver mughal_padishah:P"))
    assert found[By.IDS] == {"silver": 2, "mughal_padishah": 1}
    assert found[By.DECK] == {"palace": 1, "market": 2}
    assert found[By.SYMBOL] == {"arab": 1, "mongol": 1, "valour": 1}
