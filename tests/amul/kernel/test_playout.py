"""Random play: it comes to the end, and each legal action is equally likely."""

from collections import Counter

import numpy as np
import pytest
from amul.kernel.dealing import dealt

from karat.amul.kernel import edge, layout, playout
from karat.amul.kernel.cards import compile_cards
from karat.amul.kernel.pack import pack_market
from karat.amul.rules.notation import parse_market
from karat.amul.rules.rules import Rules
from karat.games import GAMES
from karat.kernel import bench, random

GAINING = "phase gain, palace tent yurt dervish, played arab_merchant / deal / oil, turns 0 1, gained 1 palace"
POSITIONS = [
    "camel camel camel silk gold / oil gem gem gem spices / silk silk deal deal spices, round 9",
    "camel / gold / oil, round 9, phase take, market gem gem gem silk silk spices",
    f"deal / camel / oil, round 9, areas arab_merchant / deal / oil, {GAINING}",
]


@pytest.mark.parametrize("position", POSITIONS)
def test_copies_of_a_card_are_one_choice(position: str):
    table = parse_market(position)
    cards, record, rng = compile_cards(table.rules), pack_market(table), random.generator("copies")
    room = np.zeros(cards[layout.ROOM], np.int64)
    seat = edge.to_act(record)[0]
    drawn = Counter(int(playout.random_action(cards, record.words, seat, rng, room)) for _ in range(6000))
    legal = edge.legal_actions(record, seat).tolist()
    assert sorted(drawn) == legal
    assert all(abs(count - 6000 / len(legal)) < 250 for count in drawn.values())


@pytest.mark.parametrize("players", range(3, 9))
def test_playouts_end_with_all_hands_laid_down(players: int):
    for end in edge.playouts(dealt(Rules(players), "playouts"), random.generator("playouts"), 20):
        assert edge.to_act(end) == ()
        assert edge.returns(end).sum() == pytest.approx(1)


def test_every_way_in_can_be_measured():
    field = [one for one in bench.contenders([GAMES["amul"].kernel.contenders], [1]) if one.players == 3]
    measured = list(bench.measure(field, 0.01, 1))
    assert [one.interface for one in measured] == [bench.FUSED, bench.STEPS, bench.BATCH, bench.SINGLE]
    assert all(one.moves_per_second > 0 for one in measured)
