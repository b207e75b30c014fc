"""What areas are worth at the end (M36 to M43): pure functions of what lies in them, one for each kind of effect.

A `Tally` is what an area shows, counted once. Each kind of effect takes tallies and gives its points and the counts
that led to them; from these a score sheet says for every card what it was worth and why.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from karat.amul.rules.cards import COLOURS, Card, CardFile, Cards
from karat.amul.rules.counts import MAJORITY_POINTS
from karat.amul.rules.effects import (
    By,
    Combo,
    DistinctSets,
    Flat,
    Majority,
    PerDistinct,
    PerMatch,
    PerPair,
    Rarity,
    Scope,
    Scoring,
    Selector,
    SetTable,
    Symbol,
    Threshold,
)
from karat.game import Seat
from karat.same_object import kept_for_same

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


CLANS = (Symbol.ARAB.value, Symbol.MONGOL.value)

Tally: TypeAlias = dict[By, dict[str, int]]
"""How often an area shows each face, colour, symbol and deck."""
Counts: TypeAlias = tuple[tuple[str, int], ...]
"""What was counted, by name."""
Worth: TypeAlias = tuple[int, Counts]
"""Points and the counts that led to them."""


@dataclass(frozen=True, slots=True)
class Line:
    """Points in one row of the score pad, for the card or the group of cards that earned them."""

    row: str
    cards: Cards
    """One card, or all cards of a group; none for a clan majority."""
    points: int
    effect: Scoring | None
    """None for a clan majority (M38)."""
    counts: Counts


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """The score pad. A seat's lines add up to its rows, and its rows to its points."""

    lines: tuple[tuple[Line, ...], ...]
    """By seat; every card of its area stands in exactly one of them."""
    rows: tuple[tuple[str, tuple[int, ...]], ...]
    """In the order of the score pad, each with the points by seat (M36 to M38)."""
    points: tuple[int, ...]
    winners: tuple[Seat, ...]
    tiebreak: tuple[int, ...]
    """By seat, how many of the symbols of M43."""


def score(cards: CardFile, areas: Sequence[Cards]) -> ScoreSheet:
    """M36 to M43, on complete areas (R13)."""
    tallies = [tally_of_area(cards, area) for area in areas]
    lines = [card_lines(cards, tallies, seat, area) for seat, area in enumerate(areas)]
    for clan in CLANS:
        for seat, line in enumerate(clan_lines(clan, [count[By.SYMBOL].get(clan, 0) for count in tallies])):
            lines[seat] += (line,)
    names = (*cards.rows, *CLANS)
    rows = tuple((name, tuple(sum(ln.points for ln in of if ln.row == name) for of in lines)) for name in names)
    points = tuple(sum(line.points for line in of) for of in lines)
    tiebreak = tuple(count[By.SYMBOL].get(cards.tiebreak, 0) for count in tallies)
    return ScoreSheet(tuple(lines), rows, points, winners(points, tiebreak), tiebreak)


def points_of(cards: CardFile, areas: Sequence[Cards], seat: Seat) -> int:
    """The points of one seat alone."""
    tallies = [tally_of_area(cards, area) for area in areas]
    own = sum(line.points for line in card_lines(cards, tallies, seat, areas[seat]))
    return own + sum(majority_points([count[By.SYMBOL].get(clan, 0) for count in tallies])[seat] for clan in CLANS)


def points_by_seat(cards: CardFile, areas: Sequence[Cards]) -> tuple[int, ...]:
    """The points of every seat, without a word about where they come from."""
    tallies = [tally_of_area(cards, area) for area in areas]
    clans = [majority_points([count[By.SYMBOL].get(clan, 0) for count in tallies]) for clan in CLANS]
    told = []
    for seat, area in enumerate(areas):
        points, groups = sum(clan[seat] for clan in clans), set()
        for kind, number in Counter(card.id for card in area).items():
            effect = cards.kinds[kind].scoring
            if isinstance(effect, SetTable | DistinctSets):  # once, whichever of its cards are there
                number = effect.group not in groups  # noqa: PLW2901
                groups.add(effect.group)
            points += number and number * worth(effect, tallies, seat)[0]
        told.append(points)
    return tuple(told)


def decided_by(sheet: ScoreSheet) -> str:
    """The id of the rule that says who won: M42, or what broke a tie, M43, or nothing did and the win is shared, R9."""
    if sheet.points.count(max(sheet.points)) == 1:
        return "M42"
    return "M43" if len(sheet.winners) == 1 else "R9"


def winners(points: Sequence[int], tiebreak: Sequence[int]) -> tuple[Seat, ...]:
    """M42: most points. M43, R9: then most valour; who is still equal shares the win."""
    best = max(zip(points, tiebreak, strict=True))
    return tuple(seat for seat, reached in enumerate(zip(points, tiebreak, strict=True)) if reached == best)


def tally(cards: CardFile, area: Iterable[Card]) -> Tally:
    """What an area shows. R10: a copy counts as the card whose face it shows."""
    ids: dict[str, int] = {}
    colours: dict[str, int] = {}
    symbols: dict[str, int] = {}
    decks: dict[str, int] = {}
    for card in area:
        kind = cards.kinds[card.id]
        ids[kind.face] = ids.get(kind.face, 0) + 1
        colours[kind.colour] = colours.get(kind.colour, 0) + 1
        decks[kind.deck] = decks.get(kind.deck, 0) + 1
        for symbol, number in kind.symbols:
            symbols[symbol] = symbols.get(symbol, 0) + number
    return {By.IDS: ids, By.COLOUR: colours, By.SYMBOL: symbols, By.DECK: decks}


@kept_for_same(2048)
def tally_of_area(cards: CardFile, area: Cards) -> Tally:
    """The same of an area on the table: few of them change from one action to the next."""
    return tally(cards, area)


def card_lines(cards: CardFile, tallies: Sequence[Tally], seat: Seat, area: Cards) -> tuple[Line, ...]:
    """Every card of an area in a line; the cards of a group share one, where the first of them lies."""
    lines: dict[object, tuple[Cards, Scoring, str]] = {}
    for place, card in enumerate(area):
        kind = cards.kinds[card.id]
        group = getattr(kind.scoring, "group", None)
        together, _, _ = lines.get(group or place, ((), None, None))
        lines[group or place] = ((*together, card), kind.scoring, kind.colour)
    told = []
    for together, effect, colour in lines.values():
        points, counts = worth(effect, tallies, seat)
        told.append(Line(colour, together, points, effect, counts))
    return tuple(told)


def worth(effect: Scoring, tallies: Sequence[Tally], seat: Seat) -> Worth:
    """What an effect gives the owner of `seat`'s area; for a group, all its cards together."""
    own = tallies[seat]
    match effect:
        case Flat():
            return effect.points, ()
        case PerMatch():
            return per_match(effect, tallies, seat)
        case SetTable():
            return set_table(effect, own)
        case DistinctSets():
            return distinct_sets(effect, own)
        case Rarity():
            return rarity(effect, tallies, seat)
        case PerDistinct():
            return per_distinct(effect, own)
        case PerPair():
            return per_pair(effect, own)
        case Combo():
            return combo(effect, own)
        case Threshold():
            return threshold(effect, tallies, seat)
        case Majority():
            return majority(effect, tallies, seat)


def per_match(effect: PerMatch, tallies: Sequence[Tally], seat: Seat) -> Worth:
    found = total(effect.of, effect.scope, tallies, seat)
    return capped(effect.points * found, effect.cap), (("count", found),)


def set_table(effect: SetTable, own: Tally) -> Worth:
    size = count(effect.of, own)
    return table_value(effect.table, size) + effect.beyond * max(0, size - len(effect.table)), (("size", size),)


def distinct_sets(effect: DistinctSets, own: Tally) -> Worth:
    """Set i holds every face that is owned at least i times."""
    owned = [own[By.IDS].get(face, 0) for face in effect.ids]
    sizes = [sum(number >= which for number in owned) for which in range(1, max(owned) + 1)]
    return sum(table_value(effect.table, size) for size in sizes), tuple(("size", size) for size in sizes)


def rarity(effect: Rarity, tallies: Sequence[Tally], seat: Seat) -> Worth:
    found = total(effect.of, effect.scope, tallies, seat)
    return table_value(effect.table, found), (("count", found),)


def per_distinct(effect: PerDistinct, own: Tally) -> Worth:
    if effect.of is None:
        found = sum(colour in own[By.COLOUR] for colour in COLOURS)
    else:
        found = sum(face in own[By.IDS] for face in effect.of.names)
    return capped(effect.points * found, effect.cap), (("count", found),)


def per_pair(effect: PerPair, own: Tally) -> Worth:
    a, b = count(effect.a, own), count(effect.b, own)
    return capped(effect.points * min(a, b), effect.cap), (("a", a), ("b", b))


def combo(effect: Combo, own: Tally) -> Worth:
    owned = tuple((face, own[By.IDS].get(face, 0)) for face, _ in effect.needs)
    met = all(number >= need for (_, number), (_, need) in zip(owned, effect.needs, strict=True))
    return effect.points if met else 0, owned


def threshold(effect: Threshold, tallies: Sequence[Tally], seat: Seat) -> Worth:
    found = total(effect.of, effect.scope, tallies, seat)
    low = effect.least is not None and found < effect.least
    high = effect.most is not None and found > effect.most
    return effect.otherwise if low or high else effect.then, (("count", found),)


def majority(effect: Majority, tallies: Sequence[Tally], seat: Seat) -> Worth:
    own = count(effect.of, tallies[seat])
    others = [other for other in seats_in(effect.scope, seat, len(tallies)) if other != seat]
    most = max((count(effect.of, tallies[other]) for other in others), default=0)
    return effect.then if own >= 1 and own >= most else effect.otherwise, (("own", own), ("most", most))


def clan_lines(clan: str, symbols: Sequence[int]) -> tuple[Line, ...]:
    """M38: one line for each seat."""
    lines = []
    for number, points in zip(symbols, majority_points(symbols), strict=True):
        place = 1 + sum(other > number for other in symbols)
        counts = (("count", number), ("place", place), ("tied", symbols.count(number))) if number else (("count", 0),)
        lines.append(Line(clan, (), points, None, counts))
    return tuple(lines)


def majority_points(symbols: Sequence[int]) -> tuple[int, ...]:
    """M39 to M41 by seat.

    >>> majority_points([5, 3, 3, 1])
    (8, 2, 2, 0)
    """
    points = []
    for number in symbols:
        last = sum(other >= number for other in symbols)  # M40: the lowest of the places that are shared
        points.append(MAJORITY_POINTS[last - 1] if number and last <= len(MAJORITY_POINTS) else 0)  # M41, R8
    return tuple(points)


def neighbours(seat: Seat, players: int) -> tuple[Seat, Seat]:
    """R12: who sits next to the left, where the turn goes, and next to the right."""
    return (seat + 1) % players, (seat - 1) % players


def seats_in(scope: Scope, seat: Seat, players: int) -> tuple[Seat, ...]:
    """Whose areas a scope covers."""
    left, right = neighbours(seat, players)
    match scope:
        case Scope.OWN:
            return (seat,)
        case Scope.NEIGHBOURS:
            return (right, left)
        case Scope.OWN_AND_NEIGHBOURS:
            return (right, seat, left)
        case Scope.EVERYONE:
            return tuple(range(players))


def count(selector: Selector, area: Tally) -> int:
    found = area[selector.by]
    return sum(found.get(name, 0) for name in selector.names)


def total(selector: Selector, scope: Scope, tallies: Sequence[Tally], seat: Seat) -> int:
    return sum(count(selector, tallies[other]) for other in seats_in(scope, seat, len(tallies)))


def table_value(table: tuple[int, ...], size: int) -> int:
    """The value for that many; past the end the last one holds, and none gives nothing."""
    return table[min(size, len(table)) - 1] if size else 0


def capped(points: int, cap: int | None) -> int:
    return points if cap is None else min(points, cap)
