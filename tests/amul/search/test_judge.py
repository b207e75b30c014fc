"""What the net for Amul is told, and how it judges and chooses."""

from __future__ import annotations

import numpy as np
import pytest

from bench.lockstep.odd_cards import odd_cards
from karat import amul
from karat.amul.kernel import edge
from karat.amul.kernel import layout as at
from karat.amul.kernel.cards import compile_cards
from karat.amul.kernel.legal import next_seat
from karat.amul.kernel.observe import deck_top
from karat.amul.kernel.scoring import POINTS_IN
from karat.amul.net.features import (
    AREA,
    BEGINS,
    BRAVE,
    GONE,
    IN_HAND,
    MOST,
    OFFERED,
    PENDING,
    PLACE,
    PLAYED,
    SHARED,
    STANDARD_MARKET,
    STANDARD_TYPES,
    STANDING,
    STOCK,
    TOOK,
    WARES,
    card_of,
    changes,
    see,
    see_before,
)
from karat.amul.net.net import (
    SHAPES,
    WEIGHTS,
    Judge,
    judge_with,
    knows,
    layers_of,
    net_for,
    shipped_layers,
    shipped_weights,
)
from karat.amul.search.judge import choose_by_net, draw_tastes, judged, play_on_by_net
from karat.amul.search.outlook import weights_for
from karat.amul.search.policy import CHANGING
from karat.amul.search.prospect import survey
from karat.amul.search.rollout import advance
from karat.amul.search.workspace import Desk, make_desk
from karat.kernel.random import generator
from karat.search.net_file import BadNet, read, shipped

TABLES = [amul.Rules(3), amul.Rules(5, tea=5), amul.Rules(8)]


def dealt(rules: amul.Rules, seed: str) -> Desk:
    desk = make_desk(rules, CHANGING, weights_for(rules.players))
    desk.world[:] = edge.deal(rules, seed)
    desk.state[:] = desk.world
    survey(desk.cards, desk.state, desk.tallies, desk.owned)
    return desk


def some_judge() -> Judge:
    """One whose weights are anything, all of them of some use."""
    return judge_with(layers_of(np.random.default_rng(3).normal(0, 0.1, WEIGHTS).astype(np.float32)))


def forward(judge: Judge, number: int, sight: np.ndarray) -> float:
    """The net in plain numpy."""
    layers = judge.layers
    units = np.maximum(sight @ layers.first[number] + layers.first_bias[number], 0)
    units = np.maximum(units @ layers.second[number] + layers.second_bias[number], 0)
    return float(units @ layers.last[number] + layers.last_bias[number])


def after(desk: Desk, judge: Judge, seat: int, action: int) -> np.ndarray:
    """What is told of a seat after an action."""
    see_before(desk, judge, seat)
    for change in range(changes(desk, judge, seat, action)):
        judge.sight[judge.changed[change]] += judge.by[change]
    return judge.sight.copy()


@pytest.mark.parametrize("players", range(3, 9))
@pytest.mark.parametrize("with_tea", [False, True])
def test_it_knows_what_cards_of_others_matter(players: int, with_tea: bool) -> None:
    cards = [int(word) for word in compile_cards(amul.Rules(players, tea=players if with_tea else 0))]
    assert (cards[at.TYPES], cards[at.MARKET]) == (STANDARD_TYPES, STANDARD_MARKET)
    shared = set()
    for effect in range(cards[at.EFFECTS_AT], cards[at.DECK_AT], at.EFFECT):
        kind = cards[effect + at.KIND]
        if kind in (at.RARITY, at.MAJORITY) or (
            kind in (at.PER_MATCH, at.THRESHOLD) and cards[effect + at.SCOPE] != at.OWN
        ):
            shared.add(cards[effect + at.OF])
    assert shared == set(SHARED.tolist())


@pytest.mark.parametrize("rules", TABLES, ids=str)
def test_it_chooses_what_it_judges_best(rules: amul.Rules) -> None:
    desk, judge = dealt(rules, "best"), some_judge()
    phases = set()
    while (seat := int(next_seat(desk.cards, desk.state))) >= 0:
        legal = edge.legal_actions(rules, desk.state, seat)
        phases.add(int(desk.state[at.PHASE]))
        worth = [forward(judge, int(desk.state[at.NUMBER]), after(desk, judge, seat, int(action))) for action in legal]
        chosen = choose_by_net(desk, judge, seat)
        assert worth[legal.tolist().index(chosen)] == pytest.approx(max(worth), abs=1e-3)
        advance(desk.cards, desk.world, desk.state, desk.tallies, desk.owned, seat, chosen)
    assert phases == {at.OFFER, at.TAKE, at.PLAY, at.GAIN}


@pytest.mark.parametrize("rules", TABLES, ids=str)
def test_what_an_action_changes_is_what_is_seen_afterwards(rules: amul.Rules) -> None:
    judge, chance, compared = some_judge(), np.random.default_rng(1), set()
    for deal in range(8):
        desk = dealt(rules, f"after/{deal}")
        while (seat := int(next_seat(desk.cards, desk.state))) >= 0:
            number, phase = int(desk.state[at.NUMBER]), int(desk.state[at.PHASE])
            action = int(chance.choice(edge.legal_actions(rules, desk.state, seat)))
            told = after(desk, judge, seat, action)
            advance(desk.cards, desk.world, desk.state, desk.tallies, desk.owned, seat, action)
            secret = phase == at.PLAY and desk.state[at.PHASE] == at.PLAY  # not revealed yet, and in nobody's area
            if desk.state[at.NUMBER] == number and desk.state[at.PHASE] != at.OVER and not secret:
                see(desk, judge, seat, np.int64({at.OFFER: OFFERED, at.TAKE: TOOK}.get(phase, PLAYED)))
                same = np.ones(len(told), bool)
                same[PENDING:BRAVE] = False
                if phase in (at.PLAY, at.GAIN):  # valour comes with the cards
                    same[BRAVE:STANDING] = False
                if phase == at.PLAY:  # what the others played is revealed
                    same[GONE:MOST] = False
                if phase == at.OFFER and desk.state[at.PHASE] == at.TAKE:  # and so is what they offered
                    same[WARES:GONE] = False
                assert (told == judge.sight)[same].all()
                compared.add(phase)
    assert compared == {at.OFFER, at.TAKE, at.PLAY, at.GAIN}


@pytest.mark.parametrize("rules", TABLES, ids=str)
def test_it_is_told_who_takes_before_a_seat_and_which_cards_may_still_come(rules: amul.Rules) -> None:
    desk, judge, chance = dealt(rules, "told"), some_judge(), np.random.default_rng(2)
    cards, number, places = desk.cards, 0, {}
    while (seat := int(next_seat(cards, desk.state))) >= 0:
        if desk.state[at.NUMBER] != number:
            number = int(desk.state[at.NUMBER])
            for one in range(rules.players):
                see(desk, judge, one, np.int64(BEGINS))
                places[one] = int(judge.sight[PLACE])
                lying = desk.state[at.WARE : at.WARE + desk.state[at.LYING]]
                assert (judge.sight[WARES:GONE] == np.bincount(lying, minlength=STANDARD_MARKET)).all()
                top = deck_top(cards, desk.state)
                others = [other for other in range(rules.players) if other != one]
                hands = [
                    desk.state[at.HANDS + at.HAND_SIZE * other :][: desk.state[at.HELD + other]] for other in others
                ]
                to_come = np.bincount(np.concatenate([desk.world[top : cards[at.STATE]], lying, *hands]), minlength=60)
                copies = np.array([cards[at.HEAD + at.TYPE * card + at.COPIES] for card in range(STANDARD_MARKET)])
                own = judge.sight[AREA : AREA + STANDARD_MARKET] + judge.sight[IN_HAND:STOCK]
                assert (judge.sight[GONE:MOST] == copies - own - to_come).all()
        if desk.state[at.PHASE] == at.TAKE:
            assert places == {int(one): place for place, one in enumerate(desk.state[at.ORDER :][: rules.players])}
        action = int(chance.choice(edge.legal_actions(rules, desk.state, seat)))
        advance(cards, desk.world, desk.state, desk.tallies, desk.owned, seat, action)


def test_a_seat_is_judged_as_the_net_says() -> None:
    desk, judge = dealt(amul.Rules(4), "judged"), some_judge()
    play_on_by_net(desk, judge, 4)
    assert desk.state[at.NUMBER] == 5
    for seat in range(4):
        points = judged(desk, judge, seat)
        see(desk, judge, seat, np.int64(BEGINS))
        assert points == pytest.approx(forward(judge, 5, judge.sight), abs=1e-3)


def test_tastes_are_of_the_others_and_as_wide_as_told() -> None:
    desk, judge = dealt(amul.Rules(5), "tastes"), some_judge()
    drawn = []
    for _ in range(50):
        draw_tastes(desk, judge, 2, 1.5, generator(f"tastes/{len(drawn)}"))
        assert (judge.tastes[2] == 0).all()
        drawn.append(np.delete(judge.tastes[:5], 2, 0))
    assert abs(np.mean(drawn)) < 0.03
    assert np.std(drawn) == pytest.approx(1.5, rel=0.03)


def test_who_likes_a_card_very_much_keeps_it_takes_it_and_gains_it() -> None:
    desk, judge, kept = dealt(amul.Rules(3), "likes"), some_judge(), set()
    while (seat := int(next_seat(desk.cards, desk.state))) >= 0:
        phase, legal = (
            int(desk.state[at.PHASE]),
            [int(one) for one in edge.legal_actions(amul.Rules(3), desk.state, seat)],
        )
        liked = legal[-1]
        judge.tastes[:] = 0
        judge.tastes[seat, card_of(desk.cards, phase, liked)] = 1000
        chosen = choose_by_net(desk, judge, seat)
        assert (chosen == liked) == (phase != at.OFFER or len(legal) == 1)
        kept.add(phase)
        advance(desk.cards, desk.world, desk.state, desk.tallies, desk.owned, seat, chosen)
    assert kept >= {at.OFFER, at.TAKE, at.PLAY}


@pytest.mark.parametrize("players", [3, 8])
def test_the_net_that_comes_with_karat_tells_the_end_roughly(players: int) -> None:
    rules, judge = amul.Rules(players), judge_with(shipped_layers(players))
    said, had = [], []
    for number in range(60):
        desk = dealt(rules, f"roughly/{number}")
        play_on_by_net(desk, judge, 7)
        said += [judged(desk, judge, seat) for seat in range(players)]
        play_on_by_net(desk, judge, 9)
        had += edge.score(rules, desk.state)[:, POINTS_IN].tolist()
    assert np.corrcoef(said, had)[0, 1] > 0.5
    assert abs(np.mean(said) - np.mean(had)) < 2


def test_other_cards_are_not_for_the_net() -> None:
    assert knows(amul.Rules(5))
    assert knows(amul.Rules(5, tea=3))
    assert not knows(amul.Rules(5, cards=odd_cards("net")))


@pytest.mark.parametrize("players", [3, 8])
def test_a_damaged_net_is_refused(players: int) -> None:
    content = bytearray(shipped(net_for(players)))
    content[len(content) // 2] ^= 1
    with pytest.raises(BadNet, match="damaged"):
        read(bytes(content), "amul.npz", SHAPES)
    assert len(shipped_weights(players)) == WEIGHTS
    assert len(shipped(net_for(players))) < 2_000_000
