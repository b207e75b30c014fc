"""The decisions of a match as arrays: what a game's replayer reads from a record by compiled code."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from karat.record import Record


class Decisions(NamedTuple):
    """All of one match, in order, a row each."""

    rounds: NDArray[np.int16]
    """From 1."""
    seats: NDArray[np.int8]
    actions: NDArray[np.int16]
    """By the game's numbers."""
    texts: list[str]
    """As the record writes them."""
    options: NDArray[np.int16]
    """How many actions were legal."""
    won: NDArray[np.float32]
    """The share of the match's win that came to the seat's side; NaN where the match was broken off."""
    lead: NDArray[np.float32]
    """Points by which that side was ahead of the best other when next scored; NaN where nothing was."""
    legal: NDArray[np.int16]
    """Where wanted, what was legal, ascending, one decision after the other; else empty."""
    seen: NDArray[np.uint8]
    """Where wanted, what the seat saw, as the game's tensor tells it; else of no width."""


class Replayer(Protocol):
    """Reads records of one set of rules; it has arrays of its own and is for one thread."""

    tensor: int
    """Bytes of an observation."""
    actions: int
    """How many numbers of actions there are."""

    def read(self, record: Record, *, observations: bool) -> Decisions:
        """Every decision; BadRecord at the first that the rules forbid. Results that the record tells are not read."""
        ...


def numbers_of(
    told: Sequence[Any], known: dict[tuple[Any, Any], int], number: Callable[[Any, int], int]
) -> NDArray[np.int64]:
    """The numbers of actions `[seat, text]`; those that are not known yet are asked for with their place."""
    try:
        return np.array([known[seat, text] for seat, text in told], np.int64)
    except (KeyError, TypeError, ValueError):
        for place, one in enumerate(told):
            found = number(one, place)
            known[one[0], one[1]] = found
        return np.array([known[seat, text] for seat, text in told], np.int64)


def joined(parts: Sequence[Mapping[str, Any]], width: int) -> Decisions:
    """The parts of a match, one after the other; `width` is that of what was seen."""
    if not parts:
        none: Any = np.zeros(0, np.int16)
        unknown = np.zeros(0, np.float32)
        return Decisions(
            none, none.astype(np.int8), none, [], none, unknown, unknown, none, np.zeros((0, width), np.uint8)
        )
    arrays = {name: np.concatenate([part[name] for part in parts]) for name in Decisions._fields if name != "texts"}
    return Decisions(**arrays, texts=[text for part in parts for text in part["texts"]])
