"""Random play: two ways to the same end, and every legal action as likely as every other."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from strategies import running_matches, seeds

from karat.aurum.kernel import edge, layout, legal, match, playout
from karat.aurum.kernel.check import check_state
from karat.aurum.kernel.pack import pack, pack_round
from karat.aurum.rules.match import Match
from karat.aurum.rules.notation import parse_round
from karat.aurum.rules.rules import Rules
from karat.kernel import random


@given(running_matches, seeds)
def test_the_fused_playout_does_what_the_steps_do(state: Match, seed: str):
    ends = []
    for way in (playout.play_round, playout.play_round_by_steps):
        record, rng = pack(state), random.generator(seed)
        actions = way(record, rng)
        ends.append((record.tolist(), rng.tolist(), actions))
        check_state(record)
        assert record[layout.TURN] == -1
    assert ends[0] == ends[1]


def test_every_legal_action_is_as_likely_as_every_other():
    texts = (
        "B1 B2 B3 / C1 / P1 / S1, bids B9 / C9 / P9 / S9, gold G0 G2 / - / - / -, leader 0, asked 0",
        "C9 / B7 C2 P3 / P4 / Z1, bids B10 / C10 / P10 / S10, gold - / G2 G7 G7 / - / -, trick B3 from 0",
        "C9 / B7 / P4 / Z1, bids B10 / C10 / P10 / S10, gold - / G1 G1 G3 / - / -, trick B3 from 0",
    )
    for text in texts:
        record, rng, drawn = pack_round(parse_round(text.replace("G7 G7", "G7"))), random.generator("fair"), 6000
        seat = int(record[layout.TURN])
        counts = Counter(int(playout.random_action(record, seat, rng)) for _ in range(drawn))
        legal = edge.legal_actions(record, seat).tolist()
        assert sorted(counts) == legal
        expected = drawn / len(legal)
        chi_squared = sum((count - expected) ** 2 / expected for count in counts.values())
        assert chi_squared < 2 * len(legal) + 20  # beyond one in a thousand for up to 20 degrees


@pytest.mark.parametrize("players", [3, 4])
def test_a_quick_deal_is_fair(players: int):
    """Every card comes to every place as often."""
    rng, deck, drawn = random.generator("deal"), np.zeros(50, np.int64), 4000
    counts = np.zeros((5, 50), np.int64)
    first = Counter()
    state = edge.start(Rules(players))
    for _ in range(drawn):
        match.restart(state)
        match.deal_any(state, rng, deck)
        check_state(state)
        first[int(state[layout.FIRST])] += 1
        for place in range(5):
            cards = int(state[layout.HAND + place] if place < 4 else state[layout.ASIDE])
            counts[place] += [cards >> card & 1 for card in range(50)]
    dealt = counts.sum(axis=0) > 0
    assert dealt.sum() == (50 if players == 4 else 36)
    shares = [12] * players + [0] * (4 - players) + [2 if players == 4 else 0]
    for place, share in enumerate(shares):
        expected = drawn * share / dealt.sum()
        assert (abs(counts[place][dealt] - expected) < 5 * expected**0.5 + 1).all()
    assert all(abs(count - drawn / players) < 200 for count in first.values())


def test_playouts_are_seeded_and_leave_their_start_alone():
    state = edge.start(Rules(4))
    edge.deal(state, "7")
    before = state.copy()
    one = edge.playouts(state, random.generator("a"), 50)
    assert (state == before).all()
    assert (one == edge.playouts(state, random.generator("a"), 50)).all()
    assert (one[:, layout.PHASE] == layout.AWAITS_DEAL).all()
    assert len({row.tobytes() for row in one}) == 50
    whole = edge.playouts(state, random.generator("a"), 50, whole=True)
    assert (whole[:, layout.PHASE] == layout.OVER).all()


def test_no_seat_has_more_actions_than_there_is_room_for():
    full = "B1 B2 B3 B4 B5 B6 B7 B8 C1 C2 C3 / P1 / S1 / Z1"
    text = f"{full}, bids B9 / C9 / P9 / S9, gold G0 G1 G2 G3 G4 G5 G6 G7 G8 / - / - / -, leader 0, asked 0"
    record = pack_round(parse_round(text))
    assert len(edge.legal_actions(record, 0)) == 1 + 9 * 2 * 11 <= legal.MOST_LEGAL
