"""How well each way of judging an action of Amul foretells what comes of it; foresight.py asks the same of Aurum.

    python bench/foresight_amul.py --matches 60                # some 450 places, 15 minutes of a core
    python bench/foresight_amul.py --matches 30 --players 5

At some choices of `expert`, which plays against `strong`, the best actions are each made in the true match, which is
then played on several times by short searches of the same kinds. What came of an action is what the end of the match
was worth to its seat, half for the win and half for the lead. How much better it did than the others at the same place
is set against how much better each way of judging had called it.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator

import numpy as np
from foresight import Floats, Place, tell

from karat import amul
from karat.amul.bots.expert import TASTES, Expert
from karat.amul.bots.strong import Strong
from karat.amul.kernel import layout as at
from karat.amul.kernel.pack import pack_view
from karat.amul.net.net import make_net_workspace
from karat.amul.net.shipped import shipped_layers
from karat.amul.rules.codec import codec
from karat.amul.rules.match import Match
from karat.amul.rules.observe import Observation
from karat.amul.search.flat import AIMS, FOR_WIN, SCALE, TASTE, VALUE, FlatSettings, try_out
from karat.amul.search.outlook import weights_for
from karat.amul.search.policy import STEADY
from karat.amul.search.think import open_ledger
from karat.amul.search.workspace import make_workspace
from karat.amul.search.worlds import prepare
from karat.bots.bot import Bot, Budget
from karat.kernel.random import generator
from karat.shuffle import Stream

MOST_ACTIONS, WORLDS = 3, 240
TRIES, FEW_TRIES = 200, 60
"""Of the searches that play the matches, and of those that play them on."""
WITH_TASTES = np.array(AIMS)
WITH_TASTES[TASTE] = TASTES
PARTS = {at.OFFER: "offers", at.TAKE: "takes", at.PLAY: "plays", at.GAIN: "gains"}
WAYS = {
    "this round": (1, WITH_TASTES, 0),
    "two rounds more": (1, WITH_TASTES, 2),
    "two, no tastes": (1, AIMS, 2),
    "policy": (0, AIMS, at.ROUNDS),
}
"""By name: whether all play on by the net, what is aimed at, and how many rounds after this one."""
TOGETHER = (
    ("this round", "two rounds more"),
    ("this round", "policy"),
    ("two rounds more", "policy"),
    ("two, no tastes", "policy"),
)


def seated(players: int, own: int, tries: int) -> list[Bot]:
    """Expert on one seat, strong on all others."""
    expert, strong = Expert(Budget(None, tries)), Strong(Budget(None, tries))
    return [expert if seat == own else strong for seat in range(players)]


def step(state: Match, bots: list[Bot], rng: Stream) -> Match:
    """The match after all who owe an action have chosen."""
    for seat in amul.to_act(state):
        chosen = bots[seat].choose(amul.observe(state, seat), amul.legal_actions(state, seat), rng)
        state = amul.apply(state, seat, chosen).state
    return state


def choices(players: int, matches: int) -> Iterator[tuple[Match, Observation]]:
    """Every choice of expert before the last round, which is another search."""
    for number in range(matches):
        state = amul.start(amul.Rules(players))
        state = amul.deal(state, amul.shuffled(state, Stream("foresight", number))).state
        own, rng = number % players, Stream("foresight, played", number)
        bots = seated(players, own, TRIES)
        while amul.outcome(state) is None:
            seen = amul.observe(state, own)
            if own in amul.to_act(state) and seen.number < at.ROUNDS and len(amul.legal_actions(state, own)) > 1:
                yield state, seen
            state = step(state, bots, rng)


def come_of(state: Match, seat: int, seed: str) -> float:
    """What the end of the match is worth to a seat, once it is played on."""
    bots, rng = seated(state.rules.players, seat, FEW_TRIES), Stream(seed)
    while (outcome := amul.outcome(state)) is None:
        state = step(state, bots, rng)
    lead = outcome.scores[seat] - max(points for other, points in enumerate(outcome.scores) if other != seat)
    margin = lead / AIMS[SCALE]
    return float(AIMS[FOR_WIN] * outcome.share(seat) + (1 - AIMS[FOR_WIN]) * margin / (1 + abs(margin)))


def look_at(state: Match, seen: Observation, times: int, seed: str) -> Place:
    """What is said and what comes of the actions that are best by what is said."""
    rules, view, numbers = seen.rules, pack_view(seen).words, codec(seen.rules.cards)
    seat = int(view[at.SEAT])
    legal = amul.legal_actions(state, seat)
    workspace = make_workspace(rules, STEADY, weights_for(rules.players))
    net, said = make_net_workspace(shipped_layers(rules.players)), {}
    for way, (by_net, aims, rounds) in WAYS.items():
        ledger = open_ledger([numbers.encode(action) for action in legal])
        prepare(workspace.cards, view, workspace.worlds, 0)
        settings, rng = FlatSettings(aims, rounds), generator(f"{seed} {way}")
        try_out(workspace, net, by_net, ledger, settings, view, rng, WORLDS)
        said[way] = ledger.sums[:, VALUE] / WORLDS
    best = np.argsort(-sum(said.values()))[:MOST_ACTIONS]
    came = [
        np.mean([come_of(amul.apply(state, seat, legal[place]).state, seat, f"{seed} {time}") for time in range(times)])
        for place in best
    ]
    values: dict[str, Floats] = {way: worth[best] for way, worth in said.items()}
    return Place(PARTS[int(view[at.PHASE])], values, np.array(came))


def main() -> None:
    """Measure and tell, all choices first and then by what is chosen."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--players", type=int, choices=range(3, 9), default=3)
    parser.add_argument("--matches", type=int, default=60)
    parser.add_argument("--every", type=int, default=3, help="look at one choice in so many")
    parser.add_argument("--times", type=int, default=6, help="how often a match is played on")
    options = parser.parse_args()
    places = [
        look_at(state, seen, options.times, f"place {number}")
        for number, (state, seen) in enumerate(choices(options.players, options.matches))
        if number % options.every == 0
    ]
    tell(places, TOGETHER)


if __name__ == "__main__":
    main()
