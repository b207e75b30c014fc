"""What a bot is, and how long it may think."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from karat.search.limit import Limit

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.shuffle import Stream


class Bot(Protocol):
    """Chooses one of the legal actions, or its text, from what its seat may know; chance comes from `rng` alone."""

    def choose(self, seen: Any, legal: Sequence[Any], rng: Stream) -> Any: ...


def choice_among(legal: Sequence[Any], choice: Any) -> Any:
    """The legal action that a bot of anybody's chose, as a value or by its text.

    >>> choice_among((1, 2), "2")
    2
    """
    if choice in legal:
        return choice
    for action in legal:
        if str(action) == choice:
            return action
    raise ValueError(f"it chose {str(choice)!r}, which is not legal: now {', '.join(map(str, legal))} are")


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


USUAL_SECONDS = 0.1


class BadBudget(ValueError):
    """A text that says no time and no number of tries."""


@dataclass(frozen=True, slots=True)
class Budget:
    """How much a bot may think about one choice: seconds, or tries, which give the same choice wherever they are made.

    >>> Budget.parse("0.5s"), Budget.parse("5000")
    (Budget(seconds=0.5, tries=None), Budget(seconds=None, tries=5000))
    >>> Budget(tries=200), Budget()
    (Budget(seconds=None, tries=200), Budget(seconds=0.1, tries=None))
    """

    seconds: float | None = None
    """A tenth of a second where nothing is said at all."""
    tries: int | None = None

    def __post_init__(self) -> None:
        if self.seconds is None and self.tries is None:
            object.__setattr__(self, "seconds", USUAL_SECONDS)

    @classmethod
    def of(cls, told: Budget | str | float | None) -> Budget:
        """A budget however it is told: a text as in `parse`, seconds as 0.5, tries as 200, nothing for the usual one.

        >>> Budget.of("0.1s") == Budget.of(0.1) == Budget.of(None), Budget.of(200)
        (True, Budget(seconds=None, tries=200))
        """
        if told is None or isinstance(told, Budget):
            return told or cls()
        # A whole number counts tries, as in a text.
        return cls.parse(told if isinstance(told, str) else str(told) if isinstance(told, int) else f"{told}s")

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

    def limit(self) -> Limit:
        """What that is for a choice that is begun now."""
        return Limit.from_now(self.seconds, self.tries)

    def __str__(self) -> str:
        return f"{self.seconds:g}s" if self.tries is None else str(self.tries)


class UnknownBot(ValueError):
    """A name that no bot of this game has."""


class NotInstalled(UnknownBot):
    """A bot of another library that is not here; the message says what to install."""


def candidates(bot: Bot, seen: Any, legal: Sequence[Any], rng: Stream) -> tuple[Candidate, ...]:
    """What a bot would do, the best first; of one that does not explain itself, its choice alone."""
    if isinstance(bot, Explaining):
        return tuple(bot.candidates(seen, legal, rng))
    return (Candidate(bot.choose(seen, legal, rng)),)
