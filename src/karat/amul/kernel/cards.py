"""A card file and the rules of a match, compiled to the table of layout.py."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache

import numpy as np

from karat.amul.kernel.layout import (
    AREAS,
    BAZAAR,
    BAZAAR_BIT,
    BOTH,
    CAP,
    COUNTERS,
    DEALT,
    DECK,
    DECK_AT,
    DECK_IN,
    EFFECT,
    EFFECTS_AT,
    FIRST_SYMBOL,
    GROUPED,
    HAND,
    HEAD,
    IS_AMUL,
    KIND,
    LENGTH,
    LENGTH_OF,
    LIST,
    MARKET,
    MARKET_BIT,
    MORE,
    NEEDS,
    NONE,
    OF,
    OTHERWISE,
    PALACE,
    PALACE_BIT,
    PLAYERS,
    POINTS,
    REMOVED_IN,
    ROOM,
    ROW,
    SCOPE,
    SIGN,
    STATE,
    STOCK_IN,
    TABLE,
    TIEBREAK,
    TURNED_UP,
    TYPE,
    TYPES,
    CardTable,
)
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
ZONES = {Zone.TABLE: TABLE, Zone.HAND: HAND, Zone.BOTH: BOTH}
PLACE_BITS = {Place.PALACE: PALACE_BIT, Place.BAZAAR: BAZAAR_BIT, Place.MARKET: MARKET_BIT}
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
            words[KIND] = KIND_NUMBERS[KIND_NAMES[type(kind.scoring)]]
            words[ROW] = ROWS.index(kind.colour)
            words[GROUPED] = int(isinstance(kind.scoring, SetTable | DistinctSets))
            self.rows.append(words)
            self.lists.append(values)
        return self.effects[key]

    def words(self, effect: Scoring) -> tuple[dict[int, int], tuple[int, ...]]:
        """The words of an effect, and its list."""
        match effect:
            case Flat(points):
                return {POINTS: points}, ()
            case PerMatch(points, of, scope, cap):
                return {POINTS: points, OF: self.counter(of), SCOPE: SCOPES[scope], CAP: none(cap)}, ()
            case SetTable(_, of, table, beyond):
                return {OF: self.counter(of), MORE: beyond, LENGTH_OF: len(table)}, table
            case DistinctSets(_, ids, table):
                return {LENGTH_OF: len(table)}, (*table, *map(self.face, ids))
            case Rarity(of, scope, table):
                return {OF: self.counter(of), SCOPE: SCOPES[scope], LENGTH_OF: len(table)}, table
            case PerDistinct(points, _, of, cap):
                counted = tuple(range(len(COLOURS))) if of is None else tuple(map(self.face, of.names))
                return {POINTS: points, CAP: none(cap), LENGTH_OF: len(counted)}, counted
            case PerPair(points, a, b, cap):
                return {POINTS: points, OF: self.counter(a), MORE: self.counter(b), CAP: none(cap)}, ()
            case Combo(needs, points):
                faces = tuple(self.face(name) for name, _ in needs)
                return {POINTS: points, LENGTH_OF: len(needs)}, (*faces, *(number for _, number in needs))
            case Threshold(of, scope, then, otherwise, least, most):
                words = {POINTS: then, OTHERWISE: otherwise, OF: self.counter(of), SCOPE: SCOPES[scope]}
                return words | {MORE: least or 0, CAP: none(most)}, ()
            case Majority(of, scope, then, otherwise):
                return {POINTS: then, OTHERWISE: otherwise, OF: self.counter(of), SCOPE: SCOPES[scope]}, ()

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
    return NONE if value is None else value


@lru_cache(maxsize=256)  # more than the long lockstep run has tables
def compile_cards(rules: Rules) -> CardTable:
    """The table of a match by these rules; it cannot be written to."""
    numbers = codec(rules.cards)
    compiler = Compiler(rules)
    deck = market_cards(rules)
    copies = Counter((*deck, *palace_cards(rules), *bazaar_cards(rules)))
    types, effects = len(numbers.types), len(compiler.rows)
    effects_at = HEAD + TYPE * types
    deck_at = effects_at + EFFECT * effects
    rest_at = deck_at + len(deck)
    rest: list[int] = []
    for words, values in zip(compiler.rows, compiler.lists, strict=True):
        words[LIST] = rest_at + len(rest)
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
    removed_in = AREAS + rules.players * types
    stock_in = removed_in + numbers.market
    deck_in = stock_in + numbers.palace + numbers.bazaar
    head = {
        SIGN: IS_AMUL,
        LENGTH: rest_at + len(rest),
        PLAYERS: rules.players,
        TURNED_UP: turned_up(rules.players),
        MARKET: numbers.market,
        PALACE: numbers.palace,
        BAZAAR: numbers.bazaar,
        TYPES: types,
        DECK: len(deck),
        COUNTERS: len(compiler.counters),
        TIEBREAK: FIRST_SYMBOL + tuple(Symbol).index(Symbol(rules.cards.tiebreak)),
        EFFECTS_AT: effects_at,
        DECK_AT: deck_at,
        REMOVED_IN: removed_in,
        STOCK_IN: stock_in,
        DECK_IN: deck_in,
        STATE: deck_in + len(deck),
    }
    scoring_room = rules.players * len(compiler.counters) + effects
    worlds_room = 2 * numbers.market + len(deck) + rules.players * (NEEDS + DEALT)
    head[ROOM] = max(types, scoring_room, worlds_room)
    effect_words = [words.get(place, 0) for words in compiler.rows for place in range(EFFECT)]
    table = [head[place] for place in range(HEAD)] + type_words + effect_words
    table += [numbers.numbers[card] for card in deck] + rest
    made = np.array(table, np.int32)
    made.setflags(write=False)
    return made
