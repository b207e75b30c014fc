"""Whether the cards of a file fit together: references, faces, letters, groups, and the arithmetic of the decks."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from karat.amul.rules.cards import BAZAAR_ROW, COLOURS, Deck, Kind, Zone
from karat.amul.rules.counts import PLAYERS, leaves_deck
from karat.amul.rules.effects import (
    By,
    Combo,
    DistinctSets,
    Majority,
    PerDistinct,
    PerMatch,
    PerPair,
    Rarity,
    Scope,
    Selector,
    SetTable,
    Symbol,
    Threshold,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

MOST_IN_DECK = 200
"""Cards of one deck; the box has 139 in its largest. What lies open is shown to everybody, card by card."""
SHOWN = 50
"""How many problems are kept; a file can have any number."""


@dataclass(frozen=True, slots=True)
class CardProblem:
    """What is wrong, at which field of which card; a file's head has no card."""

    card: str
    field: str
    reason: str

    def __str__(self) -> str:
        where = [f"card {self.card}"] if self.card else []
        where += [self.field] if self.field else []
        return f"{', '.join(where)}{': ' if where else ''}{self.reason}"


@dataclass(slots=True)
class Problems:
    """The problems as they are found: the first of them, and how many there are."""

    first: list[CardProblem] = field(default_factory=list)
    found: int = 0
    broken: set[str] = field(default_factory=set)
    """Cards that stand-ins were put in for; what does not fit them is no news."""
    uncountable: bool = False
    """Whether a number of cards could not be read, so that no total can come out."""

    def add(self, card: str, where: str, reason: str) -> None:
        self.found += 1
        if len(self.first) < SHOWN:
            self.first.append(CardProblem(card, where, reason))

    def unread(self, card: str, where: str, reason: str) -> None:
        """A problem that hides how many cards there are."""
        self.uncountable = True
        self.add(card, where, reason)

    def extend(self, card: str, where: str, reasons: Iterable[str]) -> None:
        for reason in reasons:
            self.add(card, where, reason)


def check_cards(kinds: Mapping[str, Kind], problems: Problems) -> None:
    """Everything that needs several cards."""
    sound = {name: kind for name, kind in kinds.items() if name not in problems.broken}
    for kind in sound.values():
        if kind.face not in problems.broken:
            problems.extend(kind.id, "face", face_problems(kind, kinds))
        problems.extend(kind.id, "scoring", scoring_problems(kind, kinds))
        problems.extend(kind.id, "deck", deck_problems(kind))
        problems.extend(kind.id, "letters", letter_problems(kind))
    twice = Counter(letter for kind in kinds.values() for letter in kind.letters)
    for kind in kinds.values():
        for letter in dict.fromkeys(kind.letters):
            if twice[letter] > 1:
                problems.add(kind.id, "letters", f"{letter} occurs {twice[letter]} times in the file (R17)")
    check_groups(sound, problems)


def face_problems(kind: Kind, kinds: Mapping[str, Kind]) -> Iterator[str]:
    """R10: a copy is, but for its deck, the card whose face it shows."""
    if kind.face == kind.id:
        return
    original = kinds.get(kind.face)
    if original is None:
        yield f"there is no card {kind.face}"
        return
    if original.face != original.id:
        yield f"{chain(kind, kinds)}: a copy must show a card that shows its own face"
        return
    if kind.deck is not Deck.PALACE or original.deck not in (Deck.MARKET, Deck.TEA):
        yield "only a palace card can copy, and only a market card"
    for name in ("colour", "symbols", "scoring"):
        if getattr(kind, name) != getattr(original, name):
            yield f"the {name} must be as on {kind.face} (R10)"


def chain(kind: Kind, kinds: Mapping[str, Kind]) -> str:
    """A face reference followed to its end, or until it bites its tail."""
    way = [kind.id]
    while way[-1] in kinds and kinds[way[-1]].face not in way:
        way.append(kinds[way[-1]].face)
    last = kinds[way[-1]].face if way[-1] in kinds else way[-1]
    if last != way[-1]:
        return f"goes in a circle: {' -> '.join((*way, last))}"
    return " -> ".join(way)


def scoring_problems(kind: Kind, kinds: Mapping[str, Kind]) -> Iterator[str]:
    """Names that a scoring effect uses, and values that would make no sense of it."""
    effect = kind.scoring
    for selector in selectors(kind):
        yield from selector_problems(selector, kinds)
    match effect:
        case DistinctSets(ids=ids, table=table):
            yield from faces_problems(ids, kinds)
            if len(table) != len(ids):
                yield f"the table has {len(table)} values for sets of up to {len(ids)} cards"
        case Combo(needs=needs):
            yield from faces_problems([name for name, _ in needs], kinds)
        case Threshold(least=least, most=most) if (least is None) == (most is None):
            yield "needs either min or max_count"
        case PerDistinct(by="colour", of=of) if of is not None:
            yield "by colour there is no of"
        case PerDistinct(by="id", of=of) if of is None or of.by is not By.IDS:
            yield "by id needs of = { ids = [...] }"
        case Rarity(of=of, scope=scope) if scope is Scope.NEIGHBOURS or not selects(of, kind):
            yield "a rarity must count the card itself"


def selectors(kind: Kind) -> tuple[Selector, ...]:
    match kind.scoring:
        case PerMatch(of=of) | SetTable(of=of) | Rarity(of=of) | Threshold(of=of) | Majority(of=of):
            return (of,)
        case PerDistinct(of=of) if of is not None:
            return (of,)
        case PerPair(a=a, b=b):
            return (a, b)
    return ()


def selects(selector: Selector, kind: Kind) -> bool:
    """Whether the card itself is among what the selector counts."""
    match selector.by:
        case By.IDS:
            return kind.face in selector.names
        case By.COLOUR:
            return kind.colour in selector.names
        case By.SYMBOL:
            return any(symbol in selector.names for symbol, _ in kind.symbols)
        case By.DECK:
            return kind.deck in selector.names


def selector_problems(selector: Selector, kinds: Mapping[str, Kind]) -> Iterator[str]:
    known = {By.COLOUR: (*COLOURS, BAZAAR_ROW), By.SYMBOL: tuple(Symbol), By.DECK: (Deck.PALACE, Deck.BAZAAR)}
    if selector.by is By.IDS:
        yield from faces_problems(selector.names, kinds)
    elif selector.names[0] not in known[selector.by]:
        yield f"there is no {selector.by} {selector.names[0]!a} to count; there are {', '.join(known[selector.by])}"


def faces_problems(names: Iterable[str], kinds: Mapping[str, Kind]) -> Iterator[str]:
    for name in names:
        if name not in kinds:
            yield f"there is no card {name!a}"
        elif kinds[name].face != name:
            yield f"{name} is a copy; what is counted is {kinds[name].face}"


def deck_problems(kind: Kind) -> Iterator[str]:
    """What goes with which deck."""
    if kind.deck in (Deck.PALACE, Deck.BAZAAR) and kind.zone is not Zone.TABLE:
        yield f"a {kind.deck} card has the zone table"
    if (kind.deck is Deck.BAZAAR) != (kind.colour == BAZAAR_ROW):
        yield "bazaar cards, and no others, have the colour bazaar"
    if kind.deck is Deck.TEA and not kind.tea_route:
        yield "tea cards have the variant tea_route"
    if kind.tea_route and kind.deck not in (Deck.TEA, Deck.BAZAAR):
        yield "only tea and bazaar cards can have the variant tea_route"
    if kind.instant and (kind.deck is not Deck.MARKET or kind.zone is Zone.HAND):
        yield "only a market card with the zone table or both can have an instant effect (M22)"


def letter_problems(kind: Kind) -> Iterator[str]:
    """R17"""
    copies = sum(number for _, number in kind.copies)
    if kind.valour and len(kind.letters) != copies:
        yield f"every copy with valour has one letter: {copies} copies, {len(kind.letters)} letters (R17)"
    if kind.letters and not kind.valour:
        yield "only cards with valour have letters (R17)"


def check_groups(kinds: Mapping[str, Kind], problems: Problems) -> None:
    """All cards of a group have the same colour and the same parameters."""
    first: dict[str, Kind] = {}
    for kind in kinds.values():
        if not isinstance(kind.scoring, SetTable | DistinctSets):
            continue
        other = first.setdefault(kind.scoring.group, kind)
        if kind.scoring != other.scoring:
            problems.add(kind.id, "scoring.group", f"{kind.scoring.group} scores otherwise than on {other.id}")
        if kind.colour != other.colour:
            problems.add(kind.id, "colour", f"group {kind.scoring.group} is {other.colour} on {other.id}")


def check_totals(kinds: Mapping[str, Kind], meta: Mapping[str, Any], problems: Problems) -> None:
    """The numbers that the file gives, against its cards, and M47 at every player count."""
    names = {"market": Deck.MARKET, "palace": Deck.PALACE, "bazaar": Deck.BAZAAR, "tea": Deck.TEA}
    for name, deck in names.items():
        for players in PLAYERS:
            total = sum(
                number
                for kind in kinds.values()
                if kind.deck is deck and (deck is Deck.TEA or not kind.tea_route)
                for least, number in kind.copies
                if least <= players
            )
            if total > MOST_IN_DECK:
                reason = f"the cards for {players} players come to {total}; a deck has at most {MOST_IN_DECK}"
                problems.add("", f"meta.{name}_cards.{players}", reason)
            given = meta[f"{name}_cards"][str(players)]
            where = f"meta.{name}_cards.{players}"
            if total != given:
                problems.add("", where, f"the cards for {players} players come to {total}, not {given} (M3)")
            if deck is Deck.MARKET and total != leaves_deck(players):
                needed = leaves_deck(players)
                reason = f"{players} players have {total} cards, but {needed} leave the deck in nine rounds (M47)"
                problems.add("", where, reason)
