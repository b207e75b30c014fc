"""A match of Amul told in words, round by round, with the score sheet at its end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from karat.amul.rules import events
from karat.amul.rules.effects import Place
from karat.amul.rules.explain import explain

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from karat.amul import Card, Match, Rules, ScoreSheet
    from karat.amul.rules.order import Turn
    from karat.game import Step

PLACES = {Place.PALACE: "from the palace", Place.BAZAAR: "from the bazaar", Place.MARKET: "left in the market"}


def agreed(rules: Rules) -> str:
    """Players, variants and card file in one line."""
    tea = f", {rules.tea} Tea cards" if rules.tea else ""
    cards = "" if rules.cards.identity == "standard" else f", card file {rules.cards.identity[:12]}"
    return f"Amul for {rules.players}{tea}{cards}"


def named(rules: Rules, cards: Iterable[Card]) -> str:
    """Cards by their English names, with the letter where copies differ."""
    names = [rules.cards.name(card) + (f" {card.letter}" if card.letter else "") for card in cards]
    return ", ".join(names) or "nothing"


def in_order(order: Iterable[Turn]) -> str:
    """Who goes when, and why."""
    return ", ".join(
        f"seat {turn.seat} (valour {turn.valour}, {turn.letter})" if turn.valour else f"seat {turn.seat}"
        for turn in order
    )


def tell(rules: Rules, event: events.Event) -> str:
    """One event as a sentence."""
    match event:
        case events.MarketOpened(emir, palace, bazaar):
            return f"seat {emir} is emir. Palace: {named(rules, palace)}. Bazaar: {named(rules, bazaar)}."
        case events.HandDealt(seat, hand):
            return f"seat {seat} holds {named(rules, hand)}."
        case events.RoundBegan(_, first_pick, turned_up, order):
            picks = in_order(order)
            return f"seat {first_pick} has First Pick; {named(rules, turned_up)} turned up. Cards are taken by {picks}."
        case events.CardDealt(seat, card):
            return f"seat {seat} draws {named(rules, [card])}."
        case events.OfferChosen(seat):
            return f"seat {seat} lays an offer face down."
        case events.OffersRevealed(cards):
            offers = ", ".join(f"seat {seat} {named(rules, [card])}" for seat, card in enumerate(cards))
            return f"Offers: {offers}."
        case events.CardTaken(seat, card):
            return f"seat {seat} takes {named(rules, [card])}."
        case events.PlayChosen(seat):
            return f"seat {seat} lays a card face down."
        case events.PlaysRevealed(cards, order):
            plays = ", ".join(f"seat {seat} {named(rules, [card])}" for seat, card in enumerate(cards))
            braves = any(turn.valour for turn in order)
            return f"Plays: {plays}." + (f" Effects follow by {in_order(order)}." if braves else "")
        case events.PlayRemoved(seat, card):
            return f"{named(rules, [card])} of seat {seat} counts in hand only and leaves the game."
        case events.CardGained(seat, place, card):
            return f"seat {seat} gains {named(rules, [card])} {PLACES[place]}."
        case events.NothingToGain(seat, card):
            return f"{named(rules, [card])} of seat {seat} finds nothing to take."
        case events.MarketCleared(cards):
            return f"The market is cleared of {named(rules, cards)}."
        case events.HandLaidDown(seat, kept, removed):
            return f"seat {seat} lays down {named(rules, kept)} and removes {named(rules, removed)}."
        case events.MatchScored(sheet):
            return f"The match is over: {' to '.join(map(str, sheet.points))}."


def tell_match(rules: Rules, steps: Iterable[Step[Match]]) -> Iterator[str]:
    """The whole match, a line at a time; a line that starts with '#' is a heading."""
    yield f"# {agreed(rules)}"
    ended = False
    takes: list[str] = []
    for step in steps:
        for event in step.events:
            if isinstance(event, events.CardTaken):
                takes.append(tell(rules, event).removesuffix("."))
                continue
            if takes and isinstance(event, events.PlayChosen):
                yield "; ".join(takes) + "."
                takes = []
            if isinstance(event, events.RoundBegan):
                yield ""
                yield f"# Round {event.number}"
            if isinstance(event, events.MatchScored):
                ended = True
                yield from score_lines(rules, event.sheet)
            elif not isinstance(event, events.OfferChosen | events.PlayChosen | events.CardDealt):
                yield tell(rules, event)
    if takes:
        yield "; ".join(takes) + "."
    if not ended:
        yield "The match was broken off here."


def score_lines(rules: Rules, sheet: ScoreSheet) -> Iterator[str]:
    """The score pad in its order, every line explained, then who won and by what."""
    rows = [name for name, _ in sheet.rows]
    for seat, lines in enumerate(sheet.lines):
        yield ""
        yield f"# Seat {seat}: {sheet.points[seat]} points"
        for line in sorted(lines, key=lambda line: rows.index(line.row)):
            row = f"{line.row}: " if line.cards else ""
            yield row + explain(line, rules.cards)
    yield ""
    yield f"# {match_line(rules, sheet)}"


def match_line(rules: Rules, sheet: ScoreSheet) -> str:
    """Who won, and by what."""
    winners = " and ".join(f"seat {seat}" for seat in sheet.winners)
    verb = "wins" if len(sheet.winners) == 1 else "share the win"
    points = " : ".join(map(str, sheet.points))
    tied = sheet.points.count(max(sheet.points)) > 1
    tiebreak = f", {rules.cards.tiebreak} {' : '.join(map(str, sheet.tiebreak))}" if tied else ""
    return f"{winners} {verb} (points {points}{tiebreak})"
