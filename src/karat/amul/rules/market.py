"""The table of Amul and its nine rounds, told in the order of book/en.md."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from karat.amul.rules import counts, events
from karat.amul.rules.actions import Action, Gain, Offer, Play, Take
from karat.amul.rules.cards import Card, Cards, Zone, each_once, with_card, without
from karat.amul.rules.counts import ROUNDS, START_HAND
from karat.amul.rules.deal import Deal, bazaar_cards, palace_cards
from karat.amul.rules.effects import Place
from karat.amul.rules.law import Law
from karat.amul.rules.order import OrderPlace, first_pick, turn_order
from karat.amul.rules.rules import Rules
from karat.game import IllegalAction, NamedValue, Seat, Step

if TYPE_CHECKING:
    from collections.abc import Iterator

T = TypeVar("T")


class Phase(NamedValue):
    """What the match waits for, by the name of the action."""

    OFFER = "offer"
    TAKE = "take"
    PLAY = "play"
    GAIN = "gain"
    OVER = "over"


STEPS = (Phase.OFFER, Phase.TAKE, Phase.PLAY, Phase.GAIN)
"""Of a round, one after the other."""
TOGETHER = (Phase.OFFER, Phase.PLAY)
"""In which all choose at once and in secret; in the others they go in turn."""


class Ware(NamedTuple):
    """A face-up market card and who offered it (R2); None for one turned up from the deck (M12)."""

    card: Card
    offered_by: Seat | None = None


class Errand(NamedTuple):
    """An instant effect that is being carried out: how many cards it still takes, and where from (M22)."""

    places: tuple[Place, ...]
    left: int


@dataclass(frozen=True, slots=True)
class Market:
    """What lies on the table and in the hands."""

    rules: Rules
    deck: Cards
    """Face down, top first."""
    hands: tuple[Cards, ...]
    """By seat; private to it; sorted."""
    areas: tuple[Cards, ...]
    """By seat, open to all (M9), in the order in which the cards came."""
    palace: Cards
    bazaar: Cards
    emir: Seat
    """Who holds the emir card (M8)."""
    number: int = 1
    """Of the round."""
    phase: Phase = Phase.OFFER
    wares: tuple[Ware, ...] = ()
    """Face up in the market."""
    chosen: tuple[Card | None, ...] = ()
    """By seat, face down while offers or plays are chosen; None until laid."""
    order: tuple[OrderPlace, ...] = ()
    """For taking; once the plays are revealed, for instant effects (R6)."""
    turns: tuple[Seat, ...] = ()
    """Who has yet to take a card, or to carry out an effect."""
    played: Cards = ()
    """By seat, the cards played this round once they are revealed."""
    errand: Errand | None = None
    """Of the first in `turns`, in the phase of effects."""
    removed: Cards = ()
    """Out of the game, seen by all (R14)."""

    @property
    def players(self) -> int:
        return len(self.hands)

    @property
    def first_pick(self) -> Seat:
        """M26: who holds the First Pick card."""
        return first_pick(self.emir, self.number, self.players)

    @property
    def to_act(self) -> tuple[Seat, ...]:
        """The seats that owe an action; several while offers or plays are chosen in secret."""
        if self.phase in TOGETHER:
            return tuple(seat for seat, card in enumerate(self.chosen) if card is None)
        return self.turns[:1]

    def lying(self, place: Place) -> Cards:
        """The cards of a place that instant effects can take from."""
        match place:
            case Place.PALACE:
                return self.palace
            case Place.BAZAAR:
                return self.bazaar
            case Place.MARKET:
                return tuple(ware.card for ware in self.wares)


def open_market(rules: Rules, deal: Deal) -> Step[Market]:
    """M3 to M8, and the first round's replenish phase."""
    hands = tuple(
        tuple(sorted(deal.deck[START_HAND * seat : START_HAND * (seat + 1)])) for seat in range(rules.players)
    )
    opened = Market(
        rules=rules,
        deck=deal.deck[START_HAND * rules.players :],
        hands=hands,
        areas=((),) * rules.players,
        palace=palace_cards(rules),
        bazaar=bazaar_cards(rules),
        emir=deal.first,
    )
    told: tuple[events.Event, ...] = (
        events.MarketOpened(deal.first, opened.palace, opened.bazaar),
        *(events.HandDealt(seat, hand) for seat, hand in enumerate(hands)),
    )
    return told_before(told, replenish(opened))


def replenish(state: Market) -> Step[Market]:
    """M11: one card to every hand. M12: then cards are turned up into the market."""
    dealt, deck = state.deck[: state.players], state.deck[state.players :]
    number = counts.turned_up(state.players)
    turned_up, deck = deck[:number], deck[number:]
    began = replace(
        state,
        deck=deck,
        hands=tuple(with_card(hand, card) for hand, card in zip(state.hands, dealt, strict=True)),
        wares=tuple(Ware(card) for card in turned_up),
        phase=Phase.OFFER,
        chosen=(None,) * state.players,
        # Areas do not change before cards are taken, so the order of M14 is known from here on.
        order=turn_order(state.rules.cards, state.areas, state.number, state.first_pick),
        turns=(),
        played=(),
        errand=None,
    )
    told = (
        *(events.CardDealt(seat, card) for seat, card in enumerate(dealt)),
        events.RoundBegan(state.number, state.first_pick, turned_up, began.order),
    )
    return Step(began, told)


def breach(state: Market, seat: Seat, action: Action) -> Law | None:
    """The first rule that `action` would break, or None when it is legal."""
    return untimely(state, seat, action) or misplay(state, seat, action)


def untimely(state: Market, seat: Seat, action: Action) -> Law | None:
    """Who may act, and with what kind of action."""
    due = isinstance(action, DUE[state.phase])
    if seat in state.to_act:
        return None if due else Law.IN_TURN
    laid = due and state.phase in TOGETHER and seat in range(state.players)
    return Law.SECRET_CHOICE_STANDS if laid else Law.IN_TURN


DUE: dict[Phase, tuple[type[Action], ...]] = {
    Phase.OFFER: (Offer,),
    Phase.TAKE: (Take,),
    Phase.PLAY: (Play,),
    Phase.GAIN: (Gain,),
    Phase.OVER: (),
}
"""The kind of action that each phase waits for."""


def misplay(state: Market, seat: Seat, action: Action) -> Law | None:
    """What is wrong with an action whose time it is."""
    match action:
        case Offer(card) | Play(card) if card not in state.hands[seat]:
            return Law.OWN_CARDS
        case Take(card) if card not in state.lying(Place.MARKET):
            return Law.TAKE_FROM_MARKET
        case Gain(place) if state.errand is None or place not in state.errand.places:
            return Law.ALL_FROM_ONE_PLACE if is_half_done(state, seat, place) else Law.EFFECT_NAMES_ITS_PLACES
        case Gain(place, card) if card not in state.lying(place):
            return Law.GAIN_WHAT_LIES_THERE
    return None


def is_half_done(state: Market, seat: Seat, place: Place) -> bool:
    """Whether the seat's effect names the place, but has taken a card from another one already (R18)."""
    instant = state.rules.cards.kinds[state.played[seat].id].instant
    return bool(instant and state.errand and place in instant.places and state.errand.left < instant.count)


def choices(state: Market, seat: Seat) -> Iterator[Action]:
    """Everything of the kind that is due which `seat` could do, each once."""
    match state.phase:
        case Phase.OFFER:
            yield from map(Offer, each_once(state.hands[seat]))
        case Phase.TAKE:
            yield from map(Take, each_once(state.lying(Place.MARKET)))
        case Phase.PLAY:
            yield from map(Play, each_once(state.hands[seat]))
        case Phase.GAIN:
            yield from (Gain(place, card) for place in Place for card in each_once(state.lying(place)))


def legal_actions(state: Market, seat: Seat) -> tuple[Action, ...]:
    """What `seat` may do now: nothing when it does not owe an action."""
    if seat not in state.to_act:
        return ()
    return tuple(action for action in choices(state, seat) if misplay(state, seat, action) is None)


def apply(state: Market, seat: Seat, action: Action) -> Step[Market]:
    """The market after `action` and what happened on the way; `state` itself is untouched."""
    if law := breach(state, seat, action):
        raise IllegalAction(law, seat, action, why(state, seat, action, law))
    match action:
        case Offer(card):
            return offer(state, seat, card)  # M13
        case Take(card):
            return take(state, seat, card)  # M14
        case Play(card):
            return play(state, seat, card)  # M16 to M20
        case Gain(place, card):
            return gain(state, seat, place, card)  # M21 to M24


def offer(state: Market, seat: Seat, card: Card) -> Step[Market]:
    """M13: the card lies face down; the last one turns them all up."""
    laid = lay_face_down(state, seat, card)
    told = (events.OfferChosen(seat),)
    offers = complete(laid.chosen)
    if offers is None:
        return Step(laid, told)
    revealed = replace(
        laid,
        phase=Phase.TAKE,
        chosen=(),
        wares=(*state.wares, *(Ware(offered, owner) for owner, offered in enumerate(offers))),  # R2
        turns=tuple(turn.seat for turn in state.order),
    )
    return Step(revealed, (*told, events.OffersRevealed(offers)))


def take(state: Market, seat: Seat, card: Card) -> Step[Market]:
    """M14: into hand; of copies that are alike, the one that lay there first. The own offer too (R1)."""
    taken = replace(
        state,
        wares=less(state.wares, card),
        hands=put(state.hands, seat, with_card(state.hands[seat], card)),
        turns=state.turns[1:],
    )
    if not taken.turns:
        taken = replace(taken, phase=Phase.PLAY, chosen=(None,) * state.players)
    return Step(taken, (events.CardTaken(seat, card),))


def play(state: Market, seat: Seat, card: Card) -> Step[Market]:
    """M16: the card lies face down; the last one turns them all up. R7: any card may be played."""
    laid = lay_face_down(state, seat, card)
    told = (events.PlayChosen(seat),)
    plays = complete(laid.chosen)
    if plays is None:
        return Step(laid, told)
    return told_before(told, reveal(laid, plays))


def reveal(state: Market, plays: Cards) -> Step[Market]:
    """M17 to M19: table cards stay, cards for the hand alone leave the game."""
    kinds = state.rules.cards.kinds
    stays = [kinds[card.id].zone is not Zone.HAND for card in plays]
    areas = tuple((*area, card) if stay else area for area, card, stay in zip(state.areas, plays, stays, strict=True))
    gone = tuple(card for card, stay in zip(plays, stays, strict=True) if not stay)
    order = turn_order(state.rules.cards, areas, state.number, state.first_pick)  # R6
    revealed = replace(
        state,
        phase=Phase.GAIN,
        chosen=(),
        areas=areas,
        removed=state.removed + gone,
        played=plays,
        order=order,
        turns=tuple(turn.seat for turn in order if kinds[plays[turn.seat].id].instant),
    )
    told: tuple[events.Event, ...] = (
        events.PlaysRevealed(plays, order),
        *(events.PlayRemoved(seat, card) for seat, card in enumerate(plays) if not stays[seat]),
    )
    return told_before(told, next_errand(revealed))


def next_errand(state: Market) -> Step[Market]:
    """M21: the next instant effect that finds something (R3); after the last the round ends."""
    told: list[events.Event] = []
    while state.turns:
        seat = state.turns[0]
        instant = state.rules.cards.kinds[state.played[seat].id].instant
        places = tuple(place for place in instant.places if state.lying(place)) if instant else ()
        if instant and places:
            return Step(replace(state, errand=Errand(places, instant.count)), tuple(told))
        told.append(events.NothingToGain(seat, state.played[seat]))
        state = replace(state, turns=state.turns[1:])
    return told_before(tuple(told), end_round(state))


def gain(state: Market, seat: Seat, place: Place, card: Card) -> Step[Market]:
    """M22: straight into the area, placed and not played (R4)."""
    assert state.errand is not None  # noqa: S101 -- breach has asked for it
    areas = put(state.areas, seat, (*state.areas[seat], card))
    match place:
        case Place.PALACE:
            gained = replace(state, areas=areas, palace=without(state.palace, card))
        case Place.BAZAAR:
            gained = replace(state, areas=areas, bazaar=without(state.bazaar, card))
        case Place.MARKET:
            gained = replace(state, areas=areas, wares=less(state.wares, card))
    told = (events.CardGained(seat, place, card),)
    left = state.errand.left - 1
    if left and gained.lying(place):  # R18: all from one place
        return Step(replace(gained, errand=Errand((place,), left)), told)
    return told_before(told, next_errand(replace(gained, turns=state.turns[1:], errand=None)))


def end_round(state: Market) -> Step[Market]:
    """M25 to M27: the market is cleared, First Pick moves on, the next round begins."""
    left = state.lying(Place.MARKET)
    cleared = replace(state, wares=(), removed=state.removed + left, played=(), order=(), turns=(), errand=None)
    told = (events.MarketCleared(left),)
    if state.number < ROUNDS:
        return told_before(told, replenish(replace(cleared, number=state.number + 1)))
    return told_before(told, lay_hands_down(cleared))


def lay_hands_down(state: Market) -> Step[Market]:
    """M34: hand cards that count are put into the area, the others leave the game."""
    kinds = state.rules.cards.kinds
    kept = tuple(counts_in_hand(state.rules, hand) for hand in state.hands)
    gone = tuple(tuple(card for card in hand if kinds[card.id].zone is Zone.TABLE) for hand in state.hands)
    over = replace(
        state,
        phase=Phase.OVER,
        hands=((),) * state.players,
        areas=tuple(area + cards for area, cards in zip(state.areas, kept, strict=True)),
        removed=state.removed + tuple(card for cards in gone for card in cards),
    )
    told = tuple(events.HandLaidDown(seat, kept[seat], gone[seat]) for seat in range(state.players))
    return Step(over, told)


def counts_in_hand(rules: Rules, hand: Cards) -> Cards:
    """M34: the cards of a hand that are put into the area at the end."""
    return tuple(card for card in hand if rules.cards.kinds[card.id].zone is not Zone.TABLE)


def lay_face_down(state: Market, seat: Seat, card: Card) -> Market:
    """A secret choice leaves the hand; nobody else sees which it is."""
    return replace(
        state,
        hands=put(state.hands, seat, without(state.hands[seat], card)),
        chosen=put(state.chosen, seat, card),
    )


def complete(chosen: tuple[Card | None, ...]) -> Cards | None:
    """The secret choices by seat once all are in."""
    laid = tuple(card for card in chosen if card is not None)
    return laid if len(laid) == len(chosen) else None


def less(wares: tuple[Ware, ...], card: Card) -> tuple[Ware, ...]:
    """The market without the first ware that is `card`."""
    index = next(index for index, ware in enumerate(wares) if ware.card == card)
    return wares[:index] + wares[index + 1 :]


def put(row: tuple[T, ...], seat: Seat, value: T) -> tuple[T, ...]:
    """`row` with another value at `seat`."""
    return (*row[:seat], value, *row[seat + 1 :])


def told_before(told: tuple[events.Event, ...], step: Step[Market]) -> Step[Market]:
    """`step` with what had happened before it."""
    return Step(step.state, told + step.events)


def why(state: Market, seat: Seat, action: Action, law: Law) -> str:
    """The reason for a refusal, with the cards that matter."""
    match law, action:
        case Law.IN_TURN, _ if state.phase is Phase.OVER:
            return "the match is over"
        case Law.IN_TURN, _ if seat not in state.to_act:
            return f"it is the turn of seat {' and '.join(map(str, state.to_act))}"
        case Law.IN_TURN, _:
            return f"what is due is to {state.phase}"
        case Law.OWN_CARDS, Offer(card) | Play(card):
            return f"{card} is not in its hand"
        case Law.TAKE_FROM_MARKET, Take(card):
            return f"{card} does not lie face up in the market"
        case Law.EFFECT_NAMES_ITS_PLACES, Gain(place):
            named = " or ".join(state.errand.places) if state.errand else "nowhere"
            return f"the effect takes from {named}, not from the {place}"
        case Law.ALL_FROM_ONE_PLACE, _:
            return "the effect takes all its cards from one place, and has begun with another"
        case Law.GAIN_WHAT_LIES_THERE, Gain(place, card):
            return f"{card} does not lie in the {place}"
        case _:
            return "its secret choice is laid and stands"
