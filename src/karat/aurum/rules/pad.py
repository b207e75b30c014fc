"""A round that was played with the box on the table, as people enter it on a score pad."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, TypeVar

from karat.aurum.rules.cards import Card, gold, show_cards
from karat.aurum.rules.deal import HAND_SIZE, base_cards, first_stock, first_supply
from karat.aurum.rules.scoring import bid_tricks, score_ranks
from karat.game import BadEntry, BadText

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.aurum.rules.cards import Cards
    from karat.aurum.rules.rules import Rules
    from karat.aurum.rules.scoring import RoundResult


T = TypeVar("T")


def entered_round(
    rules: Rules, bids: Sequence[int | str], tricks: Sequence[int], gold_cards: Sequence[Sequence[int | str]]
) -> RoundResult:
    """The result of a round: bids by seat as a rank or a card, tricks and gold by seat or by side.

    >>> from karat.aurum.rules.rules import Rules
    >>> entered_round(Rules(4), [3, "B2", 5, "Z9"], [5, 4], [["G4"], [0, 1]]).points
    (12, 1)
    """
    ranks = read_bids(rules, bids)
    taken = by_seat(rules, "tricks", tricks, 0)
    led = most_tricks(rules.players)
    if not 0 <= min(taken) <= sum(taken) <= led:
        raise BadEntry(
            "tricks", f"{list(tricks)} cannot be: a trick is led with a card from a hand, and {led} are there"
        )
    stocks = by_seat(rules, "gold", [read_gold(place, cards) for place, cards in enumerate(gold_cards)], ())
    check_gold(rules, stocks)
    return score_ranks(rules, taken, ranks, stocks)


def most_tricks(players: int) -> int:
    """In one round: a trick is led with a card from a hand (A5.2), and of each hand one card is a bid (A3.4)."""
    return (HAND_SIZE - 1) * players


def possible_bids(players: int) -> tuple[int, ...]:
    """What a card of these many players can bid, from low to high (A3.1)."""
    return tuple(sorted(set(map(bid_tricks, base_cards(players)))))


def read_bids(rules: Rules, bids: Sequence[int | str]) -> list[int]:
    if len(bids) != rules.players:
        raise BadEntry("bids", f"{rules.players} seats have a bid each, and {len(bids)} were entered")
    known, seen, ranks = base_cards(rules.players), set(), []
    lowest, *_, highest = possible_bids(rules.players)
    for place, bid in enumerate(bids):
        field = f"bids[{place}]"
        if isinstance(bid, int):
            if not lowest <= bid <= highest:
                raise BadEntry(field, f"a bid is a rank from {lowest} to {highest}, not {bid}")
            ranks.append(bid)
            continue
        card = read_card(field, bid)
        if card not in known:
            raise BadEntry(field, f"{card} is no card that is bid with {rules.players} players")
        if card in seen:
            raise BadEntry(field, f"there is one {card}, and it is another seat's bid")
        seen.add(card)
        ranks.append(bid_tricks(card))
    return ranks


def read_gold(place: int, cards: Sequence[int | str]) -> Cards:
    told = []
    for number, card in enumerate(cards):
        field = f"gold[{place}][{number}]"
        read = read_card(field, f"G{card}" if isinstance(card, int) else card)
        if not read.is_gold:
            raise BadEntry(field, f"{read} is no gold card")
        told.append(read)
    return tuple(sorted(told))


def read_card(field: str, text: str) -> Card:
    try:
        return Card.parse(text)
    except BadText as bad:
        raise BadEntry(field, str(bad)) from None


def gold_there(rules: Rules) -> Counter[Card]:
    """How much gold of each kind is in a round (A2.2, A2.3, AV.1)."""
    return Counter((*first_supply(rules.players), *first_stock(rules) * rules.players))


def check_gold(rules: Rules, stocks: tuple[Cards, ...]) -> None:
    """There is only as much gold as lies in the box (A2.2, A2.3, AV.1)."""
    there = gold_there(rules)
    if more := Counter(card for stock in stocks for card in stock) - there:
        card = min(more)
        raise BadEntry("gold", f"there are {there[card]} cards {show_cards((gold(card.rank),))}, and more were entered")


def by_seat(rules: Rules, field: str, told: Sequence[T], nothing: T) -> tuple[T, ...]:
    """What was told by seat, or by side: then all of it lies with the first of the side, as their sum counts."""
    if len(told) == rules.players:
        return tuple(told)
    if len(told) != len(rules.sides):
        sides = "" if len(rules.sides) == rules.players else f", or {len(rules.sides)} for the sides"
        raise BadEntry(field, f"{rules.players} entries for the seats{sides}, not {len(told)}")
    first = {side[0]: entry for side, entry in zip(rules.sides, told, strict=True)}
    return tuple(first.get(seat, nothing) for seat in range(rules.players))
