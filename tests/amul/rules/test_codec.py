"""Actions as numbers: every action that can be done has one, and every number is one."""

import pytest

from karat import amul
from karat.amul.rules.codec import codec
from karat.game import BadText

CODEC = codec(amul.load_standard())


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


@pytest.mark.parametrize(
    "text",
    ["offer tent", "take trader_india", "gain palace camel", "gain bazaar tent", "gain market tent", "play moon"],
)
def test_what_can_never_be_done_has_no_number(text: str):
    with pytest.raises(BadText, match=text.rsplit(maxsplit=1)[-1]):
        CODEC.encode(amul.parse_action(text))
