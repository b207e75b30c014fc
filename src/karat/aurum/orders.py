"""What a seat of Aurum may say in advance: to leave the bids as they are (A4.1), whenever it is asked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from karat.aurum.rules.actions import Keep

if TYPE_CHECKING:
    from collections.abc import Hashable

    from karat.aurum.rules.observe import Observation


def orders(seen: Observation) -> dict[Keep, Hashable]:
    """To keep, once all bids are known; it stands on the round, and on the bids that the seat could change (A4.3).

    >>> from karat import aurum
    >>> orders(aurum.observe(aurum.start(aurum.Rules(players=3)), 0))
    {}
    """
    if seen.seat is None or not seen.hand or len(seen.bids) < seen.rules.players:
        return {}
    return {Keep(): (len(seen.results), tuple(seen.bid_of(seat) for seat in seen.partners(seen.seat)))}
