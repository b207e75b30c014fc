"""Many matches at once are the same matches one by one."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import aurum_rules

from karat import aurum
from karat.aurum.kernel import edge, layout
from karat.aurum.kernel.batch import Batch
from karat.aurum.kernel.compact import MASK, SEEN, unpack_masks, unpack_observations
from karat.aurum.kernel.observe import TENSOR
from karat.aurum.kernel.pack import pack
from karat.aurum.rules import codec
from karat.aurum.rules.rules import Rules
from karat.shuffle import Stream


def dealt(state: aurum.Match, seed: str, number: int) -> aurum.Match:
    return aurum.deal(state, aurum.shuffled(state, Stream(seed, (number << 20) + len(state.played)))).state


@settings(max_examples=6)
@given(aurum_rules, st.sampled_from(("match", "round")), st.integers(1, 3))
def test_a_batch_plays_what_the_readable_engine_plays(rules: aurum.Rules, episode: str, threads: int):
    size = 3
    batch = Batch(rules, size, "b", episode=episode, threads=threads)
    matches = [dealt(aurum.start(rules), "b", number) for number in range(size)]
    numbers, actions = list(range(size)), np.zeros(size, np.int64)
    seen, legal = np.full((size, TENSOR), 7, np.uint8), np.full((size, codec.ACTIONS), True)
    batch.look(seen, legal)
    for _ in range(120):
        for row, state in enumerate(matches):
            assert batch.states[row].tobytes() == pack(state).tobytes()
            seat = min(aurum.to_act(state))
            assert batch.seats[row] == seat
            assert (seen[row] == edge.observe(batch.states[row].copy(), seat)).all()
            assert (legal[row] == edge.legal_mask(batch.states[row].copy(), seat)).all()
        batch.random_actions(actions)
        batch.step(actions, seen, legal)
        for row, state in enumerate(matches):
            seat = min(aurum.to_act(state))
            after = aurum.apply(state, seat, codec.decode(int(actions[row]), seat, rules.players)).state
            outcome = aurum.outcome(after)
            over = after.round is None and (episode == "round" or outcome is not None)
            assert batch.dones[row] == over
            assert batch.numbers[row] == numbers[row] + size * over
            expected = [0.0] * 4
            for other in range(rules.players) if over else ():
                if episode == "match" and outcome:
                    expected[other] = outcome.share(other)
                else:
                    points, own = after.results[-1].points, [other in side for side in rules.sides].index(True)
                    expected[other] = points[own] - max(points[:own] + points[own + 1 :])
            assert batch.rewards[row].tolist() == pytest.approx(expected)
            if over:
                numbers[row] += size
                after = aurum.start(rules)
            matches[row] = dealt(after, "b", numbers[row]) if after.round is None else after


@pytest.mark.parametrize("players", [3, 4])
def test_words_say_what_the_bytes_say(players: int):
    size = 40
    batch, actions = Batch(Rules(players), size, "w"), np.zeros(size, np.int64)
    seen, legal = np.zeros((size, TENSOR), np.uint8), np.zeros((size, codec.ACTIONS), np.bool_)
    seen_words, legal_words = np.full((size, SEEN), 9, np.uint64), np.full((size, MASK), 9, np.uint64)
    for _ in range(150):
        batch.random_actions(actions)
        batch.step(actions, seen_words, legal_words)
        batch.look(seen, legal)
        assert (unpack_observations(seen_words) == seen).all()
        assert (unpack_masks(legal_words) == legal).all()
        again = np.zeros_like(seen_words), np.zeros_like(legal_words)
        batch.look(*again)
        assert (again[0] == seen_words).all()
        assert (again[1] == legal_words).all()


def test_states_can_be_read_and_not_written():
    batch = Batch(Rules(4), 2, "x")
    with pytest.raises(ValueError, match="read-only"):
        batch.states[0, layout.TURN] = 1


def test_buffers_and_arrays_of_another_shape_are_refused():
    batch = Batch(Rules(4), 4, "x")
    with pytest.raises(ValueError, match="actions are 4 whole numbers"):
        batch.step(np.zeros(3, np.int64))
    with pytest.raises(ValueError, match="actions are 4 whole numbers, not float64"):
        batch.step(np.zeros(4))
    with pytest.raises(ValueError, match=r"wanted \(4, 825\) bytes or \(4, 17\) words"):
        batch.look(np.zeros((4, 3), np.uint8))
    with pytest.raises(ValueError, match=r"wanted \(4, 1011\) bytes or \(4, 2\) words of uint64, not float32"):
        batch.look(None, np.zeros((4, codec.ACTIONS), np.float32))
    with pytest.raises(ValueError, match="in one piece"):
        batch.look(np.zeros((TENSOR, 4), np.uint8).T)
    with pytest.raises(ValueError, match="actions are written to"):
        batch.random_actions(np.zeros(4, np.int32))
    with pytest.raises(ValueError, match="at least one match"):
        Batch(Rules(4), 0, "x")
    with pytest.raises(ValueError, match="'match' or a 'round'"):
        Batch(Rules(4), 1, "x", episode="trick")


def test_states_can_be_loaded_and_bad_ones_not():
    batch, other = Batch(Rules(4), 2, "x"), Batch(Rules(4), 2, "y")
    batch.load(other.states.copy())
    assert (batch.states == other.states).all()
    with pytest.raises(ValueError, match="row 1: no record of Aurum"):
        batch.load(np.stack([other.states[0], other.states[0] * 0]))
    with pytest.raises(ValueError, match="two dimensions"):
        batch.load(other.states[0])
    with pytest.raises(ValueError, match="2 states with somebody to act"):
        batch.load(np.stack([edge.start(Rules(4))] * 2))
    assert (batch.states[:, layout.TURN] == batch.seats).all()
