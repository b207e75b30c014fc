"""Actions as numbers: every action that can be done has one, and every number is one."""

import pytest
from hypothesis import given
from strategies import running_amul_matches

from karat import amul
from karat.amul.rules.codec import codec
from karat.amul.rules.match import Match
from karat.game import BadText

CODEC = codec(amul.load_standard())


@pytest.mark.parametrize("number", range(CODEC.size))
def test_numbers_round_trip(number: int):
    assert CODEC.encode(CODEC.decode(number)) == number


@given(running_amul_matches)
def test_legal_actions_round_trip_and_are_in_the_order_of_their_numbers(state: Match):
    for seat in amul.to_act(state):
        numbers = [CODEC.encode(action) for action in amul.legal_actions(state, seat)]
        assert numbers == sorted(set(numbers))
        assert tuple(map(CODEC.decode, numbers)) == amul.legal_actions(state, seat)


def test_ranges_follow_each_other():
    """Four ranges of market cards, one of palace and one of bazaar cards."""
    assert CODEC.begins == (0, 60, 120, 180, 192, 201)
    assert CODEC.size == 261
    assert [str(CODEC.decode(begin)) for begin in CODEC.begins] == [
        "offer arab_amulet",
        "take arab_amulet",
        "play arab_amulet",
        "gain palace dervish",
        "gain bazaar trader_armenia",
        "gain market arab_amulet",
    ]


@pytest.mark.parametrize("number", [-1, CODEC.size, 10**9])
def test_other_numbers_are_refused(number: int):
    with pytest.raises(BadText, match=str(number)):
        CODEC.decode(number)


@pytest.mark.parametrize(
    "text",
    ["offer tent", "take trader_india", "gain palace camel", "gain bazaar tent", "gain market tent", "play moon"],
)
def test_what_can_never_be_done_has_no_number(text: str):
    with pytest.raises(BadText, match=text.rsplit(maxsplit=1)[-1]):
        CODEC.encode(amul.parse_action(text))
