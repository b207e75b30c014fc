"""What a page draws of a match, for any game: built from one recipient's observation and its own legal actions."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from karat.amul import view as amul_view
from karat.amul.view import AmulView
from karat.aurum import view as aurum_view
from karat.aurum.view import AurumView

if TYPE_CHECKING:
    from collections.abc import Callable

    from karat.server.tables.table import Table

View: TypeAlias = AurumView | AmulView

VIEWS: dict[str, Callable[..., View]] = {"aurum": aurum_view.view, "amul": amul_view.view}


def of_table(table: Table, seat: int | None) -> View | None:
    """What `seat` sees, or, with None, an onlooker; None before the match is dealt."""
    running = table.running
    if running is None:
        return None
    seen = running.game.observe(running.shown, seat)
    asked = table.status == "playing" and seat is not None and not table.chairs[seat].level
    legal = running.legal(seat) if asked and seat is not None else ()
    return VIEWS[table.config.game](seen, legal)
