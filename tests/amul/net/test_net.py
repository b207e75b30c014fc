"""What the net for Amul is told, and how it judges and chooses."""

from __future__ import annotations

import numpy as np
import pytest
from amul.kernel.dealing import dealt

from bench.lockstep.odd_cards import odd_cards
from karat import amul
from karat.amul.kernel import edge
from karat.amul.kernel import layout as at
from karat.amul.kernel.cards import compile_cards
from karat.amul.kernel.layout import Record
from karat.amul.kernel.legal import next_seat
from karat.amul.kernel.observe import deck_top
from karat.amul.kernel.scoring import POINTS_IN
from karat.amul.net import features
from karat.amul.net.choice import draw_tastes, pick
from karat.amul.net.features import card_of, changes, look, look_before
from karat.amul.net.net import SHAPES, WEIGHTS, NetWorkspace, evaluate, layers_of, make_net_workspace
from karat.amul.net.shipped import knows, shipped_layers, shipped_net
from karat.amul.search.outlook import weights_for
from karat.amul.search.policy import CHANGING
from karat.amul.search.prospect import survey
from karat.amul.search.rollout import advance, play_on_by_net
from karat.amul.search.workspace import Workspace, make_workspace
from karat.kernel.random import generator
from karat.search.net_file import BadNet, read, shipped

TABLES = [amul.Rules(3), amul.Rules(5, tea=5), amul.Rules(8)]


def begun(rules: amul.Rules, seed: str) -> Workspace:
    workspace = make_workspace(rules, CHANGING, weights_for(rules.players))
    workspace.world[:] = dealt(rules, seed).words
    workspace.state[:] = workspace.world
    survey(workspace.cards, workspace.state, workspace.prospect)
    return workspace


def legal_actions(workspace: Workspace, rules: amul.Rules, seat: int) -> list[int]:
    return [int(action) for action in edge.legal_actions(Record(rules, workspace.state), seat)]


def some_net() -> NetWorkspace:
    """One whose weights are anything, all of them of some use."""
    return make_net_workspace(layers_of(np.random.default_rng(3).normal(0, 0.1, WEIGHTS).astype(np.float32)))


def forward(net: NetWorkspace, number: int, told: np.ndarray) -> float:
    """The net in plain numpy."""
    layers = net.layers
    units = np.maximum(told @ layers.first[number] + layers.first_bias[number], 0)
    units = np.maximum(units @ layers.second[number] + layers.second_bias[number], 0)
    return float(units @ layers.last[number] + layers.last_bias[number])


def after(workspace: Workspace, seat: int, action: int, net: NetWorkspace) -> np.ndarray:
    """What is told of a seat after an action."""
    look_before(workspace, seat, net)
    for change in range(changes(workspace, seat, action, net)):
        net.features[net.changed[change]] += net.by[change]
    return net.features.copy()


@pytest.mark.parametrize("players", range(3, 9))
@pytest.mark.parametrize("with_tea", [False, True])
def test_it_knows_what_cards_of_others_matter(players: int, with_tea: bool) -> None:
    cards = [int(word) for word in compile_cards(amul.Rules(players, tea=players if with_tea else 0))]
    assert (cards[at.TYPES], cards[at.MARKET]) == (features.STANDARD_TYPES, features.STANDARD_MARKET)
    shared = set()
    for effect in range(cards[at.EFFECTS_AT], cards[at.DECK_AT], at.EFFECT):
        kind = cards[effect + at.KIND]
        if kind in (at.RARITY, at.MAJORITY) or (
            kind in (at.PER_MATCH, at.THRESHOLD) and cards[effect + at.SCOPE] != at.OWN
        ):
            shared.add(cards[effect + at.OF])
    assert shared == set(features.SHARED.tolist())


@pytest.mark.parametrize("rules", TABLES, ids=str)
def test_it_chooses_what_it_judges_best(rules: amul.Rules) -> None:
    workspace, net = begun(rules, "best"), some_net()
    phases = set()
    while (seat := int(next_seat(workspace.cards, workspace.state))) >= 0:
        legal = legal_actions(workspace, rules, seat)
        phases.add(int(workspace.state[at.PHASE]))
        number = int(workspace.state[at.NUMBER])
        worth = [forward(net, number, after(workspace, seat, action, net)) for action in legal]
        chosen = pick(workspace, seat, net)
        assert worth[legal.index(chosen)] == pytest.approx(max(worth), abs=1e-3)
        advance(workspace.cards, workspace.world, workspace.state, workspace.prospect, seat, chosen)
    assert phases == {at.OFFER, at.TAKE, at.PLAY, at.GAIN}


@pytest.mark.parametrize("rules", TABLES, ids=str)
def test_what_an_action_changes_is_what_is_seen_afterwards(rules: amul.Rules) -> None:
    net, chance, compared = some_net(), np.random.default_rng(1), set()
    for deal in range(8):
        workspace = begun(rules, f"after/{deal}")
        while (seat := int(next_seat(workspace.cards, workspace.state))) >= 0:
            number, phase = int(workspace.state[at.NUMBER]), int(workspace.state[at.PHASE])
            action = int(chance.choice(legal_actions(workspace, rules, seat)))
            told = after(workspace, seat, action, net)
            advance(workspace.cards, workspace.world, workspace.state, workspace.prospect, seat, action)
            secret = phase == at.PLAY and workspace.state[at.PHASE] == at.PLAY  # not revealed yet, and in nobody's area
            if workspace.state[at.NUMBER] == number and workspace.state[at.PHASE] != at.OVER and not secret:
                moment = {at.OFFER: features.OFFERED, at.TAKE: features.TOOK}.get(phase, features.PLAYED)
                look(workspace, seat, net, np.int64(moment))
                same = np.ones(len(told), bool)
                same[features.PENDING : features.BRAVE] = False
                if phase in (at.PLAY, at.GAIN):  # valour comes with the cards
                    same[features.BRAVE : features.STANDING] = False
                if phase == at.PLAY:  # what the others played is revealed
                    same[features.GONE : features.MOST] = False
                if phase == at.OFFER and workspace.state[at.PHASE] == at.TAKE:  # and so is what they offered
                    same[features.WARES : features.GONE] = False
                assert (told == net.features)[same].all()
                compared.add(phase)
    assert compared == {at.OFFER, at.TAKE, at.PLAY, at.GAIN}


@pytest.mark.parametrize("rules", TABLES, ids=str)
def test_it_is_told_who_takes_before_a_seat_and_which_cards_may_still_come(rules: amul.Rules) -> None:
    workspace, net, chance = begun(rules, "told"), some_net(), np.random.default_rng(2)
    cards, state, number, places = workspace.cards, workspace.state, 0, {}
    copies = np.array([cards[at.HEAD + at.TYPE * card + at.COPIES] for card in range(features.STANDARD_MARKET)])
    while (seat := int(next_seat(cards, workspace.state))) >= 0:
        if workspace.state[at.NUMBER] != number:
            number = int(workspace.state[at.NUMBER])
            for one in range(rules.players):
                look(workspace, one, net, np.int64(features.BEGINS))
                places[one] = int(net.features[features.PLACE])
                lying = state[at.WARE : at.WARE + state[at.LYING]]
                wares = np.bincount(lying, minlength=features.STANDARD_MARKET)
                assert (net.features[features.WARES : features.GONE] == wares).all()
                others = [other for other in range(rules.players) if other != one]
                hands = [state[at.HANDS + at.HAND_SIZE * other :][: state[at.HELD + other]] for other in others]
                left = workspace.world[deck_top(cards, state) : cards[at.STATE]]
                to_come = np.bincount(np.concatenate([left, lying, *hands]), minlength=60)
                area = net.features[features.AREA :][: features.STANDARD_MARKET]
                own = area + net.features[features.IN_HAND : features.STOCK]
                assert (net.features[features.GONE : features.MOST] == copies - own - to_come).all()
        if workspace.state[at.PHASE] == at.TAKE:
            assert places == {int(one): place for place, one in enumerate(workspace.state[at.ORDER :][: rules.players])}
        action = int(chance.choice(legal_actions(workspace, rules, seat)))
        advance(cards, workspace.world, workspace.state, workspace.prospect, seat, action)


def test_a_seat_is_judged_as_the_net_says() -> None:
    workspace, net = begun(amul.Rules(4), "judged"), some_net()
    play_on_by_net(workspace, net, 4)
    assert workspace.state[at.NUMBER] == 5
    for seat in range(4):
        points = evaluate(workspace, seat, net)
        look(workspace, seat, net, np.int64(features.BEGINS))
        assert points == pytest.approx(forward(net, 5, net.features), abs=1e-3)


def test_tastes_are_of_the_others_and_as_wide_as_told() -> None:
    workspace, net = begun(amul.Rules(5), "tastes"), some_net()
    drawn = []
    for _ in range(50):
        draw_tastes(workspace, 2, net, 1.5, generator(f"tastes/{len(drawn)}"))
        assert (net.tastes[2] == 0).all()
        drawn.append(np.delete(net.tastes[:5], 2, 0))
    assert abs(np.mean(drawn)) < 0.03
    assert np.std(drawn) == pytest.approx(1.5, rel=0.03)


def test_who_likes_a_card_very_much_keeps_it_takes_it_and_gains_it() -> None:
    workspace, net, kept = begun(amul.Rules(3), "likes"), some_net(), set()
    while (seat := int(next_seat(workspace.cards, workspace.state))) >= 0:
        phase, legal = (
            int(workspace.state[at.PHASE]),
            legal_actions(workspace, amul.Rules(3), seat),
        )
        liked = legal[-1]
        net.tastes[:] = 0
        net.tastes[seat, card_of(workspace.cards, phase, liked)] = 1000
        chosen = pick(workspace, seat, net)
        assert (chosen == liked) == (phase != at.OFFER or len(legal) == 1)
        kept.add(phase)
        advance(workspace.cards, workspace.world, workspace.state, workspace.prospect, seat, chosen)
    assert kept >= {at.OFFER, at.TAKE, at.PLAY}


@pytest.mark.parametrize("players", [3, 8])
def test_the_net_that_comes_with_karat_tells_the_end_roughly(players: int) -> None:
    rules, net = amul.Rules(players), make_net_workspace(shipped_layers(players))
    said, had = [], []
    for number in range(60):
        workspace = begun(rules, f"roughly/{number}")
        play_on_by_net(workspace, net, 7)
        said += [evaluate(workspace, seat, net) for seat in range(players)]
        play_on_by_net(workspace, net, 9)
        had += edge.score(Record(rules, workspace.state))[:, POINTS_IN].tolist()
    assert np.corrcoef(said, had)[0, 1] > 0.5
    assert abs(np.mean(said) - np.mean(had)) < 2


def test_other_cards_are_not_for_the_net() -> None:
    assert knows(amul.Rules(5))
    assert knows(amul.Rules(5, tea=3))
    assert not knows(amul.Rules(5, cards=odd_cards("net")))


@pytest.mark.parametrize("players", [3, 8])
def test_a_damaged_net_is_refused(players: int) -> None:
    content = bytearray(shipped("karat.amul.net", "amul3" if players == 3 else "amul"))
    assert len(content) < 2_000_000
    content[len(content) // 2] ^= 1
    with pytest.raises(BadNet, match="damaged"):
        read(bytes(content), "amul.npz", SHAPES)
    assert len(shipped_net(players).weights) == WEIGHTS
