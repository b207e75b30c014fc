"""A match of Aurum told in words, trick by trick."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from karat.aurum.rules import events
from karat.aurum.rules.cards import show_cards
from karat.aurum.rules.scoring import sheet
from karat.aurum.rules.trick import highest, lowest

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from karat.aurum.rules.cards import Cards
    from karat.aurum.rules.match import Match
    from karat.aurum.rules.rules import Rules
    from karat.aurum.rules.scoring import MatchResult, RoundResult
    from karat.game import Step


def side_name(rules: Rules, side: int) -> str:
    """One seat, or both partners."""
    return " and ".join(f"seat {seat}" for seat in rules.sides[side])


def agreed(rules: Rules) -> str:
    """Players, edition and variants in one line."""
    variants = ", ".join(rules.variants) or "no variants"
    return f"Aurum for {rules.players}, edition {rules.edition}, {variants}"


def tell(event: events.Event) -> str:
    """One event as a sentence."""
    match event:
        case events.RoundDealt(number, first, aside):
            open_cards = f"; {show_cards(aside)} lie open" if aside else ""
            return f"Round {number + 1}: seat {first} is first player{open_cards}."
        case events.HandDealt(seat, hand):
            return f"seat {seat} holds {show_cards(hand)}."
        case events.BidLaid(seat, card):
            return f"seat {seat} bids {card.rank} with {card}."
        case events.BidChosen(seat):
            return f"seat {seat} lays a bid face down."
        case events.BidsRevealed(bids):
            turned = ", ".join(f"seat {seat} bids {card.rank} with {card}" for seat, card in enumerate(bids))
            return f"The bids are turned up: {turned}."
        case events.BidKept(seat):
            return f"seat {seat} leaves the bids as they are."
        case events.BidChanged(seat, paid, whose, laid, taken):
            owner = "its own" if whose == seat else f"seat {whose}'s"
            return f"seat {seat} pays {paid} and lays {laid} in place of {owner} bid {taken}."
        case events.CardPlayed(seat, card):
            return f"seat {seat} plays {card}."
        case events.GoldWon(seat, card):
            return f"seat {seat} earns {card} with the lowest card."
        case events.TrickTaken(seat, trick, leads):
            return f"seat {seat} takes the trick {show_cards(trick)}; seat {leads} leads next."
        case events.RoundEnded(seat, shown):
            proof = f" and shows {show_cards(shown)}" if shown else ", having no card left"
            return f"seat {seat} ends the round{proof}."
        case events.RoundScored(result):
            return f"The round is scored: {' to '.join(map(str, result.points))}."
        case events.MatchEnded(result):
            return f"The match is over; side {' and '.join(map(str, result.winners))} won."


def tell_match(rules: Rules, steps: Iterable[Step[Match]]) -> Iterator[str]:
    """The whole match, a line at a time; a line that starts with '#' is a heading."""
    yield f"# {agreed(rules)}"
    teller = _Teller(rules)
    ended = False
    for step in steps:
        for event in step.events:
            yield from teller.lines(event)
            ended = ended or isinstance(event, events.MatchEnded)
    if not ended:
        yield from teller.unfinished()
        yield "The match was broken off here."


@dataclass
class _Teller:
    """Collects the cards of a trick until it can be told in one line."""

    rules: Rules
    tricks: int = 0
    cards: list[str] = field(default_factory=list)
    changes: list[str] = field(default_factory=list)
    prize: str = ""

    def lines(self, event: events.Event) -> Iterator[str]:
        match event:
            case events.RoundDealt(number):
                self.tricks = 0
                yield ""
                yield f"# Round {number + 1}"
                yield tell(event).partition(": ")[2]
            case events.BidChanged():
                self.changes.append(tell(event))
            case events.CardPlayed(seat, card):
                self.cards.append(f"seat {seat} {'leads' if not self.cards else 'plays'} {card}")
            case events.TrickTaken(seat, trick, leads):
                yield from self.trick_lines(seat, trick, leads)
            case events.RoundEnded():
                yield from self.unfinished()
                yield tell(event)
            case events.RoundScored(result):
                yield from score_lines(self.rules, result)
            case events.MatchEnded(result):
                yield ""
                yield f"# {match_line(self.rules, result)}"
            case events.GoldWon(_, card):
                self.prize = f" and earns {card}"
            case events.BidChosen() | events.BidKept():
                pass  # told by BidsRevealed, and by silence
            case _:
                yield tell(event)

    def trick_lines(self, taker: int, trick: Cards, leads: int) -> Iterator[str]:
        self.tricks += 1
        yield f"# Trick {self.tricks}"
        yield from self.changes
        yield ", ".join(self.cards) + "."
        low, high = trick[lowest(trick)], trick[highest(trick)]
        yield f"{high} takes the trick for seat {taker}; {low} is lowest, so seat {leads} leads next{self.prize}."
        self.cards, self.changes, self.prize = [], [], ""

    def unfinished(self) -> Iterator[str]:
        """A trick that was begun and counts for nobody (A7.3)."""
        yield from self.changes
        if self.cards:
            yield ", ".join(self.cards) + "."
        self.cards, self.changes = [], []


def score_lines(rules: Rules, result: RoundResult) -> Iterator[str]:
    """The scoring sheet of a round: it adds up line by line."""
    yield "# Score"
    for side, line in enumerate(sheet(rules, result)):
        nugget = ", and a nugget" if line.nuggets else ""
        yield (
            f"{side_name(rules, side)}: bid {line.bid}, took {line.tricks}, {line.bid_points} for the bid, "
            f"{line.gold_points} for gold {show_cards(line.gold)}: {line.points} points{nugget}."
        )


def match_line(rules: Rules, result: MatchResult) -> str:
    """Who won, and by what."""
    winners = ", ".join(side_name(rules, side) for side in result.winners)
    verb = "share the win" if len(result.winners) > 1 else "win" if len(rules.sides[0]) > 1 else "wins"
    count = f"points {' : '.join(map(str, result.totals))}"
    if not rules.plays_for_total:
        count = f"nuggets {' : '.join(map(str, result.nuggets))}, {count}"
    return f"{winners} {verb} the match ({count})"
