from collections import Counter

import pytest
from marks import rule

from karat import aurum
from karat.aurum.rules.cards import BASE_CARDS, GOLD_COPIES, Card, parse_cards
from karat.aurum.rules.deal import Deal, base_cards, first_supply
from karat.aurum.rules.law import Law
from karat.game import IllegalDeal
from karat.shuffle import Stream


def dealt(players: int, *variants: str) -> aurum.Match:
    state = aurum.start(aurum.Rules.parse(players, variants=variants))
    return aurum.deal(state, aurum.shuffled(state, Stream("setup"))).state


@rule("A1.1", Law.THESE_CARDS)
def test_there_are_five_base_metals_of_ten_ranks():
    assert Counter(card.metal for card in BASE_CARDS) == dict.fromkeys("BCPSZ", 10)
    assert sorted({card.rank for card in BASE_CARDS}) == list(range(1, 11))


@rule(Law.THESE_CARDS)
@pytest.mark.parametrize("text", ["X1", "B0", "B11", "b1", "B01", "B+1", "G9", "G-1", "", "B", "1B", "B1 ", "Ｂ1"])
def test_no_other_text_names_a_card(text: str):
    with pytest.raises(ValueError, match="no card of Aurum"):
        Card.parse(text)


@rule("A1.2")
def test_there_are_fifteen_gold_cards():
    assert GOLD_COPIES == {0: 4, 1: 2, 2: 2, 3: 2, 4: 1, 5: 1, 6: 1, 7: 1, 8: 1}
    assert sum(GOLD_COPIES.values()) == 15


@rule("A1.3")
def test_four_nuggets_are_enough_where_rounds_are_not_shared():
    """At one all, the third round decides: three are given, one is left in the box."""
    from aurum.rules.test_a9_match import won_by

    state = won_by(4, "de", [(0,), (1,), (0,)])
    assert state.result is not None
    assert sum(state.result.nuggets) == 3


@rule("A2.1")
def test_four_players_get_twelve_cards_each_and_two_lie_open():
    deal = dealt(4).deal
    assert deal is not None
    assert [len(hand) for hand in deal.hands] == [12] * 4
    assert len(deal.aside) == 2
    assert sorted([*deal.aside, *(card for hand in deal.hands for card in hand)]) == sorted(BASE_CARDS)


@rule("A2.2")
def test_three_players_play_without_copper_tens_and_gold_eight():
    assert len(base_cards(3)) == 36
    assert not any(card.metal == "C" or card.rank == 10 for card in base_cards(3))
    assert Card.parse("G8") not in first_supply(3)
    deal = dealt(3).deal
    assert deal is not None
    assert [len(hand) for hand in deal.hands] == [12] * 3
    assert deal.aside == ()


@rule("A2.3")
@pytest.mark.parametrize("players", [3, 4])
def test_everyone_starts_with_a_gold_zero_and_the_rest_is_the_supply(players: int):
    table = dealt(players).round
    assert table is not None
    assert table.stocks == (parse_cards("G0"),) * players
    assert table.supply == parse_cards("G1 G1 G2 G2 G3 G3 G4 G5 G6 G7" + (" G8" if players == 4 else ""))


@rule("AV.1")
def test_without_zero_gold_stocks_are_empty():
    table = dealt(4, "no-zero-gold").round
    assert table is not None
    assert table.stocks == ((),) * 4
    assert Card.parse("G0") not in table.supply


@rule("A2.4", Law.TOKEN_PASSES_LEFT)
def test_the_token_passes_to_the_left():
    from aurum.rules.test_a9_match import won_by

    state = won_by(4, "de", [(0,)], first=3)
    assert state.first == 0
    deal = aurum.shuffled(state, Stream("next"))
    assert deal.first == 0
    with pytest.raises(IllegalDeal) as error:
        aurum.deal(state, Deal(2, deal.hands, deal.aside))
    assert error.value.law is Law.TOKEN_PASSES_LEFT


@rule("A2.4")
def test_anyone_may_be_first_in_the_first_round_but_only_someone_at_the_table():
    state = aurum.start(aurum.Rules(players=3))
    deal = aurum.shuffled(state, Stream("x"))
    for first in range(3):
        assert aurum.to_act(aurum.deal(state, Deal(first, deal.hands, ())).state)[0] == first
    with pytest.raises(IllegalDeal):
        aurum.deal(state, Deal(3, deal.hands, ()))
    assert {aurum.shuffled(state, Stream(str(seed))).first for seed in range(50)} == {0, 1, 2}


def broken(deal: Deal, how: str) -> Deal:
    hands = [list(hand) for hand in deal.hands]
    aside = list(deal.aside)
    match how:
        case "a card twice":
            hands[0][0] = hands[1][0]
        case "a card missing":
            hands[0].pop()
        case "a card moved":
            hands[1].append(hands[0].pop())
        case "a hand missing":
            hands.pop()
        case "a foreign card":
            hands[0][0] = Card.parse("G3")
        case "open cards dealt":
            hands[0] += aside
            aside = []
        case "an open card twice":
            aside.append(hands[0][0])
    return Deal(deal.first, tuple(map(tuple, hands)), tuple(aside))


@rule(Law.DEAL_FOR_FOUR, Law.DEAL_FOR_THREE)
@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize(
    "how",
    ["a card twice", "a card missing", "a card moved", "a hand missing", "a foreign card", "an open card twice"],
)
def test_a_wrong_deal_is_refused(players: int, how: str):
    state = aurum.start(aurum.Rules(players=players))
    deal = aurum.shuffled(state, Stream("y"))
    with pytest.raises(IllegalDeal) as error:
        aurum.deal(state, broken(deal, how))
    assert error.value.law is (Law.DEAL_FOR_FOUR if players == 4 else Law.DEAL_FOR_THREE)


@rule(Law.DEAL_FOR_FOUR)
def test_the_open_cards_may_not_be_dealt():
    state = aurum.start(aurum.Rules(players=4))
    with pytest.raises(IllegalDeal, match=r"A2.1: seat 0 is dealt 14 cards"):
        aurum.deal(state, broken(aurum.shuffled(state, Stream("y")), "open cards dealt"))


@rule(Law.IN_TURN)
def test_nothing_is_dealt_while_a_round_is_played():
    state = dealt(3)
    assert state.deal is not None
    with pytest.raises(IllegalDeal, match=r"A0.1: nothing is to be dealt: the round is not over"):
        aurum.deal(state, state.deal)


@pytest.mark.parametrize(
    ("players", "edition", "variants", "complaint"),
    [
        (2, "de", (), "3 or 4 players, not 2"),
        (5, "de", (), "3 or 4 players, not 5"),
        (True, "de", (), "3 or 4 players, not True"),
        (4, "en", (), "no edition 'en'; there are de, fr, ru"),
        (4, "de", ("tea",), "there are no-zero-gold, three-round-total"),
    ],
)
def test_rules_that_aurum_does_not_have_are_refused(
    players: int, edition: str, variants: tuple[str, ...], complaint: str
):
    with pytest.raises(aurum.BadRules, match=complaint):
        aurum.Rules.parse(players, edition, variants)


def test_variants_are_kept_sorted_and_once():
    rules = aurum.Rules.parse(4, "ru", ["three-round-total", "no-zero-gold", "three-round-total"])
    assert rules.variants == ("no-zero-gold", "three-round-total")
