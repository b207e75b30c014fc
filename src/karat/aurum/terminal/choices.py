"""What the person can choose from: the legal actions, with a change of bid taken in three small steps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from textual.content import Content

from karat.aurum.rules.actions import Action, Bid, Keep, Play, PlayGold, Swap, parse_action
from karat.aurum.rules.cards import Card
from karat.aurum.rules.observe import Observation
from karat.aurum.terminal.cards import inline
from karat.aurum.terminal.words import bid_after, count, describe, whose_bid
from karat.game import BadText, Seat
from karat.screen.seating import Seating
from karat.screen.widgets import Offer


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


def offers(seen: Observation, legal: Sequence[Action], change: Change | None, who: Seating) -> list[Offer]:
    """The lines to choose from now."""
    swaps = swaps_in(legal)
    if change is not None and any(change.fits(swap) for swap in swaps):
        return [*next_steps(seen, swaps, change, who), Offer(BACK, Content("back (Esc)"))]
    plain = [Offer(action, describe(action, seen, who)) for action in legal if not isinstance(action, Swap)]
    golds = dict.fromkeys(swap.gold for swap in swaps)
    paying = [
        Offer(Change(gold=gold).said_on(swaps), Content.assemble("pay ", inline(gold), " to change a bid …"))
        for gold in golds
    ]
    return plain + paying


def next_steps(seen: Observation, swaps: Sequence[Swap], said: Change, who: Seating) -> list[Offer]:
    """The choices for the first thing that is still open: the gold, whose bid, the card."""
    open_to = [swap for swap in swaps if said.fits(swap)]
    if said.gold is None:
        golds = dict.fromkeys(swap.gold for swap in open_to)
        return [
            Offer(replace(said, gold=gold).said_on(swaps), Content.assemble("pay ", inline(gold))) for gold in golds
        ]
    if said.whose is None:
        seats = dict.fromkeys(swap.whose for swap in open_to)
        return [Offer(replace(said, whose=seat).said_on(swaps), name_bid(seen, seat, who)) for seat in seats]
    return [Offer(swap, lay(seen, swap)) for swap in open_to]


def name_bid(seen: Observation, seat: Seat, who: Seating) -> Content:
    bid = seen.bid_of(seat)
    return Content.assemble(f"change {whose_bid(seat, who)} ", inline(bid) if bid else "")


def lay(seen: Observation, swap: Swap) -> Content:
    """The last step; it says what the side would then have to take."""
    after = count(bid_after(seen, swap.card, swap.whose), "trick")
    return Content.assemble("lay ", inline(swap.card), (f"  for {after}", "dim"))


def question(seen: Observation, legal: Sequence[Action], change: Change | None, who: Seating) -> str:
    """What the person is asked, or whom the table waits for."""
    if not legal:
        waiting = " and ".join(who.names[seat] for seat in seen.to_act)
        return f"{waiting} to act" if waiting else ""
    if change is not None:
        laid = f"{change.card}: " if change.card else ""
        if change.gold is None:
            return f"{laid}Which gold?"
        return f"{laid}Whose bid?" if change.whose is None else f"Which card on {whose_bid(change.whose, who)}?"
    match legal[0]:
        case Bid():
            return "Your bid?"
        case Keep():
            return "Change a bid?"
    return "Your turn: follow" if seen.trick else "Your turn: lead"


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


def understand(text: str, listed: Sequence[Offer], legal: Sequence[Action], change: Change | None) -> Choice:
    """What a typed line means: an action as in records, a card alone, or the number of a line; else BadText.

    Upper and lower case and further spaces do not matter.
    """
    words = text.split()
    if len(words) == 1:
        if words[0].isascii() and words[0].isdigit():
            number = int(words[0]) if len(words[0]) < 4 else 0
            if not 1 <= number <= len(listed):
                raise BadText(f"the list has no line {words[0]}")
            choice: Choice = listed[number - 1].choice
            return choice
        if words[0][:1].isalpha() and words[0][1:].isdigit():
            return with_card(Card.parse(words[0].upper()), legal, change)
    return parse_action(" ".join(word.upper() if word[1:].isdigit() else word.lower() for word in words))


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
