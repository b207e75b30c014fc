"""Positions in which the mean over worlds that are played one by one is wrong: `bench/fusion.py` found them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from bench.oracles.reply_brute_force import plain_replies
from karat import aurum
from karat.aurum.bots.expert import Expert
from karat.aurum.bots.strong import Strong
from karat.aurum.kernel import layout as at
from karat.aurum.kernel.layout import Record
from karat.aurum.kernel.pack import pack_view
from karat.aurum.rules.codec import decode, encode
from karat.aurum.search.ending import all_worlds
from karat.aurum.search.policy import choose
from karat.aurum.search.reply import replies
from karat.bots.bot import Budget
from karat.search.limit import Limit
from karat.shuffle import Stream

FOUND = [json.loads(line) for line in (Path(__file__).parent / "fusion.jsonl").read_text().splitlines()]
positions = pytest.mark.parametrize("found", FOUND, ids=[f"{one['players']} players, {one['seed']}" for one in FOUND])


def reached(found: dict[str, Any]) -> aurum.Match:
    players = found["players"]
    state = aurum.start(aurum.Rules(players))
    state = aurum.deal(state, aurum.shuffled(state, Stream(found["seed"]))).state
    for number in found["actions"]:
        seat = aurum.to_act(state)[0]
        state = aurum.apply(state, seat, decode(number, seat, players)).state
    return state


def best_of(values: dict[int, float]) -> set[int]:
    return {action for action, value in values.items() if value > max(values.values()) - 1e-9}


@positions
def test_play_world_by_world_is_wrong_there(found: dict[str, Any]):
    """By plain search, all worlds alike likely, the others playing by the rules of thumb."""
    seat = found["seat"]
    worlds = all_worlds(pack_view(aurum.observe(reached(found), seat)))
    rows = [(1 / len(worlds), world) for world in worlds]

    def thumb(state: Record) -> int:
        return int(choose(state, int(state[at.TURN])))

    alone = [plain_replies([row], seat, thumb) for row in rows]
    fused = {action: float(np.sum([values[action] for values in alone])) for action in alone[0]}
    together = plain_replies(rows, seat, thumb)
    assert not best_of(fused) & best_of(together)


@positions
def test_replies_find_what_is_best_without_knowing(found: dict[str, Any]):
    worlds = all_worlds(pack_view(aurum.observe(reached(found), found["seat"])))
    values = replies(worlds, np.full(len(worlds), 1 / len(worlds)), found["seat"], Limit(tries=100_000))
    assert values == pytest.approx({int(number): value for number, value in found["values"]["together"].items()})


class Unsuspecting(Expert):
    """Expert to whom all worlds are alike likely, as they are where the positions were looked for."""

    weights = Strong.weights


def test_expert_chooses_what_is_best_without_knowing():
    """With three players.

    In the position of four it keeps its bid: half of what it goes by are others who see all cards, so that what is best
    against rules of thumb need not be best for it.
    """
    (found,) = (one for one in FOUND if one["players"] == 3)
    state, seat = reached(found), found["seat"]
    bot = Unsuspecting(Budget(None, 20_000))
    action = bot.choose(aurum.observe(state, seat), aurum.legal_actions(state, seat), Stream("fusion"))
    together = {int(number): value for number, value in found["values"]["together"].items()}
    assert encode(action, seat, 3) in best_of(together)
