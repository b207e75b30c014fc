"""Aurum in words: who sits where, what happened, what an action would do."""

from __future__ import annotations

from textual.content import Content

from karat.aurum.rules import events
from karat.aurum.rules.actions import Action, Bid, End, Keep, Play, PlayGold, Swap
from karat.aurum.rules.cards import Card
from karat.aurum.rules.observe import Observation
from karat.aurum.rules.scoring import side_bid
from karat.aurum.rules.trick import highest, lowest
from karat.aurum.terminal.cards import inline, inline_row
from karat.game import Seat
from karat.screen.seating import Seating


def tell(event: events.Event, who: Seating) -> Content | None:
    """One line for the log, or None where an event says nothing that another does not."""
    match event:
        case events.RoundDealt(number, first, aside):
            opened = Content.assemble("; open: ", inline_row(aside)) if aside else ""
            starts = who.says(first, "are first", "is first")
            return Content.assemble((f"Round {number + 1}. ", "bold"), starts, opened, ".")
        case events.CardPlayed(seat, card):
            return Content.assemble(who.says(seat, "play ", "plays "), inline(card), ".")
        case events.GoldWon(seat, card):
            return Content.assemble(who.says(seat, "win ", "wins "), inline(card), " for the lowest card.")
        case events.TrickTaken(seat, _, leads):
            taken = who.says(seat, "take the trick", "takes the trick")
            return Content.styled(f"{taken}; {who.then_says(leads, 'lead', 'leads')} next.", "bold")
        case events.RoundEnded(seat, ()):
            return Content(f"{who.says(seat, 'have', 'has')} no card to lead: the round is over.")
        case events.RoundEnded(seat, shown):
            ends = who.says(seat, "end the round and show ", "ends the round and shows ")
            return Content.assemble(ends, inline_row(shown), ".")
        case events.RoundScored(result):
            return Content(f"The round is scored: {' to '.join(map(str, result.points))}.")
        case events.HandDealt() | events.MatchEnded():
            return None
        case _:
            return tell_bidding(event, who)


Bidding = events.BidLaid | events.BidChosen | events.BidsRevealed | events.BidKept | events.BidChanged


def tell_bidding(event: Bidding, who: Seating) -> Content:
    """The same for bids and their changes."""
    match event:
        case events.BidLaid(seat, card):
            return Content.assemble(who.says(seat, "bid ", "bids "), inline(card), ".")
        case events.BidChosen(seat):
            return Content(f"{who.says(seat, 'lay', 'lays')} a bid face down.")
        case events.BidsRevealed(bids):
            laid = [Content.assemble(f"{who.names[seat]} ", inline(card)) for seat, card in enumerate(bids)]
            return Content.assemble("Bids are turned up: ", Content(", ").join(laid), ".")
        case events.BidKept(seat):
            return Content.styled(f"{who.says(seat, 'keep', 'keeps')} the bids.", "dim")
        case events.BidChanged(seat, paid, whose, laid_card, taken):
            own = whose == seat and not who.is_person(seat)
            bid = "their own bid" if own else whose_bid(whose, who)
            pays, changes = who.says(seat, "pay ", "pays "), "change" if who.is_person(seat) else "changes"
            cards = (" from ", inline(taken), " to ", inline(laid_card))
            return Content.assemble(pays, inline(paid), f" and {changes} {bid}", *cards, ".")


def describe(action: Action, seen: Observation, who: Seating) -> Content:
    """An action as one may choose it, and what comes of it at once."""
    match action:
        case Bid(card):
            bid = bid_after(seen, card, who.seat)
            return Content.assemble("bid ", inline(card), (f"  for {count(bid, 'trick')}", "dim"))
        case Keep():
            return Content("keep the bids as they are")
        case Swap(paid, whose, card):
            return Content.assemble("pay ", inline(paid), f" for {whose_bid(whose, who)}: lay ", inline(card))
        case Play(card) | PlayGold(card):
            return Content.assemble("play ", inline(card), (place_in_trick((*seen.trick, card)), "dim"))
        case End():
            return Content("end the round")


def whose_bid(whose: Seat, who: Seating) -> str:
    return "your bid" if who.is_person(whose) else f"{who.names[whose]}'s bid"


def place_in_trick(trick: tuple[Card, ...]) -> str:
    """What the last card of the trick would be, as it lies now."""
    if len(trick) == 1:
        return ""
    last = len(trick) - 1
    low = any(not card.is_gold for card in trick) and lowest(trick) == last
    return "  now highest" if highest(trick) == last else "  now lowest" if low else ""


def bid_after(seen: Observation, card: Card, whose: Seat) -> int:
    """The bid of `whose`'s side with `card` in place of the bid card of `whose`."""
    side = next(index for index, seats in enumerate(seen.rules.sides) if whose in seats)
    laid = {**dict(seen.bids), whose: card}
    ranks = [laid[seat].rank if seat in laid else 0 for seat in range(seen.rules.players)]
    return side_bid(seen.rules, side, ranks)


def count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
