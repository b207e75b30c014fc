"""What a seat of Opal may say in advance: which stone it lays next (O4.1)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from thirdgame.rules.actions import Lay

if TYPE_CHECKING:
    from collections.abc import Hashable

    from karat.game import Seat
    from thirdgame.rules.match import Match


def orders(state: Match, seat: Seat) -> dict[Lay, Hashable]:
    """Any that it holds; it stands until the round is over."""
    return {Lay(stone): len(state.played) for stone in state.round.hands[seat]} if state.round else {}
