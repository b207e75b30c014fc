"""A card file and the rules of a match, compiled to the table of layout.py."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache

import numpy as np

from karat.amul.kernel import layout as at
from karat.amul.kernel.layout import CardTable
from karat.amul.rules.cards import BAZAAR_ROW, COLOURS, Kind, Zone
from karat.amul.rules.codec import codec
from karat.amul.rules.counts import turned_up
from karat.amul.rules.deal import bazaar_cards, market_cards, palace_cards
from karat.amul.rules.effects import (
    KIND_NAMES,
    KINDS,
    By,
    Combo,
    DistinctSets,
    Flat,
    Majority,
    PerDistinct,
    PerMatch,
    PerPair,
    Place,
    Rarity,
    Scope,
    Scoring,
    Selector,
    SetTable,
    Symbol,
    Threshold,
)
from karat.amul.rules.rules import Rules

ROWS = (*COLOURS, BAZAAR_ROW)
"""The rows of cards on the score pad; M36 lets a card file order them otherwise, which changes no points."""
ZONES = {Zone.TABLE: at.TABLE, Zone.HAND: at.HAND, Zone.BOTH: at.BOTH}
PLACE_BITS = {Place.PALACE: at.PALACE_BIT, Place.BAZAAR: at.BAZAAR_BIT, Place.MARKET: at.MARKET_BIT}
SCOPES = {scope: number for number, scope in enumerate(Scope)}
KIND_NUMBERS = {name: number for number, name in enumerate(KINDS)}


class Compiler:
    """Counters and lists as they are found to be needed."""

    def __init__(self, rules: Rules) -> None:
        self.cards = rules.cards
        self.counters: dict[tuple[By, tuple[str, ...]], int] = {}
        for colour in ROWS:
            self.counter(Selector(By.COLOUR, (colour,)))
        for symbol in Symbol:
            self.counter(Selector(By.SYMBOL, (symbol.value,)))
        self.effects: dict[tuple[Scoring, str], int] = {}
        self.lists: list[tuple[int, ...]] = []
        self.rows: list[dict[int, int]] = []
        for kind in self.cards.kinds.values():
            self.effect(kind)

    def counter(self, selector: Selector) -> int:
        return self.counters.setdefault((selector.by, tuple(sorted(selector.names))), len(self.counters))

    def face(self, name: str) -> int:
        return self.counter(Selector(By.IDS, (name,)))

    def effect(self, kind: Kind) -> int:
        """The number of a kind's effect; kinds that score alike in the same row share it."""
        key = (kind.scoring, kind.colour)
        if key not in self.effects:
            self.effects[key] = len(self.effects)
            words, values = self.words(kind.scoring)
            words[at.KIND] = KIND_NUMBERS[KIND_NAMES[type(kind.scoring)]]
            words[at.ROW] = ROWS.index(kind.colour)
            words[at.GROUPED] = int(isinstance(kind.scoring, SetTable | DistinctSets))
            self.rows.append(words)
            self.lists.append(values)
        return self.effects[key]

    def words(self, effect: Scoring) -> tuple[dict[int, int], tuple[int, ...]]:
        """The words of an effect, and its list."""
        match effect:
            case Flat(points):
                return {at.POINTS: points}, ()
            case PerMatch(points, of, scope, cap):
                return {at.POINTS: points, at.OF: self.counter(of), at.SCOPE: SCOPES[scope], at.CAP: none(cap)}, ()
            case SetTable(_, of, table, beyond):
                return {at.OF: self.counter(of), at.MORE: beyond, at.LENGTH_OF: len(table)}, table
            case DistinctSets(_, ids, table):
                return {at.LENGTH_OF: len(table)}, (*table, *map(self.face, ids))
            case Rarity(of, scope, table):
                return {at.OF: self.counter(of), at.SCOPE: SCOPES[scope], at.LENGTH_OF: len(table)}, table
            case PerDistinct(points, _, of, cap):
                counted = tuple(range(len(COLOURS))) if of is None else tuple(map(self.face, of.names))
                return {at.POINTS: points, at.CAP: none(cap), at.LENGTH_OF: len(counted)}, counted
            case PerPair(points, a, b, cap):
                return {at.POINTS: points, at.OF: self.counter(a), at.MORE: self.counter(b), at.CAP: none(cap)}, ()
            case Combo(needs, points):
                faces = tuple(self.face(name) for name, _ in needs)
                return {at.POINTS: points, at.LENGTH_OF: len(needs)}, (*faces, *(number for _, number in needs))
            case Threshold(of, scope, then, otherwise, least, most):
                words = {at.POINTS: then, at.OTHERWISE: otherwise, at.OF: self.counter(of), at.SCOPE: SCOPES[scope]}
                return words | {at.MORE: least or 0, at.CAP: none(most)}, ()
            case Majority(of, scope, then, otherwise):
                return {at.POINTS: then, at.OTHERWISE: otherwise, at.OF: self.counter(of), at.SCOPE: SCOPES[scope]}, ()

    def marks(self, kind: Kind) -> list[int]:
        """What one card adds to the counters, as pairs. R10: a copy counts as the card whose face it shows."""
        shown = {By.IDS: {kind.face: 1}, By.COLOUR: {kind.colour: 1}, By.SYMBOL: dict(kind.symbols)}
        shown[By.DECK] = {kind.deck.value: 1}
        pairs = []
        for (by, names), counter in self.counters.items():
            if adds := sum(shown[by].get(name, 0) for name in names):
                pairs += [counter, adds]
        return pairs


def none(value: int | None) -> int:
    return at.NONE if value is None else value


@lru_cache(maxsize=256)  # more than the long lockstep run has tables
def compile_cards(rules: Rules) -> CardTable:
    """The table of a match by these rules; it cannot be written to."""
    numbers = codec(rules.cards)
    compiler = Compiler(rules)
    deck = market_cards(rules)
    copies = Counter((*deck, *palace_cards(rules), *bazaar_cards(rules)))
    types, effects = len(numbers.types), len(compiler.rows)
    effects_at = at.HEAD + at.TYPE * types
    deck_at = effects_at + at.EFFECT * effects
    rest_at = deck_at + len(deck)
    rest: list[int] = []
    for words, values in zip(compiler.rows, compiler.lists, strict=True):
        words[at.LIST] = rest_at + len(rest)
        rest += values
    type_words: list[int] = []
    for card in numbers.types:
        kind = rules.cards.kinds[card.id]
        instant = kind.instant
        begin = rest_at + len(rest)
        rest += compiler.marks(kind)
        type_words += [
            copies[card],
            ZONES[kind.zone],
            kind.valour,
            ord(card.letter) - ord("A") + 1 if card.letter else 0,
            sum(PLACE_BITS[place] for place in instant.places) if instant else 0,
            instant.count if instant else 0,
            compiler.effect(kind),
            begin,
            rest_at + len(rest),
        ]
    removed_in = at.AREAS + rules.players * types
    stock_in = removed_in + numbers.market
    deck_in = stock_in + numbers.palace + numbers.bazaar
    head = {
        at.SIGN: at.IS_AMUL,
        at.LENGTH: rest_at + len(rest),
        at.PLAYERS: rules.players,
        at.TURNED_UP: turned_up(rules.players),
        at.MARKET: numbers.market,
        at.PALACE: numbers.palace,
        at.BAZAAR: numbers.bazaar,
        at.TYPES: types,
        at.DECK: len(deck),
        at.COUNTERS: len(compiler.counters),
        at.TIEBREAK: at.FIRST_SYMBOL + tuple(Symbol).index(Symbol(rules.cards.tiebreak)),
        at.EFFECTS_AT: effects_at,
        at.DECK_AT: deck_at,
        at.REMOVED_IN: removed_in,
        at.STOCK_IN: stock_in,
        at.DECK_IN: deck_in,
        at.STATE: deck_in + len(deck),
    }
    scoring_room = rules.players * len(compiler.counters) + effects
    worlds_room = 2 * numbers.market + len(deck) + rules.players * (at.NEEDS + at.DEALT)
    head[at.ROOM] = max(types, scoring_room, worlds_room)
    effect_words = [words.get(place, 0) for words in compiler.rows for place in range(at.EFFECT)]
    table = [head[place] for place in range(at.HEAD)] + type_words + effect_words
    table += [numbers.numbers[card] for card in deck] + rest
    made = np.array(table, np.int32)
    made.setflags(write=False)
    return made
