"""O3: all the chance in a round, as a value, and what is wrong with one."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from karat.game import IllegalDeal
from thirdgame.rules.cards import ALL_STONES, Stones, show_stones
from thirdgame.rules.law import Law

if TYPE_CHECKING:
    from karat.shuffle import Stream
    from thirdgame.rules.rules import Rules

EACH = 3


@dataclass(frozen=True, slots=True)
class Deal:
    hands: tuple[Stones, ...]
    """By seat. What stays in the bag is seen by nobody."""


def shuffled_deal(rules: Rules, stream: Stream) -> Deal:
    bag = stream.shuffled(ALL_STONES)
    return Deal(tuple(tuple(sorted(bag[EACH * seat : EACH * seat + EACH])) for seat in range(rules.players)))


def check_deal(rules: Rules, deal: Deal) -> None:
    """Raise IllegalDeal unless everybody has three stones that are in the bag."""
    players = rules.players
    if [len(hand) for hand in deal.hands] != [EACH] * players:
        raise IllegalDeal(Law.THREE_EACH, f"{players} players get {EACH} stones each, not {list(map(len, deal.hands))}")
    extra = Counter(stone for hand in deal.hands for stone in hand) - Counter(ALL_STONES)
    if extra:
        raise IllegalDeal(Law.THESE_STONES, f"not in the bag, or too often: {show_stones(tuple(extra.elements()))}")
