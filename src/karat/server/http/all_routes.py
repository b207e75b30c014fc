"""Every call of the house, in the order of the OpenAPI document."""

from __future__ import annotations

from typing import TYPE_CHECKING

from karat.server.http.bot_routes import BOT_ROUTES
from karat.server.http.game_routes import game_routes
from karat.server.http.library_routes import LIBRARY_ROUTES
from karat.server.http.people_routes import PEOPLE_ROUTES
from karat.server.http.play_routes import PLAY_ROUTES
from karat.server.http.replay_routes import REPLAY_ROUTES
from karat.server.http.table_routes import ROUTES
from karat.server.http.tutorial_routes import TUTORIAL_ROUTES

if TYPE_CHECKING:
    from collections.abc import Mapping

    from karat.kit import Kit
    from karat.server.http.calls import Row


def all_routes(kits: Mapping[str, Kit]) -> tuple[Row, ...]:
    """The calls of a house in which these games are played."""
    return (
        *game_routes(kits),
        *LIBRARY_ROUTES,
        *TUTORIAL_ROUTES,
        *ROUTES,
        *PLAY_ROUTES,
        *REPLAY_ROUTES,
        *PEOPLE_ROUTES,
        *BOT_ROUTES,
    )
