"""A batch of either game with its own buffers, and what can be had of it."""

import sys
from types import SimpleNamespace

import numpy as np
import pytest

import karat
from karat.env.batch import Batch
from karat.env.one import single
from karat.env.trajectories import rollout
from karat.games import GAMES
from karat.match import Match

TABLES = [(game, players) for game, kit in GAMES.items() for players in kit.options.players]
every_table = pytest.mark.parametrize(("game", "players"), TABLES)


@every_table
def test_the_history_is_what_the_seat_knows_was_done(game: str, players: int):
    """Step by step beside the readable rules, of which everything is known that does not lie face down."""
    batch = Batch(game, 1, players=players, seed=7, history=True)
    kit, match = batch.kit, Match.new(game, rules=batch.rules, seed=7)
    assert kit.kernel
    if game == "aurum":  # whose batches number their streams by match and round
        match = None
    done: list[tuple[int, int]] = []
    for _ in range(150):
        seat = int(batch.seats[0])
        assert batch.history is not None
        shown = [divmod(int(entry) - 1, batch.actions) for entry in batch.history[0] if entry]
        known = [((who - seat) % players, action) for who, action in done[: len(shown)]]
        assert shown == known
        hidden = len(done) - len(shown)
        assert hidden == batch.kernel.face_down()[0]
        assert all(who != seat for who, _ in done[len(shown) :])
        if match is not None:
            assert seat == match.seat
            assert hidden == players - len(match.to_act) or not hidden
        action = batch.random_actions()
        batch.step(action)
        if match is not None:
            match.push(kit.kernel.decode(batch.rules, int(action[0]), seat), seat)
        done = [] if batch.dones[0] else [*done, (seat, int(action[0]))]
        if batch.dones[0]:
            break


@every_table
def test_all_cards_are_what_everybody_holds(game: str, players: int):
    batch = Batch(game, 16, players=players, seed=3, all_cards=True)
    one = batch.actions and single(game, players=players, seed=0)
    assert one
    for _ in range(30):
        cards = batch.all_cards
        assert cards is not None
        width = 50 if game == "aurum" else batch.kernel.cards[4]  # types of the market
        own = batch.observations[:, :width]
        assert np.array_equal(cards[:, :width], own), "player 0 is the seat to act, whose hand it sees too"
        hands = cards[:, : width * players].reshape(16, players, width).sum(2)
        assert (hands > 0).any(1).all()
        assert (hands <= 12).all()
        batch.step(batch.random_actions())


@pytest.mark.parametrize("game", GAMES)
def test_trajectories_end_in_what_the_episode_brought_each_seat(game: str):
    batch, again = (Batch(game, 32, players=3, seed="t") for _ in range(2))
    steps = 250
    found = rollout(batch, lambda one: one.masks.argmax(1), steps)
    assert found.finished.any()
    assert not found.finished.all()
    for step in range(steps):
        assert np.array_equal(found.observations[step], again.observations)
        again.step(again.masks.argmax(1))
        for row in np.flatnonzero(again.dones):
            for seat in range(3):
                own = found.of(row, int(found.episodes[step, row]), seat)
                assert (found.returns[own, row] == again.rewards[row, seat]).all()
    assert rollout(batch, None, 5).actions.shape == (5, 32)


def test_torch_sees_the_same_memory(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(sys.modules, "torch", SimpleNamespace(from_numpy=lambda array: array))
    batch = karat.Batch("aurum", 4, seed=1, history=True, all_cards=True)
    seen = batch.tensors()
    before = seen["observations"].copy()
    batch.step(batch.random_actions())
    assert not np.array_equal(before, seen["observations"])
    assert np.array_equal(seen["history"], batch.history)
    assert seen["all_cards"] is batch.all_cards


def test_seeds_may_be_numbers_and_mistakes_are_said():
    one, other = Batch("amul", 2, seed=7), Batch("amul", 2, seed="7")
    assert np.array_equal(one.observations, other.observations)
    from karat.aurum import Rules
    from karat.aurum.kernel import batch as kernel

    assert np.array_equal(kernel.Batch(Rules(4), 4, 7).states, kernel.Batch(Rules(4), 4, "7").states)
    assert np.array_equal(Batch(Rules(4), 4, 7).observations, Batch("aurum", 4, seed=7, players=4).observations)
    assert repr(Batch(Rules(3), 4, 7)).startswith("<Batch of 'aurum', 4, seed=7, Rules(players=3")
    with pytest.raises(ValueError, match="these rules say what is agreed on: leave out players"):
        Batch(Rules(4), 4, players=3)
    with pytest.raises(ValueError, match="4 is no game and no rules of one; there are aurum, amul"):
        Batch(4, 4)
    with pytest.raises(ValueError, match="no game 'chess'; there are aurum, amul"):
        Batch("chess", 4)
    with pytest.raises(ValueError, match="scored once, at its end"):
        Batch("amul", 4, episode="round")
    with pytest.raises(ValueError, match="at least one match"):
        Batch("aurum", 0)
    with pytest.raises(ValueError, match="may not take action 1010 now"):
        Batch("aurum", 2, seed=1).step([1010, 1010])


@every_table
def test_a_single_match_goes_as_by_the_rules(game: str, players: int):
    one, kit = single(game, players=players, seed=4), GAMES[game]
    assert kit.kernel
    match, rng = Match.new(game, players=players, seed=4), np.random.default_rng(1)
    while not one.done:
        assert one.to_act == tuple(sorted(match.to_act))
        assert one.seat == match.seat
        assert one.legal == [kit.kernel.encode(match.rules, action, one.seat) for action in match.legal]
        number = int(rng.choice(one.legal))
        with pytest.raises(ValueError, match="may not take action -1 now"):
            one.step(-1)
        match.push(kit.kernel.decode(match.rules, number, one.seat))
        one.step(number)
    assert match.outcome
    assert list(one.rewards) == [pytest.approx(match.outcome.share(seat)) for seat in range(players)]
    with pytest.raises(ValueError, match="may not take action"):
        one.step(0)
    one.reset(4)
    assert one.legal == [
        kit.kernel.encode(match.rules, action, one.seat) for action in Match.new(game, players=players, seed=4).legal
    ]


def test_prompts_complete_what_can_be_had():
    import karat.env

    assert {"Match", "Batch", "make_bot", "tournament", "aurum", "amul"} <= set(dir(karat))
    assert {"VectorEnv", "single", "aurum_v0", "amul_v0"} <= set(dir(karat.env))


def test_a_library_that_is_missing_is_named_with_what_brings_it(monkeypatch: pytest.MonkeyPatch):
    import karat.env

    monkeypatch.setitem(sys.modules, "pettingzoo", None)
    monkeypatch.delitem(sys.modules, "karat.env.ids", raising=False)
    with pytest.raises(ModuleNotFoundError, match=r"^aurum_v0 needs pettingzoo: pip install 'karat-games\[env\]'$"):
        _ = karat.env.aurum_v0
