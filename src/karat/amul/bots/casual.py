"""A plain way to play Amul: each choice is judged by what the area would be worth at the end, as things stand.

A prospect is the area as it could look after the last round: what lies there, the hand cards that count if they are
kept (five at most), and the best table cards of the hand, as many as there are rounds left to play them. Its value
is its own points less what it gives the others on average, by the very functions that score a match. Points that
others may still take away, or that need cards not yet there, count for a part.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from karat.amul.rules.actions import Gain, Offer, Play, Take
from karat.amul.rules.cards import Card, Cards, Zone, without
from karat.amul.rules.counts import ROUNDS, START_HAND
from karat.amul.rules.effects import By, Combo, Majority, PerMatch, Place, Rarity, Scope, Scoring, Threshold
from karat.amul.rules.scoring import CLANS, Tally, majority_points, tally, worth
from karat.bots.bot import Candidate

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from karat.amul.rules.actions import Action
    from karat.amul.rules.observe import Observation
    from karat.game import Seat
    from karat.shuffle import Stream

LOOT = 2.0
"""What a card from the leftover market is worth before one sees it."""
FETCH = 0.8
"""The part of the best card of palace or bazaar that an effect in hand is expected to bring."""
MISSING_ONE = 0.35
"""The part of a trader's points that counts while one of its goods is missing."""
DENIAL = 0.5
"""How much a card counts that somebody else would take."""


class Casual:
    """Takes and plays what adds most to its own score, a little of it for what it keeps from the others."""

    def choose(self, seen: Observation, legal: Sequence[Action], rng: Stream) -> Action:
        if len(legal) == 1:
            return legal[0]
        chosen: Action = self.candidates(seen, legal, rng)[0].action
        return chosen

    def candidates(self, seen: Observation, legal: Sequence[Action], rng: Stream) -> Sequence[Candidate]:
        """All actions with what they are worth, in points less what they give the others, the best first."""
        table = Appraisal(seen)
        found = [Candidate(action, table.appraise(action)) for action in legal]
        return best_first(found, rng, lambda one: one.points or 0.0)


def best_first(found: Sequence[Candidate], rng: Stream, liking: Callable[[Candidate], float]) -> list[Candidate]:
    """Candidates by how much they are liked; of those that are liked best, any one is the first."""
    most = max(map(liking, found))
    first = rng.choice([one for one in found if liking(one) == most])
    return sorted(found, key=lambda one: (one is not first, -liking(one)))


class Appraisal:
    """What one observation is worth after this or that action of its seat."""

    def __init__(self, seen: Observation) -> None:
        assert seen.seat is not None  # noqa: S101 -- an onlooker chooses nothing
        self.seat: Seat = seen.seat
        self.seen = seen
        self.cards = seen.rules.cards
        self.area, self.hand = seen.areas[self.seat], seen.hand
        self.rivals = [seat for seat in range(len(seen.areas)) if seat != self.seat]
        self.tallies = [tally(self.cards, area) for area in seen.areas]
        self.progress = seen.number / ROUNDS
        self.watching = [
            (seat, effect)
            for seat in self.rivals
            for effect in map(self.effect, seen.areas[seat])
            if looks_around(effect)
        ]
        self.rounds_left = ROUNDS - seen.number + 1
        """In which a card can be played, this one included while nothing is played yet."""
        self.fetched: dict[Place, float] = {}

    def appraise(self, action: Action) -> float:
        match action:
            case Offer(card):
                return self.prospect(self.area, without(self.hand, card), self.rounds_left) - self.given_away(card)
            case Take(card):
                return self.prospect(self.area, (*self.hand, card), self.rounds_left) + self.given_away(card)
            case Play(card):
                return self.after_play(card)
            case Gain(_, card):
                return self.prospect((*self.area, card), self.hand, self.rounds_left - 1)

    def after_play(self, card: Card) -> float:
        """A card for the hand is thrown away; an instant effect fetches something."""
        kind = self.cards.kinds[card.id]
        area = self.area if kind.zone is Zone.HAND else (*self.area, card)
        fetched = max(map(self.fetch, kind.instant.places)) if kind.instant else 0.0
        return self.prospect(area, without(self.hand, card), self.rounds_left - 1) + fetched

    def prospect(self, area: Cards, hand: Cards, rounds: int) -> float:
        """The value of the area at the end, if nothing else came into the hand."""
        kinds = self.cards.kinds
        kept = tuple(card for card in hand if kinds[card.id].zone is not Zone.TABLE)
        playable = [card for card in hand if kinds[card.id].zone is Zone.TABLE]
        base = area + kept
        if len(kept) > START_HAND:  # one too many: what is worth least goes
            base = max((area + without(kept, card) for card in set(kept)), key=self.value)
        if len(playable) > rounds:
            worths = {card: self.value((*base, card)) + self.errand(card) for card in set(playable)}
            playable = sorted(playable, key=lambda card: -worths[card])[:rounds]
        return self.value((*base, *playable)) + sum(map(self.errand, playable))

    def errand(self, card: Card) -> float:
        """What the instant effect of a card in hand is expected to bring."""
        instant = self.cards.kinds[card.id].instant
        return FETCH * max(map(self.fetch, instant.places)) if instant else 0.0

    def fetch(self, place: Place) -> float:
        """What the best card of a place would add now."""
        if place is Place.MARKET:
            return LOOT
        if place not in self.fetched:
            lying = self.seen.palace if place is Place.PALACE else self.seen.bazaar
            kinds = self.cards.kinds
            area = (*self.area, *(card for card in self.hand if kinds[card.id].zone is not Zone.TABLE))
            before = self.value(area)
            self.fetched[place] = max((self.value((*area, card)) - before for card in set(lying)), default=0.0)
        return self.fetched[place]

    def value(self, area: Iterable[Card]) -> float:
        """Points of the own area, less what the others get on average."""
        own = tuple(area)
        tallies = list(self.tallies)
        tallies[self.seat] = tally(self.cards, own)
        points = self.points(own, tallies, self.seat)
        others = float(sum(worth(effect, tallies, seat)[0] for seat, effect in self.watching))
        for clan in CLANS:
            shares = majority_points([count[By.SYMBOL].get(clan, 0) for count in tallies])
            points += self.progress * shares[self.seat]
            others += self.progress * (sum(shares) - shares[self.seat])
        return points - others / len(self.rivals)

    def points(self, area: Cards, tallies: Sequence[Tally], seat: Seat) -> float:
        """The cards of an area, a group of them once, and hopes of traders."""
        points, groups = 0.0, set()
        for card in area:
            effect = self.effect(card)
            group = getattr(effect, "group", None)
            if group in groups:
                continue
            if group:
                groups.add(group)
            points += worth(effect, tallies, seat)[0] or self.hope(effect, tallies[seat])
        return points

    def hope(self, effect: Scoring, own: Tally) -> float:
        """A part of a trader's points while one of its goods is missing."""
        if not isinstance(effect, Combo) or self.rounds_left < 2:
            return 0.0
        missing = sum(max(0, need - own[By.IDS].get(face, 0)) for face, need in effect.needs)
        return effect.points * MISSING_ONE if missing == 1 else 0.0

    def given_away(self, card: Card) -> float:
        """What a card in the market is worth to those who might take it instead, seen from here."""
        taking = self.seen.turns[1:] or self.rivals
        best = 0.0
        for seat in taking:
            area = self.seen.areas[seat]
            tallies = list(self.tallies)
            before = self.points(area, tallies, seat)
            tallies[seat] = tally(self.cards, (*area, card))
            best = max(best, self.points((*area, card), tallies, seat) - before)
        return DENIAL * best / len(self.rivals)

    def effect(self, card: Card) -> Scoring:
        return self.cards.kinds[card.id].scoring


def looks_around(effect: Scoring) -> bool:
    """Whether the points of a card depend on other areas than its owner's."""
    return isinstance(effect, PerMatch | Rarity | Threshold | Majority) and effect.scope is not Scope.OWN
