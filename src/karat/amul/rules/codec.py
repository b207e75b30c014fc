"""Actions of Amul as whole numbers, for the kernel, nets and adapters: one numbering for each card file.

A card type is a card that can be told from others: an id, or an id with its letter (R17). Types are numbered by deck,
and within a deck as cards are sorted, so that hands, legal actions and numbers are in the same order:

| numbers of types                | are                                          |
|---------------------------------|----------------------------------------------|
| 0 .. market - 1                 | market and Tea cards, which go through hands |
| .. market + palace - 1          | palace cards                                 |
| .. market + palace + bazaar - 1 | bazaar cards                                 |

An action is the beginning of its range and the number of its card within the range's types:

| range | action       | cards  | begins at                  |
|-------|--------------|--------|----------------------------|
| 0     | offer        | market | 0                          |
| 1     | take         | market | market                     |
| 2     | play         | market | 2 market                   |
| 3     | gain palace  | palace | 3 market                   |
| 4     | gain bazaar  | bazaar | 3 market + palace          |
| 5     | gain market  | market | 3 market + palace + bazaar |
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from karat.amul.rules.actions import Action, Gain, Offer, Play, Take
from karat.amul.rules.cards import Card, CardFile, Cards, Deck
from karat.amul.rules.effects import Place
from karat.game import BadText


@dataclass(frozen=True, slots=True, eq=False)
class Codec:
    """The numbers of a card file's types and actions."""

    types: Cards
    """By number."""
    market: int
    """How many types are market or Tea cards."""
    palace: int
    bazaar: int
    numbers: dict[Card, int]
    """The numbers by type."""

    @property
    def size(self) -> int:
        """How many actions there are."""
        return 4 * self.market + self.palace + self.bazaar

    @property
    def begins(self) -> tuple[int, ...]:
        """Where each range of actions begins, in the order of the table above."""
        market = self.market
        return (0, market, 2 * market, 3 * market, 3 * market + self.palace, 3 * market + self.palace + self.bazaar)

    def number(self, card: Card) -> int:
        """The number of a card's type."""
        number = self.numbers.get(card)
        if number is None:
            raise BadText(f"the card file has no {card}")
        return number

    def encode(self, action: Action) -> int:
        """The number of an action.

        >>> from karat import amul
        >>> numbers = codec(amul.load_standard())
        >>> numbers.decode(numbers.encode(amul.parse_action("gain palace palace_gem")))
        Gain(place=Place.PALACE, card=Card.parse('palace_gem'))
        """
        number = self.number(action.card)
        match action:
            case Offer():
                which, first, last = 0, 0, self.market
            case Take():
                which, first, last = 1, 0, self.market
            case Play():
                which, first, last = 2, 0, self.market
            case Gain(Place.PALACE):
                which, first, last = 3, self.market, self.market + self.palace
            case Gain(Place.BAZAAR):
                which, first, last = 4, self.market + self.palace, len(self.types)
            case Gain(Place.MARKET):
                which, first, last = 5, 0, self.market
        if not first <= number < last:
            raise BadText(f"'{action}' can never be done: {action.card} does not come there")
        return self.begins[which] + number - first

    def decode(self, number: int) -> Action:
        """The action of a number."""
        if not 0 <= number < self.size:
            raise BadText(f"an action is a number from 0 to {self.size - 1}, not {number!r}")
        which = sum(begin <= number for begin in self.begins[1:])
        place = number - self.begins[which]
        match which:
            case 0:
                return Offer(self.types[place])
            case 1:
                return Take(self.types[place])
            case 2:
                return Play(self.types[place])
            case 3:
                return Gain(Place.PALACE, self.types[self.market + place])
            case 4:
                return Gain(Place.BAZAAR, self.types[self.market + self.palace + place])
            case _:
                return Gain(Place.MARKET, self.types[place])


@lru_cache(maxsize=256)
def codec(cards: CardFile) -> Codec:
    """The numbers of a card file, whatever the number of players."""
    by_deck: dict[Deck, set[Card]] = {deck: set() for deck in Deck}
    for kind in cards.kinds.values():
        by_deck[kind.deck] |= {card for _, card in kind.all_copies}
    market = sorted(by_deck[Deck.MARKET] | by_deck[Deck.TEA])
    palace, bazaar = sorted(by_deck[Deck.PALACE]), sorted(by_deck[Deck.BAZAAR])
    types = (*market, *palace, *bazaar)
    numbers = {card: number for number, card in enumerate(types)}
    return Codec(types, len(market), len(palace), len(bazaar), numbers)
