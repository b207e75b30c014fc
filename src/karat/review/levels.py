"""The same deals played by bots of every level, all seats by the same: what they scored."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from karat.bots.bot import Budget
from karat.shuffle import Stream

if TYPE_CHECKING:
    from collections.abc import Mapping

    from karat.kit import Kit, Scored
    from karat.record import Record

LITTLE = Budget(None, 100)
"""For bots that search: some milliseconds a choice, and the same choices wherever they are made."""


@dataclass(frozen=True, slots=True)
class LevelPlay:
    """What a level did with the deals of a match."""

    level: str
    points: tuple[tuple[int, ...], ...]
    """By deal and side."""
    facts: tuple[dict[str, tuple[int, ...]], ...]
    """By deal, what else is counted, by side: what was bid and taken."""

    def lines(self, called: Mapping[str, str]) -> list[str]:
        """A text for each deal, by side: `11-6 (bid 4-3, tricks 4-5)`, with facts as they are called."""
        told = []
        for points, facts in zip(self.points, self.facts, strict=True):
            more = ", ".join(
                f"{called.get(name, name)} {'-'.join(map(str, by_side))}" for name, by_side in facts.items()
            )
            told.append(f"{'-'.join(map(str, points))}{f' ({more})' if more else ''}")
        return told

    def as_json(self) -> dict[str, Any]:
        return asdict(self)


def same_deals(kit: Kit, record: Record, *, seed: str = "levels") -> tuple[LevelPlay, ...]:
    """Every deal of a record, played as the first of a match by each level but `random`."""
    rules = kit.read_rules(record)
    deals = [kit.dealt(one.step.state) for one in kit.taken(record) if one.seat is None]
    found = []
    for level in kit.levels:
        if level != "random":
            scored = [played(kit, rules, deal, level, f"{seed}/{number}") for number, deal in enumerate(deals)]
            found.append(
                LevelPlay(level, tuple(one.points for one in scored), tuple(dict(one.facts) for one in scored))
            )
    return tuple(found)


def played(kit: Kit, rules: Any, deal: Any, level: str, seed: str) -> Scored:
    """What is scored first when bots of a level play a deal."""
    game, bot, rng = kit.game, kit.make_bot(level, LITTLE), Stream(f"{seed}/{level}")
    state = game.deal(game.start(rules), deal).state
    while not kit.scored(state):
        for seat in game.to_act(state):
            legal = game.legal_actions(state, seat)
            state = game.apply(state, seat, bot.choose(game.observe(state, seat), legal, rng)).state
            if kit.scored(state):
                break
    return kit.scored(state)[0]
