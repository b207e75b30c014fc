"""Amul under the contract."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from contract.case import TESTS, Case, Codec, Kept
from hiding import amul_with_hidden_cards_mixed
from hypothesis import strategies as st
from strategies import amul_matches, amul_rules, amul_walk, seeds

from karat import amul
from karat.amul.rules.actions import Action, Gain, Offer, Play, Take
from karat.amul.rules.cards import Card
from karat.amul.rules.codec import codec
from karat.amul.rules.effects import Place
from karat.amul.rules.match import Match
from karat.amul.rules.notation import show_market
from karat.bots.bot import Candidate
from karat.games import GAMES
from karat.shuffle import Stream

CARDS = sorted({card for kind in amul.load_standard().kinds.values() for _, card in kind.all_copies})


def every_action() -> list[Action]:
    cards = [*CARDS, Card("arab_guard"), Card("camel", "A"), Card("nonsense")]
    said: list[Action] = []
    for card in cards:
        said += [Offer(card), Take(card), Play(card), *(Gain(place, card) for place in Place)]
    return said


EVERY_ACTION = every_action()


def unseen_permuted(state: Match, seat: int | None, rng: Stream) -> Match:
    """Deck, other hands, hidden choices, and the deal."""
    table, deal = state.market, state.deal
    if table is None or deal is None:
        return state
    others = [other for other in range(state.rules.players) if other != seat]
    hidden = [other for other in others if table.chosen and table.chosen[other]]
    pool = [card for other in others for card in table.hands[other]]
    pool += [card for other in hidden if (card := table.chosen[other])]
    mixed = iter(rng.shuffled([*pool, *table.deck]))
    hands, chosen = list(table.hands), list(table.chosen)
    for other in others:
        hands[other] = tuple(sorted(next(mixed) for _ in table.hands[other]))
    for other in hidden:
        chosen[other] = next(mixed)
    changed = dataclasses.replace(table, hands=tuple(hands), chosen=tuple(chosen), deck=tuple(mixed))
    # The deal is a secret too, but for who holds the emir card: whatever stands in it must not matter.
    return dataclasses.replace(state, market=changed, deal=amul.Deal(deal.first, tuple(reversed(deal.deck))))


def explains(level: str, legal: Sequence[Action], told: Sequence[Candidate]) -> bool:
    """It has thought of every action and counts points for each; those that search know the chance to win."""
    if level == "random":
        return True
    whole = sorted(str(one.action) for one in told) == sorted(map(str, legal))
    return (
        whole
        and all(one.points is not None for one in told)
        and (told[0].win is None) == (level in {"novice", "casual"})
    )


def numbers(rules: amul.Rules) -> Codec:
    known = codec(rules.cards)
    return Codec(
        size=known.size,
        encode=lambda action, _: known.encode(action),
        decode=lambda number, _: known.decode(number),
    )


CASE = Case(
    kit=GAMES["amul"],
    laws=amul.Law,
    ids=r"[MRWS]\d+(?:\.\d+)?",
    tests=TESTS / "amul" / "rules",
    rules=amul_rules,
    matches=amul_matches,
    choosing=st.builds(
        amul_walk,
        amul_rules,
        seeds,
        st.integers(0, 200),
        st.sampled_from(("any", "effects")),
        st.sampled_from(("offer", "play")),
    ).filter(lambda state: len(amul.to_act(state)) > 1),
    finished=st.builds(amul_walk, amul_rules, seeds, st.just(10_000)),
    cards=CARDS,
    sayings=lambda _: EVERY_ACTION,
    nonsense=(
        "",
        "offer",
        "offer  gold",
        "offer Gold",
        "gain palace",
        "gain moon gold",
        "play gold:b",
        "take gold gold",
    ),
    position=lambda state: state.market,
    show=show_market,
    unseen_permuted=unseen_permuted,
    another_world=amul_with_hidden_cards_mixed,
    codec=numbers,
    records=Kept(matches=40, corrupted=113),
    examples=20,
    explains=explains,
)
