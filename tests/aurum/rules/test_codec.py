import pytest

from karat import aurum
from karat.aurum.rules import codec
from karat.aurum.rules.actions import Bid, Play, PlayGold, Swap
from karat.aurum.rules.cards import Card


@pytest.mark.parametrize("players", [3, 4])
def test_every_number_is_one_action(players: int):
    for seat in range(players):
        said = {}
        for number in range(codec.ACTIONS):
            try:
                action = codec.decode(number, seat, players)
            except ValueError:
                assert players == 3
                assert (number - codec.SWAP) // codec.BASE % 2 == 1
                continue
            assert codec.encode(action, seat, players) == number
            said[action] = number
        assert len(said) == (codec.ACTIONS if players == 4 else codec.ACTIONS - 9 * 50)


def test_a_swap_is_told_from_the_seat_that_acts():
    card, paid = Card.parse("P6"), Card.parse("G0")
    own = {codec.encode(Swap(paid, seat, card), seat, 4) for seat in range(4)}
    partners = {codec.encode(Swap(paid, (seat + 2) % 4, card), seat, 4) for seat in range(4)}
    assert (own, partners) == ({codec.SWAP + 25}, {codec.SWAP + 75})


@pytest.mark.parametrize(
    ("action", "said"),
    [
        (Bid(Card.parse("G1")), "G1 is no base card"),
        (Play(Card.parse("G1")), "G1 is no base card"),
        (PlayGold(Card.parse("B1")), "B1 is no gold card"),
        (Swap(Card.parse("G1"), 1, Card.parse("B1")), "seat 1 is not on the side of seat 0"),
    ],
)
def test_what_cannot_be_done_has_no_number(action: aurum.Action, said: str):
    with pytest.raises(ValueError, match=said):
        codec.encode(action, 0, 4)
