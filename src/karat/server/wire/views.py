"""What a page draws of a match, for any game: built from one recipient's observation and its own legal actions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias, Union

if TYPE_CHECKING:
    from collections.abc import Mapping

    from karat.kit import Kit
    from karat.server.tables.table import Table

View: TypeAlias = Any
"""The view type of the match's game; `view_types` has all that a house can send."""


def view_types(kits: Mapping[str, Kit]) -> Any:
    """One type for the views of these games."""
    return Union[tuple(kit.view_type.load() for kit in kits.values())]  # noqa: UP007 -- of a tuple


def of_table(table: Table, seat: int | None) -> Any:
    """What `seat` sees, or, with None, an onlooker; None before the match is dealt."""
    running = table.running
    if running is None:
        return None
    seen = running.game.observe(running.shown, seat)
    asked = table.status == "playing" and seat is not None and not table.chairs[seat].level
    legal = running.legal(seat) if asked and seat is not None else ()
    return table.kit.view(seen, legal)
