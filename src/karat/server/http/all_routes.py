"""Every call of the house, in the order of the OpenAPI document."""

from __future__ import annotations

from karat.server.http.bot_routes import BOT_ROUTES
from karat.server.http.library_routes import LIBRARY_ROUTES
from karat.server.http.people_routes import PEOPLE_ROUTES
from karat.server.http.play_routes import PLAY_ROUTES
from karat.server.http.replay_routes import REPLAY_ROUTES
from karat.server.http.score_routes import SCORE_ROUTES
from karat.server.http.table_routes import ROUTES
from karat.server.http.tutorial_routes import TUTORIAL_ROUTES

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
