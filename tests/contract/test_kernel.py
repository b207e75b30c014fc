"""The compiled twin of the rules, for the games that have one."""

import importlib
from typing import Any

import numpy as np
import pytest
from contract.case import Case
from contract.cases import CASES, every_game
from hypothesis import given
from hypothesis import strategies as st

from bench.lockstep.run import MODULES
from karat.shuffle import Stream

COMPILED = [case for case in CASES if case.kit.kernel]
with_a_kernel = pytest.mark.parametrize("case", COMPILED, ids=str)
with_a_codec = pytest.mark.parametrize("case", [case for case in CASES if case.codec], ids=str)


@every_game
def test_a_game_with_a_kernel_has_numbers_for_its_actions_and_is_walked_in_lockstep(case: Case):
    assert (case.kit.kernel is not None) == (case.codec is not None) == (case.kit.name in MODULES)


@with_a_codec
@given(data=st.data())
def test_legal_actions_ascend_and_come_back(case: Case, data: st.DataObject):
    game, state = case.kit.game, data.draw(case.running)
    codec = case.codec(state.rules)
    for seat in game.to_act(state):
        legal = game.legal_actions(state, seat)
        numbers = [codec.encode(action, seat) for action in legal]
        assert numbers == sorted(set(numbers))
        assert set(numbers) <= set(range(codec.size))
        assert tuple(codec.decode(number, seat) for number in numbers) == tuple(legal)


@with_a_codec
def test_a_number_is_one_action_or_none(case: Case):
    rules = case.kit.usual_rules
    codec = case.codec(rules)
    for seat in range(rules.players):
        said = [codec.decode(number, seat) for number in range(codec.size)]
        assert len(set(said)) == len(said)
        assert [codec.encode(action, seat) for action in said] == list(range(codec.size))


@with_a_codec
@pytest.mark.parametrize("over", [-1, 0, 10**9])
def test_a_number_beyond_the_code_is_refused(case: Case, over: int):
    codec = case.codec(case.kit.usual_rules)
    number = over if over < 0 else codec.size + over
    with pytest.raises(ValueError, match=f"{number}"):
        codec.decode(number, 0)


@with_a_kernel
@pytest.mark.parametrize("number", range(3))
def test_the_kernel_plays_as_the_rules_do(case: Case, number: int):
    """A few whole matches at tables far apart; tests of the game and scripts/lockstep walk many."""
    module: Any = importlib.import_module(MODULES[case.kit.name])
    table = module.TABLES[number * (len(module.TABLES) - 1) // 2]
    assert module.walk(table, "contract", thorough=number == 0) > 30


def batch_of(case: Case, size: int, seed: str, **settings: Any) -> Any:
    return case.kit.kernel.batch(case.kit.usual_rules, size, seed, **settings)


@with_a_kernel
@pytest.mark.parametrize("threads", [1, 2, 5])
def test_threads_change_nothing_but_the_time(case: Case, threads: int):
    one, other = batch_of(case, 64, "t"), batch_of(case, 64, "t", threads=threads)
    actions, masks = np.zeros(64, np.int64), np.zeros((2, 64, case.codec(case.kit.usual_rules).size), np.uint8)
    for _ in range(200):
        one.random_actions(actions)
        one.step(actions, masks=masks[0])
        other.step(actions, masks=masks[1])
        assert (masks[0] == masks[1]).all()
        assert (one.states == other.states).all()
        assert (one.dones == other.dones).all()
        assert (one.rewards == other.rewards).all()
        assert (one.seats == other.seats).all()
    assert one.numbers.max() >= 64  # some matches ended, and others began in their rows


@with_a_kernel
@pytest.mark.parametrize("threads", [1, 2, 5])
def test_the_same_seed_and_threads_choose_the_same_at_random(case: Case, threads: int):
    one, other = batch_of(case, 64, "t", threads=threads), batch_of(case, 64, "t", threads=threads)
    actions = np.zeros((2, 64), np.int64)
    for _ in range(20):
        for batch, chosen in zip((one, other), actions, strict=True):
            batch.random_actions(chosen)
            batch.step(chosen)
        assert (actions[0] == actions[1]).all()
    assert (one.states == other.states).all()


@with_a_kernel
def test_a_row_asks_the_seat_that_the_rules_ask(case: Case):
    kit, game = case.kit, case.kit.game
    batch = batch_of(case, 1, "row")
    state = game.start(kit.usual_rules)
    state = game.deal(state, game.shuffled(state, Stream("row"))).state
    codec, action = case.codec(kit.usual_rules), np.zeros(1, np.int64)
    while not game.awaits_deal(state) and game.outcome(state) is None:
        seat = min(game.to_act(state))
        assert batch.seats[0] == seat
        batch.random_actions(action)
        state = game.apply(state, seat, codec.decode(int(action[0]), seat)).state
        batch.step(action)
    assert batch.dones[0] == (game.outcome(state) is not None)


@with_a_kernel
def test_an_illegal_action_stops_the_whole_step(case: Case):
    batch, size = batch_of(case, 4, "x"), case.codec(case.kit.usual_rules).size
    before, actions = batch.states.copy(), np.zeros(4, np.int64)
    batch.random_actions(actions)
    for wrong in (size - 1, -1, size, 2**62):
        bad = actions.copy()
        bad[2] = wrong
        with pytest.raises(ValueError, match=f"of row 2 may not take action {wrong}"):
            batch.step(bad)
        assert (batch.states == before).all()
    batch.step(actions.astype(np.uint16))
    assert not (batch.states == before).all()


@with_a_kernel
def test_what_does_not_fit_is_refused_and_nothing_happens(case: Case):
    batch = batch_of(case, 4, "x")
    before = batch.states.copy()
    for wrong in (np.zeros(3, np.int64), np.zeros((4, 1), np.int64), np.zeros(4)):
        with pytest.raises(ValueError, match="4 whole numbers"):
            batch.step(wrong)
    for buffers in ((np.zeros((4, 3), np.uint8), None), (None, np.zeros((4, 3), np.uint8))):
        with pytest.raises(ValueError, match="4"):
            batch.look(*buffers)
    with pytest.raises(ValueError, match="int64"):
        batch.random_actions(np.zeros(4, np.int32))
    with pytest.raises(ValueError, match="at least one match"):
        batch_of(case, 0, "x")
    with pytest.raises(ValueError, match="row 1: no record"):
        batch.load(np.stack([before[0], np.zeros_like(before[0]), before[2], before[3]]))
    assert (batch.states == before).all()


@with_a_kernel
def test_states_can_be_loaded(case: Case):
    batch, other = batch_of(case, 2, "x"), batch_of(case, 2, "y")
    assert not (batch.states == other.states).all()
    batch.load(other.states.copy())
    assert (batch.states == other.states).all()
    assert (batch.seats == other.seats).all()
