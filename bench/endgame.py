# ruff: noqa: T201 -- a script that reports
"""How often expert, with two tricks left, plays the best action under its belief, all worlds enumerated and solved.

    python bench/endgame.py --positions 1000 --think 0.1s

Positions are those of rounds of four that casual plays. An action is best when no other wins more often, over all
worlds that fit what the seat has seen, weighted by what the others did: half if everybody saw all cards from then on,
half if the seat sees no more than it will and the others play by rules of thumb (karat.aurum.search.ending).
"""

from __future__ import annotations

import argparse
import json
from itertools import count, islice
from typing import TYPE_CHECKING

from karat import aurum
from karat.aurum.bots.casual import Casual
from karat.aurum.bots.expert import Expert
from karat.aurum.kernel.pack import pack_view
from karat.aurum.rules.codec import encode
from karat.aurum.search.ending import all_worlds, may_be_solved, weighed
from karat.bots.bot import Budget
from karat.search.limit import Limit
from karat.shuffle import Stream

if TYPE_CHECKING:
    from collections.abc import Iterator

MANY = 10**9


def endings() -> Iterator[tuple[aurum.Match, int]]:
    """Positions with at most two cards in every hand, and who is to act; some choice is left."""
    casual = Casual()
    for number in count():
        state = aurum.start(aurum.Rules(4))
        state = aurum.deal(state, aurum.shuffled(state, Stream(f"endgame {number}"))).state
        while not state.results:
            (seat,) = aurum.to_act(state)
            legal, seen = aurum.legal_actions(state, seat), aurum.observe(state, seat)
            if len(legal) > 1 and may_be_solved(pack_view(seen), Expert.most_worlds):
                yield state, seat
            state = aurum.apply(state, seat, casual.choose(seen, legal, Stream("casual"))).state


def main() -> None:
    """Measure and report."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--positions", type=int, default=500)
    parser.add_argument("--think", type=Budget.parse, default=Budget(0.1))
    told = parser.parse_args()
    expert = Expert(told.think)
    best = 0
    for state, seat in islice(endings(), told.positions):
        seen, legal = aurum.observe(state, seat), aurum.legal_actions(state, seat)
        action = expert.choose(seen, legal, Stream("endgame"))
        worlds = all_worlds(pack_view(seen))
        weights = expert.weights(seen, worlds)
        wins = weighed(worlds, weights, seat, Limit(tries=MANY), expert.solver)
        best += wins is not None and wins[encode(action, seat, 4)] >= max(wins.values()) - 1e-9
    share = best / told.positions
    print(json.dumps({"best": f"{best} of {told.positions}", "holds": share >= 0.99}))


if __name__ == "__main__":
    main()
