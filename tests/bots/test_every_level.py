"""What holds of every bot that may sit at a table: it sees no more than its seat does, and says what it thinks of."""

import pytest
from hiding import CONFIGURATIONS, amul_with_hidden_cards_mixed, reach, with_hidden_cards_mixed
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import running_amul_matches, seeds

from karat import amul, aurum
from karat.amul.rules.match import Match as AmulMatch
from karat.aurum import Rules
from karat.bots.bot import Budget, UnknownBot, candidates
from karat.games import GAMES, make_bot
from karat.shuffle import Stream

LITTLE = Budget(None, 200)
places = {"rules": st.sampled_from(CONFIGURATIONS), "seed": st.integers(0, 1000).map(str), "steps": st.integers(0, 110)}


@pytest.mark.parametrize("level", GAMES["aurum"].bots)
@settings(max_examples=60, deadline=None)
@given(**places)
def test_what_a_seat_of_aurum_cannot_see_changes_nothing(level: str, rules: Rules, seed: str, steps: int):
    state = reach(rules, seed, steps)
    for seat in aurum.to_act(state):
        worlds = state, with_hidden_cards_mixed(state, seat, seed)
        assert aurum.observe(worlds[0], seat) == aurum.observe(worlds[1], seat)
        told = [
            candidates(
                make_bot("aurum", level, LITTLE),
                aurum.observe(world, seat),
                aurum.legal_actions(world, seat),
                Stream(seed),
            )
            for world in worlds
        ]
        assert told[0] == told[1]


@pytest.mark.parametrize("level", GAMES["amul"].bots)
@settings(max_examples=20, deadline=None)
@given(running_amul_matches, seeds)
def test_what_a_seat_of_amul_cannot_see_changes_nothing(level: str, state: AmulMatch, seed: str):
    seat = amul.to_act(state)[0]
    other = amul_with_hidden_cards_mixed(state, seat, Stream(f"{seed}/other"))
    assert other is None or amul.observe(other, seat) == amul.observe(state, seat)
    told = [
        candidates(
            make_bot("amul", level, LITTLE), amul.observe(world, seat), amul.legal_actions(world, seat), Stream(seed)
        )
        for world in (state, other)
        if world is not None
    ]
    assert told[0] == told[-1]


@pytest.mark.parametrize("level", [level for level in GAMES["aurum"].bots if level != "random"])
@settings(max_examples=12, deadline=None)
@given(**places)
def test_every_level_of_aurum_explains_its_choice(level: str, rules: Rules, seed: str, steps: int):
    state = reach(rules, seed, steps)
    for seat in aurum.to_act(state):
        seen, legal = aurum.observe(state, seat), aurum.legal_actions(state, seat)
        told = candidates(make_bot("aurum", level, LITTLE), seen, legal, Stream(seed))
        assert told[0].action == make_bot("aurum", level, LITTLE).choose(seen, legal, Stream(seed))
        actions = [one.action for one in told]
        assert len(set(actions)) == len(actions)
        assert set(actions) <= set(legal)
        assert told[0].points is not None
        bids = isinstance(told[0].action, aurum.Bid)
        assert all(one.win is None or 0 <= one.win <= 1 for one in told)
        assert told[0].win is not None or (bids and level in {"novice", "casual"})  # who knows no others' bids yet


@pytest.mark.parametrize("level", [level for level in GAMES["amul"].bots if level != "random"])
@settings(max_examples=12, deadline=None)
@given(running_amul_matches, seeds)
def test_every_level_of_amul_explains_its_choice(level: str, state: AmulMatch, seed: str):
    for seat in amul.to_act(state):
        seen, legal = amul.observe(state, seat), amul.legal_actions(state, seat)
        told = candidates(make_bot("amul", level, LITTLE), seen, legal, Stream(seed))
        assert told[0].action == make_bot("amul", level, LITTLE).choose(seen, legal, Stream(seed))
        assert sorted(str(one.action) for one in told) == sorted(map(str, legal))
        assert all(one.points is not None for one in told)
        assert (told[0].win is None) == (level in {"novice", "casual"})


@pytest.mark.parametrize("name", ["oracle", "openspiel"])
def test_who_sees_all_or_is_of_another_house_sits_at_no_table(name: str):
    with pytest.raises(UnknownBot, match=name):
        make_bot("aurum", name)
