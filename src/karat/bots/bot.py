"""What a bot is, and which there are."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from karat.bots.amul_greedy import AmulGreedy
from karat.bots.aurum_greedy import AurumGreedy
from karat.bots.random import Random

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from karat.shuffle import Stream


class Bot(Protocol):
    """Chooses one of the legal actions from what its seat may know; chance comes from `rng` alone."""

    def choose(self, seen: Any, legal: Sequence[Any], rng: Stream) -> Any: ...


@dataclass(frozen=True, slots=True)
class Candidate:
    """An action that a bot thought of, with what it can say about it."""

    action: Any
    points: float | None = None
    """Expected for its own side."""
    win: float | None = None
    """The chance to win the match, from 0 to 1."""
    tries: int | None = None
    """How often it was tried out."""


@runtime_checkable
class Explaining(Protocol):
    """A bot that can also tell what it thought of, the best first."""

    def candidates(self, seen: Any, legal: Sequence[Any], rng: Stream) -> Sequence[Candidate]: ...


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


def candidates(bot: Bot, seen: Any, legal: Sequence[Any], rng: Stream) -> tuple[Candidate, ...]:
    """What a bot would do, the best first; of one that does not explain itself, its choice alone."""
    if isinstance(bot, Explaining):
        return tuple(bot.candidates(seen, legal, rng))
    return (Candidate(bot.choose(seen, legal, rng)),)
