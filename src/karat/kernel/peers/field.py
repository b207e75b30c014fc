"""Who takes part, and what is promised of Karat beside them."""

from __future__ import annotations

from dataclasses import dataclass

from karat.kernel.peers.contest import Contender

SPADES = "open_spiel spades rollouts"

TRICK_GAMES = ("spades", "hearts", "bridge(use_double_dummy_result=false)", "euchre", "oh_hell")
"""All play tricks to the end; bridge would else call a solver at the end of the bidding."""


def open_spiel() -> list[Contender]:
    module = "karat.kernel.peers.open_spiel"
    found = []
    for name in TRICK_GAMES:
        game = name.partition("(")[0]
        key, make = f"open_spiel {game} rollouts", f"{module}:rollouts"
        found.append(Contender(key, "open_spiel", game, "C++ rollouts from a deal", make, (name,)))
    whole, steps = f"{module}:with_deals", f"{module}:stepping"
    return [
        *found,
        Contender("open_spiel spades games", "open_spiel", "spades", "C++ bots, with the deal", whole, ("spades",)),
        Contender("open_spiel spades steps", "open_spiel", "spades", "single step from Python", steps, ("spades",)),
    ]


def batches_and_steps() -> list[Contender]:
    """pgx, RLCard and PettingZoo."""
    batch, step = "batch with observation and mask", "single step from Python"
    return [
        *(
            Contender(f"pgx {game}", "pgx", game, batch, "karat.kernel.peers.pgx:Stepping", (game,))
            for game in ("kuhn_poker", "leduc_holdem")
        ),
        *(
            Contender(f"rlcard {game}", "rlcard", game, step, "karat.kernel.peers.rlcard:stepping", (game,))
            for game in ("leduc-holdem", "uno", "bridge")
        ),
        *(
            Contender(f"pettingzoo {game}", "pettingzoo", game, step, "karat.kernel.peers.pettingzoo:stepping", (game,))
            for game in ("leduc_holdem_v4", "texas_holdem_v4")
        ),
    ]


PEERS: tuple[Contender, ...] = (*open_spiel(), *batches_and_steps())


@dataclass(frozen=True, slots=True)
class Goal:
    """`ours` is to make at least `least` times the moves of the fastest of `theirs`, or `least` moves a second."""

    what: str
    ours: str
    theirs: tuple[str, ...]
    least: float


AURUM_FUSED, AURUM_STEPS, AURUM_BATCH = "karat aurum fused", "karat aurum step loop", "karat aurum batch"
AURUM_TWO, AMUL_FUSED = "karat aurum fused, 2 cores", "karat amul fused"

GOALS = (
    Goal("Aurum fused / OpenSpiel spades rollouts", AURUM_FUSED, (SPADES,), 8),
    Goal("Aurum step loop / OpenSpiel spades rollouts", AURUM_STEPS, (SPADES,), 4),
    Goal("Aurum batch / pgx's fastest card game", AURUM_BATCH, ("pgx kuhn_poker", "pgx leduc_holdem"), 5),
    Goal("Aurum fused, two cores / one", AURUM_TWO, (AURUM_FUSED,), 1.8),
    Goal("Amul fused, 4 players, moves/s", AMUL_FUSED, (), 5e6),
)
