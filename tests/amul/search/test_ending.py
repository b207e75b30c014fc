"""The last round of Amul in search, against trying everything with the readable rules."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, count, islice, product
from math import comb, factorial, prod
from statistics import fmean

import numpy as np
import pytest

from karat import amul
from karat.amul.kernel import layout as at
from karat.amul.kernel.cards import compile_cards
from karat.amul.kernel.pack import pack, pack_view
from karat.amul.rules.actions import Action
from karat.amul.rules.cards import Card
from karat.amul.rules.codec import codec
from karat.amul.rules.match import Match
from karat.amul.search.ending import learn, make_strategies, settle
from karat.amul.search.flat import AIMS, FOR_WIN, SCALE
from karat.amul.search.outlook import weights_for
from karat.amul.search.policy import CHANGING
from karat.amul.search.think import think_last
from karat.amul.search.unseen import Spread, spread_out
from karat.amul.search.workspace import Workspace, make_workspace
from karat.kernel.random import generator
from karat.search.limit import Limit, Tried
from karat.shuffle import Stream

RULES = amul.Rules(3)
NUMBERS = codec(RULES.cards)
ENOUGH = Limit(tries=10_000_000)


def to_last_round(rules: amul.Rules, seed: str, phase: str, *, keep: bool = True) -> Match:
    """A match at some point of that phase of round nine, or at its end.

    Cards with an instant effect are kept for that round, or got rid of before it.
    """
    state = amul.start(rules)
    state = amul.deal(state, amul.shuffled(state, Stream(seed))).state
    rng = Stream(f"{seed}/walk")
    while amul.to_act(state):
        table = state.market
        assert table is not None
        last = table.number == 9
        if last and table.phase == phase:
            break
        seat = rng.choice(amul.to_act(state))
        legal = amul.legal_actions(state, seat)
        if not isinstance(legal[0], amul.Gain | amul.Take):
            wanted = [one for one in legal if bool(rules.cards.kinds[one.card.id].instant) == (last or not keep)]
            legal = tuple(wanted) or legal
        state = amul.apply(state, seat, rng.choice(legal)).state
    return state


def unknown(state: Match, seat: int) -> list[Card]:
    """What is in a hand besides the cards that all have seen it take and not use."""
    assert state.market is not None
    known: Counter[Card] = Counter()
    for who, action in state.actions:
        if who == seat and isinstance(action, amul.Take):
            known[action.card] += 1
        elif who == seat and not isinstance(action, amul.Gain):
            known[action.card] = max(0, known[action.card] - 1)
    return list((Counter(state.market.hands[seat]) - known).elements())


def worlds(state: Match, seat: int) -> Iterator[Match]:
    """All ways to spread what `seat` has not seen over the hands of the two others."""
    table = state.market
    assert table is not None
    left, right = (other for other in range(3) if other != seat)
    pool = unknown(state, left) + unknown(state, right)
    for places in combinations(range(len(pool)), len(unknown(state, left))):
        hands = list(table.hands)
        for other, held in ((left, True), (right, False)):
            kept = Counter(hands[other]) - Counter(unknown(state, other))
            kept.update(card for place, card in enumerate(pool) if (place in places) == held)
            hands[other] = tuple(sorted(kept.elements()))
        yield replace(state, market=replace(table, hands=tuple(hands)))


def payoff(state: Match, seat: int) -> float:
    """What a finished match is worth to a seat, told anew."""
    outcome = amul.outcome(state)
    assert outcome is not None
    ahead = outcome.scores[seat] - max(points for other, points in enumerate(outcome.scores) if other != seat)
    margin = ahead / AIMS[SCALE]
    return float(AIMS[FOR_WIN] * outcome.share(seat) + (1 - AIMS[FOR_WIN]) * margin / (1 + abs(margin)))


def replied(state: Match) -> Match:
    """The match at its end, whoever gains a card taking what is best for itself."""
    while amul.to_act(state):
        seat = amul.to_act(state)[0]
        ends = {one: replied(amul.apply(state, seat, one).state) for one in amul.legal_actions(state, seat)}
        return ends[max(sorted(ends, key=NUMBERS.encode), key=lambda one: payoff(ends[one], seat))]
    return state


def to_follow(state: Match) -> int:
    """How many seats after the one to act have played a card with an instant effect."""
    assert state.market is not None
    kinds = state.rules.cards.kinds
    return sum(bool(kinds[state.market.played[seat].id].instant) for seat in state.market.turns[1:])


def workspace_for(rules: amul.Rules) -> Workspace:
    return make_workspace(rules, CHANGING, weights_for(rules.players))


def thought(state: Match, seat: int, seed: str, limit: Limit) -> list[Tried]:
    """What the search says of the actions of a seat in the last round."""
    view, workspace = pack_view(amul.observe(state, seat)).words, workspace_for(state.rules)
    return think_last(view, seat, generator(seed), limit, AIMS, workspace)


def last_gains(most: int) -> Iterator[Match]:
    """Positions in which a card is gained in round nine, with at most one seat to follow and not too many worlds."""
    for number in count():
        state = to_last_round(RULES, f"gains/{number}", "gain")
        if amul.to_act(state):
            sizes = [len(unknown(state, other)) for other in range(3) if other != amul.to_act(state)[0]]
            few = to_follow(state) == 0 or len(amul.legal_actions(state, amul.to_act(state)[0])) < 10
            if to_follow(state) <= 1 and few and comb(sum(sizes), sizes[0]) <= most // (1 + to_follow(state)):
                yield state


def test_the_last_gains_of_a_match_are_exact():
    """Every world, every choice, every reply: the same as by the rules, to the last digits."""
    followed, several = 0, 0
    for state in islice(last_gains(20), 24):
        seat = amul.to_act(state)[0]
        legal = amul.legal_actions(state, seat)
        told = thought(state, seat, "exact", ENOUGH)
        fitting = list(worlds(state, seat))
        exact: dict[int, float] = {
            NUMBERS.encode(one): fmean(payoff(replied(amul.apply(world, seat, one).state), seat) for world in fitting)
            for one in legal
        }
        assert {one.tries for one in told} == {len(fitting)}
        assert {one.action: one.value for one in told} == pytest.approx(exact, abs=1e-9)
        assert exact[told[0].action] == pytest.approx(max(exact.values()), abs=1e-9)
        followed += to_follow(state)
        several += len(fitting) > 1
    assert followed > 0
    assert several > 10


@pytest.mark.parametrize("phase", ["offer", "take", "play", "gain"])
def test_every_way_to_spread_unseen_cards_is_listed_once(phase: str):
    listed = 0
    for number in range(12):
        state = to_last_round(RULES, f"spread/{number}", phase)
        if amul.to_act(state):
            seat = amul.to_act(state)[-1]
            spread = spread_out(workspace_for(RULES), pack_view(amul.observe(state, seat)).words, generator("spread"))
            pool = Counter(card for other in range(3) if other != seat for card in unknown(state, other))
            sizes = [len(unknown(state, other)) for other in range(3) if other != seat]
            assert sorted(Counter(spread.pool.tolist()).values()) == sorted(pool.values())
            assert len(spread.owners) == factorial(sum(sizes)) // prod(factorial(size) for size in sizes)
            assert len({tuple(row) for row in spread.owners.tolist()}) == len(spread.owners)
            assert sorted(spread.turn.tolist()) == list(range(len(spread.owners)))
            listed += 1
    assert listed > 2


def test_more_worlds_than_can_be_listed_are_drawn():
    state = to_last_round(amul.Rules(8), "many", "play")
    seat = amul.to_act(state)[0]
    view = pack_view(amul.observe(state, seat)).words
    assert len(spread_out(workspace_for(state.rules), view, generator("many")).turn) == 0
    told = thought(state, seat, "many", Limit(tries=400))
    assert told == thought(state, seat, "many", Limit(tries=400))
    assert sum(one.tries for one in told) > 100


def seen_by_all(state: Match) -> Spread:
    """One world, the true one."""
    nothing = np.zeros((1, 0), np.int64)
    return Spread(pack(state).words, nothing[0], nothing, np.zeros(1, np.int64), np.zeros(1, np.int64))


def test_who_has_one_best_choice_whatever_the_others_do_learns_it():
    """All joint plays by the rules; regret finds the play that is clearly the best against each of them."""
    market, found = int(compile_cards(RULES)[at.MARKET]), 0
    for number in range(40):
        state = to_last_round(RULES, f"plays/{number}", "play", keep=False)
        choices: list[tuple[Action, ...]] = [amul.legal_actions(state, seat) for seat in range(3)]
        if any(RULES.cards.kinds[one.card.id].instant for legal in choices for one in legal):
            continue
        payoffs: dict[tuple[Action, ...], list[float]] = {}
        for joint in product(*choices):
            end = state
            for seat, one in enumerate(joint):
                end = amul.apply(end, seat, one).state
            payoffs[joint] = [payoff(end, seat) for seat in range(3)]
        workspace = workspace_for(RULES)
        strategies = make_strategies(workspace)
        learn(workspace, strategies, seen_by_all(state), AIMS, pack(state).words, generator("learn"), 400)
        settle(strategies)
        for seat in range(3):
            for best in choices[seat]:
                margins = [
                    payoffs[(*joint[:seat], best, *joint[seat + 1 :])][seat] - payoffs[joint][seat]
                    for joint in payoffs
                    if joint[seat] != best
                ]
                if margins and min(margins) > 0.1 * max(margins):
                    card = NUMBERS.encode(best) - 2 * market
                    advised = strategies.average[seat, -1] if strategies.advised[seat] == card else 0
                    assert strategies.average[seat, card] + advised > 0.9
                    found += 1
    assert found > 5
