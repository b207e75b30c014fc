"""The tensor told from the readable Observation, field by field: what `observe` must agree with."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from karat.aurum.kernel import observe as at
from karat.aurum.kernel.pack import EDITIONS
from karat.aurum.rules.actions import Bid, Play, Swap
from karat.aurum.rules.cards import Card, Cards
from karat.aurum.rules.codec import BASE, NUMBERS
from karat.aurum.rules.observe import Observation
from karat.aurum.rules.rules import Variant


def tensor(seen: Observation) -> NDArray[np.uint8]:
    """What a seat knows, as bytes; the layout stands in observe.py."""
    if seen.seat is None:
        raise ValueError("a tensor is what a seat sees, and an onlooker has none")
    out = np.zeros(at.TENSOR, np.uint8)
    seat, players = seen.seat, seen.rules.players
    own = next(number for number, side in enumerate(seen.rules.sides) if seat in side)
    sides = len(seen.rules.sides)
    for other in range(sides):
        side = (own + other) % sides
        out[at.AT_NUGGETS + other] = min(255, sum(result.nuggets[side] for result in seen.results))
        out[at.AT_TOTALS + other] = min(255, sum(result.points[side] for result in seen.results))
    out[at.AT_ROUNDS] = min(255, len(seen.results))
    out[at.AT_FOUR] = players == 4
    out[at.AT_EDITION + EDITIONS.index(seen.rules.edition)] = 1
    out[at.AT_VARIANTS] = Variant.NO_ZERO_GOLD in seen.rules.variants
    out[at.AT_VARIANTS + 1] = Variant.THREE_ROUND_TOTAL in seen.rules.variants
    if seen.leader is not None:
        _table(seen, out)
    return out


def _table(seen: Observation, out: NDArray[np.uint8]) -> None:
    players = seen.rules.players
    _cards(out, 0, seen.hand)
    _cards(out, BASE, seen.aside)
    known, played = knowledge(seen)
    phase = 0 if len(seen.laid) < players else 1 if seen.asked else 2
    out[at.AT_PHASE + phase] = 1
    _gold(out, at.AT_SUPPLY, seen.supply)
    for player in range(players):
        other = ((seen.seat or 0) + player) % players
        if player:
            _cards(out, at.AT_KNOWN + BASE * (player - 1), known[other])
        _cards(out, at.AT_OUT + BASE * player, played[other])
        if bid := seen.bid_of(other):
            _cards(out, at.AT_BIDS + BASE * player, [bid])
        _gold(out, at.AT_STOCKS + 9 * player, seen.stocks[other])
        out[at.AT_TRICKS + player] = seen.tricks[other]
        out[at.AT_SIZES + player] = seen.hand_sizes[other]
        for begin, seats in (
            (at.AT_LAID, seen.laid),
            (at.AT_LEADER, (seen.leader,)),
            (at.AT_FIRST, (seen.first,)),
            (at.AT_ASKED, seen.asked),
            (at.AT_TO_ACT, seen.to_act),
        ):
            out[begin + player] = other in seats
    for place, card in enumerate(seen.trick):
        player = ((seen.leader or 0) + place - (seen.seat or 0)) % players
        if card.is_gold:
            out[at.AT_TRICK_GOLD + 9 * player + card.rank] = 1
        else:
            _cards(out, at.AT_TRICK, [card])


def knowledge(seen: Observation) -> tuple[list[set[Card]], list[set[Card]]]:
    """By seat: the cards everyone knows to be in its hand (A4.4), and those it has played in this round."""
    known: list[set[Card]] = [set() for _ in range(4)]
    played: list[set[Card]] = [set() for _ in range(4)]
    bids: dict[int, Card] = {}
    for seat, action in seen.actions:
        match action:
            case Bid(card):
                bids[seat] = card
            case Swap(_, whose, card):
                known[seat].discard(card)
                known[seat].add(bids[whose])
                bids[whose] = card
            case Play(card):
                known[seat].discard(card)
                played[seat].add(card)
    return known, played


def _cards(out: NDArray[np.uint8], begin: int, cards: Cards | set[Card] | list[Card]) -> None:
    for card in cards:
        out[begin + NUMBERS[card]] = 1


def _gold(out: NDArray[np.uint8], begin: int, cards: Cards) -> None:
    for card in cards:
        out[begin + card.rank] += 1
