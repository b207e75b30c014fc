"""What a card would give and take, as screens tell it before it is taken or played."""

from types import SimpleNamespace
from typing import Any

import pytest

from karat.amul.rules import aids
from karat.amul.rules.cardfile import load_standard
from karat.amul.rules.cards import Card, Cards
from karat.amul.rules.market import Ware
from karat.amul.rules.scoring import points_by_seat, score

FILE = load_standard()


def cards(*ids: str) -> Cards:
    return tuple(Card(one) for one in ids)


def worths(areas: tuple[Cards, ...], hand: Cards = (), wares: Cards = (), **more: Any) -> dict[str, aids.CardWorth]:
    seen: Any = SimpleNamespace(
        seat=0, areas=areas, sheet=None, hand=hand, choice=None, rules=SimpleNamespace(cards=FILE),
        wares=tuple(Ware(card, None) for card in wares), palace=(), bazaar=(),
    )  # fmt: skip
    vars(seen).update(more)
    return {one.card: one for one in aids.worths(seen)}


def test_a_card_is_worth_what_it_adds_to_the_own_area_now():
    told = worths((cards("oil"), (), ()), cards("lamp", "gold"), cards("camel", "camel"))
    assert {card: one.own for card, one in told.items()} == {"lamp": 5, "gold": 4, "camel": 3}
    assert worths(((), (), ()), cards("lamp"))["lamp"].own == 2


def test_a_card_tells_what_it_brings_and_costs_others():
    """A third gem takes a point from every gem that lies; the caravan counts the camels of all."""
    two = worths((cards("gem"), cards("gem"), cards("arab_caravan")), cards("gem", "camel"))
    assert two["gem"].others == ((1, -1),)
    assert two["gem"].own == 5  # the new one is worth 6, and the first one less
    assert (2, 1) in two["camel"].others


def test_nothing_is_told_to_who_has_no_area_or_when_all_is_counted():
    assert worths((), cards("gold")) == {}
    assert worths(((), (), ()), cards("gold"), seat=None) == {}
    assert worths(((), (), ()), cards("gold"), sheet=score(FILE, ((), (), ()))) == {}


@pytest.mark.parametrize("players", [3, 8])
def test_points_without_words_are_those_of_the_sheet(players: int):
    """All cards, dealt out in turn."""
    every = cards(*FILE.kinds)
    areas = tuple(every[seat::players] + every[seat::3] for seat in range(players))
    assert points_by_seat(FILE, areas) == score(FILE, areas).points
