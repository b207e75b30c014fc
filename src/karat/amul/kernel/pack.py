"""Matches, positions and observations of the readable engine as records of the kernel."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

import numpy as np

from karat.amul.kernel import layout as at
from karat.amul.kernel.cards import PLACE_BITS, compile_cards
from karat.amul.kernel.layout import Record
from karat.amul.rules.actions import Action, Offer, Play, Take
from karat.amul.rules.cards import CardFile, Cards
from karat.amul.rules.codec import Codec, codec
from karat.amul.rules.counts import ROUNDS, turned_up
from karat.amul.rules.market import Market, Phase, Ware
from karat.amul.rules.match import Match
from karat.amul.rules.observe import Observation
from karat.amul.rules.rules import Rules
from karat.game import Seat

PHASES = {phase: number for number, phase in enumerate(Phase)}
PARTS: dict[type[Action], int] = {Offer: at.OFFERED, Take: at.TAKEN, Play: at.PLAYED}
"""Where in a record it stands what was done."""


class CannotPack(ValueError):
    """A position that no match comes to, or a match that is not dealt yet: the kernel has no record of it."""


def pack(match: Match) -> Record:
    """The record of a match: its table, and what was done in it."""
    if match.market is None:
        raise CannotPack("the match is not dealt yet")
    words = _market_words(match.market)
    pack_actions(codec(match.rules.cards), words, match.actions)
    return Record(match.rules, np.array(words, np.int16))


def pack_market(table: Market) -> Record:
    """The record of a position, without what was done in earlier rounds; worlds cannot be drawn from it."""
    return Record(table.rules, np.array(_market_words(table), np.int16))


def _market_words(table: Market) -> list[int]:
    """The words are a list until all are there: Python puts numbers into lists ten times as fast as into arrays."""
    rules, numbers = table.rules, codec(table.rules.cards)
    words = blank(rules)
    pack_open(numbers, words, table)
    for seat, hand in enumerate(table.hands):
        pack_hand(numbers, words, seat, hand)
        words[at.HELD + seat] = len(hand)
    for seat, card in enumerate(table.chosen):
        words[at.CHOSEN + seat] = at.NOTHING if card is None else numbers.number(card)
    words[at.LAID] = sum(card is not None for card in table.chosen)
    deck = [numbers.number(card) for card in table.deck]
    top = deck_top(words, rules)
    if len(deck) > len(words) - top:
        raise CannotPack(f"{len(deck)} cards in the deck, where round {table.number} leaves {len(words) - top}")
    words[top : top + len(deck)] = deck
    return words


def pack_view(seen: Observation) -> Record:
    """The view of a seat or an onlooker, from all that it may know."""
    if seen.phase is None:
        raise CannotPack("the match is not dealt yet")
    numbers = codec(seen.rules.cards)
    words = blank(seen.rules)
    pack_open(numbers, words, seen)
    words[at.SEAT] = at.ONLOOKER if seen.seat is None else seen.seat
    for seat, size in enumerate(seen.hand_sizes):
        words[at.HELD + seat] = size
        begin = at.HANDS + at.HAND_SIZE * seat
        words[begin : begin + size] = [at.HIDDEN] * size
    for seat in seen.laid:
        words[at.CHOSEN + seat] = at.HIDDEN
    if seen.seat is not None:
        pack_hand(numbers, words, seen.seat, seen.hand)
        if seen.choice is not None:
            words[at.CHOSEN + seen.seat] = numbers.number(seen.choice)
    words[at.LAID] = len(seen.laid)
    top = deck_top(words, seen.rules)
    words[top:] = [at.HIDDEN] * (len(words) - top)
    pack_actions(numbers, words, seen.actions)
    return Record(seen.rules, np.array(words, np.int16))


def blank(rules: Rules) -> list[int]:
    """The words of a record with nothing in it."""
    cards = compile_cards(rules)
    words = [0] * int(cards[at.STATE])
    for begin, end in ((at.SEAT, at.STRENGTH), (at.HANDS, at.AREAS), (int(cards[at.DECK_IN]), len(words))):
        words[begin:end] = [at.NOTHING] * (end - begin)
    return words


def deck_top(words: list[int], rules: Rules) -> int:
    """Where the deck's next card lies."""
    gone = at.START_SIZE * rules.players + words[at.NUMBER] * (rules.players + turned_up(rules.players))
    return int(compile_cards(rules)[at.DECK_IN]) + min(gone, int(compile_cards(rules)[at.DECK]))


@cache
def valour_of(cards: CardFile) -> dict[str, int]:
    """By the name of a kind."""
    return {name: kind.valour for name, kind in cards.kinds.items()}


def pack_open(numbers: Codec, words: list[int], table: Market | Observation) -> None:
    """What lies open to all; a position and an observation call it by the same names."""
    rules = table.rules
    cards, valour = compile_cards(rules), valour_of(rules.cards)
    phase, emir, errand = table.phase, table.emir, table.errand
    assert phase is not None and emir is not None  # noqa: S101, PT018 -- nobody packs a match before its deal
    words[at.NUMBER], words[at.PHASE], words[at.EMIR] = table.number, PHASES[phase], emir
    order = [turn.seat for turn in table.order]
    words[at.ORDER : at.ORDER + len(order)] = order
    if table.turns:
        words[at.AT] = order.index(table.turns[0])
    if errand:
        words[at.ERRAND], words[at.LEFT] = sum(PLACE_BITS[place] for place in errand.places), errand.left
    pack_wares(numbers, words, table.wares)
    types, removed_in = int(cards[at.TYPES]), int(cards[at.REMOVED_IN])
    stock_in = int(cards[at.STOCK_IN] - cards[at.MARKET])
    for seat, area in enumerate(table.areas):
        for card in area:
            words[at.AREAS + seat * types + numbers.number(card)] += 1
        words[at.STRENGTH + seat] = sum(valour[card.id] for card in area)
        best = min((card.letter for card in area if card.letter), default="@")
        words[at.BEST + seat] = ord(best) - ord("@")
    for card in table.removed:
        words[removed_in + numbers.number(card)] += 1
    for card in (*table.palace, *table.bazaar):
        words[stock_in + numbers.number(card)] += 1
    for seat, card in enumerate(table.played):
        words[at.PLAYED + at.SEATS * (table.number - 1) + seat] = numbers.number(card)
    if phase in (Phase.TAKE, Phase.GAIN) and table.turns != turns_left(rules, table, order[words[at.AT] :]):
        raise CannotPack(f"turns {table.turns} in the order {tuple(order)}, which play does not come to")


def turns_left(rules: Rules, table: Market | Observation, order: list[Seat]) -> tuple[Seat, ...]:
    """Those of `order` that are still to act: all of them, or whoever played a card with an instant effect."""
    played = table.played
    return tuple(seat for seat in order if not played or rules.cards.kinds[played[seat].id].instant)


def pack_wares(numbers: Codec, words: list[int], wares: tuple[Ware, ...]) -> None:
    if len(wares) > at.WARES:
        raise CannotPack(f"{len(wares)} cards in the market; the kernel has room for {at.WARES}")
    words[at.LYING] = len(wares)
    for place, (card, owner) in enumerate(wares):
        words[at.WARE + place] = numbers.number(card)
        words[at.OWNER + place] = at.NOTHING if owner is None else owner


def pack_hand(numbers: Codec, words: list[int], seat: Seat, hand: Cards) -> None:
    if len(hand) > at.HAND_SIZE:
        raise CannotPack(f"{len(hand)} cards in a hand; the kernel has room for {at.HAND_SIZE}")
    begin, cards = at.HANDS + at.HAND_SIZE * seat, sorted(hand)
    words[begin : begin + len(cards)] = [numbers.number(card) for card in cards]


def pack_actions(numbers: Codec, words: list[int], actions: Iterable[tuple[Seat, Action]]) -> None:
    """What was done, by round and seat: a seat's first offer is that of round 1."""
    following = {kind: [begin + seat for seat in range(at.SEATS)] for kind, begin in PARTS.items()}
    for seat, action in actions:
        places = following.get(type(action))  # what is gained is in the areas alone
        if places is None:
            continue
        if places[seat] >= PARTS[type(action)] + at.SEATS * ROUNDS:
            raise CannotPack(f"seat {seat} did '{action}' in more than {ROUNDS} rounds")
        words[places[seat]] = numbers.number(action.card)
        places[seat] += at.SEATS
