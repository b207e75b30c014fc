"""What a seat of Aurum may say in advance: to leave the bids as they are (A4.1), whenever it is asked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from karat.aurum.rules.actions import Keep

if TYPE_CHECKING:
    from collections.abc import Hashable

    from karat.aurum.rules.match import Match
    from karat.game import Seat

KEEP = Keep()


def orders(state: Match, seat: Seat) -> dict[Keep, Hashable]:
    """To keep, once all bids are known; it stands on the round, and on the bids that the seat could change (A4.3).

    >>> from karat import aurum
    >>> orders(aurum.start(aurum.Rules(players=3)), 0)
    {}
    """
    table = state.round
    if table is None or not table.hands[seat] or None in table.bids:
        return {}
    return {KEEP: (len(state.played), tuple([table.bids[one] for one in table.side(seat)]))}
