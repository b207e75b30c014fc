"""A match of Amul as text, for whoever prints one: the table as far as it may be seen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from karat.amul.rules.cards import show_cards
from karat.amul.rules.counts import ROUNDS
from karat.amul.rules.market import Phase
from karat.amul.rules.scoring import score
from karat.text_table import text_table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.amul.rules.market import Ware
    from karat.amul.rules.observe import Observation
    from karat.game import Seat


def draw(seen: Observation, hands: Sequence[str], choices: Sequence[str]) -> str:
    """Market, palace and bazaar, then by seat area, hand and points, and whose turn it is; hands and choices by seat.

    `>` is who is to act, `*` who has First Pick.
    """
    tea = f", {seen.rules.tea} Tea cards" if seen.rules.tea else ""
    title = f"Amul for {seen.rules.players}{tea}: {moment(seen)}"
    if seen.phase is None:
        return title
    points = (seen.sheet or score(seen.rules.cards, seen.areas)).points
    places = [
        ("market", " ".join(map(ware_text, seen.wares)) or "-"),
        ("palace", show_cards(seen.palace)),
        ("bazaar", show_cards(seen.bazaar)),
        ("order", " ".join(map(str, seen.order)) or "-"),
        ("to act", " ".join(map(str, seen.to_act)) or "-"),
    ]
    rows = [("", "seat", "points", "", "")]
    for seat in range(seen.rules.players):
        laid = [("chosen", choices[seat])] if choices[seat] else []
        cards = [("area", show_cards(seen.areas[seat])), ("hand", hands[seat]), *laid]
        for place, (name, row) in enumerate(cards):
            rows.append((*((mark(seen, seat), str(seat), str(points[seat])) if not place else ("", "", "")), name, row))
    return "\n".join([title, text_table(places), text_table(rows)])


def moment(seen: Observation) -> str:
    """Round and phase, or that the match is not begun or over."""
    match seen.phase:
        case None:
            return "before the deal"
        case Phase.OVER:
            winners = seen.sheet.winners if seen.sheet else ()
            return f"over, won by seat {' & '.join(map(str, winners))}"
    return f"round {seen.number} of {ROUNDS}, {seen.phase}; {seen.deck_size} cards in the deck"


def ware_text(ware: Ware) -> str:
    """With the seat that offered it, as positions are written: `camel@2`."""
    return str(ware.card) if ware.offered_by is None else f"{ware.card}@{ware.offered_by}"


def mark(seen: Observation, seat: Seat) -> str:
    return f"{'>' if seat in seen.to_act else ' '}{'*' if seat == seen.first_pick else ' '}"
