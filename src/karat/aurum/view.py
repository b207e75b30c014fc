"""A match of Aurum as pages and bots are shown it: one seat's observation, and what follows from it by the rules.

`view` makes it, and `observation` gives back what it was made from.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Literal

from msgspec import Struct, structs

from karat.aurum.rules import actions, aids, scoring
from karat.aurum.rules.cards import Card, Cards
from karat.aurum.rules.observe import Observation
from karat.aurum.rules.rules import Rules
from karat.aurum.rules.trick import metals
from karat.same_object import GrowingRow, kept_for_same

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

Kind = Literal["bid", "keep", "swap", "play", "gold", "end"]


class AurumOutlook(Struct, frozen=True):
    """What a card would do in the trick as it lies; others may still play to it."""

    wins: bool
    """Whether it would take the trick."""
    lowest: bool
    """Whether it would earn gold and the lead."""
    earns: str | None
    """That gold; null where there is none."""


class AurumChoice(Struct, frozen=True, omit_defaults=True):
    """An action taken apart: `bid` bids `tricks`, `swap` pays `gold` and lays `card` on the bid of seat `whose`."""

    action: str
    kind: Kind
    card: str | None = None
    gold: str | None = None
    whose: int | None = None
    tricks: int | None = None
    outlook: AurumOutlook | None = None
    """Of a card that would be played to a trick that was led."""


class AurumChange(Struct, frozen=True):
    """What the side would have if `card` were laid on the bid of seat `whose`, whatever gold is paid."""

    whose: int
    card: str
    takes: str
    """The bid that lies there now, which one gets into one's hand."""
    bid: int
    """In force for the side, then."""
    missing: int
    """Tricks to go to it."""
    extra: int
    """Tricks beyond it."""


class AurumRefusal(Struct, frozen=True):
    """What could be tried, and the rule that forbids it."""

    action: str
    law: str


class AurumDone(AurumChoice, frozen=True, omit_defaults=True, kw_only=True):
    """What a seat did."""

    seat: int


class AurumTrickCard(Struct, frozen=True):
    seat: int
    card: str


class AurumTrick(Struct, frozen=True):
    cards: tuple[AurumTrickCard, ...]
    """From the leader on."""
    winner: int
    """The seat whose card takes it, as far as it goes."""
    lowest: int
    """The seat whose card earns gold and the lead."""
    full: bool
    """Whether everyone has played to it."""
    prize: str | None
    """The gold that it would earn; null where there is none, and for the trick before."""
    metals: tuple[str, ...]
    """The letters of the metals that lie in it, none of which may be played to it again; in the order of play."""


class AurumSideLine(Struct, frozen=True):
    """A side's line of a scoring sheet; `bid_points` and `gold_points` add up to `points`."""

    bid: int
    tricks: int
    made: scoring.Made
    """What became of the bid."""
    bid_points: int
    gold: tuple[str, ...]
    gold_each: tuple[int, ...]
    """What each card of `gold` is worth."""
    gold_points: int
    points: int
    nuggets: int


class AurumSide(Struct, frozen=True):
    seats: tuple[int, ...]
    bid: int | None
    """In force; null while none of the side's may be seen."""
    tricks: int
    missing: int
    """Tricks to go to the bid; 0 while that may not be seen."""
    extra: int
    """Tricks beyond the bid."""
    nuggets: int
    total: int
    """Points of the rounds before."""
    now: AurumSideLine | None
    """If the round ended now; null until all bids are seen."""


class AurumRound(Struct, frozen=True):
    """A finished round."""

    sides: tuple[AurumSideLine, ...]
    law: str
    """The rule that decided who won it."""


class AurumPlayedRound(AurumRound, frozen=True):
    """A finished round, with what each seat had."""

    tricks: tuple[int, ...]
    """By seat."""
    gold: tuple[tuple[str, ...], ...]
    """By seat, sorted."""


class AurumResult(Struct, frozen=True):
    """Of the match, by side; `winners` are sides."""

    winners: tuple[int, ...]
    nuggets: tuple[int, ...]
    totals: tuple[int, ...]


class AurumAids(Struct, frozen=True):
    """What follows by the rules."""

    phase: Literal["bid", "change", "play", "over"]
    round: int
    """From 1; of the last one when the match is over."""
    decides: Literal["nuggets", "total"]
    """What the match is won by: nuggets, or the points of all rounds."""
    nuggets_to_win: int | None
    """Null where nuggets decide nothing."""
    sides: tuple[AurumSide, ...]
    trick: AurumTrick | None
    last_trick: AurumTrick | None
    choices: tuple[AurumChoice, ...]
    """What this seat may do now."""
    changes: tuple[AurumChange, ...]
    """What each change of a bid among the choices would come to."""
    refused: dict[str, AurumRefusal]
    """Own cards that may not be used now, each with what it could be used for and the rule that forbids that."""


class AurumView(Struct, frozen=True, tag_field="game", tag="aurum"):
    """What a recipient sees of a match of Aurum. Rows are by seat."""

    seat: int | None
    players: int
    edition: str
    variants: tuple[str, ...]
    first: int | None
    """Who holds the token."""
    aside: tuple[str, ...]
    """The cards that lie open."""
    hand: tuple[str, ...]
    hand_sizes: tuple[int, ...]
    hands: tuple[tuple[str, ...], ...] | None
    """All of them, in a replay with open cards only."""
    stocks: tuple[tuple[str, ...], ...]
    supply: tuple[str, ...]
    laid: tuple[int, ...]
    """Who has laid a bid."""
    bids: tuple[str | None, ...]
    """Those that may be seen."""
    tricks: tuple[int, ...]
    leader: int | None
    asked: tuple[int, ...]
    """Who may yet change a bid before this trick."""
    to_act: tuple[int, ...]
    actions: tuple[AurumDone, ...]
    """What was done in this round."""
    results: tuple[AurumPlayedRound, ...]
    result: AurumResult | None
    aids: AurumAids


def view(
    seen: Observation, legal: Iterable[actions.Action] | None, hands: Sequence[tuple[Card, ...]] | None = None
) -> AurumView:
    """The view of who sees `seen` and may do what is `legal`.

    With None in its place nothing is to be chosen, as in a replay, and what was done before is left out.
    """
    rules = seen.rules
    may = tuple(legal or ())
    choices = tuple(with_outlook(seen, action) for action in may)
    swaps = (action for action in may if isinstance(action, actions.Swap))
    usable = {card for one in choices for card in (one.card, one.gold)}
    forbidden = {} if legal is None else aids.refused(seen, lambda card: str(card) in usable)
    refused = {str(card): AurumRefusal(str(tried.action), tried.law.value) for card, tried in forbidden.items()}
    bids: list[str | None] = [None] * rules.players
    for seat, card in seen.bids:
        bids[seat] = str(card)
    over = seen.result
    return AurumView(
        seat=seen.seat,
        players=rules.players,
        edition=str(rules.edition),
        variants=tuple(map(str, rules.variants)),
        first=seen.first,
        aside=texts(seen.aside),
        hand=texts(seen.hand),
        hand_sizes=seen.hand_sizes,
        hands=None if hands is None else tuple(map(texts, hands)),
        stocks=tuple(map(texts, seen.stocks)),
        supply=texts(seen.supply),
        laid=seen.laid,
        bids=tuple(bids),
        tricks=seen.tricks,
        leader=seen.leader,
        asked=seen.asked,
        to_act=seen.to_act,
        actions=() if legal is None else all_done(seen.actions),
        results=tuple(finished(rules, result) for result in seen.results),
        result=AurumResult(over.winners, over.nuggets, over.totals) if over else None,
        aids=AurumAids(
            phase=aids.phase(seen),
            round=len(seen.results) + (over is None),
            decides=aids.decides(rules),
            nuggets_to_win=aids.nuggets_to_win(rules),
            sides=tuple(shown_side(side) for side in aids.sides(seen)),
            trick=shown_trick(aids.trick_so_far(seen), rules.players),
            last_trick=shown_trick(aids.last_trick(seen), rules.players),
            choices=choices,
            changes=tuple(map(shown_change, aids.changes(seen, swaps))),
            refused=refused,
        ),
    )


@lru_cache(maxsize=4096)
def choice(action: actions.Action) -> AurumChoice:
    """An action taken apart."""
    text = str(action)
    match action:
        case actions.Bid(card):
            return AurumChoice(text, "bid", str(card), tricks=scoring.bid_tricks(card))
        case actions.Keep():
            return AurumChoice(text, "keep")
        case actions.Swap(paid, whose, card):
            return AurumChoice(text, "swap", str(card), str(paid), whose)
        case actions.Play(card):
            return AurumChoice(text, "play", str(card))
        case actions.PlayGold(card):
            return AurumChoice(text, "gold", str(card))
        case actions.End():
            return AurumChoice(text, "end")


def with_outlook(seen: Observation, action: actions.Action) -> AurumChoice:
    """An action taken apart, with what it would do in the trick that lies."""
    if not seen.trick or not isinstance(action, actions.Play | actions.PlayGold):
        return choice(action)
    return choice_to_trick(action, aids.outlook(seen.trick, action.card, seen.supply))


@lru_cache(maxsize=4096)
def choice_to_trick(action: actions.Play | actions.PlayGold, told: aids.Outlook) -> AurumChoice:
    earns = str(told.earns) if told.earns else None
    return structs.replace(choice(action), outlook=AurumOutlook(told.wins, told.lowest, earns))


def shown_change(one: aids.BidChange) -> AurumChange:
    return AurumChange(one.whose, str(one.card), str(one.takes), one.bid, one.missing, one.extra)


def done(said: tuple[int, actions.Action]) -> AurumDone:
    seat, action = said
    one = choice(action)
    return AurumDone(one.action, one.kind, one.card, one.gold, one.whose, one.tricks, seat=seat)


all_done = GrowingRow(done, most=512)


@kept_for_same(512)
def finished(rules: Rules, result: scoring.RoundResult) -> AurumPlayedRound:
    """A finished round as its scoring sheet."""
    return AurumPlayedRound(
        sides=tuple(map(shown_line, scoring.sheet(rules, result))),
        law=scoring.round_decided_by(rules, result),
        tricks=result.tricks,
        gold=tuple(map(texts, result.gold)),
    )


def shown_line(line: scoring.SideLine) -> AurumSideLine:
    return AurumSideLine(
        line.bid,
        line.tricks,
        line.made,
        line.bid_points,
        texts(line.gold),
        tuple(scoring.gold_points((card,)) for card in line.gold),
        line.gold_points,
        line.points,
        line.nuggets,
    )


def shown_side(side: aids.SideSoFar) -> AurumSide:
    now = shown_line(side.now) if side.now else None
    return AurumSide(side.seats, side.bid, side.tricks, side.missing, side.extra, side.nuggets, side.total, now)


def shown_trick(trick: aids.TrickSoFar | None, players: int) -> AurumTrick | None:
    if trick is None:
        return None
    cards = tuple(AurumTrickCard((trick.leader + place) % players, str(card)) for place, card in enumerate(trick.cards))
    prize = str(trick.prize) if trick.prize else None
    lying = tuple(metal.value for metal in metals(trick.cards))
    return AurumTrick(cards, trick.winner, trick.lowest, trick.full, prize, lying)


@kept_for_same(4096)
def texts(cards: Cards) -> tuple[str, ...]:
    return tuple(map(str, cards))


def observation(shown: AurumView) -> Observation:
    """What a view was made from: the other way round."""
    trick, over = shown.aids.trick, shown.result
    return Observation(
        seat=shown.seat,
        rules=Rules.parse(shown.players, shown.edition, shown.variants),
        results=tuple(map(round_result, shown.results)),
        result=scoring.MatchResult(over.winners, over.nuggets, over.totals) if over else None,
        first=shown.first,
        aside=cards(shown.aside),
        hand=cards(shown.hand),
        hand_sizes=shown.hand_sizes,
        stocks=tuple(map(cards, shown.stocks)),
        supply=cards(shown.supply),
        laid=shown.laid,
        bids=tuple((seat, Card.parse(text)) for seat, text in enumerate(shown.bids) if text is not None),
        tricks=shown.tricks,
        leader=shown.leader,
        asked=shown.asked,
        trick=cards(one.card for one in trick.cards) if trick else (),
        to_act=shown.to_act,
        actions=tuple((one.seat, actions.parse_action(one.action)) for one in shown.actions),
    )


def round_result(shown: AurumPlayedRound) -> scoring.RoundResult:
    return scoring.RoundResult(
        tricks=shown.tricks,
        bids=tuple(side.bid for side in shown.sides),
        exact=tuple(side.made == "exact" for side in shown.sides),
        gold=tuple(map(cards, shown.gold)),
        points=tuple(side.points for side in shown.sides),
        nuggets=tuple(side.nuggets for side in shown.sides),
    )


def cards(shown: Iterable[str]) -> Cards:
    return tuple(map(Card.parse, shown))
