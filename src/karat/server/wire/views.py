"""What every page and every bot is shown of a match: one recipient's observation and its own legal actions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

from msgspec import Meta

if TYPE_CHECKING:
    from karat.server.tables.table import Table

View: TypeAlias = Annotated[Any, Meta(extra_json_schema={"$ref": "View"})]
"""That of one of the games; which ones there are is known to the house (`karat.server.wire.types`)."""


def of_table(table: Table, seat: int | None) -> Any:
    """What `seat` sees, or, with None, an onlooker; None before the match is dealt."""
    running = table.running
    if running is None:
        return None
    seen = running.game.observe(running.shown, seat)
    asked = table.status == "playing" and seat is not None and not table.chairs[seat].level
    legal = running.legal(seat) if asked and seat is not None else ()
    return table.kit.view(seen, legal)
