"""Many matches at once are the same matches."""

import numpy as np
import pytest

from karat import amul
from karat.amul.kernel import edge, scoring
from karat.amul.kernel.batch import Batch
from karat.amul.kernel.observe import observe
from karat.amul.kernel.pack import pack
from karat.amul.rules.codec import codec
from karat.shuffle import Stream


@pytest.mark.parametrize("players", [3, 4, 8])
def test_every_row_is_the_match_of_its_number(players: int):
    """Stepped with random actions past several ends, and compared with the readable engine all the way."""
    rules = amul.Rules(players, tea=2)
    numbers = codec(rules.cards)
    batch = Batch(rules, 3, "batch", threads=2)

    def dealt(number: int) -> amul.Match:
        state = amul.start(rules)
        return amul.deal(state, amul.shuffled(state, Stream("batch", number))).state

    matches = [dealt(number) for number in range(3)]
    seen, may = np.zeros((3, batch.tensor), np.uint8), np.zeros((3, batch.actions), np.bool_)
    actions = np.zeros(3, np.int64)
    ended = 0
    for _ in range(620 if players == 8 else 260):
        batch.look(seen, may)
        for row, match in enumerate(matches):
            seat = int(batch.seats[row])
            assert seat == min(amul.to_act(match))
            state = pack(match)
            assert (state.words == batch.states[row]).all()
            assert (seen[row] == edge.observe(state, seat)).all()
            assert (may[row] == edge.legal_mask(state, seat)).all()
        batch.random_actions(actions)
        batch.step(actions)
        for row, match in enumerate(matches):
            after = amul.apply(match, min(amul.to_act(match)), numbers.decode(int(actions[row]))).state
            outcome = amul.outcome(after)
            assert batch.dones[row] == (outcome is not None)
            if outcome:
                ended += 1
                assert batch.points[row, :, scoring.POINTS_IN].tolist() == list(outcome.scores)
                assert batch.rewards[row].tolist() == [np.float32(outcome.share(seat)) for seat in range(players)]
                after = dealt(int(batch.numbers[row]))
            else:
                assert not batch.rewards[row].any()
            matches[row] = after
    assert ended >= 6
    assert sorted(batch.numbers % 3) == [0, 1, 2]


def test_what_does_not_fit_is_refused_and_nothing_happens():
    batch = Batch(amul.Rules(4), 2, "x")
    before = batch.states.copy()
    legal = np.zeros(2, np.int64)
    batch.random_actions(legal)
    wrong = legal.copy()
    wrong[1] = batch.actions - 1
    with pytest.raises(ValueError, match="seat 0 of row 1 may not"):
        batch.step(wrong)
    with pytest.raises(ValueError, match="2 whole numbers"):
        batch.step(np.zeros(3, np.int64))
    with pytest.raises(ValueError, match="observations are"):
        batch.step(legal, observations=np.zeros((2, 3), np.uint8))
    with pytest.raises(ValueError, match="masks must lie"):
        batch.look(masks=np.zeros((batch.actions, 2), np.uint8).T)
    with pytest.raises(ValueError, match="words of int64"):
        batch.random_actions(np.zeros(2, np.int32))
    with pytest.raises(ValueError, match="row 1: no record"):
        batch.load(np.stack([before[0], np.zeros_like(before[0])]))
    with pytest.raises(ValueError, match="somebody to act"):
        batch.load(np.stack([before[0], edge.start(amul.Rules(4)).words]))
    with pytest.raises(ValueError, match="at least one match"):
        Batch(amul.Rules(4), 0, "x")
    assert (batch.states == before).all()
    batch.load(before[::-1].copy())
    assert (batch.states == before[::-1]).all()


def test_what_is_known_of_hands_is_right_whenever_somebody_looks():
    """The batch notes it as rounds end; however long nobody looked, it says what the match itself says."""
    batch = Batch(amul.Rules(4), 6, "looks")
    seen, plain = (np.zeros((6, batch.tensor), np.uint8) for _ in range(2))
    actions = np.zeros(6, np.int64)
    for step in range(400):
        batch.random_actions(actions)
        batch.step(actions)
        if step == 90:
            batch.load(batch.states[::-1].copy())
        if step % 7 in {0, 3} or step > 380 or 90 <= step < 95:
            batch.look(seen)
            for row in range(6):
                observe(batch.cards, batch.states[row], batch.seats[row], plain[row])
            assert np.array_equal(seen, plain)
