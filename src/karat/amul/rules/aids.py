"""What can be read off the table by the rules, from one seat's observation alone: for screens, which know no rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from karat.amul.rules.actions import Gain, Offer, Play, Take
from karat.amul.rules.effects import Place
from karat.amul.rules.market import TOGETHER, Market, Phase, breach, counts_in_hand
from karat.amul.rules.order import valour_counts
from karat.amul.rules.scoring import ScoreSheet, points_by_seat, points_of, score
from karat.same_object import kept_for_same

if TYPE_CHECKING:
    from karat.amul.rules.actions import Action
    from karat.amul.rules.cards import Card, CardFile, Cards
    from karat.amul.rules.law import Law
    from karat.amul.rules.observe import Observation
    from karat.game import Seat


class Refusal(NamedTuple):
    """What could be tried, and the first rule that it would break."""

    action: Action
    law: Law


def as_market(seen: Observation) -> Market:
    """The market as far as the seat knows it: enough to ask the rules about the seat's own actions."""
    players = seen.rules.players
    hands: list[Cards] = [()] * players
    chosen: list[Card | None] = [None] * players
    if seen.seat is not None:
        hands[seen.seat] = seen.hand
        chosen[seen.seat] = seen.choice
    assert seen.phase is not None and seen.emir is not None  # noqa: S101, PT018 -- asked within a match only
    return Market(
        rules=seen.rules,
        deck=(),
        hands=tuple(hands),
        areas=seen.areas,
        palace=seen.palace,
        bazaar=seen.bazaar,
        emir=seen.emir,
        number=seen.number,
        phase=seen.phase,
        wares=seen.wares,
        chosen=tuple(chosen) if seen.phase in TOGETHER else (),
        order=seen.order,
        turns=seen.turns,
        played=seen.played,
        errand=seen.errand,
        removed=seen.removed,
    )


def refused(seen: Observation) -> dict[Card, Refusal]:
    """Own hand cards that may not be used now, each with what it could be used for and the rule that forbids that."""
    if seen.seat is None or seen.phase is None:
        return {}
    table, kind = as_market(seen), in_hand(seen)
    tried = {card: kind(card) for card in seen.hand}
    return {card: Refusal(action, law) for card, action in tried.items() if (law := breach(table, seen.seat, action))}


def in_hand(seen: Observation) -> type[Offer | Play]:
    """What hand cards are for: they are offered first, and then played (M13, M16)."""
    return Offer if seen.phase is Phase.OFFER else Play


def sealed(seen: Observation) -> Action | None:
    """The seat's own secret choice that lies face down."""
    return None if seen.choice is None else in_hand(seen)(seen.choice)


def in_turn(seen: Observation) -> Seat | None:
    """Whose turn it is, where it goes from one to the next; None while all choose together."""
    return seen.to_act[0] if seen.to_act and seen.phase not in TOGETHER else None


def refused_places(seen: Observation) -> dict[Place, Refusal]:
    """Places from which the seat may take no card now, each with such an action and the rule that forbids it."""
    if seen.seat is None or seen.phase is None:
        return {}
    table, told = as_market(seen), {}
    for place in Place:
        if not (cards := table.lying(place)):
            continue
        taking = place is Place.MARKET and seen.phase is Phase.TAKE
        action: Action = Take(cards[0]) if taking else Gain(place, cards[0])
        if law := breach(table, seen.seat, action):
            told[place] = Refusal(action, law)
    return told


def order_law(seen: Observation) -> str:
    """The id of the rule that gives the turn order of this round."""
    if not valour_counts(seen.number, seen.rules.players):
        return "M15"
    return "M30" if any(turn.valour for turn in seen.order) else "M32"


def sheet_so_far(seen: Observation) -> ScoreSheet | None:
    """The score pad for what lies in the areas; at the end the one that counts."""
    if seen.sheet is not None or not seen.areas:
        return seen.sheet
    return score(seen.rules.cards, seen.areas)


def points_with_hand(seen: Observation) -> int | None:
    """The seat's points if it laid its hand down now and nobody else did (M34)."""
    if seen.seat is None or not seen.areas or seen.sheet is not None:
        return None
    kept = counts_in_hand(seen.rules, seen.hand if seen.choice is None else (*seen.hand, seen.choice))
    areas = tuple(area + kept if seat == seen.seat else area for seat, area in enumerate(seen.areas))
    return points_of(seen.rules.cards, areas, seen.seat)


class CardWorth(NamedTuple):
    """What a card would change if it lay in one's own area now."""

    card: str
    """Its id: copies are worth the same."""
    own: int
    others: tuple[tuple[Seat, int], ...]
    """Points that others would get or lose."""


def worths(seen: Observation) -> tuple[CardWorth, ...]:
    """What each card that one holds or could come to would give and take: hand, market, palace, bazaar."""
    if seen.seat is None or not seen.areas or seen.sheet is not None:
        return ()
    held = seen.hand if seen.choice is None else (*seen.hand, seen.choice)
    near = (*held, *(ware.card for ware in seen.wares), *seen.palace, *seen.bazaar)
    known = worths_so_far(seen.rules.cards, seen.areas, seen.seat)
    told = []
    for card in {card.id: card for card in near}.values():
        if card.id not in known:
            known[card.id] = worth_of(seen.rules.cards, seen.areas, seen.seat, card)
        told.append(known[card.id])
    return tuple(told)


@kept_for_same(256)
def worths_so_far(_file: CardFile, _areas: tuple[Cards, ...], _seat: Seat) -> dict[str, CardWorth]:
    """What was worked out for these areas, which lie for many actions of a round as they are."""
    return {}


def worth_of(file: CardFile, areas: tuple[Cards, ...], seat: Seat, card: Card) -> CardWorth:
    before = points_now(file, areas)
    after = points_by_seat(file, (*areas[:seat], (*areas[seat], card), *areas[seat + 1 :]))
    gained = [now - then for now, then in zip(after, before, strict=True)]
    others = tuple((other, points) for other, points in enumerate(gained) if points and other != seat)
    return CardWorth(card.id, gained[seat], others)


@kept_for_same(64)
def points_now(file: CardFile, areas: tuple[Cards, ...]) -> tuple[int, ...]:
    return points_by_seat(file, areas)


def by_colour(file: CardFile, cards: Cards) -> tuple[tuple[str, Cards], ...]:
    """The cards under the rows of the score pad, in its order; rows without cards are left out."""
    rows: dict[str, list[Card]] = {row: [] for row in file.rows}
    for card in cards:
        rows[file.kinds[card.id].colour].append(card)
    return tuple((row, tuple(of)) for row, of in rows.items() if of)


def actions_of_the_round(seen: Observation) -> tuple[tuple[Seat, Action], ...]:
    """What was done in this round, once its offers are turned up (M13)."""
    if seen.phase in (None, Phase.OFFER, Phase.OVER):
        return ()
    begun = len(seen.actions)
    while begun and not isinstance(seen.actions[begun - 1][1], Offer):
        begun -= 1
    return seen.actions[begun - seen.rules.players :]
