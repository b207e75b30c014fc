"""How a finished match came about: checked against its own record, in every game."""

from __future__ import annotations

import random
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import pytest
from thirdgame.kit import make_kit as make_opal

from karat.games import GAMES
from karat.server.matches.replaying import NoSuchRound, make_replay
from karat.server.matches.story import tell_story
from karat.server.tables.table import as_it_stands
from karat.shuffle import Stream

if TYPE_CHECKING:
    from karat.kit import Kit

KITS = {**GAMES, "opal": make_opal()}


def walk(kit: Kit, seed: int, most: int = 100_000) -> Any:
    """A match at random, to its end or for so many actions."""
    dice, state = random.Random(seed), kit.game.start(kit.usual_rules)
    while kit.game.outcome(state) is None and most > 0:
        if kit.game.awaits_deal(state):
            state = kit.game.deal(state, kit.game.shuffled(state, Stream(str(seed)))).state
            continue
        seat = kit.game.to_act(state)[0]
        state = kit.game.apply(state, seat, dice.choice(list(kit.game.legal_actions(state, seat)))).state
        most -= 1
    return state


@pytest.mark.parametrize("game", KITS)
@pytest.mark.parametrize("seed", range(3))
def test_it_ends_with_the_result_and_turns_where_the_winner_gained_most(game: str, seed: int) -> None:
    kit = KITS[game]
    match = walk(kit, seed)
    record, outcome = kit.to_record(match), kit.game.outcome(match)
    story = tell_story(record, kit)
    assert story.winners == outcome.winners
    assert tuple(stood[0] for stood in story.course[-1].standing) == outcome.scores
    assert [stood.round for stood in story.course] == list(range(1, len(story.course) + 1))

    turning = story.turning
    if turning is None:
        assert len(outcome.winners) > 1 or len(set(outcome.scores)) == 1
        return
    assert turning.side in story.winners
    assert turning.rival not in story.winners
    states = [one.step.state for one in kit.taken(record)]
    standings = [kit.standing(state, len(story.sides)) for state in states]

    def gain(before: Any, after: Any) -> tuple[int, ...]:
        lead = [
            [own - other for own, other in zip(at[turning.side], at[turning.rival], strict=True)]
            for at in (before, after)
        ]
        return tuple(now - then for then, now in zip(*lead, strict=True))

    gains = [gain(before, after) for before, after in pairwise(standings)]
    assert gain(turning.before, turning.after) == max(gains)
    assert max(gains)[0] > 0


@pytest.mark.parametrize("game", GAMES)
def test_its_step_is_the_picture_in_which_a_replay_shows_it(game: str) -> None:
    kit = KITS[game]
    record = kit.to_record(walk(kit, 1))
    turning = tell_story(record, kit).turning
    assert turning
    rounds = make_replay(record, kit).rounds
    before = sum(one.steps for one in rounds[: turning.round - 1])
    steps = make_replay(record, kit, number=turning.round).steps
    assert 0 <= turning.step - before < len(steps)
    shown, earlier = steps[turning.step - before].view, steps[turning.step - before - 1].view
    if game == "amul":
        assert tuple(pad.points for pad in shown.aids.pads) == tuple(stood[0] for stood in turning.after)
        assert tuple(pad.points for pad in earlier.aids.pads) == tuple(stood[0] for stood in turning.before)
    else:
        assert tuple(side.nuggets for side in shown.aids.sides) == tuple(stood[0] for stood in turning.after)


def test_where_only_one_deal_was_agreed_on_points_have_won_and_nothing_turned() -> None:
    kit = KITS["aurum"]
    dice, state = random.Random(1), kit.game.start(kit.usual_rules)
    while not state.played:
        if kit.game.awaits_deal(state):
            state = kit.game.deal(state, kit.game.shuffled(state, Stream("1"))).state
        seat = kit.game.to_act(state)[0]
        state = kit.game.apply(state, seat, dice.choice(list(kit.game.legal_actions(state, seat)))).state
    record, ahead = kit.to_record(state), as_it_stands(kit, kit.usual_rules, state).winners
    story = tell_story(record, kit, ahead)
    assert (story.winners, story.turning) == (ahead, None)
    with pytest.raises(NoSuchRound, match="broken off"):  # the same record, where more was to be played
        tell_story(record, kit)


def test_what_was_broken_off_has_no_story() -> None:
    kit = KITS["aurum"]
    with pytest.raises(NoSuchRound, match="broken off"):
        tell_story(kit.to_record(walk(kit, 1, most=9)), kit)
