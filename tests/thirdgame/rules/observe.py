"""What one seat may know (O3.2, O4.1): built by naming what is shown."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from karat.game import Seat
    from thirdgame.rules.cards import Stone, Stones
    from thirdgame.rules.match import Match
    from thirdgame.rules.rules import Rules


@dataclass(frozen=True, slots=True)
class Observation:
    """The match as `seat` sees it. Between rounds the rows of the table are empty."""

    seat: Seat | None
    """None for an onlooker, who holds no stones."""
    rules: Rules
    revealed: tuple[Stones, ...]
    """Round by round, what was laid by each seat."""
    points: tuple[int, ...]
    hand: Stones = ()
    hand_sizes: tuple[int, ...] = ()
    laid: tuple[Seat, ...] = ()
    """Who has chosen already."""
    choice: Stone | None = None
    """The seat's own, once made."""
    to_act: tuple[Seat, ...] = ()


def observe(state: Match, seat: Seat | None) -> Observation:
    """All that `seat` may know; with None, all that an onlooker may."""
    if seat is not None and seat not in range(state.rules.players):
        raise ValueError(f"no seat {seat!r} in a match of {state.rules.players}")
    revealed, table = tuple(played.stones for played in state.played), state.round
    if table is None:
        return Observation(seat, state.rules, revealed, state.points)
    own = None if seat is None else table.laid[seat]
    return Observation(
        seat=seat,
        rules=state.rules,
        revealed=revealed,
        points=state.points,
        hand=() if seat is None else table.hands[seat],
        hand_sizes=tuple(map(len, table.hands)),
        laid=tuple(owner for owner, stone in enumerate(table.laid) if stone),
        choice=own,
        to_act=table.to_act,
    )
