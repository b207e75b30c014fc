"""Amul as a beginner plays it: card by card, by the points a card shows now, with a good deal of chance.

It sees neither what its hand may become nor what the others collect, does not count the rounds, and now and then does
anything at all.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from karat.rules.amul.actions import Offer, Play
from karat.rules.amul.cards import Zone
from karat.rules.amul.scoring import tally, worth

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.rules.amul.actions import Action
    from karat.rules.amul.cards import Card
    from karat.rules.amul.observe import Observation
    from karat.shuffle import Stream

WHIM = 4
"""One choice in so many is made at random."""
FETCHING = 2
"""What a beginner thinks an instant effect is worth."""


class AmulNovice:
    """Takes what looks best and gives away what looks worst."""

    def choose(self, seen: Observation, legal: Sequence[Action], rng: Stream) -> Action:
        if len(legal) == 1 or rng.below(WHIM) == 0:
            return rng.choice(legal)
        options = list(legal)
        if isinstance(options[0], Play):  # even a beginner lays nothing on the table that counts in hand alone
            kinds = seen.rules.cards.kinds
            options = [action for action in options if kinds[action.card.id].zone is not Zone.HAND] or options
        sign = -1 if isinstance(options[0], Offer) else 1
        values = [sign * points_now(seen, action.card) for action in options]
        best = max(values)
        return rng.choice([action for action, value in zip(options, values, strict=True) if value == best])


def points_now(seen: Observation, card: Card) -> int:
    """What a card would score if it lay in the area and nothing else happened."""
    assert seen.seat is not None  # noqa: S101 -- an onlooker chooses nothing
    cards = seen.rules.cards
    tallies = [tally(cards, area) for area in seen.areas]
    tallies[seen.seat] = tally(cards, (*seen.areas[seen.seat], card))
    kind = cards.kinds[card.id]
    return worth(kind.scoring, tallies, seen.seat)[0] + (FETCHING if kind.instant else 0)
