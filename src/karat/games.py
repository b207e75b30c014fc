"""The games there are, with what a host or a command needs to know of each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from karat.rules import aurum
from karat.rules.aurum import book as aurum_book
from karat.rules.aurum import record as aurum_record

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from karat.book import Book
    from karat.game import Game, Step
    from karat.record import Record


@dataclass(frozen=True, slots=True)
class Hosted:
    """A game and its way to and from records."""

    game: Game
    book: Callable[[], Book]
    to_record: Callable[[Any], Record]
    replay: Callable[[Record], Any]
    """The match at its end; BadRecord where it does not replay."""
    steps: Callable[[Record], Iterator[Step[Any]]]
    read_rules: Callable[[Record], Any]


GAMES: Mapping[str, Hosted] = {
    "aurum": Hosted(
        game=aurum,
        book=aurum_book.book,
        to_record=aurum_record.to_record,
        replay=aurum_record.replay,
        steps=aurum_record.steps,
        read_rules=aurum_record.read_rules,
    ),
}
