"""Whole matches for tests, played by chance: their records, their ends, and who sat at them."""

from __future__ import annotations

from functools import lru_cache

from strategies import amul_walk, walk

from karat import amul, aurum
from karat.game import Outcome
from karat.games import GAMES
from karat.record import Record
from karat.server.matches.finished import Finished, Sharing, Sitter
from karat.server.people.accounts import Person

ENDLESS = 10**6


@lru_cache
def played(game: str, players: int, seed: str = "1") -> tuple[Record, Outcome]:
    state = (
        walk(aurum.Rules(players, variants=(aurum.Variant.THREE_ROUND_TOTAL,)), seed, ENDLESS)
        if game == "aurum"
        else amul_walk(amul.Rules(players), seed, ENDLESS)
    )
    outcome = GAMES[game].game.outcome(state)
    assert outcome is not None
    return GAMES[game].to_record(state), outcome


def seated(*people: Person | str) -> tuple[Sitter, ...]:
    """People, and bots by their level."""
    return tuple(
        Sitter(one, level=one) if isinstance(one, str) else Sitter(one.name, one.id, one.kind) for one in people
    )


def finished(id_: str, game: str, *people: Person | str, seed: str = "1", **settings: object) -> Finished:
    record, outcome = played(game, len(people), seed)
    told: dict[str, object] = {"outcome": outcome, "started": 100.0, "ended": 200.0, "rated": True}
    told["sharing"] = Sharing.PUBLIC
    return Finished(id_, record, sitters=seated(*people), **(told | settings))  # type: ignore[arg-type]
