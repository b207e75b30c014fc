"""A match of Aurum as text, for whoever prints one: the table as far as it may be seen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from karat.aurum.rules.cards import show_cards
from karat.aurum.rules.scoring import collected
from karat.text_table import text_table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.aurum.rules.cards import Cards
    from karat.aurum.rules.observe import Observation


def draw(seen: Observation, hands: Sequence[str], bids: Sequence[str]) -> str:
    """Who sits where with what, the trick, gold to be won, whose turn it is, and the score; hands and bids by seat.

    `>` is who is to act, `*` who holds the first player's token.
    """
    variants = "".join(f", {variant}" for variant in seen.rules.variants)
    title = f"Aurum for {seen.rules.players}, edition {seen.rules.edition}{variants}: {moment(seen)}"
    lines = [text_table([(title,)])]
    below = [("score", score(seen))]
    if seen.hand_sizes:
        rows = [("", "seat", "bid", "tricks", "gold", "hand")]
        for seat in range(seen.rules.players):
            mark = f"{'>' if seat in seen.to_act else ' '}{'*' if seat == seen.first else ' '}"
            rows.append((mark, str(seat), bids[seat], str(seen.tricks[seat]), ranks(seen.stocks[seat]), hands[seat]))
        lines.append(text_table(rows))
        below = [
            ("trick", f"{show_cards(seen.trick)} from seat {seen.leader}"),
            ("supply", f"gold {ranks(seen.supply)}"),
            ("open", show_cards(seen.aside)),
            ("to act", " ".join(map(str, seen.to_act)) or "-"),
            *below,
        ]
    return "\n".join([*lines, text_table(below)])


def moment(seen: Observation) -> str:
    """Which round it is, or that none is being played."""
    if seen.result is not None:
        winners = " and ".join(" & ".join(map(str, seen.rules.sides[side])) for side in seen.result.winners)
        return f"over, won by seat {winners}"
    number = len(seen.results) + 1
    return f"round {number}" if seen.hand_sizes else f"before the deal of round {number}"


def score(seen: Observation) -> str:
    """By side: points, and nuggets where they decide."""
    nuggets, points = collected(seen.rules, seen.results)
    return "; ".join(
        f"{' & '.join(map(str, seats))}: {points[side]} points"
        + ("" if seen.rules.plays_for_total else f", {nuggets[side]} nuggets")
        for side, seats in enumerate(seen.rules.sides)
    )


def ranks(gold: Cards) -> str:
    """Gold as its ranks, copies counted: `0x2 3 7`."""
    counted = {card.rank: gold.count(card) for card in gold}
    return " ".join(f"{rank}x{copies}" if copies > 1 else str(rank) for rank, copies in counted.items()) or "-"
