"""A match that somebody brings in to look at: played elsewhere, and finished."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from karat.arena.match import play_match
from karat.games import GAMES, make_bot
from karat.kit import Settings

if TYPE_CHECKING:
    from playwright.sync_api import Page


def a_line(game: str, players: int = 3) -> str:
    """A match of players who miss something now and then."""
    kit = GAMES[game]
    rules = kit.agree(Settings(players))
    bots = [make_bot(game, "random")] * players
    return json.dumps(kit.to_record(play_match(kit.game, rules, bots, seed="study")))


def bring_in(page: Page, game: str, players: int = 3) -> str:
    """The id of such a match, as somebody who brought it in has it."""
    told: dict[str, Any] = page.evaluate(
        """async (line) => {
            const post = (path, body) => fetch(path, {method: "POST", body: JSON.stringify(body),
                headers: {"content-type": "application/json"}}).then((answer) => answer.json());
            await post("/api/guests", {name: "Ada"});
            return await post("/api/matches/import", {records: line});
        }""",
        a_line(game, players),
    )
    assert told["bad"] == []
    return str(told["matches"][0])
