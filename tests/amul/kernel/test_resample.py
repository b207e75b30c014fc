"""Worlds: they fit what a seat knows, and each is as likely as every other."""

from collections import Counter
from dataclasses import replace
from itertools import product
from math import perm

import numpy as np
import pytest
from amul.kernel.dealing import dealt
from hypothesis import given, settings
from strategies import amul_matches, seeds

from karat import amul
from karat.amul.kernel import check, edge, layout
from karat.amul.kernel.cards import compile_cards
from karat.amul.kernel.pack import pack, pack_view
from karat.amul.rules.cards import CardFile, Zone
from karat.amul.rules.codec import codec
from karat.amul.rules.effects import Flat
from karat.amul.rules.match import Match
from karat.kernel import random
from karat.shuffle import Stream


@settings(max_examples=25)
@given(amul_matches, seeds)
def test_a_world_looks_to_its_seat_as_the_truth_does(state: Match, seed: str):
    for seat in (*range(state.rules.players), None):
        view = pack_view(amul.observe(state, seat))
        for world in edge.resample(view, random.generator(seed), 5):
            check.check_state(world)
            assert (edge.view(world, seat).words == view.words).all()


@settings(max_examples=20)
@given(amul_matches, seeds)
def test_hidden_cards_cannot_leak(state: Match, seed: str):
    """From any world that fits, the same seat gets the same view, and the same draws give the same worlds."""
    view = edge.view(pack(state), 1)
    other = edge.resample(view, random.generator(f"{seed} other"))[0]
    again = edge.view(other, 1)
    drawn = [edge.resample(seen, random.generator(seed), 3) for seen in (view, again)]
    assert all((one.words == two.words).all() for one, two in zip(*drawn, strict=True))


RARE = ("a", "b", "c")


def few_cards(*copies: int) -> CardFile:
    """A card file of `filler` and a few copies of a, b and c, all for the table and the hand; 51 in all."""
    camel = amul.load_standard().kinds["camel"]
    numbers = {"filler": 51 - sum(copies), **dict(zip(RARE, copies, strict=True))}
    kinds = {
        name: replace(camel, id=name, face=name, zone=Zone.BOTH, copies=((3, number),), scoring=Flat(1))
        for name, number in numbers.items()
    }
    return CardFile(f"few cards {copies}", kinds, amul.load_standard().rows, "valour")


def eager_walk(rules: amul.Rules, seed: str, stop: int) -> amul.Match:
    """Players who like to use rare cards, so that what was seen says something about what was dealt."""
    state = amul.start(rules)
    state = amul.deal(state, amul.shuffled(state, Stream(seed))).state
    rng = Stream(f"{seed}/walk")
    for _ in range(stop):
        seat = rng.choice(amul.to_act(state))
        legal = amul.legal_actions(state, seat)
        liked = tuple(action for action in legal if action.card.id != "filler") if rng.below(3) else legal
        state = amul.apply(state, seat, rng.choice(liked or legal)).state
    return state


def every_world(state: amul.Match, seat: int) -> Counter[object]:
    """By brute force, how many deals there are for each outcome: the other hands and choices, and the deck's top card.

    Rare cards are put on every combination of places; a place is any of those dealt to one seat in one round. Then
    each of the other seats plays what it was seen to play, and the deal counts if it always held the card.
    """
    table = state.market
    assert table is not None
    rules, number = state.rules, table.number
    others = [other for other in range(rules.players) if other != seat]
    unseen = Counter(state.deal.deck if state.deal else ())
    public, own = table.number * (rules.players + 1), Counter[amul.Card]()
    deck = state.deal.deck if state.deal else ()
    for start in range(5 * seat, 5 * seat + 5):
        own[deck[start]] += 1
    for past in range(number):
        begin = 15 + 4 * past
        own[deck[begin + seat]] += 1
        own[deck[begin + 3]] += 1  # turned up
    unseen -= own
    left = len(deck) - 15 - public
    places = [(other, past, 6 if past == 0 else 1) for other in others for past in range(number)]
    places += [(None, 0, 1), (None, 1, left - 1)] if left else []
    rare = [card for card in unseen.elements() if card.id != "filler"]
    done: dict[int, list[tuple[str, amul.Card]]] = {other: [] for other in others}
    for who, action in state.actions:
        if who in done and not isinstance(action, amul.Gain):
            done[who].append((type(action).__name__, action.card))
    worlds: Counter[object] = Counter()
    for where in product(range(len(places)), repeat=len(rare)):
        used = Counter(where)
        ways = 1
        for place, count in used.items():
            ways *= perm(places[place][2], count)
        if not ways:
            continue
        hands = {other: held_after(done[other], other, number, places, where, rare) for other in others}
        if any(hand is None for hand in hands.values()):
            continue
        top = next((rare[index].id for index, place in enumerate(where) if places[place][:2] == (None, 0)), "filler")
        outcomes: list[tuple[tuple[object, ...], int]] = [((top if left else None,), ways)]
        for other in others:
            hand = hands[other]
            assert hand is not None
            laid = bool(table.chosen) and table.chosen[other] is not None
            grown = []
            for key, weight in outcomes:
                if laid:
                    for card, copies in hand.items():
                        rest = sorted((hand - Counter([card])).elements())
                        grown.append(((*key, str(card), tuple(map(str, rest))), weight * copies * 60 // hand.total()))
                else:
                    grown.append(((*key, None, tuple(map(str, sorted(hand.elements())))), weight * 60))
            outcomes = grown
        for key, weight in outcomes:
            worlds[key] += weight
    return worlds


def held_after(done, other, number, places, where, rare) -> Counter | None:
    """What a seat holds when it was dealt this and did that; None if it cannot have."""
    filler = amul.Card("filler")
    dealt = []
    for past in range(number):
        index = places.index((other, past, 6 if past == 0 else 1))
        cards = [rare[which] for which, place in enumerate(where) if place == index]
        dealt.append(cards + [filler] * (places[index][2] - len(cards)))
    hand: Counter = Counter()
    steps = iter(done)
    for past in range(number):
        hand.update(dealt[past])
        for _ in range(3):
            kind, card = next(steps, (None, None))
            if kind is None:
                break
            if kind == "Take":
                hand[card] += 1
            elif hand[card]:
                hand[card] -= 1
            else:
                return None
    return +hand


def outcome_of(state: amul.Match, world: np.ndarray, seat: int) -> object:
    rules = state.rules
    types = codec(rules.cards).types
    table = compile_cards(rules)
    deck = [int(word) for word in world[table[layout.DECK_IN] :] if word != layout.NOTHING]
    key: tuple[object, ...] = (str(types[deck[0]]) if deck else None,)
    for other in range(rules.players):
        if other != seat:
            begin = layout.HANDS + layout.HAND_SIZE * other
            hand = world[begin : begin + world[layout.HELD + other]]
            choice = int(world[layout.CHOSEN + other])
            laid = None if choice == layout.NOTHING else str(types[choice])
            key = (*key, laid, tuple(sorted(str(types[card]) for card in hand)))
    return key


POSITIONS = [(copies, number, stop) for copies in ((2, 1, 1), (3, 1, 0), (4, 0, 0), (2, 2, 0)) for number, stop in
             ((0, 3), (1, 9), (2, 14), (3, 21), (4, 28), (5, 41), (6, 50), (7, 70))]  # fmt: skip


@pytest.mark.parametrize(("copies", "number", "stop"), POSITIONS)
def test_worlds_are_drawn_uniformly(copies: tuple[int, ...], number: int, stop: int):
    """A chi-squared test against the number of deals behind each outcome, all of them counted."""
    copies = tuple(max(1, count) for count in copies)
    rules = amul.Rules(3, few_cards(*copies))
    state = eager_walk(rules, f"uniform {number}", stop)
    seat, draws = number % 3, 20_000
    expected = every_world(state, seat)
    total = sum(expected.values())
    view = pack_view(amul.observe(state, seat))
    worlds = edge.resample(view, random.generator(f"uniform {number}"), draws)
    found = Counter(outcome_of(state, world.words, seat) for world in worlds)
    assert set(found) <= set(expected)
    cells, rest_expected, rest_found = [], 0.0, 0
    for key, weight in expected.items():
        mean = draws * weight / total
        if mean >= 8:
            cells.append((mean, found[key]))
        else:
            rest_expected, rest_found = rest_expected + mean, rest_found + found[key]
    if rest_expected >= 8:
        cells.append((rest_expected, rest_found))
    freedom = len(cells) - 1
    statistic = sum((count - mean) ** 2 / mean for mean, count in cells)
    # Wilson and Hilferty; 4.5 standard deviations are passed by chance three times in a million.
    bound = freedom * (1 - 2 / (9 * freedom) + 4.5 * (2 / (9 * freedom)) ** 0.5) ** 3 if freedom else 1e-6
    assert statistic <= bound, (statistic, freedom)


@pytest.mark.parametrize("players", range(3, 9))
def test_a_world_is_found_soon_even_in_the_last_round(players: int):
    rules = amul.Rules(players)
    from strategies import amul_walk

    state = amul_walk(rules, "soon", 0)
    while state.market and (state.market.number, state.market.phase) != (9, amul.Phase.PLAY):
        seat = amul.to_act(state)[0]
        state = amul.apply(state, seat, Stream(str(len(state.actions))).choice(amul.legal_actions(state, seat))).state
    edge.resample(pack_view(amul.observe(state, 0)), random.generator("soon"), 200)


def test_a_world_that_is_too_hard_to_find_is_given_up(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(edge, "_resample", lambda *_: False)
    with pytest.raises(edge.NoWorldFound, match="too few types"):
        edge.resample(edge.view(dealt(amul.Rules(3), "7"), 0), random.generator("7"))
