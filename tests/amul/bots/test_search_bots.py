"""Amul's bots that search: legal, fair, reproducible, on time, and better than the level below."""

import time

import pytest
from amul.kernel.test_resample import few_cards

from bench.lockstep.odd_cards import odd_cards
from karat import amul
from karat.arena.match import play_match
from karat.bots.bot import Budget, candidates
from karat.games import GAMES, make_bot
from karat.shuffle import Stream

SEARCHING = [name for name in GAMES["amul"].bots if name in ("strong", "expert")]
FEW = Budget(None, 40)


@pytest.mark.parametrize("name", SEARCHING)
@pytest.mark.parametrize("players", [3, 4, 5, 6, 7, 8])
def test_it_plays_whole_matches_at_every_table(name: str, players: int):
    """play_match applies what bots choose by the rules, which refuse what is illegal."""
    for rules in (amul.Rules(players, tea=players), amul.Rules(players, cards=odd_cards("bots"))):
        bots = [make_bot("amul", name, Budget(None, 8))] * players
        assert amul.outcome(play_match(amul, rules, bots, "whole")) is not None


@pytest.mark.parametrize("name", SEARCHING)
def test_it_plays_with_cards_of_very_few_types(name: str):
    rules = amul.Rules(3, cards=few_cards(20, 15, 5))
    bots = [make_bot("amul", name, Budget(0.005))] * 3
    play_match(amul, rules, bots, "first")  # compiles what the folder of compiled code does not hold
    begin = time.perf_counter()
    assert amul.outcome(play_match(amul, rules, bots, "few")) is not None
    assert time.perf_counter() - begin < 20  # where no world is accepted it does not look for ever


@pytest.mark.parametrize("name", SEARCHING)
def test_it_says_what_it_thought_of(name: str):
    state = amul.deal(amul.start(amul.Rules(4)), amul.shuffled(amul.start(amul.Rules(4)), Stream("says"))).state
    seen, legal = amul.observe(state, 2), amul.legal_actions(state, 2)
    bot = make_bot("amul", name, Budget(None, 200))
    told = candidates(bot, seen, legal, Stream("1"))
    assert {one.action for one in told} == set(legal)
    assert told[0].action == bot.choose(seen, legal, Stream("1"))
    for one in told:
        assert one.points is not None
        assert 20 < one.points < 120
        assert one.win is not None
        assert 0 <= one.win <= 1
        assert one.tries


@pytest.mark.parametrize("name", SEARCHING)
def test_it_keeps_to_its_time(name: str):
    state = amul.deal(amul.start(amul.Rules(8)), amul.shuffled(amul.start(amul.Rules(8)), Stream("time"))).state
    seen, legal = amul.observe(state, 0), amul.legal_actions(state, 0)
    bot = make_bot("amul", name, Budget(0.05))
    bot.choose(seen, legal, Stream("warm"))
    took = []
    for number in range(5):
        begin = time.perf_counter()
        bot.choose(seen, legal, Stream(str(number)))
        took.append(time.perf_counter() - begin)
    assert min(took) < 0.05 + 0.05


@pytest.mark.parametrize(
    ("better", "worse", "deals", "share"),
    [
        ("novice", "random", 3, 0.4),
        ("casual", "novice", 3, 0.4),
        ("strong", "casual", 3, 0.4),
        ("expert", "strong", 3, 0.3),
    ],
)
def test_each_level_is_above_the_one_below(better: str, worse: str, deals: int, share: float):
    """A few matches, of which a fair share is a quarter; bench/strength.py measures. The last step is the smallest."""
    won = []
    for seed in range(deals):
        for seat in range(4):
            bots = [make_bot("amul", better if other == seat else worse, Budget(None, 100)) for other in range(4)]
            outcome = amul.outcome(play_match(amul, amul.Rules(4), bots, f"above/{seed}"))
            assert outcome is not None
            won.append(outcome.share(seat))
    assert sum(won) / len(won) > share
