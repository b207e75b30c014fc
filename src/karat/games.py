"""The games there are, with what a host or a command needs to know of each."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from karat import amul, aurum
from karat.amul import book as amul_book
from karat.amul.rules import record as amul_record
from karat.amul.words import telling as amul_words
from karat.aurum import book as aurum_book
from karat.aurum.rules import record as aurum_record
from karat.aurum.words import telling as aurum_words

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from karat.book import Book
    from karat.game import Game, Step
    from karat.record import Record


@dataclass(frozen=True, slots=True)
class Hosted:
    """A game, its way to and from records, and its words."""

    game: Game
    book: Callable[..., Book]
    """The rules in a language; in English when none is given."""
    to_record: Callable[[Any], Record]
    replay: Callable[[Record], Any]
    """The match at its end; BadRecord where it does not replay."""
    steps: Callable[[Record], Iterator[Step[Any]]]
    read_rules: Callable[[Record], Any]
    tell: Callable[[Any, Iterable[Step[Any]]], Iterator[str]]
    """The match of these rules and steps, a line at a time."""
    editions: tuple[str, ...] = ()
    """Of the rulebook, where there are several."""
    variants: tuple[str, ...] = ()
    """That may be agreed on, as records write them."""
    has_card_files: bool = False
    """Whether it can be played with other cards than its own."""


def with_cards(*card_files: amul.CardFile) -> Mapping[str, Hosted]:
    """The games by name; records of Amul may have been played with these card files, beside the standard one."""
    at_hand = {cards.identity: cards for cards in card_files}
    return {
        "aurum": Hosted(
            game=aurum,
            book=aurum_book.book,
            to_record=aurum_record.to_record,
            replay=aurum_record.replay,
            steps=aurum_record.steps,
            read_rules=aurum_record.read_rules,
            tell=aurum_words.tell_match,
            editions=tuple(aurum.Edition),
            variants=tuple(aurum.Variant),
        ),
        "amul": Hosted(
            game=amul,
            book=amul_book.book,
            to_record=amul_record.to_record,
            replay=partial(amul_record.replay, card_files=at_hand),
            steps=partial(amul_record.steps, card_files=at_hand),
            read_rules=partial(amul_record.read_rules, card_files=at_hand),
            tell=amul_words.tell_match,
            variants=("tea",),
            has_card_files=True,
        ),
    }


GAMES = with_cards()
