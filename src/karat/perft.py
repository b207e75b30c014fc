"""Perft for cards: how many different sequences of exactly n actions a position allows.

Where several seats choose at the same time they are taken in seat order; a sequence that ended earlier is not
counted. Tables are text, one block a position:

    id    three-cards-each
    state B1 B2 B3 / C1 C2 C3 / P1 P2 P3 / S1 S2 S3, gold G0 each, leader 0
    perft 4 81      # three bids at each of four seats (A3.2)
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from karat.game import BadText

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

    from karat.game import Seat, Step

DEEPEST = 1000
"""Beyond any round; a table that asks for more has a slip in it."""


@dataclass(frozen=True, slots=True)
class Engine:
    """The functions that perft needs of a game, and the way back to a text."""

    parse: Callable[[str], Any]
    to_act: Callable[[Any], tuple[Seat, ...]]
    legal_actions: Callable[[Any, Seat], Sequence[Any]]
    apply: Callable[[Any, Seat, Any], Step[Any]]
    show: Callable[[Any], str]


@dataclass(frozen=True, slots=True)
class PerftEntry:
    """One position of a table and the counts that are expected of it."""

    id: str
    game: str
    state: str
    counts: tuple[tuple[int, int], ...]
    """Depth and number of sequences."""


def perft(engine: Engine, state: Any, depth: int) -> int:
    """The number of sequences of exactly `depth` actions."""
    if depth == 0:
        return 1
    seats = engine.to_act(state)
    if not seats:
        return 0
    seat = min(seats)
    legal = engine.legal_actions(state, seat)
    if depth == 1:
        return len(legal)
    return sum(perft(engine, engine.apply(state, seat, action).state, depth - 1) for action in legal)


def divide(engine: Engine, state: Any, depth: int) -> dict[str, int]:
    """The count under each first action: where two engines disagree, the next place to look."""
    seats = engine.to_act(state)
    if not seats or depth < 1:
        return {}
    seat = min(seats)
    return {
        f"{seat} {action}": perft(engine, engine.apply(state, seat, action).state, depth - 1)
        for action in engine.legal_actions(state, seat)
    }


def parse_table(text: str, games: Collection[str]) -> list[PerftEntry]:
    """The entries of a table about these games, the first unless a line names another; BadText names a bad line."""
    entries: list[PerftEntry] = []
    for number, line in enumerate(text.splitlines(), start=1):
        word, _, rest = line.partition("#")[0].strip().partition(" ")
        rest = rest.strip()
        match word, rest.split():
            case "", _:
                continue
            case "id", [name]:
                entries.append(PerftEntry(name, next(iter(games)), "", ()))
            case "game", [name] if entries and name in games:
                entries[-1] = PerftEntry(entries[-1].id, name, entries[-1].state, entries[-1].counts)
            case "state", [_, *_] if entries and not entries[-1].state:
                entries[-1] = PerftEntry(entries[-1].id, entries[-1].game, rest, entries[-1].counts)
            case "perft", [depth, count] if entries and is_count(depth) and is_count(count) and int(depth) <= DEEPEST:
                counts = (*entries[-1].counts, (int(depth), int(count)))
                entries[-1] = PerftEntry(entries[-1].id, entries[-1].game, entries[-1].state, counts)
            case _:
                raise BadText(
                    f"line {number}: {line[:80]!a} is none of `id NAME`, `game NAME`, `state POSITION`, "
                    "`perft DEPTH COUNT`, or stands in the wrong place"
                )
    for entry in entries:
        if not entry.state:
            raise BadText(f"the entry {entry.id!r} has no state")
    return entries


def is_count(word: str) -> bool:
    return word.isascii() and word.isdigit() and len(word) < 20
