"""What the contract needs to know of a game beyond its kit: what to draw, and what it hides."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hypothesis.strategies import SearchStrategy

from karat.bots.bot import Candidate
from karat.game import Law, Seat
from karat.kit import Kit
from karat.shuffle import Stream

TESTS = Path(__file__).resolve().parent.parent


@dataclass(frozen=True, kw_only=True)
class Codec:
    """Actions as numbers, for a seat under certain rules."""

    size: int
    encode: Callable[[Any, Seat], int]
    decode: Callable[[int, Seat], Any]


@dataclass(frozen=True, kw_only=True)
class Kept:
    """Records of another program in tests/records, and corrupted ones with a line for each kind."""

    matches: int
    corrupted: int


@dataclass(frozen=True, kw_only=True)
class Case:
    kit: Kit
    laws: type[Law]
    ids: str
    """What the id of one of its rules looks like, as a pattern."""
    tests: Path
    """Where its rules are tested."""

    rules: SearchStrategy[Any]
    matches: SearchStrategy[Any]
    """At any point that play can come to, dealt or not, over or not."""
    choosing: SearchStrategy[Any]
    """Where several seats owe a choice at the same time, and some may have made theirs."""
    finished: SearchStrategy[Any]
    """Whole matches, also of players with strange tastes."""

    cards: Sequence[Any]
    """Every card."""
    sayings: Callable[[Any], Sequence[Any]]
    """Everything that can be said at all under these rules, and a little more."""
    nonsense: tuple[str, ...]
    """Texts that are no action."""
    position: Callable[[Any], Any]
    """What lies on the table of a match; None where nothing does."""
    show: Callable[[Any], str]
    """The same as text, which the kit's perft engine reads."""

    unseen_permuted: Callable[[Any, Seat | None, Stream], Any]
    """Another match that looks the same to a seat: what it cannot see has changed places, whatever led there."""
    another_world: Callable[[Any, Seat, Stream], Any]
    """The same for a seat that thinks about what led there; None where no such match was found."""

    codec: Callable[[Any], Codec] | None = None
    records: Kept | None = None
    examples: int = 60
    """Of what takes long: choices of bots that search."""
    explains: Callable[[str, Sequence[Any], Sequence[Candidate]], bool] = lambda *_: True
    """What else holds of a level, the legal actions and what it thought of them."""

    @property
    def running(self) -> SearchStrategy[Any]:
        """Where somebody owes an action."""
        return self.matches.filter(self.kit.game.to_act)

    def __str__(self) -> str:
        return self.kit.name
