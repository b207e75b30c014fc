"""Between the readable engine and the record: what a match, a position or an observation is in words of int64."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from karat.aurum.kernel import layout as at
from karat.aurum.kernel.layout import Record, gold_word
from karat.aurum.rules import round as one_round
from karat.aurum.rules.actions import Action, Bid, Play, Swap
from karat.aurum.rules.codec import NUMBERS
from karat.aurum.rules.deal import base_cards
from karat.aurum.rules.rules import Edition, Rules, Variant

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from karat.aurum.rules.cards import Card, Cards
    from karat.aurum.rules.match import Match, PlayedRound
    from karat.aurum.rules.observe import Observation
    from karat.aurum.rules.round import Round
    from karat.aurum.rules.scoring import MatchResult, RoundResult
    from karat.game import Seat

EDITIONS = (Edition.DE, Edition.FR, Edition.RU)


def rule_words(rules: Rules) -> tuple[int, int, int]:
    """Players, edition and variants, as `start` wants them."""
    variants = at.NO_ZERO_GOLD * (Variant.NO_ZERO_GOLD in rules.variants)
    variants |= at.THREE_ROUND_TOTAL * (Variant.THREE_ROUND_TOTAL in rules.variants)
    return rules.players, EDITIONS.index(rules.edition), variants


def rules_of(record: Record) -> Rules:
    """What the table of this record agreed on."""
    flags = ((at.NO_ZERO_GOLD, Variant.NO_ZERO_GOLD), (at.THREE_ROUND_TOTAL, Variant.THREE_ROUND_TOTAL))
    variants = tuple(variant for bit, variant in flags if record[at.VARIANTS] & bit)
    return Rules(int(record[at.PLAYERS]), EDITIONS[int(record[at.EDITION])], variants)


def pack(match: Match) -> Record:
    """The record of a match: byte for byte what the kernel comes to by the same deals and actions."""
    record = _match_words(match.rules, match.results, match.result)
    if match.round is not None and match.deal is not None:
        record[at.FIRST] = match.deal.first
        _put_table(record, match.round, match.deal.aside)
        _put_history(record, match.actions)
    elif match.played:  # the table stays as the last round left it
        last = match.played[-1]
        record[at.FIRST] = last.deal.first
        _put_table(record, last_table(match.rules, last), last.deal.aside)
        _put_history(record, last.actions)
    return record


def pack_round(table: Round, rules: Rules | None = None) -> Record:
    """The record of a position in a first round; base cards that are nowhere to be seen lie open beside the game."""
    rules = rules or Rules(table.players)
    record = _match_words(rules, (), None)
    seen = {card for row in (*table.hands, table.bids, table.trick) for card in row}
    _put_table(record, table, tuple(card for card in base_cards(table.players) if card not in seen))
    record[at.FIRST] = table.leader
    for place, card in enumerate(table.trick):
        if not card.is_gold:
            record[at.OUT + (table.leader + place) % table.players] |= 1 << NUMBERS[card]
    return record


def pack_view(seen: Observation) -> Record:
    """The view of one seat, from its Observation alone; between rounds the table is bare."""
    record = _match_words(seen.rules, seen.results, seen.result)
    record[at.SEAT] = at.ONLOOKER if seen.seat is None else seen.seat
    if seen.first is None or seen.leader is None:
        return record
    players = seen.rules.players
    record[at.FIRST], record[at.LEADER] = seen.first, seen.leader
    record[at.SIZES : at.SIZES + players] = seen.hand_sizes
    record[at.ASIDE] = card_set(seen.aside)
    record[at.SUPPLY] = gold_set(seen.supply)
    for seat in range(players):
        record[at.STOCK + seat] = gold_set(seen.stocks[seat])
        record[at.TRICKS + seat] = seen.tricks[seat]
        bid = seen.bid_of(seat)
        record[at.BID + seat] = NUMBERS[bid] if bid else at.HIDDEN if seat in seen.laid else -1
    _put_turn(record, seen.to_act, seen.asked, seen.trick)
    record[at.PHASE] = _phase(len(seen.laid) < players, seen.asked)
    _put_history(record, seen.actions)
    record[at.HAND : at.HAND + players] = record[at.KNOWN : at.KNOWN + players]
    if seen.seat is not None:
        record[at.HAND + seen.seat] = card_set(seen.hand)
    return record


def card_set(cards: Iterable[Card]) -> int:
    return sum(1 << NUMBERS[card] for card in cards)


def gold_set(cards: Cards) -> int:
    return gold_word({card.rank: cards.count(card) for card in cards})


def last_table(rules: Rules, played: PlayedRound) -> Round:
    """The table at the end of a finished round."""
    table = one_round.start_round(rules, played.deal)
    for seat, action in played.actions:
        table = one_round.apply(table, seat, action).state
    return table


def _match_words(rules: Rules, results: Sequence[RoundResult], result: MatchResult | None) -> Record:
    """A record with the rules and the finished rounds, and a bare table."""
    record = np.zeros(at.WORDS, np.int64)
    record[at.PLAYERS], record[at.EDITION], record[at.VARIANTS] = rule_words(rules)
    record[at.FIRST] = record[at.TURN] = record[at.ENDED_BY] = record[at.SEAT] = -1
    record[at.BID : at.BID + 4] = record[at.TRICK : at.TRICK + 4] = -1
    record[at.ROUNDS] = len(results)
    for side in range(len(rules.sides)):
        record[at.NUGGETS + side] = sum(round_.nuggets[side] for round_ in results)
        record[at.TOTALS + side] = sum(round_.points[side] for round_ in results)
        record[at.POINTS + side] = results[-1].points[side] if results else 0
    if result:
        record[at.PHASE] = at.OVER
        record[at.WINNERS] = sum(1 << side for side in result.winners)
    return record


def _put_table(record: Record, table: Round, aside: Cards) -> None:
    record[at.LEADER] = table.leader
    record[at.SUPPLY] = gold_set(table.supply)
    record[at.ASIDE] = card_set(aside)
    for seat in range(table.players):
        record[at.HAND + seat] = card_set(table.hands[seat])
        record[at.STOCK + seat] = gold_set(table.stocks[seat])
        bid = table.bids[seat]
        record[at.BID + seat] = -1 if bid is None else NUMBERS[bid]
        record[at.TRICKS + seat] = table.tricks[seat]
    if table.ended_by is not None:
        record[at.ENDED_BY] = table.ended_by
        return
    order = [seat for seat in table.clockwise() if seat in table.asked]
    if list(table.asked) != order:
        raise ValueError(f"seats are asked clockwise from the leader, {order}, not {list(table.asked)}")
    record[at.PHASE] = _phase(None in table.bids, table.asked)
    _put_turn(record, table.to_act, table.asked, table.trick)


def _phase(unbid: bool, asked: Sequence[Seat]) -> int:
    if unbid:
        return at.BIDDING
    return at.CHANGING if asked else at.PLAYING


def _put_turn(record: Record, to_act: Sequence[Seat], asked: Sequence[Seat], trick: Cards) -> None:
    record[at.TURN] = min(to_act)
    record[at.ASKED] = sum(1 << seat for seat in asked)
    record[at.PLAYED] = len(trick)
    for place, card in enumerate(trick):
        record[at.TRICK + place] = NUMBERS[card]


def _put_history(record: Record, actions: Iterable[tuple[Seat, Action]]) -> None:
    """Who played what, and which cards of a hand everyone knows; from what was done in the round."""
    out, known, bids = [0] * 4, [0] * 4, [0] * 4
    for seat, action in actions:
        match action:
            case Bid(card):
                bids[seat] = 1 << NUMBERS[card]
            case Play(card):
                out[seat] |= 1 << NUMBERS[card]
                known[seat] &= ~(1 << NUMBERS[card])
            case Swap(_, whose, card):
                laid = 1 << NUMBERS[card]
                known[seat] = known[seat] & ~laid | bids[whose]
                bids[whose] = laid
    record[at.OUT : at.OUT + 4] = out
    record[at.KNOWN : at.KNOWN + 4] = known
