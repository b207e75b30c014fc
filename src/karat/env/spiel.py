"""The games for OpenSpiel: registered with pyspiel, so that its algorithms in Python run on them.

`karat_aurum(players=3,episode=round)` and so on, as `pyspiel.load_game` takes them. Chance acts once, at the beginning:
it draws one of `deals` deals, all equally likely, by its number, and what is dealt later in a match follows from it. So
a state is its history, as OpenSpiel writes one. `position` is a table as text (`karat.Match.position`, with ; for each
comma) to be played to its end: then there is one deal, and that is it. Who choose in secret act one after the other and
see nothing of it. An information state is what the seat sees and all that it knows was done, in order.
"""

from __future__ import annotations

import importlib
from typing import Any

import numpy as np

from karat.env.one import SingleMatch, kernel_of
from karat.games import GAMES
from karat.kernel.random import generator
from karat.match import rules_of

DEALS = 4096
"""How many there are to be drawn from, unless told otherwise."""
LONGEST = 10_000
"""More actions than any match has."""
RECALLED, ROUND_RECALLED = 4096, 128
"""Actions that an information-state tensor has room for, of a match and of a round."""

pyspiel: Any = importlib.import_module("pyspiel")


def type_of(game: str) -> Any:
    """What OpenSpiel is told of a game."""
    kit, kinds = GAMES[game], pyspiel.GameType
    return kinds(
        short_name=f"karat_{game}",
        long_name=f"Karat: {game.capitalize()}",
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kinds.Information.IMPERFECT_INFORMATION,
        utility=kinds.Utility.GENERAL_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=max(kit.options.players),
        min_num_players=min(kit.options.players),
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification={
            "players": kit.options.usual_players,
            "edition": "",
            "variants": "",
            "episode": "match",
            "deals": DEALS,
            "position": "",
        },
    )


class SpielGame(pyspiel.Game):
    """One of the games, under the rules that its parameters name."""

    game = ""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = params or {}
        kit, _ = kernel_of(self.game)
        self.rules = rules_of(
            kit,
            players=given.get("players"),
            edition=given.get("edition") or None,
            variants=tuple(filter(None, str(given.get("variants", "")).split("+"))),
        )
        self.episode, self.deals = str(given.get("episode", "match")), int(given.get("deals", DEALS))
        self.table: Any = None
        if text := str(given.get("position", "")):
            if kit.perft is None:
                raise ValueError(f"{kit.name} has no positions as text")
            self.table, self.deals = kit.perft.parse(text.replace(";", ",")), 1
        first = self.dealt(0)
        self.tensor = first.tensor
        most = 100.0 if self.episode == "round" else 1.0
        super().__init__(
            type_of(self.game),
            pyspiel.GameInfo(
                num_distinct_actions=first.actions,
                max_chance_outcomes=self.deals,
                num_players=self.rules.players,
                min_utility=-most if self.episode == "round" else 0.0,
                max_utility=most,
                utility_sum=None,
                max_game_length=LONGEST,
            ),
            given,
        )

    def dealt(self, deal: int) -> SingleMatch:
        """A match after a numbered deal, or at the position that was given."""
        match: SingleMatch = self.kernel.single(self.rules, self.seed(deal), episode=self.episode)
        if self.table is not None:
            match.lay_out(self.table)
        return match

    @property
    def kernel(self) -> Any:
        return kernel_of(self.game)[1]

    @staticmethod
    def seed(deal: int) -> str:
        """From which a numbered deal comes: `karat.Match.new(seed=...)` deals the same."""
        return f"deal {deal}"

    def new_initial_state(self) -> SpielState:
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> SpielObserver:
        """What a seat sees; with perfect recall, what it knows was done too."""
        if params:
            raise ValueError(f"observations take no parameters, not {params!r}")
        recalls = bool(iig_obs_type and iig_obs_type.perfect_recall)
        return SpielObserver(self.tensor, (ROUND_RECALLED if self.episode == "round" else RECALLED) if recalls else 0)


class SpielState(pyspiel.State):
    """Before the deal, and from then on a match."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.match: SingleMatch | None = None
        self.done: list[tuple[int, int]] = []
        """Who took which action."""

    def current_player(self) -> int:
        if self.match is None:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if self.match.done else self.match.seat

    def is_terminal(self) -> bool:
        return self.match is not None and self.match.done

    def _legal_actions(self, player: int) -> list[int]:
        return self.match.legal if self.match and player == self.match.seat else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        deals = self.get_game().deals
        return [(deal, 1 / deals) for deal in range(deals)]

    def _apply_action(self, action: int) -> None:
        if self.match is None:
            self.match = self.get_game().dealt(action)
        else:
            self.done.append((self.match.seat, action))
            self.match.step(action)

    def _action_to_string(self, player: int, action: int) -> str:
        game = self.get_game()
        if player == pyspiel.PlayerId.CHANCE:
            return str(game.seed(action))
        return str(game.kernel.decode(game.rules, action, player))

    def returns(self) -> list[float]:
        players = self.get_game().rules.players
        return list(self.match.rewards) if self.match else [0.0] * players

    def known(self, player: int) -> list[tuple[int, int]]:
        """What was done, as far as a seat knows it: of choices that lie face down its own alone."""
        assert self.match is not None  # noqa: S101 -- nothing was done before the deal
        begin = len(self.done) - self.match.face_down
        return [*self.done[:begin], *(one for one in self.done[begin:] if one[0] == player)]

    def resample_from_infostate(self, player: int, sampler: Any) -> SpielState:
        """Another state that looks the same to a seat; `sampler` gives numbers from 0 to 1."""
        assert self.match is not None  # noqa: S101 -- as above
        other: SpielState = self.clone()
        other.match = self.match.another_world(player, generator(repr(float(sampler()))))
        return other

    def __str__(self) -> str:
        if self.match is None:
            return "before the deal"
        return " ".join(f"{seat}:{action}" for seat, action in self.done) or "dealt"


class SpielObserver:
    """Writes what a seat sees and, with room for what it recalls, all that it knows was done, in order.

    An action is 1 + its number + actions x (who did it, counted from the seat clockwise), as in `Batch.history`.
    """

    def __init__(self, size: int, room: int) -> None:
        self.tensor = np.zeros(size + room, np.float32)
        self.dict = {"observation": self.tensor[:size]}
        if room:
            self.dict["history"] = self.tensor[size:]

    def set_from(self, state: SpielState, player: int) -> None:
        self.tensor.fill(0)
        if state.match is None:
            return
        seen = np.zeros(state.match.tensor, np.uint8)
        state.match.observe(player, seen)
        self.dict["observation"][:] = seen
        if "history" in self.dict:
            room, done = self.dict["history"], state.known(player)
            if len(done) > room.size:
                raise ValueError(f"an information-state tensor holds {room.size} actions, not {len(done)}")
            actions, players = state.match.actions, state.match.players
            room[: len(done)] = [1 + action + actions * ((seat - player) % players) for seat, action in done]

    def string_from(self, state: SpielState, player: int) -> str:
        if state.match is None:
            return "before the deal"
        seen = state.match.view(player).hex()
        recalled = state.known(player) if "history" in self.dict else []
        return f"{player} {seen} {' '.join(f'{seat}:{action}' for seat, action in recalled)}".rstrip()


def register_spiel() -> tuple[str, ...]:
    """Make all games known to OpenSpiel; their names."""
    known, names = set(pyspiel.registered_names()), []
    for game in GAMES:
        names.append(f"karat_{game}")
        if names[-1] not in known:
            made = type(f"{game.capitalize()}Spiel", (SpielGame,), {"game": game})
            pyspiel.register_game(type_of(game), made)
    return tuple(names)
