"""A whole match of Amul: one deal, nine rounds, and the score sheet."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from karat.amul.rules import events
from karat.amul.rules import market as table
from karat.amul.rules.actions import Action, Offer, Play, parse_action
from karat.amul.rules.cards import show_cards
from karat.amul.rules.deal import Deal, check_deal, shuffled_deal
from karat.amul.rules.drawing import draw
from karat.amul.rules.law import Law
from karat.amul.rules.market import Market, Phase
from karat.amul.rules.observe import observe
from karat.amul.rules.scoring import ScoreSheet, score
from karat.game import IllegalAction, IllegalDeal, Outcome, Seat, Step

if TYPE_CHECKING:
    from karat.amul.rules.rules import Rules
    from karat.shuffle import Stream


@dataclass(frozen=True, slots=True)
class Match:
    """A match is what was dealt and done in it, and what lies on the table by now."""

    rules: Rules
    deal: Deal | None = None
    market: Market | None = None
    actions: tuple[tuple[Seat, Action], ...] = ()
    """What was done, as all have seen it: secret choices stand here, by seat, once all are in."""
    sheet: ScoreSheet | None = None
    """The scores, once the match is over."""

    def __str__(self) -> str:
        hands = tuple(map(show_cards, self.market.hands)) if self.market else ()
        chosen = (self.market.chosen if self.market else ()) or (None,) * self.rules.players
        return draw(observe(self, None), hands, ["" if card is None else str(card) for card in chosen])


def start(rules: Rules) -> Match:
    """The match before its deal."""
    return Match(rules)


def awaits_deal(state: Match) -> bool:
    """Whether the match can go on only when a deal is handed in: once, at its beginning."""
    return state.deal is None


def shuffled(state: Match, stream: Stream) -> Deal:
    """A deal for the match, drawn from `stream`."""
    return shuffled_deal(state.rules, stream)


def deal(state: Match, deal: Deal) -> Step[Match]:
    """M5 to M8: the match, set up."""
    if state.deal is not None:
        raise IllegalDeal(Law.IN_TURN, "nothing is to be dealt: the market deck is shuffled once, before round 1")
    check_deal(state.rules, deal)
    opened = table.open_market(state.rules, deal)
    return Step(replace(state, deal=deal, market=opened.state), opened.events)


def to_act(state: Match) -> tuple[Seat, ...]:
    """The seats that owe an action now; none before the deal and at the end."""
    return state.market.to_act if state.market else ()


def breach(state: Match, seat: Seat, action: Action | str) -> Law | None:
    """The first rule that `action`, or the one that a text names, would break; None when it is legal."""
    return table.breach(state.market, seat, meant(action)) if state.market else Law.IN_TURN


def legal_actions(state: Match, seat: Seat) -> tuple[Action, ...]:
    """Every action that `seat` may take now, each once, in a fixed order."""
    return table.legal_actions(state.market, seat) if state.market else ()


def meant(action: Action | str) -> Action:
    """An action, also by its text; BadText where that names none."""
    return parse_action(action) if isinstance(action, str) else action


def apply(state: Match, seat: Seat, action: Action | str) -> Step[Match]:
    """The match after `action`, or the one that a text names; it is scored at once when it ends by it."""
    action = meant(action)
    if state.market is None:
        raise IllegalAction(Law.IN_TURN, seat, action, "the match is not dealt yet")
    after = table.apply(state.market, seat, action)
    done = replace(state, market=after.state, actions=state.actions + made_public(state.market, seat, action))
    if after.state.phase is not Phase.OVER:
        return Step(done, after.events)
    sheet = score(state.rules.cards, after.state.areas)
    return Step(replace(done, sheet=sheet), (*after.events, events.MatchScored(sheet)))


def made_public(before: Market, seat: Seat, action: Action) -> tuple[tuple[Seat, Action], ...]:
    """What everyone can see of an action: all the secret choices with the last of them, before that none."""
    if not isinstance(action, Offer | Play):
        return ((seat, action),)
    if before.to_act != (seat,):
        return ()
    laid = table.put(before.chosen, seat, action.card)
    return tuple((owner, type(action)(card)) for owner, card in enumerate(laid) if card is not None)


def outcome(state: Match) -> Outcome | None:
    """How the match ended, or None while it goes on."""
    if state.sheet is None:
        return None
    sides = tuple((seat,) for seat in range(state.rules.players))
    return Outcome(sides, state.sheet.winners, state.sheet.points)
