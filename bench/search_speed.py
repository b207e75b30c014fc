# ruff: noqa: T201 -- a script that reports
"""How many iterations a second the search of Aurum makes from a full deal on one core, in processor time.

    python bench/search_speed.py

From the first lead of a round of four, all hands but one unknown: with leaves played out at random and by rules of
thumb. The best of five runs of each, as other programs only ever slow it down.
"""

from __future__ import annotations

import json
import time

from karat.aurum import Rules
from karat.aurum.kernel import edge
from karat.aurum.kernel import layout as at
from karat.aurum.search import policy
from karat.aurum.search.think import TreeSettings, think
from karat.kernel.random import generator
from karat.search.limit import Limit

TRIES, RUNS, WANTED = 50_000, 5, 200_000


def main() -> None:
    """Measure and report."""
    state = edge.start(Rules(4))
    edge.deal(state, "speed")
    while state[at.PHASE] != at.PLAYING:
        edge.apply(state, int(state[at.TURN]), int(policy.choose(state, int(state[at.TURN]))))
    seat = int(state[at.TURN])
    seen = edge.view(state, seat)
    ways = {"at random": TreeSettings(at_random=1), "by rules of thumb": TreeSettings()}
    told = {}
    for name, settings in ways.items():
        best = 0.0
        for _ in range(RUNS + 1):  # one to compile
            began = time.process_time()
            tried = think(seen, seat, generator("speed"), Limit(tries=TRIES), settings)
            made = sum(one.tries for one in tried)  # a choice that is settled takes fewer than asked for
            best = max(best, made / (time.process_time() - began))
        told[f"{name}, iterations/s"] = round(best)
    print(json.dumps({**told, "holds": min(told.values()) >= WANTED}))


if __name__ == "__main__":
    main()
