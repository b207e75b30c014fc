"""The environments pass PettingZoo's own tests, for every game and number of players."""

import warnings
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pettingzoo
import pytest
from thirdgame.kit import make_kit as make_opal

from karat import env as karat_env
from karat.env.ids import register
from karat.env.one import NoKernel, single
from karat.games import GAMES
from karat.match import Match

with warnings.catch_warnings():  # its tests import an environment of its own in a way that it warns of
    warnings.simplefilter("ignore", DeprecationWarning)
    from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, seed_test

TABLES = [(game, players) for game, kit in GAMES.items() for players in kit.options.players]
every_table = pytest.mark.parametrize(("game", "players"), TABLES)
# PettingZoo warns of every environment but a list of its own whose observations are not plain arrays, and of agents
# that may do nothing once it is over.
pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
    pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros"),
    pytest.mark.filterwarnings("ignore:.*seed.*:DeprecationWarning"),
]


def envs(game: str) -> Any:
    return getattr(karat_env, f"{game}_v0")


def episodes(game: str) -> list[str]:
    return ["match", "round"] if GAMES[game].round_won else ["match"]


@every_table
def test_pettingzoos_own_tests_pass(game: str, players: int):
    for episode in episodes(game):
        options = {"players": players, "episode": episode}
        api_test(envs(game).env(**options), num_cycles=60)
        parallel_api_test(envs(game).parallel_env(**options), num_cycles=200)
        seed_test(partial(envs(game).env, **options), num_cycles=50)
        parallel_seed_test(partial(envs(game).parallel_env, illegal="lose", **options), num_cycles=50)


@every_table
def test_it_plays_the_match_that_the_rules_play(game: str, players: int):
    """Cards, masks and shares of the win, step by step beside the readable rules."""
    env, kit = envs(game).raw_env(players=players), GAMES[game]
    assert kit.kernel
    env.reset(seed=11)
    match, rng = Match.new(game, players=players, seed=11), np.random.default_rng(5)
    while not any(env.terminations.values()):
        assert env.agent_selection == f"player_{match.seat}"
        seen, reward, *_, info = env.last()
        numbers = [kit.kernel.encode(match.rules, action, match.seat or 0) for action in match.legal]
        assert np.flatnonzero(seen["action_mask"]).tolist() == sorted(numbers)
        assert info["action_mask"] is seen["action_mask"]
        assert reward == 0
        number = int(rng.choice(numbers))
        match.push(kit.kernel.decode(match.rules, number, match.seat or 0))
        env.step(number)
    assert match.outcome
    assert [env.rewards[agent] for agent in env.possible_agents] == [
        pytest.approx(match.outcome.share(seat)) for seat in range(players)
    ]
    sides = kit.sides(match.rules)
    assert [info["team"] for info in env.infos.values()] == [
        next(number for number, side in enumerate(sides) if seat in side) for seat in range(players)
    ]


def test_three_bids_in_secret_are_one_step_in_parallel():
    env = envs("aurum").parallel_env(players=3)
    seen, _ = env.reset(seed=3)
    bids = {agent: int(np.flatnonzero(seen[agent]["action_mask"])[0]) for agent in env.agents}
    assert env.wait not in bids.values()
    seen, *_ = env.step(bids)
    assert sum(seen[agent]["action_mask"][env.wait] for agent in env.agents) == 2, "now one after the other"


def test_an_agent_sees_no_bid_that_lies_face_down():
    one, other = envs("aurum").raw_env(players=3), envs("aurum").raw_env(players=3)
    for env, place in ((one, 0), (other, 5)):
        env.reset(seed=3)
        env.step(int(np.flatnonzero(env.last()[0]["action_mask"])[place]))
    assert np.array_equal(one.observe("player_1")["observation"], other.observe("player_1")["observation"])


@pytest.mark.parametrize("kind", ["raw_env", "parallel_env"])
def test_an_illegal_action_is_refused_in_a_sentence_or_loses(kind: str):
    for illegal in ("raise", "lose"):
        env = getattr(envs("aurum"), kind)(players=3, illegal=illegal)
        env.reset(seed=1)
        wrong = 109 if kind == "raw_env" else dict.fromkeys(env.agents, 109)
        if illegal == "raise":
            with pytest.raises(ValueError, match="player_0 may not take action 109 now; legal are"):
                env.step(wrong)
        elif kind == "raw_env":
            env.step(wrong)
            assert env.rewards == {"player_0": -1.0, "player_1": 0.0, "player_2": 0.0}
            assert all(env.terminations.values())
        else:
            assert env.step(wrong)[1] == dict.fromkeys(env.possible_agents, -1.0)


@pytest.mark.parametrize("kind", ["raw_env", "parallel_env"])
@pytest.mark.parametrize("game", GAMES)
def test_it_draws_itself(game: str, kind: str):
    for mode, begins in (("ansi", game.capitalize()), ("svg", "<svg ")):
        env = getattr(envs(game), kind)(render_mode=mode)
        env.reset(seed=7)
        assert env.render().startswith(begins)
    env = getattr(envs(game), kind)(render_mode="rgb_array")
    env.reset(seed=7)
    drawn = env.render()
    assert drawn.dtype == np.uint8
    assert drawn.shape[2] == 3
    lines = str(env.table.shown()).splitlines()
    assert drawn.shape[0] >= 20 * len(lines)
    assert len(np.unique(drawn.reshape(-1, 3), axis=0)) >= 2
    with pytest.raises(ValueError, match="no render mode 'human'"):
        envs(game).raw_env(render_mode="human")
    assert envs(game).raw_env().render() is None


def test_seeds_are_exact_and_resets_without_one_follow_from_the_last():
    one, other = envs("aurum").raw_env(), envs("aurum").raw_env()
    for env in (one, other):
        env.reset(seed=5)
        env.reset()
    assert np.array_equal(one.state(), other.state())
    assert one.state_space.contains(one.state())
    one.reset()
    assert not np.array_equal(one.state(), other.state())


def test_they_are_made_by_their_ids():
    assert register() == register() == ("karat/aurum-v0", "karat/amul-v0")
    env = pettingzoo.make("aec", "karat/aurum-v0", players=3)
    env.reset(seed=1)
    assert env.num_agents == 3
    assert pettingzoo.make("parallel", "karat/amul-v0", players=6).max_num_agents == 6


def test_what_there_is_not_is_said():
    with pytest.raises(AttributeError, match="chess_v0"):
        _ = karat_env.chess_v0
    with pytest.raises(NoKernel, match="opal is not compiled"):
        single(make_opal())
    with pytest.raises(ValueError, match="an episode is a 'match', not 'round'"):
        single("amul", episode="round")


def test_ten_lines_of_the_page_play_an_episode():
    """Those that a reader of docs/env.md copies first, just as they stand."""
    page = (Path(__file__).resolve().parents[2] / "docs" / "env.md").read_text("utf-8")
    shown = page.partition("## PettingZoo")[2].partition("```python\n")[2].partition("```")[0]
    lines = [line[4:] for line in shown.splitlines() if line.startswith((">>> ", "... "))]
    assert len(lines) <= 10
    said: dict[str, Any] = {}
    exec("\n".join(lines), said)  # noqa: S102 -- our own page
    assert said["env"].agents == []
    assert said["env"].terminations == {}
    assert said["env"].unwrapped.table.match.done


@pytest.mark.parametrize("kind", ["raw_env", "parallel_env"])
def test_masks_may_be_in_observations_alone_as_torchrl_wants_them(kind: str):
    env = getattr(envs("aurum"), kind)(players=3, mask_in_info=False)
    env.reset(seed=1)
    infos = env.infos if kind == "raw_env" else env.step(first_legal(env))[4]
    assert all(info == {"team": seat} for seat, info in enumerate(infos.values()))


def first_legal(env: Any) -> dict[str, int]:
    """Of every agent, what it may do first."""
    seen, _ = env.reset(seed=1)
    return {agent: int(seen[agent]["action_mask"].argmax()) for agent in env.agents}
