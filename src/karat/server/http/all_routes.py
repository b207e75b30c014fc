"""Every call of the house, in the order of the OpenAPI document."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from karat.server.http.bot_routes import BOT_ROUTES
from karat.server.http.events.daily_routes import DAILY_ROUTES
from karat.server.http.events.tournament_routes import TOURNAMENT_ROUTES
from karat.server.http.game_routes import game_routes
from karat.server.http.history_routes import HISTORY_ROUTES
from karat.server.http.library_routes import LIBRARY_ROUTES
from karat.server.http.meeting.challenge_routes import CHALLENGE_ROUTES
from karat.server.http.meeting.club_routes import CLUB_ROUTES
from karat.server.http.meeting.finder_routes import FINDER_ROUTES
from karat.server.http.meeting.friend_routes import FRIEND_ROUTES
from karat.server.http.meeting.moderation_routes import MODERATION_ROUTES
from karat.server.http.people_routes import PEOPLE_ROUTES
from karat.server.http.play_routes import PLAY_ROUTES
from karat.server.http.profile_routes import PROFILE_ROUTES
from karat.server.http.replay_routes import REPLAY_ROUTES
from karat.server.http.studying.moment_routes import MOMENT_ROUTES
from karat.server.http.studying.puzzle_routes import PUZZLE_ROUTES
from karat.server.http.studying.review_routes import REVIEW_ROUTES
from karat.server.http.studying.tutorial_routes import TUTORIAL_ROUTES
from karat.server.http.table_routes import ROUTES
from karat.server.http.telling.away_routes import ORDER_ROUTES, VACATION_ROUTES
from karat.server.http.telling.channel_routes import CHANNEL_ROUTES
from karat.server.http.telling.waiting_routes import WAITING_ROUTES
from karat.server.http.telling.way_back_routes import WAY_BACK_ROUTES

if TYPE_CHECKING:
    from collections.abc import Mapping

    from karat.kit import Kit
    from karat.server.http.calls import Row

TAGS = {
    "games": "What may be agreed on, the cards, score pads, rules in plain words, tutorials and player aids.",
    "tables": "Guests, and tables that are opened, joined and left.",
    "play": "A match against bots at once, one's own tables, and matches to watch.",
    "challenges": "Asking a person or a bot, or whoever likes, to a match; saying yes, or no and why.",
    "daily": "Deals of a day: the same cards, seat and opponents for everybody, one attempt each, and the field.",
    "tournaments": "Duplicate tournaments: entered, directed, and scored by comparing tables on the same cards.",
    "replays": "Recorded matches, step by step.",
    "reviews": "Finished matches looked at: which choices cost most by what could be known, and how much was luck.",
    "puzzles": "Positions in which one action is clearly best, to be found; people and puzzles are rated together.",
    "people": "Accounts, passkeys, recovery codes, profiles, tokens for bots, whom one mutes, and one's own data.",
    "notices": "What one is told while one is not looking, where and when, and the tables that wait for one.",
    "friends": "Whom one follows, which friends are there, and who beats the bots how often.",
    "clubs": "People who play among themselves: members, tables that only they see, dates and standings.",
    "finder": "Wait for others who want to play the same, and be seated with them.",
    "moderation": "For moderators: reports, mutes, suspensions, signals to be looked at, and the audit log.",
    "history": "Finished matches, who may see them, their records, and ratings.",
    "bots": "For programs that play: streams of lines, a seat's view, and moves.",
}
"""What the calls are about."""


def all_routes(kits: Mapping[str, Kit]) -> tuple[Row, ...]:
    """The calls of a house in which these games are played."""
    by_tag = {
        "games": (*game_routes(kits), *LIBRARY_ROUTES, *TUTORIAL_ROUTES),
        "tables": (*ROUTES, *ORDER_ROUTES),
        "play": PLAY_ROUTES,
        "challenges": CHALLENGE_ROUTES,
        "daily": DAILY_ROUTES,
        "tournaments": TOURNAMENT_ROUTES,
        "replays": REPLAY_ROUTES,
        "reviews": (*REVIEW_ROUTES, *MOMENT_ROUTES),
        "puzzles": PUZZLE_ROUTES,
        "people": (*PEOPLE_ROUTES, *PROFILE_ROUTES, *VACATION_ROUTES, *WAY_BACK_ROUTES),
        "notices": (*CHANNEL_ROUTES, *WAITING_ROUTES),
        "friends": FRIEND_ROUTES,
        "clubs": CLUB_ROUTES,
        "finder": FINDER_ROUTES,
        "moderation": MODERATION_ROUTES,
        "history": HISTORY_ROUTES,
        "bots": BOT_ROUTES,
    }
    return tuple(replace(row, tag=tag) for tag, rows in by_tag.items() for row in rows)
