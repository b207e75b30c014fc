"""A whole match of Aurum (A9, A10): rounds until somebody has won."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from karat.aurum.rules import events
from karat.aurum.rules import round as one_round
from karat.aurum.rules.actions import Action, parse_action
from karat.aurum.rules.cards import show_cards
from karat.aurum.rules.deal import Deal, check_deal, shuffled_deal
from karat.aurum.rules.drawing import draw
from karat.aurum.rules.law import Law
from karat.aurum.rules.observe import observe
from karat.aurum.rules.scoring import MatchResult, RoundResult, match_result, score_round
from karat.game import IllegalAction, IllegalDeal, Outcome, Seat, Step

if TYPE_CHECKING:
    from karat.aurum.rules.round import Round
    from karat.aurum.rules.rules import Rules
    from karat.shuffle import Stream


@dataclass(frozen=True, slots=True)
class PlayedRound:
    """A finished round as a record tells it."""

    deal: Deal
    actions: tuple[tuple[Seat, Action], ...]
    result: RoundResult


@dataclass(frozen=True, slots=True)
class Match:
    """A match is what was dealt and done in it: finished rounds, and the one that is being played."""

    rules: Rules
    played: tuple[PlayedRound, ...] = ()
    deal: Deal | None = None
    """Of the round that is being played; None between rounds and after the last."""
    round: Round | None = None
    actions: tuple[tuple[Seat, Action], ...] = ()
    """Of the round that is being played."""

    def __str__(self) -> str:
        table = self.round
        hands = tuple(map(show_cards, table.hands)) if table else ()
        bids = tuple("-" if bid is None else str(bid) for bid in table.bids) if table else ()
        return draw(observe(self, None), hands, bids)

    @property
    def results(self) -> tuple[RoundResult, ...]:
        return tuple(played.result for played in self.played)

    @property
    def result(self) -> MatchResult | None:
        """How the match ended, or None while it goes on."""
        if self.round is not None or not self.played:
            return None
        return match_result(self.rules, self.results)

    @property
    def first(self) -> Seat | None:
        """The first player of the next round to be dealt (A2.4); None when chance decides."""
        return (self.played[-1].deal.first + 1) % self.rules.players if self.played else None


def start(rules: Rules) -> Match:
    """The match before its first deal."""
    return Match(rules)


def awaits_deal(state: Match) -> bool:
    """Whether the match can go on only when a deal is handed in."""
    return state.round is None and state.result is None


def shuffled(state: Match, stream: Stream) -> Deal:
    """A deal for the next round, drawn from `stream`."""
    return shuffled_deal(state.rules, stream, state.first)


def deal(state: Match, deal: Deal) -> Step[Match]:
    """A2, A10: the next round, as dealt."""
    if not awaits_deal(state):
        now = "the match is over" if state.round is None else "the round is not over"
        raise IllegalDeal(Law.IN_TURN, f"nothing is to be dealt: {now}")
    check_deal(state.rules, deal, state.first)
    dealt = replace(state, deal=deal, round=one_round.start_round(state.rules, deal))
    told = (
        events.RoundDealt(len(state.played), deal.first, deal.aside),
        *(events.HandDealt(seat, tuple(sorted(hand))) for seat, hand in enumerate(deal.hands)),
    )
    return Step(dealt, told)


def to_act(state: Match) -> tuple[Seat, ...]:
    """The seats that owe an action now; none between rounds and at the end."""
    return state.round.to_act if state.round else ()


def breach(state: Match, seat: Seat, action: Action | str) -> Law | None:
    """The first rule that `action`, or the one that a text names, would break; None when it is legal."""
    return one_round.breach(state.round, seat, meant(action)) if state.round else Law.IN_TURN


def legal_actions(state: Match, seat: Seat) -> tuple[Action, ...]:
    """Every action that `seat` may take now, each once, in a fixed order."""
    return one_round.legal_actions(state.round, seat) if state.round else ()


def meant(action: Action | str) -> Action:
    """An action, also by its text; BadText where that names none."""
    return parse_action(action) if isinstance(action, str) else action


def apply(state: Match, seat: Seat, action: Action | str) -> Step[Match]:
    """The match after `action`, or the one that a text names; a round that ends by it is scored at once."""
    action = meant(action)
    if state.round is None or state.deal is None:
        now = "the match is over" if state.result else "the round is over"
        raise IllegalAction(Law.IN_TURN, seat, action, now)
    after = one_round.apply(state.round, seat, action)
    actions = (*state.actions, (seat, action))
    if after.state.ended_by is None:
        return Step(replace(state, round=after.state, actions=actions), after.events)
    scored = score(state.rules, after.state)
    closed = Match(state.rules, (*state.played, PlayedRound(state.deal, actions, scored)))
    told = (*after.events, events.RoundScored(scored))
    if result := closed.result:
        told = (*told, events.MatchEnded(result))
    return Step(closed, told)


def score(rules: Rules, ended: Round) -> RoundResult:
    """A8 for a round that is over."""
    bid_cards = tuple(card for card in ended.bids if card is not None)
    return score_round(rules, ended.tricks, bid_cards, ended.stocks)


def outcome(state: Match) -> Outcome | None:
    """How the match ended, or None while it goes on."""
    result = state.result
    if result is None:
        return None
    scores = result.totals if state.rules.plays_for_total else result.nuggets
    return Outcome(state.rules.sides, result.winners, scores)
