"""A deal of an event that bots play among themselves, as they would play it at a table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from karat.server.house.bot_pool import put
from karat.server.tables import fair
from karat.server.tables.running import Running
from karat.server.tables.table import as_it_stands, points_of, read_rules

if TYPE_CHECKING:
    from collections.abc import Callable

    from karat.game import Outcome
    from karat.kit import Kit
    from karat.record import Record
    from karat.server.tables.entries import Config


@dataclass(frozen=True, slots=True)
class PlayedByBots:
    points: tuple[int, ...]
    """By side."""
    outcome: Outcome
    record: Record


@dataclass(frozen=True, slots=True)
class BotMatch:
    """A study for the processes: the same levels on the same secret always play the same."""

    kit: Kit
    config: Config
    levels: tuple[str, ...]
    """By seat."""
    secret: str
    tries: int
    deals: int = 1

    def find(self, _tell: Callable[[Any], None]) -> PlayedByBots:
        rules = read_rules(self.config, self.kit)
        seed = fair.match_seed(self.secret, [None] * len(self.levels))
        running = Running(self.kit.game, rules, seed, most_deals=self.deals)
        running.begin()
        while running.owing:
            seat = running.owing[0]
            asked = put(self.kit, running, seat, self.levels[seat], self.secret, self.tries)
            running.take(seat, asked.legal[0] if len(asked.legal) == 1 else asked.answer())
        outcome = self.kit.game.outcome(running.state) or as_it_stands(self.kit, rules, running.state)
        disclosed = {fair.KEY: fair.disclosure(self.secret, [None] * len(self.levels), [])}
        record = self.kit.to_record(running.state) | {"bots": list(self.levels)} | disclosed
        return PlayedByBots(points_of(self.kit, rules, running.state), outcome, record)
