"""What holds of every bot that may sit at a table: it sees no more than its seat does, and says what it thinks of."""

import pytest
from contract.case import Case
from contract.cases import LEVELS
from hypothesis import given
from strategies import examples, seeds

from karat.bots.bot import Budget, candidates
from karat.shuffle import Stream

LITTLE = Budget(None, 200)


@pytest.mark.parametrize(("case", "level"), LEVELS)
def test_what_a_seat_cannot_see_changes_no_choice(case: Case, level: str):
    game = case.kit.game

    @examples(case.examples)
    @given(case.running, seeds)
    def holds(state, seed: str):
        for seat in game.to_act(state)[:3]:
            other = case.another_world(state, seat, Stream(f"{seed}/other"))
            assert other is None or game.observe(other, seat) == game.observe(state, seat)
            told = [
                candidates(
                    case.kit.make_bot(level, LITTLE),
                    game.observe(world, seat),
                    game.legal_actions(world, seat),
                    Stream(seed),
                )
                for world in (state, other)
                if world is not None
            ]
            assert told[0] == told[-1]

    holds()


@pytest.mark.parametrize(("case", "level"), LEVELS)
def test_it_chooses_what_is_legal_and_says_what_it_thought_of(case: Case, level: str):
    game = case.kit.game

    @examples(12)
    @given(case.running, seeds)
    def holds(state, seed: str):
        for seat in game.to_act(state):
            seen, legal = game.observe(state, seat), game.legal_actions(state, seat)
            told = candidates(case.kit.make_bot(level, LITTLE), seen, legal, Stream(seed))
            chosen = case.kit.make_bot(level, LITTLE).choose(seen, legal, Stream(seed))
            actions = [one.action for one in told]
            assert actions[0] == chosen
            assert len(set(actions)) == len(actions)
            assert set(actions) <= set(legal)
            assert (told[0].points is None) == (level == "random")
            assert all(one.win is None or 0 <= one.win <= 1 for one in told)
            assert case.explains(level, legal, told)

    holds()


@pytest.mark.parametrize(("case", "level"), LEVELS)
def test_the_kit_says_which_levels_search(case: Case, level: str):
    """A host asks before it loads one: what searches keeps to a budget, and nothing else waits behind it."""
    assert (level in case.kit.searching) == hasattr(case.kit.find_bot(level), "thinking")
    assert case.kit.usual_level not in case.kit.searching
