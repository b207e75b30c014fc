"""What a bot is, how long it may think, and which there are."""

from __future__ import annotations

import importlib
import importlib.util
import re
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

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
    """The chance to win the round, or the match where that is one round, from 0 to 1."""
    tries: int | None = None
    """How often it was tried out, where it was."""


@runtime_checkable
class Explaining(Protocol):
    """A bot that can also tell what it thought of, the best first."""

    def candidates(self, seen: Any, legal: Sequence[Any], rng: Stream) -> Sequence[Candidate]: ...


@dataclass(frozen=True, slots=True)
class Forecast:
    """What a bot of Aurum expects of its side's bid as it lies now, at the end of the round; each from 0 to 1."""

    exactly: float
    """The chance to end with exactly as many tricks as were bid."""
    at_least: float
    """The chance to end with as many or more; never less than `exactly`."""


@runtime_checkable
class Forecasting(Protocol):
    """A bot of Aurum that can also say how sure it is of its bid, whenever all bids are laid and it is to act.

    The arena holds such forecasts against what came about (`bench.calibration`). A bid that is changed later in
    the round counts as it lay at the end.
    """

    def forecast(self, seen: Any, legal: Sequence[Any], rng: Stream) -> Forecast: ...


class BadBudget(ValueError):
    """A text that says no time and no number of tries."""


@dataclass(frozen=True, slots=True)
class Budget:
    """How much a bot may think about one choice: seconds, or tries, which give the same choice wherever they are made.

    >>> Budget.parse("0.5s"), Budget.parse("5000")
    (Budget(seconds=0.5, tries=None), Budget(seconds=None, tries=5000))
    """

    seconds: float | None = 0.1
    tries: int | None = None

    @classmethod
    def parse(cls, text: str) -> Budget:
        """`0.5s` and `200ms` are times, a bare number counts tries."""
        found = re.fullmatch(r"(\d+(?:\.\d+)?)(s|ms)|(\d+)", text.strip())
        if found is None:
            raise BadBudget(f"{text!r} is no budget: write a time such as 0.5s or 200ms, or a number of tries")
        number, unit, tries = found.groups()
        budget = cls(None, int(tries)) if tries else cls(float(number) / (1000 if unit == "ms" else 1))
        if not (budget.tries or budget.seconds):
            raise BadBudget(f"{text!r} is no budget: it must be more than nothing")
        return budget

    def __str__(self) -> str:
        return f"{self.seconds:g}s" if self.tries is None else str(self.tries)


class UnknownBot(ValueError):
    """A name that no bot of this game has."""


class NotInstalled(UnknownBot):
    """A bot of another library that is not here; the message says what to install."""


BOTS: Mapping[str, Mapping[str, str]] = {
    "aurum": {
        "random": "karat.bots.random:Random",
        "novice": "karat.aurum.bots.novice:AurumNovice",
        "casual": "karat.aurum.bots.casual:AurumCasual",
        "strong": "karat.aurum.bots.strong:AurumStrong",
        "instant": "karat.aurum.bots.instant:AurumInstant",
        "expert": "karat.aurum.bots.expert:AurumExpert",
    },
    "amul": {
        "random": "karat.bots.random:Random",
        "novice": "karat.amul.bots.novice:Novice",
        "casual": "karat.amul.bots.casual:Casual",
        "strong": "karat.amul.bots.strong:Strong",
        "expert": "karat.amul.bots.expert:Expert",
    },
}
"""By game, then by name, from weak to strong: the module and the class, loaded when somebody wants it."""

COMPILED = frozenset({"strong", "instant", "expert"})
"""Levels that think in compiled code, and so are there only with `karat[kernel]`."""
USUAL = "casual"
"""The level where nobody has wished for another."""


@cache
def levels(game: str) -> tuple[str, ...]:
    """The levels of a game that can be had here, from weak to strong."""
    has_kernel = importlib.util.find_spec("numba") is not None
    return tuple(name for name in BOTS[game] if has_kernel or name not in COMPILED)


FOR_MEASURING: Mapping[str, Mapping[str, str]] = {
    "aurum": {
        "openspiel": "karat.aurum.bots.openspiel:OpenSpiel",
        "oracle": "karat.aurum.bots.oracle:AurumOracle",
    },
    "amul": {},
}
"""Players that the arena alone may seat, never a table: those of other libraries, and those that see all cards.

Here the module is named in full. One that sees all cards has `knows_all = True` and, in place of `choose`,
`choose_knowing(state, legal, rng)`.
"""


def find_bot(game: str, name: str, *, measuring: bool = False) -> Any:
    """The class of a bot; with `measuring`, of one that sits at no table too."""
    known = {**BOTS[game], **(FOR_MEASURING[game] if measuring else {})}
    if name not in known:
        raise UnknownBot(f"no bot {name!r} plays {game}; there are {', '.join(known)}")
    module, _, kind = known[name].partition(":")
    return getattr(importlib.import_module(module), kind)


def make_bot(game: str, name: str, budget: Budget | None = None, *, measuring: bool = False) -> Bot:
    """A bot by its name. Those that search keep to the budget; the others do not need one."""
    maker = find_bot(game, name, measuring=measuring)
    bot: Bot = maker.thinking(budget or Budget()) if hasattr(maker, "thinking") else maker()
    return bot


def candidates(bot: Bot, seen: Any, legal: Sequence[Any], rng: Stream) -> tuple[Candidate, ...]:
    """What a bot would do, the best first; of one that does not explain itself, its choice alone."""
    if isinstance(bot, Explaining):
        return tuple(bot.candidates(seen, legal, rng))
    return (Candidate(bot.choose(seen, legal, rng)),)
