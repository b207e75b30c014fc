"""One learner among compiled players: Gymnasium's checks, and what the vector promises."""

import sys
from types import SimpleNamespace
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode

from karat.bots.bot import UnknownBot
from karat.env.ids import register
from karat.env.vector import LearnerEnv, VectorEnv
from karat.games import GAMES

TABLES = [(game, players) for game, kit in GAMES.items() for players in kit.options.players]


class Legal(gymnasium.Wrapper[Any, Any, Any, Any]):
    """Gymnasium's checker draws actions without a mask; this takes the next legal one instead."""

    def step(self, action: Any) -> Any:
        legal = np.flatnonzero(self.env.unwrapped.vector.masks[0])  # type: ignore[attr-defined]
        return self.env.step(int(legal[int(action) % len(legal)]))


@pytest.mark.parametrize(("game", "players"), TABLES)
@pytest.mark.filterwarnings("ignore:.*not within the observation space")
@pytest.mark.filterwarnings("ignore:.*different from the unwrapped version")
def test_gymnasiums_own_check_passes(game: str, players: int):
    check_env(Legal(LearnerEnv(game, players=players, opponents="rules")), skip_render_check=True)


def play(env: VectorEnv, steps: int, seed: int) -> list[Any]:
    """What a learner that takes any legal action meets."""
    rng, seen, found = np.random.default_rng(seed), env.reset(seed=seed)[0], []
    for _ in range(steps):
        assert env.observation_space.contains(seen)
        actions = (rng.random(seen["action_mask"].shape) * seen["action_mask"]).argmax(1)
        seen, rewards, ended, cut, infos = env.step(actions)
        assert not cut.any()
        assert np.array_equal(seen["action_mask"], infos["action_mask"])
        found.append((seen, rewards, ended, infos))
    return found


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_episodes_end_and_go_on_in_the_same_step(game: str, players: int):
    env = VectorEnv(game, 8, players=players, opponents="random", seat="all")
    assert env.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    ends = 0
    for seen, rewards, ended, infos in play(env, 150, 1):
        ends += ended.sum()
        assert (rewards[~ended] == 0).all()
        assert ((rewards >= 0) & (rewards <= 1)).all()
        assert ended.any() == ("final_obs" in infos)
        if ended.any():
            final = infos["final_obs"]
            assert np.array_equal(infos["_final_obs"], ended)
            assert not final["action_mask"].any()
            assert (final["observation"][ended] != seen["observation"][ended]).any(1).all()
    assert ends > 8


def test_the_same_seed_gives_the_same_play_and_another_another():
    one, other, third = (
        play(VectorEnv("aurum", 6, opponents=("rules", "random", "instant"), episode="round"), 40, seed)
        for seed in (3, 3, 4)
    )
    for (seen, rewards, *_), (again, paid, *_) in zip(one, other, strict=True):
        assert np.array_equal(seen["observation"], again["observation"])
        assert np.array_equal(rewards, paid)
    assert any(not np.array_equal(a[0]["observation"], b[0]["observation"]) for a, b in zip(one, third, strict=True))


@pytest.mark.parametrize("game", GAMES)
def test_named_players_are_as_strong_as_they_are_called(game: str):
    """A learner at random among random ones wins its fair share, and less the better the others play."""
    shares = []
    for name in ("random", "rules"):
        env = VectorEnv(game, 64, players=3, opponents=name, seat="all")
        played = play(env, 250, 2)
        shares.append(sum(r[e].sum() for _, r, e, _ in played) / sum(e.sum() for _, _, e, _ in played))
    assert shares[0] == pytest.approx(1 / 3, abs=0.08)
    assert shares[1] < shares[0] - 0.15


def test_what_is_wrong_is_said_and_nothing_is_done():
    env = VectorEnv("aurum", 2, players=3)
    env.reset(seed=1)
    before = env.observations.copy()
    with pytest.raises(ValueError, match="the learner of row 0 may not take action 109 now"):
        env.step([109, 109])
    with pytest.raises(ValueError, match="2 whole numbers, not int64 of shape"):
        env.step([1])
    assert np.array_equal(env.observations, before)
    with pytest.raises(UnknownBot, match="no compiled player 'expert'; there are random, rules, instant"):
        VectorEnv("aurum", 2, opponents="expert")
    with pytest.raises(ValueError, match="one opponent for all, or 3 of them, not 2"):
        VectorEnv("aurum", 2, opponents=("random", "rules"))
    with pytest.raises(ValueError, match="the learner's seat is 0 to 3 or 'all', not 4"):
        VectorEnv("aurum", 2, seat=4)


def test_observations_are_copies_unless_they_are_not_wanted():
    for copy in (True, False):
        env = VectorEnv("aurum", 2, copy=copy)
        seen, _ = env.reset(seed=1)
        later, *_ = env.step(seen["action_mask"].argmax(1))
        assert (seen["observation"] is later["observation"]) == (not copy)


def test_gymnasium_makes_them_by_their_ids():
    register()
    env = gymnasium.make_vec("karat/aurum-v0", num_envs=3, vectorization_mode="vector_entry_point", opponents="rules")
    assert env.reset(seed=1)[0]["observation"].shape == (3, 825)
    assert gymnasium.make("karat/amul-v0", players=3, disable_env_checker=True).reset(seed=1)[1]["action_mask"].any()


def test_a_learner_may_act_for_its_partner_too():
    env = VectorEnv("aurum", 16, opponents="rules", partners=True, seat="all", episode="round")
    assert env.names == ("rules", "learner", "rules")
    rng, seen, acted = np.random.default_rng(1), env.reset(seed=1)[0], set()
    for _ in range(80):
        away = (env.acting - env.seats) % 4
        acted |= set(away.tolist())
        hands = seen["observation"][:, :50].sum(1)
        assert (hands <= 12).all()
        seen, rewards, ended, *_ = env.step((rng.random(seen["action_mask"].shape) * seen["action_mask"]).argmax(1))
        assert (rewards[~ended] == 0).all()
    assert acted == {0, 2}
    alone = VectorEnv("aurum", 2, players=3, opponents=("rules", "random"), partners=True)
    assert alone.names == ("rules", "random"), "of three, nobody wins with anybody"
    with pytest.raises(ValueError, match="one opponent for all, or 2 of them, not 3"):
        VectorEnv("aurum", 2, opponents=("random",) * 3, partners=True)


def test_torch_is_handed_the_memory_that_the_kernel_writes_to(monkeypatch: pytest.MonkeyPatch):
    handed: list[Any] = []
    fake = SimpleNamespace(from_numpy=lambda array: handed.append(array) or array)
    monkeypatch.setitem(sys.modules, "torch", fake)
    env = VectorEnv("amul", 4, players=3, copy=False, tensors=True)
    seen, _ = env.reset(seed=1)
    assert any(seen["observation"] is array for array in handed)
    before = seen["observation"].copy()
    later, rewards, ended, cut, _ = env.step(seen["action_mask"].argmax(1))
    assert later["observation"] is seen["observation"]
    assert not np.array_equal(before, later["observation"])
    assert all(any(one is array for array in handed) for one in (rewards, ended, cut))


@pytest.mark.parametrize("game", GAMES)
def test_the_last_observation_is_of_the_end_and_belongs_to_the_row_that_ended(game: str):
    """Rows that did not end keep what they had; those that did tell it once, whether it is copied or not."""
    env = VectorEnv(game, 8, players=3, opponents="random", copy=False)
    seen, _ = env.reset(seed=3)
    kept = np.zeros_like(seen["observation"])
    for _ in range(200):
        _, _, ended, _, infos = env.step(seen["action_mask"].argmax(1))
        if ended.any():
            final = infos["final_obs"]["observation"]
            assert np.array_equal(final[~ended], kept[~ended])
            assert not np.array_equal(final[ended], kept[ended])
            assert not infos["final_obs"]["action_mask"].any()
            kept = final.copy()
    assert kept.any(1).all()


@pytest.mark.parametrize("game", GAMES)
def test_advice_is_what_a_compiled_player_does(game: str):
    """A learner that follows the advice of the rules does as well as they do, which is far better than chance."""
    env = VectorEnv(game, 64, players=3, opponents="rules", seat="all")
    env.reset(seed=2)
    paid, ends = 0.0, 0
    for _ in range(120 if game == "aurum" else 60):
        advice = env.advice("rules")
        assert env.masks[np.arange(64), advice].all()
        _, rewards, ended, *_ = env.step(advice)
        paid, ends = paid + rewards.sum(), ends + ended.sum()
    assert ends > 30
    assert paid / ends == pytest.approx(1 / 3, abs=0.15)
    assert env.masks[np.arange(64), env.advice("instant")].all()
    with pytest.raises(UnknownBot, match="no compiled player 'expert'"):
        env.advice("expert")
