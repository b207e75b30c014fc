"""OpenSpiel's own search at our table: its ISMCTSBot plays a round of Aurum, for measuring.

What is OpenSpiel's: the algorithm, `open_spiel.python.algorithms.ismcts.ISMCTSBot` with its own defaults (UCT, the
most visited action, a fresh world for each simulation, nodes by information state). Its C++ twin ends the process on
any game that is defined in Python, OpenSpiel's own included (2.0.2), so this is the one that can be had.

What is ours: the states that it walks through, and nothing else. An action is its number in `karat.aurum.rules.codec`,
an information state the view of the seat to act, a resampled world one of `karat.aurum.kernel.resample`, a return twice
the share of the round's win less one. It evaluates as its RandomRolloutEvaluator does with one rollout, each legal
action as likely as every other and the same prior for all; the kernel plays that rollout, far faster than Python could.
"""

from __future__ import annotations

import importlib
import time
from collections.abc import Sequence
from typing import Any

import numpy as np

from karat.aurum import Action, Observation
from karat.aurum.kernel import layout as at
from karat.aurum.kernel import legal, playout
from karat.aurum.kernel import observe as seeing
from karat.aurum.kernel import resample as worlds
from karat.aurum.kernel import round as one_round
from karat.aurum.kernel.layout import Record
from karat.aurum.kernel.pack import pack_view
from karat.aurum.rules.codec import decode
from karat.bots.bot import Budget, NotInstalled
from karat.kernel.random import Words, generator
from karat.shuffle import Stream

UCT_C = 2.0
"""What OpenSpiel's MCTS example explores with; ISMCTSBot has no default for it."""
ENDLESS = 10**9


class OpenSpiel:
    """A Bot that asks OpenSpiel's; `tries` are its simulations, `seconds` as many of them as fit."""

    def __init__(self, budget: Budget) -> None:
        self.budget = budget
        self._spiel = _load("pyspiel")
        self._ismcts = _load("open_spiel.python.algorithms.ismcts")

    @classmethod
    def thinking(cls, budget: Budget) -> OpenSpiel:
        return cls(budget)

    def choose(self, seen: Observation, legal: Sequence[Action], rng: Stream) -> Action:
        """What the search visits most from this observation."""
        began = time.perf_counter()
        assert seen.seat is not None  # noqa: S101 -- an onlooker is not asked
        if len(legal) == 1:
            return legal[0]
        game = AurumGame(self._spiel)
        chance = generator(f"{rng.word():08x}{rng.word():08x}")
        view = pack_view(seen)
        search = self._ismcts.ISMCTSBot(
            game, Rollouts(chance), UCT_C, self.budget.tries or ENDLESS, random_state=np.random.RandomState(rng.word())
        )
        deadline = began + self.budget.seconds if self.budget.tries is None and self.budget.seconds else None
        made = 0

        def another_world(_state: AurumState, _seat: int) -> AurumState:
            nonlocal made
            # The first simulation only makes the root and the second its first child: without them is no answer.
            if deadline is not None and made >= 2 and time.perf_counter() >= deadline:
                raise _OutOfTime
            made += 1
            return resampled(game, view, chance)

        search.set_resampler(another_world)
        root = resampled(game, view, chance)
        try:
            policy = search.run_search(root)
        except _OutOfTime:
            policy = search.get_final_policy(root, search._root_node)  # noqa: SLF001 -- as run_search ends
        actions, chances = zip(*policy, strict=True)
        number = int(search._random_state.choice(actions, p=chances))  # noqa: SLF001 -- as its `step` chooses
        return decode(number, seen.seat, seen.rules.players)


class _OutOfTime(Exception):
    """The budget is spent in the middle of a search."""


class AurumGame:
    """What the search asks of a game."""

    def __init__(self, spiel: Any) -> None:
        kinds = spiel.GameType
        self._type = kinds(
            short_name="karat_aurum",
            long_name="A round of Aurum",
            dynamics=kinds.Dynamics.SEQUENTIAL,
            chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
            information=kinds.Information.IMPERFECT_INFORMATION,
            utility=kinds.Utility.CONSTANT_SUM,
            reward_model=kinds.RewardModel.TERMINAL,
            max_num_players=4,
            min_num_players=3,
            provides_information_state_string=True,
            provides_information_state_tensor=False,
            provides_observation_string=False,
            provides_observation_tensor=False,
            parameter_specification={},
        )

    def get_type(self) -> Any:
        return self._type


class AurumState:
    """What the search asks of a state: a round, from the first decision to its score."""

    __slots__ = ("_before", "_game", "_key", "first", "record")

    def __init__(self, game: AurumGame, record: Record, first: int, before: list[int]) -> None:
        self._game = game
        self.record = record
        self.first = first
        """Three bid at the same time: the seat that the search is for goes first."""
        self._before = before
        """The nuggets before this round, by side."""
        self._key: bytes | None = None

    def get_game(self) -> AurumGame:
        return self._game

    def is_terminal(self) -> bool:
        return bool(self.record[at.TURN] < 0)

    def is_chance_node(self) -> bool:
        return False

    def current_player(self) -> int:
        record, first = self.record, self.first
        if record[at.PHASE] == at.BIDDING and record[at.PLAYERS] == 3 and record[at.BID + first] == -1:
            return first
        return int(record[at.TURN])

    def legal_actions(self) -> list[int]:
        found = np.zeros(legal.MOST_LEGAL, np.int64)
        numbers: list[int] = found[: legal.legal_list(self.record, self.current_player(), found)].tolist()
        return numbers

    def apply_action(self, action: int) -> None:
        one_round.apply(self.record, self.current_player(), int(action))
        self._key = None

    def information_state_string(self) -> bytes:
        """All that the seat to act knows; the search only compares it."""
        if self._key is None:
            view = np.zeros(at.WORDS, np.int64)
            seeing.view(self.record, self.current_player(), view)
            self._key = view.tobytes()
        return self._key

    def returns(self) -> list[float]:
        """By seat, from -1 for a lost round to 1 for one that is won alone."""
        players = int(self.record[at.PLAYERS])
        sides = 2 if players == 4 else 3
        won = [int(self.record[at.NUGGETS + side]) - self._before[side] for side in range(sides)]
        if not any(won):  # AV.2: rounds are not won; the most points are the next best thing
            points = self.record[at.POINTS : at.POINTS + sides].tolist()
            won = [int(own == max(points)) for own in points]
        return [2 * won[seat % sides] / sum(won) - 1 for seat in range(players)]

    def copy(self) -> AurumState:
        return AurumState(self._game, self.record.copy(), self.first, self._before)


class Rollouts:
    """OpenSpiel's random rollout evaluator with one rollout, played by the kernel."""

    def __init__(self, chance: Words) -> None:
        self._chance = chance

    def evaluate(self, state: AurumState) -> list[float]:
        end = state.copy()
        playout.play_round(end.record, self._chance)
        return end.returns()

    def prior(self, state: AurumState) -> list[tuple[int, float]]:
        actions = state.legal_actions()
        return [(action, 1.0 / len(actions)) for action in actions]


def resampled(game: AurumGame, view: Record, chance: Words) -> AurumState:
    """A world that looks like `view` to its seat."""
    record = np.zeros(at.WORDS, np.int64)
    worlds.resample(view, chance, record)
    return AurumState(game, record, int(view[at.SEAT]), view[at.NUGGETS : at.NUGGETS + 3].tolist())


def _load(module: str) -> Any:
    try:
        return importlib.import_module(module)
    except ModuleNotFoundError:
        raise NotInstalled(
            "openspiel is OpenSpiel's own search, which is not installed: pip install open-spiel"
        ) from None
