"""The net for Aurum: it sees what its seat may see, and says what the same net says in plain numpy."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from karat.aurum import Rules
from karat.aurum.kernel import edge
from karat.aurum.kernel import layout as at
from karat.aurum.kernel.layout import Record
from karat.aurum.net import features, net
from karat.aurum.net.shipped import shipped_net
from karat.aurum.rules.codec import END
from karat.aurum.rules.rules import Edition, Variant
from karat.kernel.random import generator

RULES = [
    Rules(4),
    Rules(3),
    Rules(3, Edition.RU),
    Rules(4, Edition.FR, (Variant.NO_ZERO_GOLD,)),
    Rules(3, Edition.DE, (Variant.NO_ZERO_GOLD, Variant.THREE_ROUND_TOTAL)),
]


def moments(rules: Rules, seed: str, rounds: int = 2) -> Iterator[Record]:
    """Every moment of some rounds played at random, the end of each included."""
    chance = np.random.default_rng(list(seed.encode()))
    for number in range(rounds):
        state = edge.start(rules)
        edge.deal(state, f"{seed}/{number}")
        while seats := edge.to_act(state):
            yield state.copy()
            edge.apply(state, seats[-1], int(chance.choice(edge.legal_actions(state, seats[-1]))))
        yield state.copy()


def looked(state: Record, seat: int) -> tuple[list[float], list[int]]:
    x, metals = np.full(features.FEATURES, 9, np.float32), np.zeros(features.METALS, np.int64)
    features.look(state, seat, x, metals)
    return x.tolist(), metals.tolist()


def asked(players: int) -> net.NetWorkspace:
    return net.make_net_workspace(shipped_net(players).weights)


def value(state: Record, seat: int) -> np.ndarray:
    out = np.zeros(net.HEADS, np.float32)
    net.evaluate(state, seat, asked(int(state[at.PLAYERS])), out)
    return out


@pytest.mark.parametrize("rules", RULES, ids=str)
def test_features_are_the_same_in_every_world_that_looks_the_same(rules: Rules) -> None:
    rng = generator(str(rules))
    for state in moments(rules, "hidden"):
        if not edge.to_act(state):
            continue
        for seat in range(rules.players):
            seen = looked(state, seat)
            for world in edge.resample(edge.view(state, seat), rng, 3):
                assert looked(world, seat) == seen


@pytest.mark.parametrize("rules", RULES, ids=str)
def test_actions_are_worth_the_same_in_every_world_that_looks_the_same(rules: Rules) -> None:
    rng, own, other = generator(str(rules)), net.make_action_values(), net.make_action_values()
    for state in moments(rules, "actions", 1):
        for seat in edge.to_act(state):
            count = net.evaluate_actions(state, seat, tuple(asked(rules.players)), tuple(own))
            world = edge.resample(edge.view(state, seat), rng)[0]
            net.evaluate_actions(world, seat, tuple(asked(rules.players)), tuple(other))
            assert own.actions[:count].tolist() == edge.legal_actions(state, seat).tolist()
            assert (own.values[:count] == other.values[:count]).all()


def test_who_bids_in_secret_shows_nothing_of_it() -> None:
    """A3.3: before and after another has chosen, a seat sees the same."""
    state = edge.start(Rules(3))
    edge.deal(state, "secret")
    before = looked(state, 0)
    for seat in (1, 2):
        edge.apply(state, seat, int(edge.legal_actions(state, seat)[0]))
        assert looked(state, 0) == before


def test_metals_may_change_places() -> None:
    """The net judges a moment as it does with the metals in another order."""
    turned = [2, 0, 4, 1, 3]

    def turn(cards: int) -> int:
        return sum((cards >> 10 * metal & 1023) << 10 * turned[metal] for metal in range(5))

    for state in moments(Rules(4), "metals", 1):
        if not edge.to_act(state):
            continue
        other = state.copy()
        for word in (*range(16, 25), *range(33, 37)):
            other[word] = turn(int(state[word]))
        for word in (*range(10, 14), *range(at.BID, at.BID + 4)):
            if 0 <= state[word] < 50:
                other[word] = 10 * turned[int(state[word]) // 10] + int(state[word]) % 10
        assert np.allclose(value(state, 1), value(other, 1), atol=1e-5)


def reference(weights: np.ndarray, x: np.ndarray, metals: np.ndarray) -> np.ndarray:
    """The net in plain numpy, from the shapes alone."""
    ends = np.cumsum([int(np.prod(shape)) for shape in net.SHAPES.values()])
    parts = {
        name: weights[end - int(np.prod(shape)) : end].reshape(shape).astype(np.float64)
        for (name, shape), end in zip(net.SHAPES.items(), ends, strict=True)
    }
    table = x @ parts["table"] + parts["table_bias"]
    bits = (metals[:, None] >> np.arange(features.METAL_FEATURES)) & 1
    pooled = np.maximum(bits @ parts["metal"] + table[net.TABLE :], 0).sum(0)
    units = np.concatenate([np.maximum(table[: net.TABLE], 0), pooled])
    out = np.maximum(units @ parts["second"] + parts["second_bias"], 0) @ parts["heads"] + parts["heads_bias"]
    return np.where(net.IN_POINTS, out * net.POINT, 1 / (1 + np.exp(-out)))


@pytest.mark.parametrize("players", [3, 4])
def test_compiled_net_equals_the_one_in_numpy(players: int) -> None:
    weights = shipped_net(players).weights
    for state in moments(Rules(players), "reference", 1):
        if edge.to_act(state):
            x, metals = np.zeros(features.FEATURES, np.float32), np.zeros(features.METALS, np.int64)
            features.look(state, 1, x, metals)
            assert np.allclose(value(state, 1), reference(weights, x, metals), rtol=1e-4, atol=1e-4)


@pytest.mark.parametrize("rules", RULES, ids=str)
def test_an_action_is_worth_what_the_moment_after_it_is_worth(rules: Rules) -> None:
    own = net.make_action_values()
    for state in moments(rules, "after", 1):
        if not edge.to_act(state) or (rules.players == 3 and state[at.PHASE] == at.BIDDING):
            continue  # what is bid in secret is not seen in the moment after it
        (seat,) = edge.to_act(state)
        before = state.copy()
        count = net.evaluate_actions(state, seat, tuple(asked(rules.players)), tuple(own))
        assert (state == before).all()
        for place in (0, count // 2, count - 1):
            after = state.copy()
            edge.apply(after, seat, int(own.actions[place]))
            assert np.allclose(own.values[place], value(after, seat), rtol=1e-3, atol=1e-3)


@pytest.mark.parametrize("rules", RULES, ids=str)
def test_a_finished_round_is_worth_its_result(rules: Rules) -> None:
    ends = [state for state in moments(rules, "ends", 20) if not edge.to_act(state)]
    assert len(ends) == 20
    for state in ends:
        points = state[at.POINTS : at.POINTS + len(rules.sides)].tolist()
        wins = [float(value(state, side)[net.WIN]) for side in range(len(rules.sides))]
        assert sum(wins) == pytest.approx(1)
        for side, own in enumerate(points):
            said = value(state, side)
            assert said[net.POINTS_HEAD] == own
            assert said[net.MARGIN] == own - max(points[:side] + points[side + 1 :])
            assert own == max(points) or said[net.WIN] == 0
        if state[at.PHASE] == at.AWAITS_DEAL and Variant.THREE_ROUND_TOTAL not in rules.variants:
            nuggets = state[41 : 41 + len(rules.sides)]
            assert wins == pytest.approx((nuggets / nuggets.sum()).tolist())


def test_ending_the_round_is_scored_and_not_guessed() -> None:
    found = 0
    for state in moments(Rules(4), "stuck", 40):
        for seat in edge.to_act(state):
            if END in edge.legal_actions(state, seat):
                own = net.make_action_values()
                count = net.evaluate_actions(state, seat, tuple(asked(4)), tuple(own))
                said = own.values[own.actions[:count].tolist().index(END)]
                edge.apply(state, seat, END)
                assert said[net.POINTS_HEAD] == state[at.POINTS + seat % 2]
                found += 1
    assert found > 5
