"""OpenSpiel's own tests and algorithms run on the games."""

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import cfr, expected_game_score, ismcts, mcts

from karat.aurum.rules.notation import parse_round
from karat.aurum.solver.solve import solve
from karat.env.spiel import SpielGame, register_spiel
from karat.games import GAMES

TABLES = [(game, players) for game, kit in GAMES.items() for players in kit.options.players]
register_spiel()
SPIEL_GAMES = {game: type("Named", (SpielGame,), {"game": game}) for game in GAMES}


def load(game: str, players: int, **more: object) -> pyspiel.Game:
    given = ",".join(f"{name}={value}" for name, value in {"players": players, **more}.items())
    return pyspiel.load_game(f"karat_{game}({given})")


def test_they_are_registered_once():
    assert register_spiel() == register_spiel() == ("karat_aurum", "karat_amul")


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_openspiels_random_simulations_pass(game: str, players: int):
    pyspiel.random_sim_test(load(game, players, deals=16), 1, True, False)


def dealt(game: pyspiel.Game, deal: int, actions: int = 0) -> pyspiel.State:
    state = game.new_initial_state()
    state.apply_action(deal)
    for _ in range(actions):
        state.apply_action(state.legal_actions()[0])
    return state


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_a_resampled_state_looks_the_same_to_its_seat_alone(game: str, players: int):
    rng = np.random.default_rng(1)
    changed = 0
    for actions in (0, 1, players, 20):
        state = dealt(load(game, players), 5, actions)
        seat = state.current_player()
        other = state.resample_from_infostate(seat, rng.random)
        assert other.information_state_string(seat) == state.information_state_string(seat)
        assert other.observation_tensor(seat) == state.observation_tensor(seat)
        assert other.information_state_tensor(seat) == state.information_state_tensor(seat)
        assert other.legal_actions() == state.legal_actions()
        rival = (seat + 1) % players
        changed += other.observation_tensor(rival) != state.observation_tensor(rival)
    assert changed


@pytest.mark.parametrize("game", GAMES)
def test_a_choice_that_lies_face_down_is_in_no_other_information_state(game: str):
    one, other = (dealt(load(game, 3), 2) for _ in range(2))
    one.apply_action(one.legal_actions()[0])
    other.apply_action(other.legal_actions()[1])
    assert one.information_state_string(0) != other.information_state_string(0)
    for seat in (1, 2):
        assert one.information_state_string(seat) == other.information_state_string(seat)


ENDING = "B2 S9 / C4 Z7 / P3 B8 / S1 C6, bids B5 / S2 / C3 / Z4, tricks 3 1 2 2, leader 1"


def ending() -> pyspiel.State:
    given = {"players": 4, "episode": "round", "position": ENDING.replace(",", ";")}
    return dealt(pyspiel.load_game("karat_aurum", given), 0)


def test_counterfactual_regret_finds_the_solvers_value_of_an_ending():
    """There is one deal, so every information state is one state, and best play is what the solver says."""
    state = ending()
    solved = solve(parse_round(ENDING))
    assert solved.exact
    assert state.current_player() == solved.seat
    assert len(state.legal_actions()) == len(solved.by_action) > 1
    found = cfr.CFRPlusSolver(state.get_game())
    for _ in range(15):
        found.evaluate_and_update_policy()
    values = expected_game_score.policy_value(state, [found.average_policy()] * 4)
    assert values[solved.seat] == pytest.approx(solved.value.margins[0], abs=0.25)
    assert values[0] + values[1] == pytest.approx(0)


def test_a_position_that_does_not_fit_is_refused_in_a_sentence():
    with pytest.raises(ValueError, match="cannot be laid out for 3"):
        SPIEL_GAMES["aurum"]({"players": 3, "episode": "round", "position": ENDING})
    with pytest.raises(ValueError, match="wanted is episode='round', not 'match'"):
        SPIEL_GAMES["aurum"]({"players": 4, "position": ENDING})


@pytest.mark.parametrize("game", GAMES)
def test_states_are_written_and_read_again(game: str):
    state = dealt(load(game, 3, deals=8), 3, 25)
    text = pyspiel.serialize_game_and_state(state.get_game(), state)
    _, again = pyspiel.deserialize_game_and_state(text)
    assert again.history() == state.history()
    assert str(again) == str(state)
    for seat in range(3):
        assert again.information_state_string(seat) == state.information_state_string(seat)
        assert again.observation_tensor(seat) == state.observation_tensor(seat)
    again.apply_action(again.legal_actions()[0])
    assert again.history() != state.history(), "and neither is the other"


def test_an_information_state_recalls_in_order_what_its_seat_knows():
    state = dealt(load("aurum", 3, episode="round"), 2)
    bids = [state.legal_actions()[0]]
    state.apply_action(bids[0])
    size = len(state.observation_tensor(0))
    for seat, known in ((0, [1 + bids[0]]), (1, [])):
        history = state.information_state_tensor(seat)[size:]
        assert len(history) == 128
        assert [entry for entry in history if entry] == known, "a bid that lies face down is known to its seat alone"
    for _ in range(2):
        bids.append(state.legal_actions()[0])
        state.apply_action(bids[-1])
    assert state.information_state_tensor(1)[size : size + 4] == [
        1 + bids[0] + 2 * 1011, 1 + bids[1], 1 + bids[2] + 1011, 0,
    ]  # fmt: skip


def test_its_search_plays():
    game = load("aurum", 3, episode="round")
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    bot = ismcts.ISMCTSBot(game, evaluator, 2.0, 20, random_state=np.random.RandomState(2))
    state = dealt(game, 3)
    assert bot.step(state) in state.legal_actions()
