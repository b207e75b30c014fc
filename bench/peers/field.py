"""Who takes part, and what is promised of Karat beside them."""

from __future__ import annotations

from dataclasses import dataclass

from bench.peers.contest import Entrant
from karat.kernel.bench import BATCH, FUSED, SINGLE, STEPS

SPADES = "open_spiel spades rollouts"

TRICK_GAMES = ("spades", "hearts", "bridge(use_double_dummy_result=false)", "euchre", "oh_hell")
"""All play tricks to the end; bridge would else call a solver at the end of the bidding."""


def open_spiel() -> list[Entrant]:
    module = "bench.peers.open_spiel"
    found = []
    for name in TRICK_GAMES:
        game = name.partition("(")[0]
        key, make = f"open_spiel {game} rollouts", f"{module}:rollouts"
        found.append(Entrant(key, "open_spiel", game, "C++ rollouts from a deal", make, (name,)))
    whole, steps = f"{module}:with_deals", f"{module}:stepping"
    return [
        *found,
        Entrant("open_spiel spades games", "open_spiel", "spades", "C++ bots, with the deal", whole, ("spades",)),
        Entrant("open_spiel spades steps", "open_spiel", "spades", SINGLE, steps, ("spades",)),
    ]


def batches_and_steps() -> list[Entrant]:
    """pgx, RLCard and PettingZoo."""
    return [
        *(
            Entrant(f"pgx {game}", "pgx", game, BATCH, "bench.peers.pgx:Stepping", (game,))
            for game in ("kuhn_poker", "leduc_holdem")
        ),
        *(
            Entrant(f"rlcard {game}", "rlcard", game, SINGLE, "bench.peers.rlcard:stepping", (game,))
            for game in ("leduc-holdem", "uno", "bridge")
        ),
        *(
            Entrant(f"pettingzoo {game}", "pettingzoo", game, SINGLE, "bench.peers.pettingzoo:stepping", (game,))
            for game in ("leduc_holdem_v4", "texas_holdem_v4")
        ),
    ]


PEERS: tuple[Entrant, ...] = (*open_spiel(), *batches_and_steps())


@dataclass(frozen=True, slots=True)
class Goal:
    """`ours` is to make at least `least` times the moves of the fastest of `theirs`, or `least` moves a second."""

    what: str
    ours: str
    theirs: tuple[str, ...]
    least: float
    by_the_clock: bool = False  # where one core stands against several


def ours(game: str, interface: str, cores: int = 1) -> Entrant:
    """Karat with four players."""
    key = f"karat {game} {interface}" + (f" on {cores} cores" if cores > 1 else "")
    return Entrant(key, "karat", game, interface, "bench.peers.ours:Playing", (game, 4, interface, cores), cores)


KARAT: tuple[Entrant, ...] = (
    *(ours(game, interface) for game in ("aurum", "amul") for interface in (FUSED, STEPS, BATCH, SINGLE)),
    *(ours(game, FUSED, cores=2) for game in ("aurum", "amul")),
)

PGX = tuple(peer.key for peer in PEERS if peer.library == "pgx")

GOALS = (
    Goal("Aurum fused / OpenSpiel spades rollouts", f"karat aurum {FUSED}", (SPADES,), 8),
    Goal("Aurum step loop / OpenSpiel spades rollouts", f"karat aurum {STEPS}", (SPADES,), 4),
    Goal("Aurum batch / pgx's fastest card game", f"karat aurum {BATCH}", PGX, 5),
    Goal("Amul fused, moves/s", f"karat amul {FUSED}", (), 5e6),
    *(
        Goal(
            f"{game.title()} fused, two cores / one",
            f"karat {game} {FUSED} on 2 cores",
            (f"karat {game} {FUSED}",),
            1.8,
            by_the_clock=True,
        )
        for game in ("aurum", "amul")
    ),
)
