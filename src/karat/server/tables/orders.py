"""What people say in advance is done for them when they are asked: as long as what it stands on is the same.

Nobody else is told that something was said, and the answer comes no sooner than a person's might: after a pause that
follows from the secret of the table, and is taken from the clock like anybody's.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from karat.server.tables import fair
from karat.server.tables.entries import LiveClock
from karat.shuffle import Stream

if TYPE_CHECKING:
    from collections.abc import Hashable, Mapping, Sequence

    from karat.game import Seat
    from karat.server.tables.running import Running
    from karat.server.tables.table import Table

LONGEST_PAUSE = 2000
"""Thousandths of a second; on top of them comes what the house leaves to a worker that was just asked."""
PART_OF_BANK = 0.05
"""That the pause takes at most of what a live clock has left."""


class DueOrder(NamedTuple):
    """What is to be done for a seat, and when."""

    seat: Seat
    action: str
    at: float


def standing(running: Running, seat: Seat, actions: Sequence[str]) -> dict[str, Hashable]:
    """These actions with what each of them stands on now; without those that cannot be said in advance."""
    may = running.orderable(seat)
    return {action: may[action] for action in actions if action in may}


def still_standing(running: Running, seat: Seat, given: Mapping[str, Hashable]) -> dict[str, Hashable]:
    """What of it stands on the same as when it was said."""
    may = running.orderable(seat)
    return {action: basis for action, basis in given.items() if action in may and may[action] == basis}


def due_orders(table: Table) -> tuple[DueOrder, ...]:
    """What is to be done for people who have said it in advance; nothing while nobody is there, as with bots."""
    running = table.running
    if running is None:
        return ()
    given = [seat for seat in running.owing if table.chairs[seat].orders]
    if not given or not table.goes_on:
        return ()
    found = []
    for seat in given:
        chair = table.chairs[seat]
        if chair.level or chair.asked_at is None:
            continue
        legal = running.legal_texts(seat)
        action = next((action for action in chair.orders if action in legal), None)
        if action is not None:
            found.append(DueOrder(seat, action, max(chair.asked_at, chair.ordered_at) + pause(table, seat)))
    return tuple(found)


def is_order_due(table: Table, now: float) -> bool:
    return any(order.at <= now for order in due_orders(table))


def pause(table: Table, seat: Seat) -> float:
    """Seconds before an order is carried out, the same whichever worker asks; none among bots, who conclude nothing."""
    assert table.running is not None  # noqa: S101 -- something is due in it
    if len(table.people) == 1:
        return 0.0
    stream = Stream(fair.bot_seed(table.secret, f"order/{seat}/{table.running.decision}"))
    drawn = stream.below(LONGEST_PAUSE) / 1000
    is_live = isinstance(table.config.clock, LiveClock)
    return min(drawn, PART_OF_BANK * table.chairs[seat].bank) if is_live else drawn
