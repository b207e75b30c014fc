"""A position within a round as one line of text, for tests, perft tables and bug reports.

    B1 B2 / C1 C2 / P1 P2 / S1 S2, gold G0 each, leader 0
    C9 / B7 S2 / P4 / Z1, bids B4 / S3 / C7 / Z2, gold - / G7 / - / -, tricks 1 0 2 3, trick B3 from 0

First the hands by seat, `-` for an empty one. Then, in any order and only where they differ from the start of
a round: `bids` by seat, `gold` by seat (or the same for `each`), `supply`, `tricks` taken, the `leader`,
who may yet change a bid (`asked`), the `trick` so far and who led it (`from`), and who `ended` the round.
The supply is, unless given, all gold of the game (without 0s) that is in no stock and not in the trick.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from karat.aurum.rules.cards import Card, Cards, parse_cards, show_cards
from karat.aurum.rules.deal import base_cards, first_supply
from karat.aurum.rules.round import Round
from karat.game import BadText

if TYPE_CHECKING:
    from karat.game import Seat

CLAUSES = ("bids", "gold", "supply", "tricks", "leader", "asked", "trick", "ended")


def show_round(state: Round) -> str:
    """The position as text; `parse_round` gives it back."""
    parts = [" / ".join(show_cards(hand) for hand in state.hands)]
    if any(state.bids):
        parts.append("bids " + " / ".join("-" if bid is None else str(bid) for bid in state.bids))
    if any(state.stocks):
        parts.append("gold " + " / ".join(show_cards(stock) for stock in state.stocks))
    if state.supply != default_supply(state.players, state.stocks, state.trick):
        parts.append("supply " + show_cards(state.supply))
    if any(state.tricks):
        parts.append("tricks " + " ".join(map(str, state.tricks)))
    if state.trick:
        parts.append(f"trick {show_cards(state.trick)} from {state.leader}")
    else:
        parts.append(f"leader {state.leader}")
    if state.asked:
        parts.append("asked " + " ".join(map(str, state.asked)))
    if state.ended_by is not None:
        parts.append(f"ended {state.ended_by}")
    return ", ".join(parts)


def parse_round(text: str) -> Round:
    """The position that `text` describes; BadText where it is none."""
    hands_text, *clauses = [part.strip() for part in text.split(",")]
    said: dict[str, str] = {}
    for clause in clauses:
        word, _, rest = clause.partition(" ")
        if word not in CLAUSES or word in said or not rest.strip():
            raise BadText(
                f"{clause!r} is no clause of a position, or says a thing twice; they are {', '.join(CLAUSES)}"
            )
        said[word] = rest.strip()
    hands = tuple(tuple(sorted(parse_cards(hand))) for hand in hands_text.split("/"))
    players = len(hands)
    if players not in (3, 4):
        raise BadText(f"a position has 3 or 4 hands, not {players}: {hands_text!r}")
    stocks = parse_stocks(said.get("gold", "- each"), players)
    trick, leader = parse_trick(said, players)
    supply = parse_cards(said["supply"]) if "supply" in said else default_supply(players, stocks, trick)
    state = Round(
        hands=hands,
        stocks=stocks,
        supply=tuple(sorted(supply)),
        bids=parse_bids(said.get("bids"), players),
        tricks=parse_numbers(said.get("tricks", " ".join("0" * players)), players),
        leader=leader,
        asked=tuple(parse_seat(word, players) for word in said.get("asked", "").split()),
        trick=trick,
        ended_by=parse_seat(said["ended"], players) if "ended" in said else None,
    )
    check_position(state, text)
    return state


def default_supply(players: int, stocks: tuple[Cards, ...], trick: Cards) -> Cards:
    """All gold of the game, without 0s, that is in no stock and not in the trick."""
    left = Counter(first_supply(players)) - Counter(card for cards in (*stocks, trick) for card in cards)
    return tuple(sorted(left.elements()))


def parse_stocks(text: str, players: int) -> tuple[Cards, ...]:
    if text.endswith(" each"):
        return (tuple(sorted(parse_cards(text.removesuffix(" each")))),) * players
    stocks = tuple(tuple(sorted(parse_cards(stock))) for stock in text.split("/"))
    if len(stocks) != players:
        raise BadText(f"gold for {len(stocks)} seats in a position of {players}: {text!r}")
    return stocks


def parse_bids(text: str | None, players: int) -> tuple[Card | None, ...]:
    if text is None:
        return (None,) * players
    bids = tuple(None if bid.strip() == "-" else Card.parse(bid.strip()) for bid in text.split("/"))
    if len(bids) != players:
        raise BadText(f"{len(bids)} bids in a position of {players}: {text!r}")
    return bids


def parse_trick(said: dict[str, str], players: int) -> tuple[Cards, Seat]:
    """The trick so far and its leader."""
    if "trick" not in said:
        return (), parse_seat(said.get("leader", "0"), players)
    cards, separator, leader = said["trick"].partition(" from ")
    if not separator or "leader" in said:
        raise BadText(f"a trick is written `trick CARDS from LEADER`, with no leader apart: {said['trick']!r}")
    return parse_cards(cards), parse_seat(leader, players)


def parse_numbers(text: str, players: int) -> tuple[int, ...]:
    words = text.split()
    if len(words) != players or not all(word.isascii() and word.isdigit() and len(word) < 3 for word in words):
        raise BadText(f"tricks taken are {players} small numbers, not {text!r}")
    return tuple(map(int, words))


def parse_seat(text: str, players: int) -> Seat:
    word = text.strip()
    if not (word.isascii() and word.isdigit() and len(word) == 1 and int(word) < players):
        raise BadText(f"a seat is a number from 0 to {players - 1}, not {text!r}")
    return int(word)


def check_position(state: Round, text: str) -> None:
    """Refuse what no round can come to, so that a slip in a table is noticed where it is made."""
    bids = tuple(bid for bid in state.bids if bid is not None)
    cards = Counter(card for row in (*state.hands, bids, state.trick) for card in row if not card.is_gold)
    twice = tuple(card for card, copies in cards.items() if copies > 1)
    foreign = tuple(card for card in cards if card not in base_cards(state.players))
    if twice or foreign:
        raise BadText(f"twice or not in this game: {show_cards(twice + foreign)} in {text!r}")
    if any(card.is_gold for row in (*state.hands, bids) for card in row):
        raise BadText(f"gold is never held or bid (A2.5): {text!r}")
    if any(not card.is_gold for row in (*state.stocks, state.supply) for card in row):
        raise BadText(f"only gold lies in stocks and supply: {text!r}")
    if state.trick and (None in state.bids or len(state.trick) >= state.players or state.trick[0].is_gold):
        raise BadText(f"a trick needs all bids, a base card to lead, and a seat that is still to play: {text!r}")
    if state.asked and (None in state.bids or state.trick):
        raise BadText(f"bids are changed after bidding and before the first card of a trick: {text!r}")
    leads = None not in state.bids and not state.trick and state.ended_by is None
    if leads and not state.hands[state.leader]:
        raise BadText(f"a leader with an empty hand has ended the round (A7.4): {text!r}")
    metals = [card.metal for card in state.trick if not card.is_gold]
    if len(set(metals)) < len(metals):
        raise BadText(f"a metal lies in the trick twice (A5.4): {text!r}")
