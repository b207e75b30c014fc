"""Aurum under the contract."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from contract.case import TESTS, Case, Codec, Kept
from hiding import with_hidden_cards_mixed
from hypothesis import strategies as st
from strategies import aurum_matches, aurum_rules, seeds, tastes, walk

from karat import aurum
from karat.aurum.rules import codec
from karat.aurum.rules.actions import Bid, End, Keep, Play, PlayGold, Swap
from karat.aurum.rules.cards import BASE_CARDS, GOLD_COPIES, gold
from karat.aurum.rules.match import Match
from karat.aurum.rules.notation import show_round
from karat.bots.bot import Candidate
from karat.games import GAMES
from karat.shuffle import Stream

CARDS = (*BASE_CARDS, *map(gold, sorted(set(GOLD_COPIES))))


def bidding(rules: aurum.Rules, seed: str, rounds: int, laid: int) -> Match:
    """A3.3: before or between the secret bids of a round."""
    state = aurum.start(rules)
    for number in range(rounds):  # chance ends a match after two rounds at the soonest
        state = aurum.deal(state, aurum.shuffled(state, Stream(seed, number))).state
        rng = Stream(f"{seed}/walk", number)
        while number < rounds - 1 and state.round:
            seat = rng.choice(aurum.to_act(state))
            state = aurum.apply(state, seat, rng.choice(aurum.legal_actions(state, seat))).state
    for _ in range(laid):
        seat = rng.choice(aurum.to_act(state))
        state = aurum.apply(state, seat, rng.choice(aurum.legal_actions(state, seat))).state
    return state


def sayings(rules: aurum.Rules) -> list[aurum.Action]:
    said: list[aurum.Action] = [Keep(), End()]
    for card in CARDS:
        said += [Bid(card), Play(card), PlayGold(card)]
    said += [
        Swap(paid, whose, card)
        for paid in map(gold, GOLD_COPIES)
        for whose in range(rules.players + 1)
        for card in BASE_CARDS[::3]
    ]
    return said


def unseen_permuted(state: Match, seat: int | None, rng: Stream) -> Match:
    """Hands of others, bids that lie face down, and the deal."""
    table, deal = state.round, state.deal
    if table is None or deal is None:
        return state
    face_down = state.rules.players == 3 and None in table.bids
    hidden_bids = [other for other, bid in enumerate(table.bids) if bid and face_down and other != seat]
    others = [other for other in range(state.rules.players) if other != seat]
    pool = [card for other in others for card in table.hands[other]]
    pool += [card for other in hidden_bids if (card := table.bids[other])]
    mixed = iter(rng.shuffled(pool))
    hands, bids = list(table.hands), list(table.bids)
    for other in others:
        hands[other] = tuple(sorted(next(mixed) for _ in table.hands[other]))
    for other in hidden_bids:
        bids[other] = next(mixed)
    actions = tuple(
        (who, Bid(bid)) if who in hidden_bids and (bid := bids[who]) else (who, action) for who, action in state.actions
    )
    # The deal itself is a secret too: whatever stands in it must not matter.
    foreign = aurum.Deal(deal.first, tuple(reversed(deal.hands)), deal.aside)
    changed = dataclasses.replace(table, hands=tuple(hands), bids=tuple(bids))
    return dataclasses.replace(state, round=changed, actions=actions, deal=foreign)


def another_world(state: Match, seat: int, rng: Stream) -> Match:
    return with_hidden_cards_mixed(state, seat, f"{rng.word()}")


def explains(level: str, _legal: Sequence[aurum.Action], told: Sequence[Candidate]) -> bool:
    """It knows its chance to win; of those that play without searching, not before the bids of others are known."""
    bids = isinstance(told[0].action, Bid)
    return level == "random" or told[0].win is not None or (bids and level in {"novice", "casual"})


def numbers(rules: aurum.Rules) -> Codec:
    return Codec(
        size=codec.ACTIONS,
        encode=lambda action, seat: codec.encode(action, seat, rules.players),
        decode=lambda number, seat: codec.decode(number, seat, rules.players),
    )


CASE = Case(
    kit=GAMES["aurum"],
    laws=aurum.Law,
    ids=r"A\w+\.\d+",
    tests=TESTS / "aurum" / "rules",
    rules=aurum_rules,
    matches=aurum_matches,
    choosing=st.builds(
        bidding,
        aurum_rules.filter(lambda rules: rules.players == 3),
        seeds,
        st.integers(1, 2),
        st.integers(0, 1),
    ),
    finished=st.builds(walk, aurum_rules, seeds, st.just(20_000), tastes),
    cards=CARDS,
    sayings=sayings,
    nonsense=("", "bid", "bid  B1", "bid b1", "keep ", "swap G0 P6", "swap G0 10 P6", "play X1", "gold", "sing"),
    position=lambda state: state.round,
    show=show_round,
    unseen_permuted=unseen_permuted,
    another_world=another_world,
    codec=numbers,
    records=Kept(matches=120, corrupted=199),
    explains=explains,
)
