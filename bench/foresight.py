# ruff: noqa: T201 -- a script that reports
"""How well each way of judging an action of Aurum foretells what comes of it.

    python bench/foresight.py --rounds 60                # some 700 places, 15 minutes of a core
    python bench/foresight.py --rounds 60 --players 3

To tell by rounds won that one way of judging is 2 % better than another takes thousands of rounds. This asks more of
each round: at some choices of `expert`, which plays against `strong`, the likeliest actions are each made in the true
hands and the round is played on several times, the own side by the net and the others by a short search. How much
better an action did there than the others at the same place is set against how much better each way of judging had
called it.

Told are, for each way alone and for some together, the factors by which their differences have to be multiplied to
foretell those that came, and how much of these they then explain (most is chance: the cards are hidden). Together, a
way whose factor is about 0 has nothing to add to the others.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from karat import aurum
from karat.aurum import Match, Observation
from karat.aurum.bots.expert import Expert
from karat.aurum.bots.strong import Strong
from karat.aurum.kernel import layout as at
from karat.aurum.kernel.layout import Record
from karat.aurum.kernel.pack import pack, pack_view
from karat.aurum.kernel.round import apply
from karat.aurum.kernel.scoring import side_of
from karat.aurum.net.choice import TILT, pick
from karat.aurum.net.net import MARGIN, WIN, result
from karat.aurum.net.shipped import shipped_net
from karat.aurum.search.belief import likely_worlds
from karat.aurum.search.ending import may_be_solved
from karat.aurum.search.lookahead import Race, compare, open_ledger
from karat.aurum.search.sparring import SparringWorkspace, make_sparring_workspace, spar
from karat.aurum.search.think import TreeSettings, prepared, think
from karat.aurum.search.workspace import Workspace
from karat.bots.bot import Budget
from karat.kernel.jit import Int
from karat.kernel.random import generator
from karat.search.limit import Limit
from karat.shuffle import Stream

MOST_ACTIONS, WORLDS, TREE_TRIES, SPARRING_TRIES = 5, 256, 8000, 400
FEW_TRIES = 30
"""A value of the tree from fewer tries is none."""
TOGETHER = (
    ("net", "one trick"),
    ("net", "two tricks"),
    ("one trick", "two tricks"),
    ("two tricks", "tree"),
    ("net", "two tricks", "tree"),
)
Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Place:
    """A choice: its part of the round, what was said of each action, and what came of it."""

    part: str
    said: dict[str, Floats]
    came: Floats


def play_on(
    state: Record,
    seat: Int,
    actions: Record,
    seeds: NDArray[np.uint64],
    workspace: Workspace,
    sparring: SparringWorkspace,
    came: Floats,
) -> None:
    """By action and time, what came of it: the side of `seat` by the net, the others by a search."""
    net, values, played, side = workspace.net, workspace.values, workspace.state, side_of(state[at.PLAYERS], seat)
    for place in range(actions.size):
        for time in range(came.shape[1]):
            rng = seeds[place, time]
            for word in range(at.WORDS):
                played[word] = state[word]
            apply(played, seat, actions[place])
            while played[at.TURN] >= 0:
                mover = played[at.TURN]
                if side_of(played[at.PLAYERS], mover) == side:
                    action = pick(played, mover, net, values, 0, 0, rng)
                else:
                    action = spar(played, mover, sparring, rng)
                apply(played, mover, action)
            result(played, seat, values[0])
            came[place, time] = values[0, WIN] + TILT * values[0, MARGIN]


def choices(players: int, rounds: int) -> Iterator[tuple[Match, Observation]]:
    """Every choice of expert in rounds against strong, of both with few tries."""
    expert, strong = Expert(Budget(None, 200)), Strong(Budget(None, 4000))
    for number in range(rounds):
        state = aurum.start(aurum.Rules(players))
        state = aurum.deal(state, aurum.shuffled(state, Stream("foresight", number))).state
        rng = Stream("foresight, played", number)
        while not state.results:
            for seat in aurum.to_act(state):
                legal, seen = aurum.legal_actions(state, seat), aurum.observe(state, seat)
                own = (seat % 2 == number % 2) if players == 4 else seat == number % 3
                if own and len(legal) > 1:
                    yield state, seen
                state = aurum.apply(state, seat, (expert if own else strong).choose(seen, legal, rng)).state


def by_looking(race: Race, tricks: int, worlds: Record, shares: Floats, actions: Record) -> Floats:
    """What the actions are worth by a look so many tricks ahead."""
    ledger = open_ledger(actions)
    compare(worlds, shares, race.seat, tricks, ledger, race.workspace, race.rng)
    means: Floats = ledger.sums[:, 0] / shares.sum()
    return means


def look_at(state: Match, seen: Observation, times: int, sparring: SparringWorkspace, seed: str) -> Place | None:
    """What is said and what comes of the likeliest actions, or None where there is nothing to compare."""
    packed = pack_view(seen)
    if may_be_solved(packed, Expert.most_worlds):
        return None
    seat, rng, net = int(packed[at.SEAT]), generator(seed), shipped_net(seen.rules.players)
    view = prepared(packed, seat)
    race = Race(view, seat, net, rng, {})
    actions = race.ledger.actions[:MOST_ACTIONS].copy()
    tree = {
        one.action: one.value
        for one in think(packed, seat, rng, Limit(tries=TREE_TRIES), TreeSettings())
        if one.tries >= FEW_TRIES
    }
    known = np.array([action in tree for action in actions.tolist()])
    if known.sum() < 2:
        return None
    worlds, shares = likely_worlds(seen, view, rng, net, WORLDS)
    said = {
        "net": race.first[: len(actions), 0],
        "one trick": by_looking(race, 1, worlds, shares, actions),
        "two tricks": by_looking(race, 2, worlds, shares, actions),
        "tree": np.array([tree.get(action, np.nan) for action in actions.tolist()]),
    }
    came = np.zeros((len(actions), times))
    seeds = np.array([[generator(f"{seed} {time}") for time in range(times)] for _ in actions])
    play_on(pack(state), seat, actions, seeds, race.workspace, sparring, came)
    late = max(packed[at.SIZES : at.SIZES + 4]) <= 6
    parts = {
        at.PLAYING: "cards, six or fewer left" if late else "cards, seven or more left",
        at.CHANGING: "bid changes",
    }
    part = parts.get(int(packed[at.PHASE]), "bids")
    return Place(part, {way: values[known] for way, values in said.items()}, came.mean(1)[known])


def explain(places: list[Place], ways: tuple[str, ...]) -> str:
    """The factors of the ways together, with 95 % intervals, and how much they explain."""
    said = np.vstack([np.stack([one.said[way] - one.said[way].mean() for way in ways], 1) for one in places])
    came = np.concatenate([one.came - one.came.mean() for one in places])
    factors, *_ = np.linalg.lstsq(said, came, rcond=None)
    rest = came - said @ factors
    noise = (rest**2).sum() / max(len(came) - len(places) - len(ways), 1)
    doubt = 1.96 * np.sqrt(np.diag(noise * np.linalg.pinv(said.T @ said)))
    told = ", ".join(f"{way} {by:.2f} ± {off:.2f}" for way, by, off in zip(ways, factors, doubt, strict=True))
    return f"  explains {1 - (rest**2).sum() / (came**2).sum():7.2%}: {told}"


def tell(places: list[Place], together: tuple[tuple[str, ...], ...]) -> None:
    """All places first, then by their parts: every way alone, and these together."""
    for part in ("all", *sorted({place.part for place in places})):
        some = [place for place in places if part in {"all", place.part}]
        print(f"{part}: {len(some)} places")
        for ways in (*((way,) for way in some[0].said), *together):
            print(explain(some, ways))


def main() -> None:
    """Measure and tell, the whole round first and then by its parts."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--players", type=int, choices=(3, 4), default=4)
    parser.add_argument("--rounds", type=int, default=60)
    parser.add_argument("--every", type=int, default=3, help="look at one choice in so many")
    parser.add_argument("--times", type=int, default=8, help="how often a round is played on")
    options = parser.parse_args()
    sparring, places = make_sparring_workspace(SPARRING_TRIES), []
    for number, (state, seen) in enumerate(choices(options.players, options.rounds)):
        if number % options.every == 0 and (place := look_at(state, seen, options.times, sparring, f"place {number}")):
            places.append(place)
    tell(places, TOGETHER)


if __name__ == "__main__":
    main()
