"""M1 to M9, M44 to M47: what is in a match and how it begins."""

from collections import Counter

import pytest
from hypothesis import given
from marks import rule
from strategies import amul_rules, amul_walk, seeds

from karat import amul
from karat.amul.rules import events
from karat.amul.rules.cards import Card, Cards
from karat.amul.rules.deal import Deal, bazaar_cards, check_deal, market_cards, palace_cards
from karat.amul.rules.law import Law
from karat.amul.rules.notation import parse_market
from karat.amul.rules.rules import BadRules, Rules
from karat.game import BadText, IllegalDeal
from karat.shuffle import Stream


def dealt(rules: Rules, seed: str = "7") -> amul.Match:
    start = amul.start(rules)
    return amul.deal(start, amul.shuffled(start, Stream(seed))).state


def refused(rules: Rules, deal: Deal) -> object:
    with pytest.raises(IllegalDeal) as error:
        check_deal(rules, deal)
    return error.value.law


@rule("M1")
@pytest.mark.parametrize("players", [2, 9, True, "4", 4.0])
def test_amul_is_for_three_to_eight(players: object):
    with pytest.raises(BadRules, match="3 to 8 players"):
        Rules(players)  # type: ignore[arg-type]


@rule("M3", "M47")
@pytest.mark.parametrize(
    ("players", "market", "palace", "bazaar"),
    [(3, 51, 6, 3), (4, 74, 8, 4), (5, 97, 10, 5), (6, 111, 12, 6), (7, 125, 14, 7), (8, 139, 16, 8)],
)
def test_each_number_of_players_has_its_cards(players: int, market: int, palace: int, bazaar: int):
    rules = Rules(players)
    assert (len(market_cards(rules)), len(palace_cards(rules)), len(bazaar_cards(rules))) == (market, palace, bazaar)


@rule("M3")
def test_five_players_use_the_cards_numbered_three_to_five():
    expected: list[Card] = []
    for kind in amul.load_standard().kinds.values():
        expected += [card for least, card in kind.all_copies if least in (3, 4, 5) and not kind.tea_route]
    rules = Rules(5)
    assert Counter((*market_cards(rules), *palace_cards(rules), *bazaar_cards(rules))) == Counter(expected)


@rule("M4")
def test_the_base_game_has_no_tea():
    rules = Rules(8)
    assert Card("tea") not in market_cards(rules)
    assert Card("trader_tea") not in bazaar_cards(rules)


@rule("M5")
def test_palace_and_bazaar_lie_open_and_are_never_refilled():
    state = amul_walk(Rules(5), "4", 10_000, "effects")
    assert state.market is not None
    gained = Counter(action.card for _, action in state.actions if isinstance(action, amul.Gain))
    left = Counter((*state.market.palace, *state.market.bazaar))
    assert left == Counter((*palace_cards(state.rules), *bazaar_cards(state.rules))) - gained


@rule("M6", "M7", "M11", "M12")
def test_five_cards_each_then_one_each_then_the_market():
    rules = Rules(3)
    deck = market_cards(rules)
    table = amul.deal(amul.start(rules), Deal(1, deck)).state.market
    assert table is not None
    assert table.hands[0] == tuple(sorted((*deck[:5], deck[15])))
    assert table.hands[2] == tuple(sorted((*deck[10:15], deck[17])))
    assert [ware.card for ware in table.wares] == [deck[18]]
    assert table.deck == deck[19:]


@rule(Law.CARDS_BY_PLAYERS, "M6")
def test_the_deck_holds_exactly_the_market_cards_of_the_match():
    rules = Rules(4)
    deck = market_cards(rules)
    check_deal(rules, Deal(0, deck))
    assert refused(rules, Deal(0, deck[1:])) is Law.CARDS_BY_PLAYERS
    assert refused(rules, Deal(0, (*deck[1:], Card("sheikh")))) is Law.CARDS_BY_PLAYERS
    assert refused(rules, Deal(0, (*deck, deck[0]))) is Law.CARDS_BY_PLAYERS
    assert refused(rules, Deal(0, (Card("nonsense"), *deck[1:]))) is Law.CARDS_BY_PLAYERS
    assert refused(rules, Deal(0, (*deck, Card("tea")))) is Law.TEA_IN_THE_DECK


def test_the_deck_is_shuffled_once():
    state = dealt(Rules(4))
    with pytest.raises(IllegalDeal) as error:
        amul.deal(state, amul.shuffled(state, Stream("8")))
    assert error.value.law is Law.IN_TURN


@rule(Law.EMIR_IS_A_SEAT)
@pytest.mark.parametrize("first", [-1, 4, True])
def test_the_emir_card_goes_to_a_seat(first: int):
    assert refused(Rules(4), Deal(first, market_cards(Rules(4)))) is Law.EMIR_IS_A_SEAT


@rule("M8", "M26")
def test_the_emir_starts_with_first_pick_and_keeps_the_emir_card():
    state = dealt(Rules(4))
    assert state.market is not None
    assert state.deal is not None
    assert state.market.first_pick == state.market.emir == state.deal.first
    later = amul_walk(Rules(4), "7", 13).market
    assert later is not None
    assert (later.emir, later.first_pick) == (later.emir, (later.emir + later.number - 1) % 4)


def test_chance_decides_on_the_emir_first_and_on_the_deck_second():
    rules, stream = Rules(5), Stream("9")
    first, deck = stream.below(5), stream.shuffled(market_cards(rules))
    assert amul.shuffled(amul.start(rules), Stream("9")) == Deal(first, deck)


@rule("M9")
def test_areas_are_open_to_all():
    state = amul_walk(Rules(3), "1", 40)
    assert state.market is not None
    assert any(state.market.areas)
    for seat in (None, 0, 1, 2):
        assert amul.observe(state, seat).areas == state.market.areas


@rule("M44", "M45")
@pytest.mark.parametrize("players", range(3, 9))
def test_the_tea_route_adds_a_tea_card_for_each_player_and_the_trader(players: int):
    rules = Rules.parse(players, ["tea"])
    assert rules.tea == players
    assert market_cards(rules).count(Card("tea")) == players
    assert Card("trader_tea") in bazaar_cards(rules)


@rule("M45")
def test_any_number_of_tea_cards_can_be_agreed_on():
    rules = Rules.parse(4, ["tea:2"])
    assert (rules.tea, rules.variants) == (2, ("tea:2",))
    assert market_cards(rules).count(Card("tea")) == 2
    assert Rules.parse(4, ["tea:4"]).variants == ("tea",)
    assert Rules.parse(4).variants == ()


@pytest.mark.parametrize("variants", [["tea:0"], ["tea:9"], ["tea:-1"], ["coffee"], ["tea", "tea"], ["tea:"], [""]])
def test_variants_that_amul_does_not_have(variants: list[str]):
    with pytest.raises(BadRules):
        Rules.parse(4, variants)


def test_a_card_file_is_loaded_before_it_is_agreed_on():
    with pytest.raises(BadRules, match="load_cards"):
        Rules(4, "mine.toml")  # type: ignore[arg-type]


@rule("M46", "M47", "M1")
@given(amul_rules, seeds)
def test_after_nine_rounds_the_deck_holds_as_many_cards_as_tea_was_added(rules: Rules, seed: str):
    state = amul_walk(rules, seed, 10_000)
    assert state.market is not None
    assert state.market.number == 9
    assert len(state.market.deck) == rules.tea


@rule("R16")
def test_the_deck_never_runs_short():
    """A checked card file has enough cards (M47), so a position without them is a slip."""
    with pytest.raises(BadText, match="will leave the deck"):
        parse_market("gold / oil / silk, round 8")


def test_events_of_the_deal_show_each_hand_to_its_seat_alone():
    start = amul.start(Rules(3))
    told = amul.deal(start, amul.shuffled(start, Stream("7"))).events
    hands: list[Cards] = [event.hand for event in told if isinstance(event, events.HandDealt)]
    assert [len(hand) for hand in hands] == [5, 5, 5]
    for seat in (None, 0, 1, 2):
        seen = [event for event in told if amul.seen_by(event, seat)]
        private = [event for event in seen if isinstance(event, events.HandDealt | events.CardDealt)]
        assert {event.seat for event in private} == ({seat} if seat is not None else set())
        assert len(private) == (2 if seat is not None else 0)
