import time

import pytest
from amul.rules.table import parse_market
from hypothesis import given, settings
from strategies import running_amul_matches

from karat import amul
from karat.amul.bots.casual import Casual
from karat.amul.rules.match import Match
from karat.arena.match import play_match
from karat.bots.random import Random
from karat.games import make_bot
from karat.shuffle import Stream


def choice(position: str, seat: int) -> str:
    """What the bot does at a seat."""
    market = parse_market(position)
    state = Match(market.rules, amul.Deal(market.emir, ()), market)
    return str(Casual().choose(amul.observe(state, seat), amul.legal_actions(state, seat), Stream("0")))


@settings(max_examples=20)
@given(running_amul_matches)
def test_it_chooses_something_legal_and_the_same_again(state: Match):
    for seat in amul.to_act(state):
        legal, seen = amul.legal_actions(state, seat), amul.observe(state, seat)
        chosen = Casual().choose(seen, legal, Stream("1"))
        assert chosen in legal
        assert chosen == Casual().choose(seen, legal, Stream("1"))


def test_it_completes_a_set():
    areas = "areas camel camel camel / - / -"
    position = f"silk / silk / silk, round 9, phase take, {areas}, turns 0 1 2, market camel jeweller deal"
    assert choice(position, 0) == "take camel"


def test_it_keeps_a_card_for_the_hand_beside_the_last_play():
    """The Camel adds 6 but takes the place of Silk, which adds 5; Oil is kept and adds 2 to that."""
    areas = "areas camel camel camel / - / -"
    position = f"silk / silk / silk, round 9, phase take, {areas}, turns 0 1 2, market camel oil deal"
    assert choice(position, 0) == "take oil"


def test_it_plays_a_table_card_and_keeps_gold_for_the_end():
    assert choice("gold oil silk / silk silk silk / gem gem gem, round 9, phase play", 0) == "play silk"


def test_it_fetches_the_trader_whose_goods_it_has():
    position = (
        "- / - / -, round 9, phase gain, areas deal spices spices oil / - / -, played deal / silk / silk, "
        "turns 0, gained 1 bazaar, bazaar trader_assyria trader_persia trader_bukhara"
    )
    assert choice(position, 0) == "gain bazaar trader_assyria"


@pytest.mark.parametrize("players", [3, 5, 8])
def test_it_beats_random_players_on_the_same_cards(players: int):
    wins = []
    for seed in range(3):
        for seat in range(players):
            bots = [make_bot("amul", "casual") if other == seat else Random() for other in range(players)]
            outcome = amul.outcome(play_match(amul, amul.Rules(players), bots, f"beats/{seed}"))
            assert outcome is not None
            wins.append(outcome.share(seat))
    assert sum(wins) / len(wins) > 0.8


def test_a_match_of_eight_is_quick():
    start = time.process_time()
    play_match(amul, amul.Rules(8), [Casual()] * 8, "quick")
    assert time.process_time() - start < 4
