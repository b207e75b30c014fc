# ruff: noqa: T201 -- a script that reports
"""Find late positions in which the mean over worlds that are solved one by one is provably wrong (strategy fusion).

    python bench/fusion.py --players 4 --rounds 400 > found.jsonl

Rounds are played by casual. At every choice with at most two cards a hand (three with three players) all worlds that
fit what the seat has seen are taken as alike likely, and the others play by the rules of thumb. What an action is
worth is found twice: world by world, each with the play that is best in it, and for all worlds together, where the seat
goes by no more than it sees. A position is told when the first has a best action that is worse than another by the
second, by `--gap` or more: a line with the seed of the deal, all actions up to there, and what every action is worth.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator

import numpy as np

from karat import aurum
from karat.aurum.bots.casual import Casual
from karat.aurum.kernel import layout as at
from karat.aurum.kernel.layout import Record
from karat.aurum.kernel.pack import pack_view
from karat.aurum.rules.codec import encode
from karat.aurum.search.ending import all_worlds, count_worlds
from karat.aurum.search.reply import replies
from karat.search.limit import Limit
from karat.shuffle import Stream

LONGEST, MOST_WORLDS, MOST_OPTIONS = {3: 3, 4: 2}, 90, 6
MANY_STEPS, LITTLE = 20_000, 1e-9


def endings(players: int, rounds: int) -> Iterator[tuple[str, list[int], int, Record]]:
    """Late choices: the seed of the deal, what was done up to there, who is to act, and what that seat knows."""
    casual = Casual()
    for number in range(rounds):
        seed = f"fusion {number}"
        state = aurum.start(aurum.Rules(players))
        state = aurum.deal(state, aurum.shuffled(state, Stream(seed))).state
        done: list[int] = []
        while not state.results:
            seat = aurum.to_act(state)[0]
            legal, seen = aurum.legal_actions(state, seat), aurum.observe(state, seat)
            view = pack_view(seen)
            longest = max(view[at.SIZES : at.SIZES + players])
            late = view[at.PHASE] in {at.CHANGING, at.PLAYING} and longest <= LONGEST[players]
            if late and 1 < len(legal) <= MOST_OPTIONS and 1 < count_worlds(view) <= MOST_WORLDS:
                yield seed, list(done), seat, view
            action = casual.choose(seen, legal, Stream(seed, 1))
            done.append(encode(action, seat, players))
            state = aurum.apply(state, seat, action).state


def world_by_world(worlds: Record, seat: int) -> dict[int, float]:
    """By action, the mean over the worlds of what it is worth to who knows which it is."""
    sums: dict[int, float] = {}
    for world in worlds:
        alone = replies(world[None], np.full(1, 1 / len(worlds)), seat, Limit(tries=MANY_STEPS))
        for action, value in (alone or {}).items():
            sums[action] = sums.get(action, 0.0) + value
    return sums


def best_of(values: dict[int, float]) -> list[int]:
    """The actions that nothing is better than."""
    return [action for action, value in values.items() if value > max(values.values()) - LITTLE]


def lost(values: dict[int, float], choices: list[int]) -> float:
    """What the best of these choices falls short of the best of all."""
    return max(values.values()) - max(values[action] for action in choices)


def main() -> None:
    """Search and tell."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--players", type=int, choices=(3, 4), default=4)
    parser.add_argument("--rounds", type=int, default=400)
    parser.add_argument("--gap", type=float, default=0.1)
    told = parser.parse_args()
    looked = wrong = 0
    for seed, done, seat, view in endings(told.players, told.rounds):
        worlds = all_worlds(view)
        blind = replies(worlds, np.full(len(worlds), 1 / len(worlds)), seat, Limit(tries=MANY_STEPS))
        if blind is None:
            continue
        looked += 1
        fused = world_by_world(worlds, seat)
        if lost(blind, best_of(fused)) < told.gap:
            continue
        wrong += 1
        values = {"world by world": fused, "together": blind}
        position = {"players": told.players, "seed": seed, "actions": done, "seat": seat, "values": values}
        print(json.dumps(position), flush=True)
    print(f"{looked} positions, {wrong} of them wrong by {told.gap} world by world", file=sys.stderr)


if __name__ == "__main__":
    main()
