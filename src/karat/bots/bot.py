"""What a bot is, and which there are."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from karat.bots.amul_greedy import AmulGreedy
from karat.bots.aurum_greedy import AurumGreedy
from karat.bots.random import Random

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from karat.shuffle import Stream


class Bot(Protocol):
    """Chooses one of the legal actions from what its seat may know; chance comes from `rng` alone."""

    def choose(self, seen: Any, legal: Sequence[Any], rng: Stream) -> Any: ...


class UnknownBot(ValueError):
    """A name that no bot of this game has."""


BOTS: Mapping[str, Mapping[str, Callable[[], Bot]]] = {
    "aurum": {"random": Random, "greedy": AurumGreedy},
    "amul": {"random": Random, "greedy": AmulGreedy},
}
"""By game, then by name, from weak to strong."""


def make_bot(game: str, name: str) -> Bot:
    """A bot by its name."""
    if name not in BOTS[game]:
        raise UnknownBot(f"no bot {name!r} plays {game}; there are {', '.join(BOTS[game])}")
    return BOTS[game][name]()
