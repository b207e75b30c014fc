"""What the person can choose from: the legal actions, with a change of bid taken in three small steps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from textual.content import Content

from karat.aurum.rules.actions import Action, Bid, Keep, Play, PlayGold, Swap
from karat.aurum.rules.cards import Card
from karat.aurum.rules.observe import Observation
from karat.aurum.terminal.words import after, bid_after, describe, say, show
from karat.game import Seat
from karat.screen.widgets import ListedChoice
from karat.words.seat_names import SeatNames


@dataclass(frozen=True, slots=True)
class Change:
    """A change of bid that is being put together: which gold, whose bid, which card."""

    gold: Card | None = None
    whose: Seat | None = None
    card: Card | None = None

    def fits(self, swap: Swap) -> bool:
        """Whether `swap` is what was said so far."""
        said = ((self.gold, swap.gold), (self.whose, swap.whose), (self.card, swap.card))
        return all(chosen in (None, offered) for chosen, offered in said)

    def said_on(self, swaps: Sequence[Swap]) -> Change | Swap:
        """With whatever goes without saying because there is no second way; a Swap when nothing is open."""
        open_to = [swap for swap in swaps if self.fits(swap)]
        if not open_to:  # a card that is not there: let the rules say so
            like = swaps[0]
            said_whose = like.whose if self.whose is None else self.whose
            return Swap(self.gold or like.gold, said_whose, self.card or like.card)
        golds, seats = {swap.gold for swap in open_to}, {swap.whose for swap in open_to}
        gold = golds.pop() if len(golds) == 1 else self.gold
        whose = seats.pop() if len(seats) == 1 else self.whose
        if gold is None or whose is None or self.card is None:
            return Change(gold, whose, self.card)
        return Swap(gold, whose, self.card)


BACK = "back"
Choice = Action | Change | str
"""An action to take, a change of bid said a step further, or BACK."""


def swaps_in(legal: Sequence[Action]) -> list[Swap]:
    return [action for action in legal if isinstance(action, Swap)]


def offers(seen: Observation, legal: Sequence[Action], change: Change | None, who: SeatNames) -> list[ListedChoice]:
    """The lines to choose from now."""
    swaps = swaps_in(legal)
    if change is not None and any(change.fits(swap) for swap in swaps):
        return [*next_steps(seen, swaps, change, who), ListedChoice(BACK, show("do.back", who))]
    plain = [ListedChoice(action, describe(action, seen, who)) for action in legal if not isinstance(action, Swap)]
    golds = dict.fromkeys(swap.gold for swap in swaps)
    paying = [
        ListedChoice(Change(gold=gold).said_on(swaps), show("do.pay_to_change", who, gold=gold)) for gold in golds
    ]
    return plain + paying


def next_steps(seen: Observation, swaps: Sequence[Swap], said: Change, who: SeatNames) -> list[ListedChoice]:
    """The choices for the first thing that is still open: the gold, whose bid, the card."""
    open_to = [swap for swap in swaps if said.fits(swap)]
    if said.gold is None:
        golds = dict.fromkeys(swap.gold for swap in open_to)
        return [ListedChoice(replace(said, gold=gold).said_on(swaps), show("do.pay", who, gold=gold)) for gold in golds]
    if said.whose is None:
        seats = dict.fromkeys(swap.whose for swap in open_to)
        return [ListedChoice(replace(said, whose=seat).said_on(swaps), name_bid(seen, seat, who)) for seat in seats]
    return [ListedChoice(swap, lay(seen, swap, who)) for swap in open_to]


def name_bid(seen: Observation, seat: Seat, who: SeatNames) -> Content:
    return show("do.change", who, whose=who.somebody(seat), bid=seen.bid_of(seat) or "")


def lay(seen: Observation, swap: Swap, who: SeatNames) -> Content:
    """The last step; it says what the side would then have to take."""
    return show("do.lay", who, card=swap.card, after=after(bid_after(seen, swap.card, swap.whose), who))


def question(seen: Observation, legal: Sequence[Action], change: Change | None, who: SeatNames) -> str:
    """What the person is asked, or whom the table waits for."""
    if not legal:
        return say("ask.waiting", who, names=who.listed(seen.to_act)) if seen.to_act else ""
    if change is not None:
        laid = f"{change.card}: " if change.card else ""
        if change.gold is None:
            return f"{laid}{say('ask.which_gold', who)}"
        if change.whose is None:
            return f"{laid}{say('ask.whose_bid', who)}"
        return say("ask.which_card", who, whose=who.somebody(change.whose))
    match legal[0]:
        case Bid():
            return say("ask.bid", who)
        case Keep():
            return say("ask.change", who)
    return say("ask.follow" if seen.trick else "ask.lead", who)


def with_card(card: Card, legal: Sequence[Action], change: Change | None) -> Choice:
    """What choosing `card` means now: an action, legal or not, or a further step of a change of bid."""
    if swaps := swaps_in(legal):
        if change is None and any(swap.card == card for swap in swaps):
            return Change(card=card)  # somebody may have meant to play it: ask for the gold first
        said = change or Change()
        said = replace(said, gold=card) if card.is_gold else replace(said, card=card)
        return said.said_on(swaps)
    if card.is_gold:
        return PlayGold(card)
    return Bid(card) if any(isinstance(action, Bid) for action in legal) else Play(card)


def choosable(legal: Sequence[Action]) -> frozenset[Card]:
    """The cards that some legal action names."""
    named: set[Card] = set()
    for action in legal:
        match action:
            case Swap(paid, _, card):
                named |= {paid, card}
            case Bid(card) | Play(card) | PlayGold(card):
                named.add(card)
    return frozenset(named)
