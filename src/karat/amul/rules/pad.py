"""A match that was played with the box on the table, as people enter it on a score pad (M34 to M43)."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from karat.amul.rules.cards import Card
from karat.amul.rules.deal import bazaar_cards, market_cards, palace_cards
from karat.amul.rules.market import counts_in_hand
from karat.amul.rules.scoring import decided_by, score
from karat.game import BadEntry, BadText

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.amul.rules.cards import Cards
    from karat.amul.rules.rules import Rules
    from karat.amul.rules.scoring import ScoreSheet


HAND_LAW = "M34"
"""The rule by which hands are laid down before anything is counted."""


@dataclass(frozen=True, slots=True)
class Pad:
    """A scored match. By seat, what was put down from the hand at the end, and what left the game instead (M34)."""

    sheet: ScoreSheet
    laid_down: tuple[Cards, ...]
    removed: tuple[Cards, ...]
    law: str
    """The id of the rule that says who won."""


def entered_match(rules: Rules, areas: Sequence[Sequence[str]], hands: Sequence[Sequence[str]] = ()) -> Pad:
    """The score pad for these areas, after the hands were laid down; a letter may be left out, it scores nothing.

    >>> from karat.amul.rules.rules import Rules
    >>> entered_match(Rules(3), [["camel", "camel"], ["arab_guard"], []]).sheet.points
    (8, 10, 0)
    """
    lying = read(rules, "areas", areas)
    held = read(rules, "hands", hands) if hands else ((),) * rules.players
    check_copies(rules, (*lying, *held))
    kept = tuple(counts_in_hand(rules, hand) for hand in held)
    gone = tuple(tuple(card for card in hand if card not in kept[seat]) for seat, hand in enumerate(held))
    sheet = score(rules.cards, tuple(area + laid for area, laid in zip(lying, kept, strict=True)))
    return Pad(sheet, kept, gone, decided_by(sheet))


def read(rules: Rules, field: str, rows: Sequence[Sequence[str]]) -> tuple[Cards, ...]:
    if len(rows) != rules.players:
        raise BadEntry(field, f"{rules.players} players have one row of cards each, and {len(rows)} were entered")
    return tuple(
        tuple(read_card(rules, f"{field}[{seat}][{place}]", text) for place, text in enumerate(row))
        for seat, row in enumerate(rows)
    )


def read_card(rules: Rules, field: str, text: str) -> Card:
    try:
        card = Card.parse(text)
    except BadText as bad:
        raise BadEntry(field, str(bad)) from None
    kind = rules.cards.kinds.get(card.id)
    if kind is None or (card.letter and card.letter not in kind.letters):
        raise BadEntry(field, f"no card {text!r} is in the card file")
    return card


def check_copies(rules: Rules, rows: Sequence[Cards]) -> None:
    """There are only so many cards of a kind with so many players (M3), and of Tea cards as agreed (M44)."""
    there = Counter(card.id for card in (*market_cards(rules), *palace_cards(rules), *bazaar_cards(rules)))
    entered: Counter[str] = Counter()
    for seat, row in enumerate(rows):
        field = f"areas[{seat}]" if seat < rules.players else f"hands[{seat - rules.players}]"
        for card in row:
            entered[card.id] += 1
            if not there[card.id]:
                raise BadEntry(field, f"{card} is not in a match of {rules.players} players as it was agreed")
            if entered[card.id] > there[card.id]:
                copies = f"{there[card.id]} {card.id}"
                raise BadEntry(field, f"with {rules.players} players there are only {copies}, and this is one more")
