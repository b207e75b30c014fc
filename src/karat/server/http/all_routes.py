"""Every call of the house, in the order of the OpenAPI document."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from karat.server.http.bot_routes import BOT_ROUTES
from karat.server.http.game_routes import game_routes
from karat.server.http.history_routes import HISTORY_ROUTES
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

TAGS = {
    "games": "What may be agreed on, the cards, score pads, rules in plain words, tutorials and player aids.",
    "tables": "Guests, and tables that are opened, joined and left.",
    "play": "A match against bots at once, one's own tables, and matches to watch.",
    "replays": "Recorded matches, step by step.",
    "people": "Accounts, passkeys, tokens for bots, whom one mutes, and one's own data.",
    "history": "Finished matches, their records, and ratings.",
    "bots": "For programs that play: streams of lines, a seat's view, and moves.",
}
"""What the calls are about."""


def all_routes(kits: Mapping[str, Kit]) -> tuple[Row, ...]:
    """The calls of a house in which these games are played."""
    by_tag = {
        "games": (*game_routes(kits), *LIBRARY_ROUTES, *TUTORIAL_ROUTES),
        "tables": ROUTES,
        "play": PLAY_ROUTES,
        "replays": REPLAY_ROUTES,
        "people": PEOPLE_ROUTES,
        "history": HISTORY_ROUTES,
        "bots": BOT_ROUTES,
    }
    return tuple(replace(row, tag=tag) for tag, rows in by_tag.items() for row in rows)
