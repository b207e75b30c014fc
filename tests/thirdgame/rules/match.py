"""O6: rounds, each dealt anew, and who has won."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from karat.game import IllegalAction, IllegalDeal, Outcome, Seat, Step
from thirdgame.rules import events
from thirdgame.rules import round as one_round
from thirdgame.rules.deal import Deal, check_deal, shuffled_deal
from thirdgame.rules.law import Law
from thirdgame.rules.round import Round

if TYPE_CHECKING:
    from karat.shuffle import Stream
    from thirdgame.rules.actions import Lay
    from thirdgame.rules.cards import Stones
    from thirdgame.rules.rules import Rules


@dataclass(frozen=True, slots=True)
class PlayedRound:
    deal: Deal
    stones: Stones
    """By seat, what was laid."""

    @property
    def points(self) -> tuple[int, ...]:
        return one_round.points(self.stones)


@dataclass(frozen=True, slots=True)
class Match:
    rules: Rules
    played: tuple[PlayedRound, ...] = ()
    deal: Deal | None = None
    round: Round | None = None

    @property
    def points(self) -> tuple[int, ...]:
        """By seat, so far."""
        return tuple(sum(played.points[seat] for played in self.played) for seat in range(self.rules.players))

    @property
    def is_over(self) -> bool:
        return len(self.played) == self.rules.rounds


def start(rules: Rules) -> Match:
    """The match before its first deal."""
    return Match(rules)


def awaits_deal(state: Match) -> bool:
    return state.round is None and not state.is_over


def shuffled(state: Match, stream: Stream) -> Deal:
    return shuffled_deal(state.rules, stream)


def deal(state: Match, deal: Deal) -> Step[Match]:
    """O3: the next round, as dealt."""
    if not awaits_deal(state):
        raise IllegalDeal(Law.IN_TURN, "nothing is to be dealt now")
    check_deal(state.rules, deal)
    hands = tuple(tuple(sorted(hand)) for hand in deal.hands)
    dealt = Match(state.rules, state.played, Deal(hands), Round(hands, (None,) * len(hands)))
    told = (events.HandDealt(seat, hand) for seat, hand in enumerate(hands))
    return Step(dealt, (events.RoundBegan(len(state.played) + 1), *told))


def to_act(state: Match) -> tuple[Seat, ...]:
    return state.round.to_act if state.round else ()


def breach(state: Match, seat: Seat, action: Lay) -> Law | None:
    return one_round.breach(state.round, seat, action) if state.round else Law.IN_TURN


def legal_actions(state: Match, seat: Seat) -> tuple[Lay, ...]:
    return one_round.legal_actions(state.round, seat) if state.round else ()


def apply(state: Match, seat: Seat, action: Lay) -> Step[Match]:
    """The match after `action`; a round that ends by it is scored at once."""
    if state.round is None or state.deal is None:
        raise IllegalAction(Law.IN_TURN, seat, action, one_round.REASONS[Law.IN_TURN])
    after = one_round.apply(state.round, seat, action)
    if not after.state.stones:
        return Step(Match(state.rules, state.played, state.deal, after.state), after.events)
    closed = Match(state.rules, (*state.played, PlayedRound(state.deal, after.state.stones)))
    ended = outcome(closed)
    return Step(closed, (*after.events, events.MatchEnded(ended.winners, ended.scores)) if ended else after.events)


def outcome(state: Match) -> Outcome | None:
    """O6.2: how the match ended, or None while it goes on."""
    if not state.is_over:
        return None
    best = max(state.points)
    winners = tuple(seat for seat, points in enumerate(state.points) if points == best)
    return Outcome(tuple((seat,) for seat in range(state.rules.players)), winners, state.points)
