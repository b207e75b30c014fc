"""Amul as a beginner plays it: card by card, by the points a card shows now, with a good deal of chance.

It sees neither what its hand may become nor what the others collect, does not count the rounds, and now and then does
anything at all.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from karat.amul.rules.actions import Offer, Play
from karat.amul.rules.cards import Zone
from karat.amul.rules.scoring import tally, worth
from karat.bots.bot import Candidate

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.amul.rules.actions import Action
    from karat.amul.rules.cards import Card
    from karat.amul.rules.observe import Observation
    from karat.shuffle import Stream

WHIM = 4
"""One choice in so many is made at random."""
FETCHING = 2
"""What a beginner thinks an instant effect is worth."""


class Novice:
    """Takes what looks best and gives away what looks worst."""

    def choose(self, seen: Observation, legal: Sequence[Action], rng: Stream) -> Action:
        if len(legal) == 1 or rng.below(WHIM) == 0:
            return rng.choice(legal)
        options = list(legal)
        if isinstance(options[0], Play):  # even a beginner lays nothing on the table that counts in hand alone
            kinds = seen.rules.cards.kinds
            options = [action for action in options if kinds[action.card.id].zone is not Zone.HAND] or options
        values = [liking(seen, action) for action in options]
        best = max(values)
        return rng.choice([action for action, value in zip(options, values, strict=True) if value == best])

    def candidates(self, seen: Observation, legal: Sequence[Action], rng: Stream) -> Sequence[Candidate]:
        """Its choice and then the others as it likes them, with the points that its area would show."""
        chosen, now = self.choose(seen, legal, rng), area_now(seen)
        return [
            Candidate(action, now + (0 if isinstance(action, Offer) else points_now(seen, action.card)))
            for action in sorted(legal, key=lambda action: (action != chosen, -liking(seen, action)))
        ]


def liking(seen: Observation, action: Action) -> int:
    """How good an action looks: one offers what shows the fewest points."""
    return -points_now(seen, action.card) if isinstance(action, Offer) else points_now(seen, action.card)


def points_now(seen: Observation, card: Card) -> int:
    """What a card would score if it lay in the area and nothing else happened."""
    assert seen.seat is not None  # noqa: S101 -- an onlooker chooses nothing
    cards = seen.rules.cards
    tallies = [tally(cards, area) for area in seen.areas]
    tallies[seen.seat] = tally(cards, (*seen.areas[seen.seat], card))
    kind = cards.kinds[card.id]
    return worth(kind.scoring, tallies, seen.seat)[0] + (FETCHING if kind.instant else 0)


def area_now(seen: Observation) -> int:
    """What the cards of the own area show, each counted for itself."""
    assert seen.seat is not None  # noqa: S101 -- an onlooker chooses nothing
    cards = seen.rules.cards
    tallies = [tally(cards, area) for area in seen.areas]
    return sum(worth(cards.kinds[card.id].scoring, tallies, seen.seat)[0] for card in seen.areas[seen.seat])
