"""Worlds that fit what one seat knows: it gets a view, so that nothing hidden can leak into them."""

from __future__ import annotations

import numpy as np

from karat.aurum.kernel import layout as at
from karat.aurum.kernel.layout import Record
from karat.kernel.bits import popcount, select
from karat.kernel.jit import Int, kernel, outlined
from karat.kernel.random import Words, below


@kernel
def unseen(view: Record) -> Int:
    """The base cards that lie somewhere out of this seat's sight, in a hand or as a bid that is face down."""
    cards = np.int64(at.ALL_4 if view[at.PLAYERS] == 4 else at.ALL_3) & ~view[at.ASIDE]
    for seat in range(view[at.PLAYERS]):
        cards &= ~(view[at.HAND + seat] | view[at.OUT + seat])
        if view[at.BID + seat] >= 0:
            cards &= ~(at.ONE << view[at.BID + seat])
    return cards


@outlined
def resample(view: Record, rng: Words, out: Record) -> None:
    """Write a state drawn uniformly from all that look like `view` to its seat.

    Every way to lay the unseen cards into the unseen places is such a state, and as likely as every other before
    one reads anything into how the others play: a swapped bid goes openly from place to place (A4.4), and nobody
    shows what they lack, as gold may always be played instead (A5.5) and ending the round shows the whole hand (A7.2).
    """
    for word in range(at.WORDS):
        out[word] = view[word]
    pool = unseen(view)
    left = popcount(pool)
    for seat in range(view[at.PLAYERS]):
        if view[at.BID + seat] == at.HIDDEN:  # A3.3
            card = select(pool, below(rng, left))
            pool ^= at.ONE << card
            left -= 1
            out[at.BID + seat] = card
    for seat in range(view[at.PLAYERS]):
        wanted = view[at.SIZES + seat] - popcount(view[at.HAND + seat])
        if wanted == left:  # the rest goes to whoever is last
            out[at.HAND + seat] |= pool
            pool = left = np.int64(0)
        else:
            for _ in range(wanted):
                card = select(pool, below(rng, left))
                pool ^= at.ONE << card
                left -= 1
                out[at.HAND + seat] |= at.ONE << card
        out[at.SIZES + seat] = 0
    out[at.SEAT] = -1
