"""Every call of the house, in the order of the OpenAPI document."""

from __future__ import annotations

from karat.server.bot_routes import BOT_ROUTES
from karat.server.library_routes import LIBRARY_ROUTES
from karat.server.people_routes import PEOPLE_ROUTES
from karat.server.play_routes import PLAY_ROUTES
from karat.server.replay_routes import REPLAY_ROUTES
from karat.server.scorepad import SCORE_ROUTES
from karat.server.table_routes import ROUTES
from karat.server.tutorial_routes import TUTORIAL_ROUTES

ALL_ROUTES = (
    *LIBRARY_ROUTES,
    *TUTORIAL_ROUTES,
    *ROUTES,
    *PLAY_ROUTES,
    *REPLAY_ROUTES,
    *SCORE_ROUTES,
    *PEOPLE_ROUTES,
    *BOT_ROUTES,
)
