"""What typed lines mean: actions as in records, cards by id or name, numbers of lines."""

import pytest

from karat.amul import Card, Gain, Offer, Place, Play, Rules, Take
from karat.amul.rules.market import Errand, Phase
from karat.amul.rules.observe import Observation
from karat.amul.terminal.typing import understand
from karat.game import BadText


def seen(phase, errand=None):
    return Observation(0, Rules(players=5), number=1, phase=phase, errand=errand)


HAND = tuple(Offer(Card.parse(text)) for text in ("arab_guard:B", "camel", "camel_drivers", "gem"))
MARKET = tuple(Take(Card.parse(text)) for text in ("arab_guard:B", "arab_guard:F", "silk"))
COURT = (
    Gain(Place.PALACE, Card("palace_gem")),
    Gain(Place.BAZAAR, Card("trader_india")),
    Gain(Place.BAZAAR, Card("trader_nubia")),
)


@pytest.mark.parametrize(
    ("phase", "legal", "text", "action"),
    [
        (Phase.OFFER, HAND, "offer camel", "offer camel"),
        (Phase.OFFER, HAND, "  Camel ", "offer camel"),
        (Phase.OFFER, HAND, "camel d", "offer camel_drivers"),
        (Phase.OFFER, HAND, "arab guard", "offer arab_guard:B"),
        (Phase.OFFER, HAND, "arab", "offer arab_guard:B"),
        (Phase.TAKE, MARKET, "take arab_guard:F", "take arab_guard:F"),
        (Phase.TAKE, MARKET, "ARAB GUARD F", "take arab_guard:F"),
        (Phase.TAKE, MARKET, "sil", "take silk"),
        (Phase.GAIN, COURT, "gain palace palace_gem", "gain palace palace_gem"),
        (Phase.GAIN, COURT, "gem", "gain palace palace_gem"),
        (Phase.GAIN, COURT, "gain trader from india", "gain bazaar trader_india"),
    ],
)
def test_a_line_is_an_action_or_a_card(phase, legal, text, action):
    assert str(understand(text, [], seen(phase), legal)) == action


@pytest.mark.parametrize(
    ("phase", "text", "action"),
    [
        (Phase.OFFER, "silk", Offer(Card("silk"))),
        (Phase.TAKE, "camel", Take(Card("camel"))),
        (Phase.PLAY, "mongol guard g", Play(Card("mongol_guard", "G"))),
        (Phase.OFFER, "take silk", Take(Card("silk"))),
        (Phase.OFFER, "gain bazaar trader_india", Gain(Place.BAZAAR, Card("trader_india"))),
    ],
)
def test_a_card_that_cannot_be_chosen_is_left_for_the_rules_to_refuse(phase, text, action):
    assert understand(text, [], seen(phase), ()) == action


def test_an_effect_says_where_a_card_is_meant_to_come_from():
    errand = Errand((Place.BAZAAR,), 1)
    assert understand("yurt", [], seen(Phase.GAIN, errand), COURT[1:]) == Gain(Place.BAZAAR, Card("yurt"))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("guard", "names no card"),
        ("arab guard", "take arab_guard:B, take arab_guard:F"),
        ("take", "names no card"),
        ("take arab_guard:Q", "no card of this game"),
        ("7", "no line 7"),
        ("12345", "no line 12345"),
        ("²", "names no card"),
        ("take the silk", "no action"),
    ],
)
def test_a_line_that_means_nothing_or_too_much_is_answered(text, said):
    with pytest.raises(BadText, match=said):
        understand(text, [], seen(Phase.TAKE), MARKET)
