"""Matches, positions and observations of the readable engine as records of the kernel."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from karat.game import Seat
from karat.kernel.amul.cards import PLACE_BITS, compile_cards
from karat.kernel.amul.layout import (
    AREAS,
    AT,
    BEST,
    CHOSEN,
    DECK,
    DECK_IN,
    EMIR,
    ERRAND,
    HAND_SIZE,
    HANDS,
    HELD,
    HIDDEN,
    LAID,
    LEFT,
    LYING,
    MARKET,
    NOTHING,
    NUMBER,
    OFFERED,
    ONLOOKER,
    ORDER,
    OWNER,
    PHASE,
    PLAYED,
    REMOVED_IN,
    SEAT,
    SEATS,
    START_SIZE,
    STATE,
    STOCK_IN,
    STRENGTH,
    TAKEN,
    TYPES,
    WARE,
    WARES,
    State,
)
from karat.rules.amul.actions import Action, Gain, Offer, Take
from karat.rules.amul.cards import Card, Cards
from karat.rules.amul.codec import Codec, codec
from karat.rules.amul.counts import ROUNDS, turned_up
from karat.rules.amul.market import Errand, Market, Phase, Ware
from karat.rules.amul.match import Match
from karat.rules.amul.observe import Observation
from karat.rules.amul.rules import Rules

PHASES = {phase: number for number, phase in enumerate(Phase)}


class CannotPack(ValueError):
    """A position that no match comes to, or a match that is not dealt yet: the kernel has no record of it."""


def pack(match: Match) -> State:
    """The record of a match: its table, and what was done in it."""
    if match.market is None:
        raise CannotPack("the match is not dealt yet")
    state = pack_market(match.market)
    pack_actions(codec(match.rules.cards), state, match.actions)
    return state


def pack_market(table: Market) -> State:
    """The record of a position, without what was done in earlier rounds; worlds cannot be drawn from it."""
    rules, numbers = table.rules, codec(table.rules.cards)
    state = blank(rules)
    pack_open(numbers, state, table)
    for seat, hand in enumerate(table.hands):
        pack_hand(numbers, state, seat, hand)
        state[HELD + seat] = len(hand)
    for seat, card in enumerate(table.chosen):
        state[CHOSEN + seat] = NOTHING if card is None else numbers.number(card)
    state[LAID] = sum(card is not None for card in table.chosen)
    deck = [numbers.number(card) for card in table.deck]
    top = deck_top(state, rules)
    end = int(compile_cards(rules)[STATE])
    if len(deck) > end - top:
        raise CannotPack(f"{len(deck)} cards in the deck, where round {table.number} leaves {end - top}")
    state[top : top + len(deck)] = deck
    return state


def pack_view(seen: Observation) -> State:
    """The view of a seat or an onlooker, from all that it may know."""
    if not seen.phase:
        raise CannotPack("the match is not dealt yet")
    numbers = codec(seen.rules.cards)
    state = blank(seen.rules)
    pack_open(numbers, state, seen)
    state[SEAT] = ONLOOKER if seen.seat is None else seen.seat
    for seat, size in enumerate(seen.hand_sizes):
        state[HELD + seat] = size
        state[HANDS + HAND_SIZE * seat : HANDS + HAND_SIZE * seat + size] = HIDDEN
    for seat in seen.laid:
        state[CHOSEN + seat] = HIDDEN
    if seen.seat is not None:
        pack_hand(numbers, state, seen.seat, seen.hand)
        for card in seen.choice:
            state[CHOSEN + seen.seat] = numbers.number(card)
    state[LAID] = len(seen.laid)
    state[deck_top(state, seen.rules) :] = HIDDEN
    pack_actions(numbers, state, seen.actions)
    return state


def blank(rules: Rules) -> State:
    """A record with nothing in it."""
    cards = compile_cards(rules)
    state = np.zeros(cards[STATE], np.int16)
    for begin, end in ((SEAT, STRENGTH), (HANDS, AREAS), (cards[DECK_IN], cards[STATE])):
        state[begin:end] = NOTHING
    return state


def deck_top(state: State, rules: Rules) -> int:
    """Where the deck's next card lies."""
    gone = START_SIZE * rules.players + int(state[NUMBER]) * (rules.players + turned_up(rules.players))
    return int(compile_cards(rules)[DECK_IN]) + min(gone, int(compile_cards(rules)[DECK]))


def pack_open(numbers: Codec, state: State, table: Market | Observation) -> None:
    """What lies open to all; a position and an observation call it by the same names."""
    rules = table.rules
    cards = compile_cards(rules)
    phase, emir, errand = opened(table)
    state[NUMBER], state[PHASE], state[EMIR] = table.number, PHASES[phase], emir
    order = [turn.seat for turn in table.order]
    state[ORDER : ORDER + len(order)] = order
    if table.turns:
        state[AT] = order.index(table.turns[0])
    if errand:
        state[ERRAND], state[LEFT] = sum(PLACE_BITS[place] for place in errand.places), errand.left
    pack_wares(numbers, state, table.wares)
    for seat, area in enumerate(table.areas):
        for card in area:
            state[AREAS + seat * cards[TYPES] + numbers.number(card)] += 1
        state[STRENGTH + seat] = sum(rules.cards.kinds[card.id].valour for card in area)
        letters = sorted(card.letter for card in area if card.letter)
        state[BEST + seat] = ord(letters[0]) - ord("A") + 1 if letters else 0
    for card in table.removed:
        state[cards[REMOVED_IN] + numbers.number(card)] += 1
    for card in (*table.palace, *table.bazaar):
        state[cards[STOCK_IN] - cards[MARKET] + numbers.number(card)] += 1
    for seat, card in enumerate(table.played):
        state[PLAYED + SEATS * (table.number - 1) + seat] = numbers.number(card)
    if phase in (Phase.TAKE, Phase.GAIN) and table.turns != turns_left(rules, table, order[state[AT] :]):
        raise CannotPack(f"turns {table.turns} in the order {tuple(order)}, which play does not come to")


def opened(table: Market | Observation) -> tuple[Phase, Seat, Errand | None]:
    """Three fields that an observation keeps in tuples, as it has none of them before the deal."""
    if isinstance(table, Market):
        return table.phase, table.emir, table.errand
    return table.phase[0], table.emir[0], table.errand[0] if table.errand else None


def turns_left(rules: Rules, table: Market | Observation, order: list[Seat]) -> tuple[Seat, ...]:
    """Those of `order` that are still to act: all of them, or whoever played a card with an instant effect."""
    played = table.played
    return tuple(seat for seat in order if not played or rules.cards.kinds[played[seat].id].instant)


def pack_wares(numbers: Codec, state: State, wares: tuple[Ware, ...]) -> None:
    if len(wares) > WARES:
        raise CannotPack(f"{len(wares)} cards in the market; the kernel has room for {WARES}")
    state[LYING] = len(wares)
    for place, (card, owner) in enumerate(wares):
        state[WARE + place] = numbers.number(card)
        state[OWNER + place] = NOTHING if owner is None else owner


def pack_hand(numbers: Codec, state: State, seat: Seat, hand: Cards) -> None:
    if len(hand) > HAND_SIZE:
        raise CannotPack(f"{len(hand)} cards in a hand; the kernel has room for {HAND_SIZE}")
    cards: list[Card] = sorted(hand)
    state[HANDS + HAND_SIZE * seat : HANDS + HAND_SIZE * seat + len(hand)] = [numbers.number(card) for card in cards]


def pack_actions(numbers: Codec, state: State, actions: Iterable[tuple[Seat, Action]]) -> None:
    """What was done, by round and seat: a seat's first offer is that of round 1."""
    done: dict[tuple[int, Seat], int] = {}
    for seat, action in actions:
        if isinstance(action, Gain):
            continue
        part = OFFERED if isinstance(action, Offer) else TAKEN if isinstance(action, Take) else PLAYED
        number = done.get((part, seat), 0)
        if number >= ROUNDS:
            raise CannotPack(f"seat {seat} did '{action}' in more than {ROUNDS} rounds")
        state[part + SEATS * number + seat] = numbers.number(action.card)
        done[part, seat] = number + 1
