"""Opal, the game of tests/thirdgame, under the contract."""

from __future__ import annotations

import dataclasses
from collections import Counter

import thirdgame as opal
from contract.case import TESTS, Case
from hypothesis import strategies as st
from strategies import seeds
from thirdgame.kit import make_kit
from thirdgame.rules.cards import ALL_STONES, Stone
from thirdgame.rules.match import Match
from thirdgame.rules.notation import show_round

from karat.shuffle import Stream


def walk(rules: opal.Rules, seed: str, actions: int) -> Match:
    """The match after that many actions of a seeded player, or at its end."""
    state, rng = opal.start(rules), Stream(f"{seed}/walk")
    for _ in range(actions):
        if opal.outcome(state):
            break
        if opal.awaits_deal(state):
            state = opal.deal(state, opal.shuffled(state, Stream(seed, len(state.played)))).state
        seat = rng.choice(opal.to_act(state))
        state = opal.apply(state, seat, rng.choice(opal.legal_actions(state, seat))).state
    return state


def unseen_permuted(state: Match, seat: int | None, rng: Stream) -> Match:
    """Hands of others, stones that lie face down, and the bag."""
    table, deal = state.round, state.deal
    if table is None or deal is None:
        return state
    others = [other for other in range(state.rules.players) if other != seat]
    own = Counter(() if seat is None else deal.hands[seat])
    mixed = iter(rng.shuffled((Counter(ALL_STONES) - own).elements()))
    hands, laid = list(table.hands), list(table.laid)
    for other in others:
        hands[other] = tuple(sorted(next(mixed) for _ in table.hands[other]))
        laid[other] = next(mixed) if laid[other] else None
    dealt = list(deal.hands)
    for other in others:
        dealt[other] = tuple(sorted((*hands[other], *filter(None, [laid[other]]))))
    changed = dataclasses.replace(table, hands=tuple(hands), laid=tuple(laid))
    # What stays in a hand at the end of a round is never shown.
    played = tuple(
        dataclasses.replace(one, deal=opal.Deal(tuple((stone, *rng.shuffled(ALL_STONES)[:2]) for stone in one.stones)))
        for one in state.played
    )
    return Match(state.rules, played, opal.Deal(tuple(dealt)), changed)


rules = st.builds(opal.Rules, st.sampled_from((2, 3, 4)), st.booleans())

CASE = Case(
    kit=make_kit(),
    laws=opal.Law,
    ids=r"O\w+\.\d+",
    tests=TESTS / "opal" / "rules",
    rules=rules,
    matches=st.builds(walk, rules, seeds, st.integers(0, 22)),
    choosing=st.builds(walk, rules, seeds, st.integers(1, 22)).filter(lambda state: len(opal.to_act(state)) > 1),
    finished=st.builds(walk, rules, seeds, st.just(100)),
    cards=sorted(set(ALL_STONES)),
    sayings=lambda _: [opal.Lay(Stone(rank)) for rank in range(10)],
    nonsense=("", "lay", "lay  O1", "lay o1", "lay O9", "lay O10", "play O1"),
    position=lambda state: state.round,
    show=show_round,
    unseen_permuted=unseen_permuted,
    another_world=unseen_permuted,
)
