"""Aurum as a beginner plays it.

A novice weighs its cards as the casual bot does, but bids what its own high cards look like, never thinks of changing
that bid, and makes every third choice without much thought.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from karat.aurum.bots.casual import HABITS, Sight, tell, weigh
from karat.aurum.rules.actions import Bid, Keep, PlayGold

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.aurum import Action, Observation
    from karat.bots.bot import Candidate
    from karat.shuffle import Stream

HASTE = 3
"""One choice in so many is made without thought."""
HIGH = 7
"""From this rank on a card looks like a trick to a beginner."""


class Novice:
    """Weak, and never absurd: it does not throw gold away for nothing."""

    def choose(self, seen: Observation, legal: Sequence[Action], rng: Stream) -> Action:
        """The choice that looks best at first sight, or now and then just one of them."""
        if len(legal) == 1:
            return legal[0]
        if seen.asked:
            return Keep()
        hasty = rng.below(HASTE) == 0
        if isinstance(legal[0], Bid):
            return rng.choice(legal) if hasty else plain_bid(seen, legal)
        if hasty:
            base = [action for action in legal if not isinstance(action, PlayGold)]
            return rng.choice(base or legal)
        weights = weigh(Sight(seen, HABITS[seen.rules.players]), legal)
        return max(weights, key=weights.__getitem__)

    def candidates(self, seen: Observation, legal: Sequence[Action], rng: Stream) -> Sequence[Candidate]:
        """Its choice, and then what it sees in the others; a change of bid it does not see at all."""
        sight, chosen = Sight(seen, HABITS[seen.rules.players]), self.choose(seen, legal, rng)
        if seen.asked:
            return [tell(sight, chosen)]
        weights = weigh(sight, legal)
        return [tell(sight, action) for action in sorted(weights, key=lambda one: (one != chosen, -weights[one]))]


def plain_bid(seen: Observation, legal: Sequence[Action]) -> Action:
    """A trick for every high card, whatever a partner has bid and however many seats there are to beat them."""
    tricks = sum(card.rank >= HIGH for card in seen.hand)
    return min(legal, key=lambda action: abs(action.card.rank - tricks) if isinstance(action, Bid) else 0)
