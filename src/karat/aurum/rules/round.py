"""One round of Aurum, told in the order of docs/rules/aurum.md."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeVar

from karat.aurum.rules import events
from karat.aurum.rules.actions import Action, Bid, End, Keep, Play, PlayGold, Swap
from karat.aurum.rules.cards import Card, Cards, with_card, without
from karat.aurum.rules.deal import Deal, first_stock, first_supply
from karat.aurum.rules.law import Law
from karat.aurum.rules.scoring import bid_tricks
from karat.aurum.rules.trick import highest, lowest, prize
from karat.game import IllegalAction, Seat, Step

if TYPE_CHECKING:
    from collections.abc import Iterator

    from karat.aurum.rules.rules import Rules

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Round:
    """What lies on the table and in the hands."""

    hands: tuple[Cards, ...]
    """By seat; private to it."""
    stocks: tuple[Cards, ...]
    """By seat; gold, open to all (A2.5)."""
    supply: Cards
    """Gold that can be won."""
    bids: tuple[Card | None, ...]
    """By seat; None until laid."""
    tricks: tuple[int, ...]
    """Taken, by seat."""
    leader: Seat
    """Of this trick; the first player to begin with (A5.1)."""
    asked: tuple[Seat, ...] = ()
    """Who may yet change a bid before this trick (A4.1)."""
    trick: Cards = ()
    """From the leader on, in the order of play."""
    ended_by: Seat | None = None
    """Whose turn it was when the round ended (A7)."""

    @property
    def players(self) -> int:
        return len(self.hands)

    @property
    def to_act(self) -> tuple[Seat, ...]:
        """The seats that owe an action; several only while three players bid in secret."""
        if self.ended_by is not None:
            return ()
        if None in self.bids:
            unbid = tuple(seat for seat in self.clockwise() if self.bids[seat] is None)
            return unbid if self.players == 3 else unbid[:1]  # A3.3, A3.2
        return self.asked[:1] or ((self.leader + len(self.trick)) % self.players,)

    def clockwise(self) -> tuple[Seat, ...]:
        """All seats, from the leader on."""
        return tuple((self.leader + place) % self.players for place in range(self.players))

    def side(self, seat: Seat) -> tuple[Seat, ...]:
        """Those whose bid `seat` may change: its own and, with four players, its partner's (A4.3)."""
        return (seat, (seat + 2) % 4) if self.players == 4 else (seat,)


def start_round(rules: Rules, deal: Deal) -> Round:
    """A2: the round as it lies there when everyone has picked up their hand."""
    return Round(
        hands=tuple(tuple(sorted(hand)) for hand in deal.hands),
        stocks=(first_stock(rules),) * rules.players,
        supply=first_supply(rules.players),
        bids=(None,) * rules.players,
        tricks=(0,) * rules.players,
        leader=deal.first,
    )


def breach(state: Round, seat: Seat, action: Action) -> Law | None:
    """The first rule that `action` would break, or None when it is legal."""
    return untimely(state, seat, action) or misplay(state, seat, action)


def untimely(state: Round, seat: Seat, action: Action) -> Law | None:
    """Who may act, and with what kind of action."""
    if seat not in state.to_act:
        face_down = isinstance(action, Bid) and chose_in_secret(state, seat)
        return Law.SECRET_CHOICE_STANDS if face_down else Law.IN_TURN
    return None if isinstance(action, due(state)) else Law.IN_TURN


def due(state: Round) -> tuple[type[Action], ...]:
    """The kinds of action that the round waits for."""
    if None in state.bids:
        return (Bid,)
    return (Keep, Swap) if state.asked else (Play, PlayGold, End)


def misplay(state: Round, seat: Seat, action: Action) -> Law | None:
    """What is wrong with an action whose time it is."""
    hand, stock, trick = state.hands[seat], state.stocks[seat], state.trick
    match action:
        case Bid(card):
            if card not in hand:
                return Law.OWN_CARDS
        case Swap(paid, whose, card):
            if whose not in state.side(seat):
                return Law.SWAP_WITHIN_SIDE
            if paid not in stock or card not in hand:
                return Law.OWN_CARDS
        case Play(card):
            if card not in hand:
                return Law.OWN_CARDS
            if follows(trick, card):
                return Law.MUST_NOT_FOLLOW
        case PlayGold(card):
            if not trick:
                return Law.LEAD_IS_BASE
            if card not in stock:
                return Law.OWN_CARDS
        case End():
            if not trick or any(not follows(trick, card) for card in hand):
                return Law.END_ONLY_WHEN_STUCK
    return None


def chose_in_secret(state: Round, seat: Seat) -> bool:
    """Whether `seat` has laid a bid that is still face down (A3.3)."""
    return state.players == 3 and None in state.bids and seat in range(3) and state.bids[seat] is not None


def follows(trick: Cards, card: Card) -> bool:
    """Whether the card's metal lies in the trick already (A5.4)."""
    return card.metal in [other.metal for other in trick]


def choices(state: Round, seat: Seat) -> Iterator[Action]:
    """Everything of the kind that is due which `seat` could say with its own cards, each once."""
    hand, stock = state.hands[seat], state.stocks[seat]
    purse = tuple(dict.fromkeys(stock))  # two gold cards of a rank are one choice
    if None in state.bids:
        yield from map(Bid, hand)
    elif state.asked:
        yield Keep()
        yield from (Swap(paid, whose, card) for paid in purse for whose in state.side(seat) for card in hand)
    else:
        yield from map(Play, hand)
        yield from map(PlayGold, purse)
        yield End()


def legal_actions(state: Round, seat: Seat) -> tuple[Action, ...]:
    """What `seat` may do now: nothing when it does not owe an action."""
    if seat not in state.to_act:
        return ()
    return tuple(action for action in choices(state, seat) if misplay(state, seat, action) is None)


def apply(state: Round, seat: Seat, action: Action) -> Step[Round]:
    """The round after `action` and what happened on the way; `state` itself is untouched."""
    if law := breach(state, seat, action):
        raise IllegalAction(law, seat, action, why(state, seat, action, law))
    match action:
        case Bid(card):
            return lay_bid(state, seat, card)  # A3
        case Keep():
            return Step(replace(state, asked=state.asked[1:]), (events.BidKept(seat),))
        case Swap(paid, whose, card):
            return change_bid(state, seat, paid, whose, card)  # A4
        case Play(card) | PlayGold(card):
            return play_card(state, seat, card)  # A5, A6
        case End():  # A7.1; A7.3: gold in the unfinished trick goes to the supply
            supply = with_gold(state.supply, state.trick)
            ended = replace(state, supply=supply, trick=(), ended_by=seat)
            return Step(ended, (events.RoundEnded(seat, state.hands[seat]),))  # A7.2


def lay_bid(state: Round, seat: Seat, card: Card) -> Step[Round]:
    """A3: the card leaves the hand (A3.4); the last bid opens the first trick."""
    bids = put(state.bids, seat, card)
    laid = replace(state, hands=put(state.hands, seat, without(state.hands[seat], card)), bids=bids)
    told: tuple[events.Event, ...]
    told = (events.BidChosen(seat),) if state.players == 3 else (events.BidLaid(seat, card, bid_tricks(card)),)
    complete = tuple(bid for bid in bids if bid is not None)
    if len(complete) < state.players:
        return Step(laid, told)
    if state.players == 3:
        told = (*told, events.BidsRevealed(complete))
    opened = open_trick(laid, state.leader)
    return Step(opened.state, told + opened.events)


def change_bid(state: Round, seat: Seat, paid: Card, whose: Seat, card: Card) -> Step[Round]:
    """A4: the gold goes to the supply at once (A4.2), the old bid into the payer's hand (A4.4)."""
    taken = state.bids[whose]
    assert taken is not None  # noqa: S101 -- nobody is asked before all bids are laid
    changed = replace(
        state,
        hands=put(state.hands, seat, with_card(without(state.hands[seat], card), taken)),
        stocks=put(state.stocks, seat, without(state.stocks[seat], paid)),
        supply=with_card(state.supply, paid),
        bids=put(state.bids, whose, card),
        asked=state.asked[1:],
    )
    return Step(changed, (events.BidChanged(seat, paid, whose, card, taken),))


def play_card(state: Round, seat: Seat, card: Card) -> Step[Round]:
    """A5: the card leaves hand or stock; the last one resolves the trick."""
    trick = (*state.trick, card)
    if card.is_gold:
        played = replace(state, stocks=put(state.stocks, seat, without(state.stocks[seat], card)), trick=trick)
    else:
        played = replace(state, hands=put(state.hands, seat, without(state.hands[seat], card)), trick=trick)
    told = (events.CardPlayed(seat, card),)
    if len(trick) < state.players:
        return Step(played, told)
    resolved = resolve_trick(played)
    return Step(resolved.state, told + resolved.events)


def resolve_trick(state: Round) -> Step[Round]:
    """A6, in its order: the gold, the lead, the trick, and only then does played gold return."""
    order, trick = state.clockwise(), state.trick
    low, high = lowest(trick), highest(trick)
    supply, stocks, told = state.supply, state.stocks, []
    if won := prize(trick, supply):  # A6.1
        supply = without(supply, won)
        stocks = put(stocks, order[low], with_card(stocks[order[low]], won))
        told.append(events.GoldWon(order[low], won))
    tricks = put(state.tricks, order[high], state.tricks[order[high]] + 1)  # A6.3, A6.6
    supply = with_gold(supply, trick)  # A6.5
    taken = replace(state, supply=supply, stocks=stocks, tricks=tricks, trick=())
    opened = open_trick(taken, order[low])  # A6.2
    return Step(opened.state, (*told, events.TrickTaken(order[high], trick, order[low]), *opened.events))


def open_trick(state: Round, leader: Seat) -> Step[Round]:
    """A4.1: ask who can change a bid. A7.4: a leader with an empty hand ends the round instead."""
    if not state.hands[leader]:
        ended = replace(state, leader=leader, ended_by=leader)
        return Step(ended, (events.RoundEnded(leader, ()),))
    opened = replace(state, leader=leader)
    asked = tuple(seat for seat in opened.clockwise() if state.stocks[seat] and state.hands[seat])  # A4.5
    return Step(replace(opened, asked=asked), ())


def with_gold(supply: Cards, trick: Cards) -> Cards:
    """The supply with the gold of a trick laid back."""
    played = tuple(card for card in trick if card.is_gold)
    return tuple(sorted(supply + played)) if played else supply


def put(row: tuple[T, ...], seat: Seat, value: T) -> tuple[T, ...]:
    """`row` with another value at `seat`."""
    return (*row[:seat], value, *row[seat + 1 :])


WHAT_IS_DUE: dict[tuple[type[Action], ...], str] = {
    (Bid,): "lay a bid",
    (Keep, Swap): "keep or swap the bid",
    (Play, PlayGold, End): "play to the trick",
}


def why(state: Round, seat: Seat, action: Action, law: Law) -> str:
    """The reason for a refusal, with the cards that matter."""
    match law, action:
        case Law.IN_TURN, _ if not state.to_act:
            return "the round is over"
        case Law.IN_TURN, _ if seat not in state.to_act:
            return f"it is the turn of seat {' and '.join(map(str, state.to_act))}"
        case Law.IN_TURN, _:
            return f"now it must {WHAT_IS_DUE[due(state)]}"
        case Law.OWN_CARDS, Swap(paid) if paid not in state.stocks[seat]:
            return f"{paid} is not in its stock"
        case Law.OWN_CARDS, PlayGold(card):
            return f"{card} is not in its stock"
        case Law.OWN_CARDS, Bid(card) | Play(card) | Swap(card=card):
            return f"{card} is not in its hand"
        case Law.SWAP_WITHIN_SIDE, Swap(whose=whose):
            return f"the bid of seat {whose} is not its side's to change"
        case Law.MUST_NOT_FOLLOW, Play(card):
            return f"{card.metal.name.lower()} already lies in the trick"
        case Law.LEAD_IS_BASE, _:
            return "a trick is led with a base metal"
        case Law.END_ONLY_WHEN_STUCK, _:
            return "it has a base card that it may play"
        case _:
            return "its secret bid is laid and stands"
