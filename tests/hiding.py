"""Positions, and the same ones with what a seat cannot see dealt anew."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

from karat import amul, aurum
from karat.amul.rules.match import Match as AmulMatch
from karat.aurum import Edition, Match, Rules, Variant
from karat.shuffle import Stream

CONFIGURATIONS = [
    Rules(players, edition, variants)
    for players in (3, 4)
    for edition in Edition
    for count in range(3)
    for variants in combinations(Variant, count)
]
"""Every kind of table."""


def reach(rules: Rules, seed: str, steps: int) -> Match:
    """The first round of a random match after some actions, before it ends."""
    state = aurum.deal(aurum.start(rules), aurum.shuffled(aurum.start(rules), Stream(seed))).state
    rng = Stream(seed, 1)
    for _ in range(steps):
        seat = aurum.to_act(state)[-1]
        after = aurum.apply(state, seat, rng.choice(aurum.legal_actions(state, seat))).state
        if after.round is None:
            break
        state = after
    return state


def with_hidden_cards_mixed(state: Match, seat: int, seed: str) -> Match:
    """The same match as far as `seat` can tell, with all cards that it does not see dealt anew."""
    table = state.round
    assert table is not None
    shown = {owner for owner, _ in aurum.observe(state, seat).bids}
    known = openly_taken(state)
    down = [owner for owner, bid in enumerate(table.bids) if bid is not None and owner not in shown]
    others = [owner for owner in range(table.players) if owner != seat]
    hidden = [card for owner in others for card in table.hands[owner] if card not in known]
    hidden += [card for owner in down if (card := table.bids[owner]) is not None]
    pile = list(Stream(seed, 2).shuffled(hidden))
    hands = tuple(
        hand if owner == seat else tuple(sorted(card if card in known else pile.pop() for card in hand))
        for owner, hand in enumerate(table.hands)
    )
    bids = tuple(pile.pop() if owner in down else bid for owner, bid in enumerate(table.bids))
    return replace(state, round=replace(table, hands=hands, bids=bids))


def openly_taken(state: Match) -> set[aurum.Card]:
    """The cards that all have seen go to a hand: bids that were swapped out (A4.4)."""
    bids: dict[int, aurum.Card] = {}
    taken = set()
    for seat, action in state.actions:
        if isinstance(action, aurum.Bid):
            bids[seat] = action.card
        elif isinstance(action, aurum.Swap):
            taken.add(bids[action.whose])
            bids[action.whose] = action.card
    return taken


def amul_with_hidden_cards_mixed(state: AmulMatch, seat: int, rng: Stream) -> AmulMatch | None:
    """The match with cards that `seat` cannot know in other places; None if what was done could not have been."""
    table, deal, players = state.market, state.deal, state.rules.players
    assert table is not None
    assert deal is not None
    used = len(deal.deck) - len(table.deck)
    step = (used - 5 * players) // table.number
    owners = [place // 5 for place in range(5 * players)]
    owners += [place % step if place % step < players else seat for place in range(used - 5 * players)]
    shown = {(who, action.card) for who, action in state.actions if not isinstance(action, amul.Take)}
    hidden = [place for place, who in enumerate(owners) if who != seat and (who, deal.deck[place]) not in shown]
    hidden += range(used, len(deal.deck))
    deck = list(deal.deck)
    for place, card in zip(hidden, rng.shuffled(deck[place] for place in hidden), strict=True):
        deck[place] = card
    other = amul.deal(amul.start(state.rules), replace(deal, deck=tuple(deck))).state
    try:
        for who, action in state.actions:
            other = amul.apply(other, who, action).state
        for who in amul.observe(state, seat).laid:  # somebody's secret choice, any other one
            other = amul.apply(other, who, rng.choice(amul.legal_actions(other, who))).state
    except amul.IllegalAction:
        return None
    return other
