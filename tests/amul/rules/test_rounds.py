"""M10 to M27 and the rulings on them: one round after the other."""

from itertools import groupby

import pytest
from amul.rules.table import after, legal, refused, same, seats, steps
from hypothesis import given
from marks import rule
from strategies import amul_rules, amul_walk, seeds

from karat import amul
from karat.amul.rules import events
from karat.amul.rules.actions import Offer
from karat.amul.rules.cards import Card
from karat.amul.rules.counts import turned_up
from karat.amul.rules.law import Law
from karat.amul.rules.market import Market, Phase
from karat.amul.rules.notation import parse_market
from karat.amul.rules.rules import Rules
from karat.game import IllegalAction

OFFERING = "gold oil / gem silk / camel deal, round 9, market spices"
TAKING = "gold / gem / camel, round 9, phase take, market spices oil@0 silk@1 deal@2"
PLAYING = "gold oil / gem silk / camel deal, round 9, phase play, market spices"


@rule(Law.IN_TURN)
def test_only_who_is_to_act_may_act_and_only_as_is_due():
    assert refused(OFFERING, "0 take spices") is Law.IN_TURN
    assert refused(OFFERING, "3 offer gold") is Law.IN_TURN
    assert refused(TAKING, "0 take spices") is Law.IN_TURN  # First Pick is with seat 2 in round 9
    assert refused(TAKING, "2 play camel") is Law.IN_TURN
    assert refused(PLAYING, "0 gain palace tent") is Law.IN_TURN
    assert legal(TAKING, 0) == []


def test_nothing_can_be_done_before_the_deal_or_after_the_end():
    start = amul.start(Rules(3))
    assert amul.breach(start, 0, Offer(Card("gold"))) is Law.IN_TURN
    with pytest.raises(IllegalAction, match="not dealt yet"):
        amul.apply(start, 0, Offer(Card("gold")))
    over = amul_walk(Rules(3), "1", 10_000)
    assert amul.legal_actions(over, 0) == ()
    with pytest.raises(IllegalAction, match="the match is over"):
        amul.apply(over, 0, Offer(Card("gold")))


@rule(Law.OWN_CARDS)
def test_offers_and_plays_come_from_the_own_hand():
    assert refused(OFFERING, "0 offer gem") is Law.OWN_CARDS
    assert refused(OFFERING, "0 offer spices") is Law.OWN_CARDS
    assert refused(PLAYING, "1 play gold") is Law.OWN_CARDS
    assert refused("arab_guard:B / oil / silk, round 9", "0 offer arab_guard:F") is Law.OWN_CARDS
    assert refused("arab_guard:B / oil / silk, round 9", "0 offer arab_guard") is Law.OWN_CARDS


@rule(Law.SECRET_CHOICE_STANDS)
def test_a_secret_choice_stands():
    assert refused(after(OFFERING, "1 offer gem"), "1 offer silk") is Law.SECRET_CHOICE_STANDS
    assert refused(after(PLAYING, "1 play gem"), "1 play silk") is Law.SECRET_CHOICE_STANDS
    assert refused(after(OFFERING, "1 offer gem"), "1 play silk") is Law.IN_TURN


@rule("M10")
@given(seeds)
def test_a_round_goes_from_offers_to_takes_to_plays_to_effects(seed: str):
    state = amul_walk(Rules(4), seed, 10_000, "effects")
    kinds = [kind for kind, _ in groupby(type(action).__name__ for _, action in state.actions)]
    said = " ".join(kinds).replace(" Gain", "").split()
    assert said == ["Offer", "Take", "Play"] * 9


@rule("M11", "M14", "M20")
@given(amul_rules, seeds)
def test_hands_are_six_before_offers_and_plays_and_five_after(rules: Rules, seed: str):
    state = amul_walk(rules, seed, 0)
    while not amul.outcome(state):
        table = state.market
        assert table is not None
        sizes = [len(hand) + bool(table.chosen and table.chosen[seat]) for seat, hand in enumerate(table.hands)]
        if table.phase in (Phase.OFFER, Phase.PLAY):
            assert set(sizes) == {6}
        elif table.phase is Phase.GAIN:
            assert set(sizes) == {5}
        seat = amul.to_act(state)[0]
        state = amul.apply(state, seat, amul.legal_actions(state, seat)[0]).state


@rule("M11")
def test_a_new_round_deals_from_seat_0_whoever_holds_the_emir_card():
    played = after(
        "gold oil / gem silk / camel spices, round 8, emir 1, phase play, deck jeweller deal silver camel",
        "0 play oil", "1 play silk", "2 play camel",
    )  # fmt: skip
    assert same(
        played,
        "gold jeweller / gem deal / spices silver, round 9, emir 1, market camel, areas oil / silk / camel",
    )


@rule("M12")
@pytest.mark.parametrize(("players", "cards"), [(3, 1), (4, 2), (5, 3), (6, 3), (7, 3), (8, 3)])
def test_cards_are_turned_up_by_the_number_of_players(players: int, cards: int):
    state = amul_walk(Rules(players), "5", 0)
    assert state.market is not None
    assert len(state.market.wares) == cards
    assert turned_up(players) == cards


@rule(Law.OFFERS_TOGETHER, "R2")
def test_offers_are_turned_up_together_and_by_whom():
    first = after(OFFERING, "2 offer deal", "0 offer oil")
    assert first.phase is Phase.OFFER
    assert [ware.card for ware in first.wares] == [Card("spices")]
    assert same(after(first, "1 offer silk"), TAKING)
    told = [step.events for step in steps(OFFERING, "2 offer deal", "0 offer oil", "1 offer silk")]
    assert told[0] == (events.OfferChosen(2),)
    assert told[2] == (events.OfferChosen(1), events.OffersRevealed((Card("oil"), Card("silk"), Card("deal"))))


@rule(Law.TAKE_FROM_MARKET)
def test_one_card_is_taken_from_those_face_up_in_the_market():
    assert legal(TAKING, 2) == ["take deal", "take oil", "take silk", "take spices"]
    assert refused(TAKING, "2 take tent") is Law.TAKE_FROM_MARKET
    assert refused(TAKING, "2 take trader_persia") is Law.TAKE_FROM_MARKET
    assert refused(TAKING, "2 take camel") is Law.TAKE_FROM_MARKET
    taken = after(TAKING, "2 take oil", "0 take deal")
    assert (taken.hands, taken.turns) == (
        ((Card("deal"), Card("gold")), (Card("gem"),), (Card("camel"), Card("oil"))),
        (1,),
    )
    assert after(taken, "1 take spices").phase is Phase.PLAY


def test_copies_that_are_alike_are_one_choice_and_lettered_ones_are_not():
    position = "camel camel arab_guard:B arab_guard:F / gold gold gold gold / oil oil silk silk, round 9"
    assert legal(position, 0) == ["offer arab_guard:B", "offer arab_guard:F", "offer camel"]
    assert legal(position, 1) == ["offer gold"]
    taking = "gold / gem / camel, round 9, phase take, market silk silk@0 silk@1 deal@2"
    assert legal(taking, 2) == ["take deal", "take silk"]
    assert [ware.offered_by for ware in after(taking, "2 take silk").wares] == [0, 1, 2]


@rule("R1")
def test_the_own_offer_may_be_taken_back():
    assert Card("deal") in after(TAKING, "2 take deal").hands[2]


@rule("M15")
def test_in_the_first_n_rounds_turns_go_clockwise_from_first_pick():
    brave = "gold / gem / camel / oil, round 4, emir 2, areas - / arab_guard:B / - / -, deck "
    state = parse_market(
        brave + "silver " * 4 + "spices " * 7 + "silk " * 7 + "deal " * 4 + "gem " * 6 + "jeweller camel"
    )
    assert seats(state) == [1, 2, 3, 0]
    assert [str(turn) for turn in state.order] == ["1", "2", "3", "0"]


@rule(Law.PLAYS_TOGETHER, "M17", "M18", "M19", "R7")
def test_plays_are_revealed_together_and_hand_cards_leave_the_game():
    """Camel is for the table, Oil for both, Gold for the hand only."""
    position = "gold silk / gem oil / camel deal, round 8, phase play, deck spices spices spices silver"
    first = after(position, "0 play gold", "2 play camel")
    assert first.areas == ((), (), ())
    played = steps(first, "1 play oil")[0]
    assert played.state.areas == ((), (Card("oil"),), (Card("camel"),))
    assert played.state.removed == (Card("gold"),)
    assert events.PlayRemoved(0, Card("gold")) in played.events
    assert played.events[1] == events.PlaysRevealed((Card("gold"), Card("oil"), Card("camel")), played.events[1].order)


@rule("R7")
def test_a_hand_of_nothing_but_hand_cards_must_play_one():
    assert legal("gold gem / oil silk / camel silk, round 9, phase play", 0) == ["play gem", "play gold"]


GAINING = "arab_merchant / mongol_merchant / deal, round 9, phase play, market oil silk"


@rule("M21", "M22", "M23", "M24")
def test_effects_follow_in_turn_order_and_fetch_cards_into_the_area():
    played = after(GAINING, "0 play arab_merchant", "1 play mongol_merchant", "2 play deal")
    assert (played.phase, played.turns) == (Phase.GAIN, (2, 0, 1))
    assert legal(played, 2) == ["gain bazaar trader_assyria", "gain bazaar trader_bukhara", "gain bazaar trader_persia"]
    assert refused(played, "2 gain palace tent") is Law.EFFECT_NAMES_ITS_PLACES
    assert refused(played, "2 gain market oil") is Law.EFFECT_NAMES_ITS_PLACES
    assert refused(played, "0 gain palace tent") is Law.IN_TURN
    fetched = after(played, "2 gain bazaar trader_persia", "0 gain palace tent")
    assert fetched.areas[:1] == ((Card("arab_merchant"), Card("tent")),)
    assert Card("tent") not in fetched.palace
    assert refused(fetched, "1 gain palace tent") is Law.GAIN_WHAT_LIES_THERE


@rule(Law.EFFECT_NAMES_ITS_PLACES)
def test_the_padishah_chooses_between_palace_and_bazaar():
    rows = "mughal_padishah:P / oil / silk / camel / silk / silk / silk / silk"
    position = f"{rows}, round 9, phase play, palace tent, bazaar trader_persia"
    plays = [f"{seat} play {card}" for seat, card in enumerate(rows.split(" / "))]
    assert legal(after(position, *plays), 0) == ["gain palace tent", "gain bazaar trader_persia"]


@rule(Law.GAIN_WHAT_LIES_THERE)
def test_an_effect_that_finds_nothing_is_not_asked():
    position = GAINING + ", palace tent, bazaar -"
    played = steps(position, "0 play arab_merchant", "1 play mongol_merchant", "2 play deal")[-1]
    assert events.NothingToGain(2, Card("deal")) in played.events
    assert played.state.turns == (0, 1)
    last = steps(played.state, "0 gain palace tent")[0]
    assert events.NothingToGain(1, Card("mongol_merchant")) in last.events
    assert last.state.phase is Phase.OVER


LOOTING = "looter:E / looter:K / looter:O / oil / oil / oil / spices / spices, round 9, phase play, market gold gem"
LOOT = ("0 play looter:E", "1 play looter:K", "2 play looter:O", "3 play oil", "4 play oil", "5 play oil",
        "6 play spices", "7 play spices")  # fmt: skip


@rule("R4", "R5")
def test_looters_take_what_is_left_in_the_market_before_it_is_cleared():
    """In round 9 of eight players valour counts: one each, so the letters decide."""
    played = after(LOOTING, *LOOT)
    assert legal(played, 0) == ["gain market gem", "gain market gold"]
    done = steps(played, "0 gain market gold", "1 gain market gem")[-1]
    assert done.state.phase is Phase.OVER
    assert Card("gold") in done.state.areas[0]  # for the hand only, but placed and not played
    assert events.NothingToGain(2, Card("looter", "O")) in done.events
    assert events.MarketCleared(()) in done.events


@rule("R4")
def test_a_card_that_is_gained_does_nothing_itself():
    position = LOOTING.replace("market gold gem", "market deal")
    done = after(position, *LOOT)
    assert after(done, "0 gain market deal").phase is Phase.OVER


@rule("M25", "M26", "M27")
def test_the_market_is_cleared_and_first_pick_moves_on():
    position = "gold oil / gem silk / camel spices, round 8, phase play, market deal, deck jeweller gem gem camel"
    before = parse_market(position)
    step = steps(position, "0 play oil", "1 play silk", "2 play camel")[-1]
    assert step.state.removed == (Card("deal"),)
    assert (before.first_pick, step.state.first_pick, step.state.emir) == (1, 2, 0)
    assert (step.state.number, step.state.phase) == (9, Phase.OFFER)
    assert [ware.card for ware in step.state.wares] == [Card("camel")]


@rule("M27", "M34", "R14")
def test_after_round_nine_hands_are_laid_down():
    position = "gold oil spices / gem silk lamp / camel deal deal, round 9, phase play, market deal"
    step = steps(position, "0 play oil", "1 play silk", "2 play camel")[-1]
    over = step.state
    assert over.phase is Phase.OVER
    assert over.hands == ((), (), ())
    assert over.areas == (
        (Card("oil"), Card("gold")), (Card("silk"), Card("gem"), Card("lamp")), (Card("camel"),)
    )  # fmt: skip
    assert over.removed == (Card("deal"), Card("spices"), Card("deal"), Card("deal"))
    assert step.events[-1] == events.HandLaidDown(2, (), (Card("deal"), Card("deal")))


@rule("M35")
@given(amul_rules, seeds)
def test_an_area_has_at_most_nine_played_cards_five_from_the_hand_and_what_was_gained(rules: Rules, seed: str):
    state = amul_walk(rules, seed, 10_000, "effects")
    assert state.market is not None
    for seat, area in enumerate(state.market.areas):
        gained = sum(who == seat and isinstance(action, amul.Gain) for who, action in state.actions)
        assert len(area) <= 9 + 5 + gained


def several(count: int) -> Market:
    """A position of a card file whose Arab Merchant takes several cards from palace or bazaar."""
    from karat.amul.rules.cardfile import read_cards, standard_bytes

    text = standard_bytes().decode("utf-8")
    once, many = 'from = ["palace"], count = 1', f'from = ["palace", "bazaar"], count = {count}'
    cards = read_cards(text.replace(once, many, 1).encode("utf-8"), "several")
    position = "arab_merchant / oil / silk, round 9, phase play, palace tent yurt, bazaar trader_persia"
    return after(parse_market(position, cards), "1 play oil", "2 play silk", "0 play arab_merchant")


@rule(Law.ALL_FROM_ONE_PLACE)
def test_an_effect_of_several_cards_takes_them_all_from_one_place():
    state = several(2)
    assert legal(state, 0) == ["gain palace tent", "gain palace yurt", "gain bazaar trader_persia"]
    first = after(state, "0 gain palace yurt")
    assert legal(first, 0) == ["gain palace tent"]
    assert refused(first, "0 gain bazaar trader_persia") is Law.ALL_FROM_ONE_PLACE
    assert refused(first, "0 gain market oil") is Law.EFFECT_NAMES_ITS_PLACES
    assert after(first, "0 gain palace tent").phase is Phase.OVER


@rule("R3")
def test_an_effect_of_several_cards_takes_fewer_where_there_are_fewer():
    assert after(several(3), "0 gain bazaar trader_persia").phase is Phase.OVER
    assert after(several(3), "0 gain palace tent", "0 gain palace yurt").phase is Phase.OVER
