"""What a seat can do best without seeing the others' cards, by the plainest way there is: to check others by.

It tries every action of the seat in all worlds that look the same to it, to the end of the round. The others may do
whatever a policy says, which may even see all cards; see karat.aurum.search.reply for the quick way, which does not.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable

import numpy as np

from karat.aurum.kernel import layout as at
from karat.aurum.kernel.layout import Record
from karat.aurum.kernel.legal import MOST_LEGAL, legal_list
from karat.aurum.kernel.round import apply
from karat.aurum.kernel.scoring import round_winners, side_of

Policy = Callable[[Record], int]
"""What whoever is to act does."""


def legal_of(state: Record, seat: int) -> list[int]:
    found = np.zeros(MOST_LEGAL, np.int64)
    return [int(action) for action in found[: legal_list(state, seat, found)]]


def share(ended: Record, seat: int) -> float:
    """The part that the side of a seat has of a round's win."""
    winners = int(round_winners(ended))
    return (winners >> int(side_of(int(ended[at.PLAYERS]), seat)) & 1) / winners.bit_count()


def answered(world: Record, seat: int, action: int, policy: Policy) -> tuple[tuple[int, ...], Record]:
    """What the others do after an action of the seat, and where that leads: to its next choice or to the end."""
    state, heard = world.copy(), []
    apply(state, seat, action)
    while state[at.TURN] >= 0 and state[at.TURN] != seat:
        heard.append(policy(state))
        apply(state, int(state[at.TURN]), heard[-1])
    return tuple(heard), state


def plain_replies(worlds: list[tuple[float, Record]], seat: int, policy: Policy) -> dict[int, float]:
    """By action of the seat, its part of the win over all worlds, each of which has a weight."""
    values = {}
    for action in legal_of(worlds[0][1], seat):
        value, alike = 0.0, defaultdict(list)
        for weight, world in worlds:
            heard, state = answered(world, seat, action, policy)
            if state[at.TURN] < 0:
                value += weight * share(state, seat)
            else:
                alike[heard].append((weight, state))
        values[action] = value + sum(max(plain_replies(same, seat, policy).values()) for same in alike.values())
    return values
