"""What typed lines mean."""

import pytest

from karat.aurum import Bid, Card, Keep, Play, PlayGold, Swap
from karat.aurum.terminal.choices import Change
from karat.aurum.terminal.typing import understand
from karat.game import BadText

B7, P6, G0, G3 = map(Card.parse, ("B7", "P6", "G0", "G3"))
PARTNERS = (Keep(), *(Swap(paid, whose, card) for paid in (G0, G3) for whose in (0, 2) for card in (B7, P6)))


@pytest.mark.parametrize(
    ("text", "legal", "choice"),
    [
        ("play B7", (), Play(B7)),
        ("  PLAY   b7 ", (), Play(B7)),
        ("swap g0 2 p6", PARTNERS, Swap(G0, 2, P6)),
        ("keep", PARTNERS, Keep()),
        ("b7", (Bid(B7),), Bid(B7)),
        ("b7", (Play(P6),), Play(B7)),
        ("G3", (Play(P6),), PlayGold(G3)),
        ("p6", PARTNERS, Change(card=P6)),
        ("g3", PARTNERS, Change(gold=G3)),
    ],
)
def test_a_line_is_an_action_as_in_records_or_a_card_alone(text, legal, choice):
    assert understand(text, [], legal, None) == choice


@pytest.mark.parametrize("text", ["hello", "B11", "play", "0", "99999", "swap G0 me B7", "²", "b²", "B7 P6"])
def test_a_line_that_means_nothing_is_answered_with_a_sentence(text):
    with pytest.raises(BadText, match=r"\w+ \w+"):
        understand(text, [], PARTNERS, None)
