from __future__ import annotations

from itertools import combinations

import pytest

from karat import aurum
from karat.arena.match import play_match
from karat.aurum import Edition, Rules, Swap, Variant
from karat.aurum.bots.casual import Casual
from karat.aurum.bots.novice import Novice
from karat.bots.bot import Bot
from karat.bots.random import Random

CONFIGURATIONS = [
    Rules(players, edition, variants)
    for players in (3, 4)
    for edition in Edition
    for count in range(3)
    for variants in combinations(Variant, count)
]


def rounds_won(rules: Rules, hero: Bot, rival: Bot, deals: int) -> float:
    """The hero's part of the rounds, each deal played once for every side."""
    won = played = 0.0
    for number in range(deals):
        for side, seats in enumerate(rules.sides):
            bots = [hero if seat in seats else rival for seat in range(rules.players)]
            state = play_match(aurum, rules, bots, f"novice {number}")
            won += sum(result.nuggets[side] / sum(result.nuggets) for result in state.results)
            played += len(state.results)
    return won / played


@pytest.mark.parametrize("rules", CONFIGURATIONS, ids=str)
def test_a_novice_plays_whole_matches_at_every_table_and_leaves_its_bid_alone(rules: Rules):
    state = play_match(aurum, rules, [Novice()] * rules.players, "whole")
    assert state.result
    assert not any(isinstance(action, Swap) for played in state.played for _, action in played.actions)


@pytest.mark.parametrize("players", [3, 4])
def test_a_novice_is_between_chance_and_rules_of_thumb(players: int):
    rules = Rules(players)
    fair = 1 / len(rules.sides)
    assert rounds_won(rules, Novice(), Random(), 8) > fair + 0.2
    assert rounds_won(rules, Casual(), Novice(), 25) > fair + 0.05
