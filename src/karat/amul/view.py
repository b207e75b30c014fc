"""A match of Amul as pages and bots are shown it: one seat's observation, and what follows from it by the rules.

`view` makes it, and `observation` gives back what it was made from.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Literal

from msgspec import Struct

from karat.amul.rules import actions, aids
from karat.amul.rules.cards import Card, Cards
from karat.amul.rules.counts import ROUNDS
from karat.amul.rules.effects import KIND_NAMES, Place
from karat.amul.rules.law import Law
from karat.amul.rules.market import STEPS, Errand, Phase, Ware
from karat.amul.rules.observe import Observation
from karat.amul.rules.order import OrderPlace, Owed, owed_to
from karat.amul.rules.scoring import decided_by, neighbours, score
from karat.same_object import GrowingRow, kept_for_same

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from karat.amul.rules.cards import CardFile
    from karat.amul.rules.rules import Rules
    from karat.amul.rules.scoring import Line, ScoreSheet

Kind = Literal["offer", "take", "play", "gain"]
ChoicePlace = Literal["hand", "palace", "bazaar", "market"]
EffectKind = Literal[
    "flat", "per_match", "set_table", "distinct_sets", "rarity", "per_distinct", "per_pair", "combo", "threshold",
    "majority", "clan",
]  # fmt: skip


class AmulChoice(Struct, frozen=True):
    """An action taken apart: it is done with `card`, which lies in `place`."""

    action: str
    kind: Kind
    card: str
    place: ChoicePlace


class AmulRefusal(Struct, frozen=True):
    """What could be tried, and the rule that forbids it."""

    action: str
    law: str


class AmulNeighbours(Struct, frozen=True):
    left: int
    right: int


class AmulDone(AmulChoice, frozen=True, kw_only=True):
    """What a seat did."""

    seat: int


class AmulWare(Struct, frozen=True):
    card: str
    offered_by: int | None
    """Null for a card turned up from the deck."""


class AmulTurn(Struct, frozen=True):
    """A place in the turn order and what it is owed to."""

    seat: int
    valour: int
    letter: str
    """The best of the seat; where valour counts."""
    owed_to: Owed


class AmulErrand(Struct, frozen=True):
    """The instant effect of `card` that `seat` carries out: it still takes `left` cards from one of `places`."""

    seat: int
    card: str
    places: tuple[str, ...]
    left: int


class AmulGroup(Struct, frozen=True):
    """Cards of one row of the score pad: a colour, or the bazaar."""

    colour: str
    cards: tuple[str, ...]


class AmulCount(Struct, frozen=True):
    name: str
    number: int


class AmulPadLine(Struct, frozen=True):
    """Points in one row of the score pad, the cards that earned them, and what was counted for it."""

    row: str
    kind: EffectKind
    """Of the cards' effect, which the catalogue tells; `clan` for a clan's majority, which has no cards."""
    cards: tuple[str, ...]
    points: int
    counts: tuple[AmulCount, ...]


class AmulRow(Struct, frozen=True):
    row: str
    points: int


class AmulPad(Struct, frozen=True):
    """One seat's column of the score pad: lines add up to rows, rows to points."""

    points: int
    tiebreak: int
    rows: tuple[AmulRow, ...]
    lines: tuple[AmulPadLine, ...]


class AmulSeatPoints(Struct, frozen=True):
    seat: int
    points: int


class AmulWorth(Struct, frozen=True):
    """What a card would change if it lay in one's own area now."""

    card: str
    """Its id, for all its copies."""
    own: int
    """Points for oneself; less than nothing where it costs some."""
    others: tuple[AmulSeatPoints, ...]
    """Points that others would get or lose."""


class AmulArea(Struct, frozen=True):
    groups: tuple[AmulGroup, ...]


class AmulAids(Struct, frozen=True):
    """What follows by the rules."""

    phase: Literal["offer", "take", "play", "gain", "over"] | None
    """Null before the deal."""
    round: int
    rounds: int
    steps: tuple[Kind, ...]
    """Of a round, one after the other; the phase is the one that it is at."""
    in_turn: int | None
    """Whose turn it is, where it goes from one to the next; null while all choose together."""
    order_law: str
    """The rule that the turn order goes by."""
    pads: tuple[AmulPad, ...]
    """By seat, for what lies in the areas now; at the end the result."""
    tiebreak: str
    """The symbol that breaks ties."""
    points_with_hand: int | None
    """Own points if one's hand were laid down now."""
    winners: tuple[int, ...]
    """Seats, once the match is over."""
    law: str | None
    """The rule by which it was won, once it is over."""
    tiebreak_law: str
    """The rule that breaks ties."""
    neighbours: tuple[AmulNeighbours, ...]
    """By seat, who sits next to it."""
    areas: tuple[AmulArea, ...]
    """By seat, grouped."""
    hand: tuple[AmulGroup, ...]
    worths: tuple[AmulWorth, ...]
    """What the cards in one's hand and in the middle would give and take, as the areas lie now."""
    choices: tuple[AmulChoice, ...]
    """What this seat may do now."""
    sealed: AmulChoice | None
    """One's own choice that lies face down."""
    refused: dict[str, AmulRefusal]
    """Own cards that may not be used now, each with what it could be used for and the rule that forbids that."""
    refused_places: dict[str, AmulRefusal]
    """Palace, bazaar and market, where nothing may be taken from them now, with such an action and the rule."""


class AmulView(Struct, frozen=True, tag_field="game", tag="amul"):
    """What a recipient sees of a match of Amul. Rows are by seat."""

    seat: int | None
    players: int
    cards: str
    """The card file: `standard`, or the SHA-256 of another."""
    variants: tuple[str, ...]
    emir: int | None
    first_pick: int | None
    hand: tuple[str, ...]
    hand_sizes: tuple[int, ...]
    hands: tuple[tuple[str, ...], ...] | None
    """All of them, in a replay with open cards only."""
    areas: tuple[tuple[str, ...], ...]
    """In the order in which the cards came."""
    wares: tuple[AmulWare, ...]
    """Face up in the market."""
    palace: tuple[str, ...]
    bazaar: tuple[str, ...]
    removed: tuple[str, ...]
    deck_size: int
    order: tuple[AmulTurn, ...]
    turns: tuple[int, ...]
    """Who has yet to take a card, or to carry out an effect."""
    errand: AmulErrand | None
    played: tuple[str, ...]
    """By seat, the cards revealed this round."""
    laid: tuple[int, ...]
    """Who has chosen already, where choices are secret."""
    choice: str | None
    """One's own secret choice, once made."""
    to_act: tuple[int, ...]
    earlier: tuple[str, ...]
    """What was done in the rounds before, in order: the seat and its action, as in `2 take silk:b`."""
    actions: tuple[AmulDone, ...]
    """What was done in this round."""
    aids: AmulAids


SHOWN_STEPS: tuple[Kind, ...] = tuple(step.value for step in STEPS)  # type: ignore[misc]


def view(
    seen: Observation, legal: Iterable[actions.Action] | None, hands: Sequence[tuple[Card, ...]] | None = None
) -> AmulView:
    """The view of who sees `seen` and may do what is `legal`.

    With None in its place nothing is to be chosen, as in a replay, and what was done before is left out.
    """
    errand = seen.errand
    of_the_round = () if legal is None else aids.actions_of_the_round(seen)
    before = () if legal is None else seen.actions[: len(seen.actions) - len(of_the_round)]
    return AmulView(
        seat=seen.seat,
        players=seen.rules.players,
        cards=seen.rules.cards.identity,
        variants=seen.rules.variants,
        emir=seen.emir,
        first_pick=seen.first_pick,
        hand=texts(seen.hand),
        hand_sizes=seen.hand_sizes,
        hands=None if hands is None else tuple(map(texts, hands)),
        areas=tuple(map(texts, seen.areas)),
        wares=tuple(AmulWare(str(ware.card), ware.offered_by) for ware in seen.wares),
        palace=texts(seen.palace),
        bazaar=texts(seen.bazaar),
        removed=texts(seen.removed),
        deck_size=seen.deck_size,
        order=tuple(AmulTurn(*turn, owed_to(turn, seen.first_pick)) for turn in seen.order),
        turns=seen.turns,
        errand=AmulErrand(seen.turns[0], str(seen.played[seen.turns[0]]), tuple(map(str, errand.places)), errand.left)
        if errand
        else None,
        played=texts(seen.played),
        laid=seen.laid,
        choice=str(seen.choice) if seen.choice else None,
        to_act=seen.to_act,
        earlier=told_before(before),
        actions=tuple(done(seat, action) for seat, action in of_the_round),
        aids=shown_aids(seen, legal),
    )


def shown_aids(seen: Observation, legal: Iterable[actions.Action] | None) -> AmulAids:
    file, sealed = seen.rules.cards, aids.sealed(seen)
    choices = tuple(map(choice, legal or ()))
    usable = {one.card for one in choices}
    forbidden = {} if legal is None or usable.issuperset(texts(seen.hand)) else aids.refused(seen)
    return AmulAids(
        phase=seen.phase.value if seen.phase else None,
        round=seen.number,
        rounds=ROUNDS,
        steps=SHOWN_STEPS,
        in_turn=aids.in_turn(seen),
        order_law=aids.order_law(seen),
        pads=pads_so_far(file, seen.areas) if seen.areas else (),
        tiebreak=file.tiebreak,
        points_with_hand=aids.points_with_hand(seen),
        winners=seen.sheet.winners if seen.sheet else (),
        law=decided_by(seen.sheet) if seen.sheet else None,
        tiebreak_law=Law.MOST_VALOUR_BREAKS_TIES.value,
        neighbours=sitting(seen.rules.players),
        areas=tuple(AmulArea(grouped(file, area)) for area in seen.areas),
        hand=grouped(file, seen.hand),
        worths=() if legal is None else tuple(shown_worth(one) for one in aids.worths(seen)),
        choices=choices,
        sealed=choice(sealed) if sealed else None,
        refused={str(card): refusal(tried) for card, tried in forbidden.items() if str(card) not in usable},
        refused_places={place.value: refusal(tried) for place, tried in aids.refused_places(seen).items()},
    )


@kept_for_same(4096)
def shown_worth(one: aids.CardWorth) -> AmulWorth:
    return AmulWorth(one.card, one.own, tuple(AmulSeatPoints(*other) for other in one.others))


def refusal(tried: aids.Refusal) -> AmulRefusal:
    return AmulRefusal(str(tried.action), tried.law.value)


@lru_cache(maxsize=16)
def sitting(players: int) -> tuple[AmulNeighbours, ...]:
    return tuple(AmulNeighbours(*neighbours(seat, players)) for seat in range(players))


told_before: GrowingRow[tuple[int, actions.Action], str] = GrowingRow(lambda said: f"{said[0]} {said[1]}", most=512)
"""What was done in earlier rounds."""


@kept_for_same(512)
def pads_so_far(file: CardFile, areas: tuple[Cards, ...]) -> tuple[AmulPad, ...]:
    """The score pad for what lies in the areas; at the end the one that counts."""
    return pads(score(file, areas))


def pads(sheet: ScoreSheet) -> tuple[AmulPad, ...]:
    """The score pad seat by seat, lines in the order of its rows."""
    names = [name for name, _ in sheet.rows]
    return tuple(
        AmulPad(
            sheet.points[seat],
            sheet.tiebreak[seat],
            tuple(AmulRow(name, points[seat]) for name, points in sheet.rows),
            tuple(shown_line(line) for line in sorted(lines, key=lambda line: names.index(line.row))),
        )
        for seat, lines in enumerate(sheet.lines)
    )


def shown_line(line: Line) -> AmulPadLine:
    kind: EffectKind = "clan" if line.effect is None else KIND_NAMES[type(line.effect)]  # type: ignore[assignment]
    return AmulPadLine(line.row, kind, texts(line.cards), line.points, tuple(AmulCount(*each) for each in line.counts))


@kept_for_same(2048)
def grouped(file: CardFile, cards: Cards) -> tuple[AmulGroup, ...]:
    return tuple(AmulGroup(row, tuple(map(str, of))) for row, of in aids.by_colour(file, cards))


@lru_cache(maxsize=4096)
def choice(action: actions.Action) -> AmulChoice:
    """An action taken apart."""
    match action:
        case actions.Offer(card):
            return AmulChoice(str(action), "offer", str(card), "hand")
        case actions.Take(card):
            return AmulChoice(str(action), "take", str(card), "market")
        case actions.Play(card):
            return AmulChoice(str(action), "play", str(card), "hand")
        case actions.Gain(place, card):
            return AmulChoice(str(action), "gain", str(card), place.value)


@lru_cache(maxsize=4096)
def done(seat: int, action: actions.Action) -> AmulDone:
    one = choice(action)
    return AmulDone(one.action, one.kind, one.card, one.place, seat=seat)


@kept_for_same(4096)
def texts(cards: Cards) -> tuple[str, ...]:
    return tuple(map(str, cards))


def observation(shown: AmulView, rules: Rules) -> Observation:
    """What a view was made from: the other way round. The rules are those that it names."""
    phase = shown.aids.phase
    areas = tuple(map(cards, shown.areas))
    before = (said.partition(" ") for said in shown.earlier)
    return Observation(
        seat=shown.seat,
        rules=rules,
        number=shown.aids.round,
        phase=None if phase is None else Phase(phase),
        emir=shown.emir,
        first_pick=shown.first_pick,
        hand=cards(shown.hand),
        hand_sizes=shown.hand_sizes,
        areas=areas,
        wares=tuple(Ware(Card.parse(ware.card), ware.offered_by) for ware in shown.wares),
        palace=cards(shown.palace),
        bazaar=cards(shown.bazaar),
        removed=cards(shown.removed),
        deck_size=shown.deck_size,
        order=tuple(OrderPlace(turn.seat, turn.valour, turn.letter) for turn in shown.order),
        turns=shown.turns,
        errand=Errand(tuple(map(Place, shown.errand.places)), shown.errand.left) if shown.errand else None,
        played=cards(shown.played),
        laid=shown.laid,
        choice=None if shown.choice is None else Card.parse(shown.choice),
        to_act=shown.to_act,
        actions=(
            *((int(seat), actions.parse_action(action)) for seat, _, action in before),
            *((one.seat, actions.parse_action(one.action)) for one in shown.actions),
        ),
        sheet=score(rules.cards, areas) if phase == Phase.OVER.value else None,
    )


def cards(shown: Iterable[str]) -> Cards:
    return tuple(map(Card.parse, shown))
