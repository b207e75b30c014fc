"""The two arrays of Amul's kernel, word by word: the state of a match, and the table of the cards it is played with.

A state is an array of int16 whose length follows from the rules. Card types are numbered as in amul/rules/codec.py.
What is not there is -1: an empty place in a hand, a choice that is not made, a card that has left the deck.

| state        | words           | holds                                                                             |
|--------------|-----------------|-----------------------------------------------------------------------------------|
| NUMBER       | 1               | of the round, 1 to 9                                                              |
| PHASE        | 1               | OFFER, TAKE, PLAY, GAIN or OVER                                                   |
| EMIR         | 1               | the seat with the emir card (M8)                                                  |
| AT           | 1               | the place in ORDER of who is to act, while cards are taken or gained; else 0      |
| ERRAND, LEFT | 1, 1            | the effect being carried out: a bit for each place, and cards still to take (M22) |
| LYING        | 1               | how many cards lie face up in the market                                          |
| LAID         | 1               | how many secret choices are in                                                    |
| SEAT         | 1               | -1 in a state; in a view, whose it is, 8 for an onlooker's                         |
| ORDER        | 8               | the seats in turn order (M14, M21)                                                |
| CHOSEN       | 8               | by seat, the secret choice                                                        |
| STRENGTH, BEST | 8, 8          | by seat, valour in the area, and the best letter, 1 for A, 0 for none (M29, M31)  |
| HELD         | 8               | by seat, how many cards are in hand                                               |
| HANDS        | 8 x 6           | by seat, the hand, sorted                                                         |
| WARE, OWNER  | 11, 11          | the market in the order in which it filled, and who offered each card (R2)        |
| OFFERED, TAKEN, PLAYED | 9 x 8 each | by round and seat, what was done, as all have seen it                        |
| AREAS        | players x types | by seat, how many cards of each type lie in the area                              |
| REMOVED      | market          | how many of each type have left the game (R14)                                    |
| STOCK        | palace + bazaar | how many of each type lie there                                                   |
| DECK         | deck            | the market deck, top first; a card keeps its place                                |

The order of cards in areas, palace, bazaar and among those removed is not kept: no rule asks for it.

Before the deal all words are 0, but for SEAT.

A *view* is such an array with what one seat cannot know taken out: HIDDEN stands for a secret choice of others, for
the cards in their hands, and for what is left of the deck.

Python is handed a `Record`: the words of a state or of a view, with the rules that tell which cards they number.

The table of the cards is an array of int32:

    head | types, TYPE words each | effects, EFFECT words each | the deck in the order of the file | marks and lists

| head            | holds                                                                                       |
|-----------------|---------------------------------------------------------------------------------------------|
| SIGN, LENGTH    | what the array is known by, and how long it is                                              |
| PLAYERS         | 3 to 8                                                                                      |
| TURNED_UP       | cards turned up into the market each round (M12)                                            |
| MARKET, PALACE, BAZAAR, TYPES | how many card types there are (amul/rules/codec.py), and in all               |
| DECK            | cards in the market deck, Tea among them                                                    |
| COUNTERS        | how many different things scoring counts                                                    |
| TIEBREAK        | the counter of M43                                                                          |
| EFFECTS_AT, DECK_AT | where these begin                                                                       |
| REMOVED_IN, STOCK_IN, DECK_IN, STATE | where parts of a state begin, and how long it is                       |
| ROOM            | how many words of int64 kernels need to work in                                             |

| word of a type  | holds                                                                                       |
|-----------------|---------------------------------------------------------------------------------------------|
| COPIES          | how many are in this match                                                                  |
| ZONE            | TABLE, HAND or BOTH                                                                         |
| VALOUR, LETTER  | symbols; 0 for no letter, 1 for A (R17)                                                     |
| PLACES, TAKES   | instant effect: a bit for each place, palace lowest, and how many cards (M22); 0 for none   |
| WORTH           | the number of its effect                                                                    |
| MARKS, MARKS_END| from where to where its marks stand: pairs of a counter and how much one card adds to it    |

Counters 0 to 5 are the colours in the order of `COLOURS`, 6 is the bazaar's; 7 to 11 the symbols; then others.

| word of an effect | flat   | per_match | set_table | distinct_sets | rarity | per_distinct | per_pair | combo  | threshold | majority |
|-----------|--------|-----------|-----------|---------------|--------|--------------|----------|--------|-----------|----------|
| POINTS    | points | points    |           |               |        | points       | points   | points | then      | then     |
| OTHERWISE |        |           |           |               |        |              |          |        | otherwise | otherwise |
| OF        |        | counter   | counter   |               | counter |             | a        |        | counter   | counter  |
| SCOPE     |        | scope     |           |               | scope  |              |          |        | scope     | scope    |
| MORE      |        |           | beyond    |               |        |              | b        |        | least     |          |
| CAP       |        | cap       |           |               |        | cap          | cap      |        | most      |          |
| LIST      |        |           | table     | table, then faces | table | counters  |          | faces, then needs | |      |
| LENGTH    |        |           | of it     | of either     | of it  | of it        |          | of either |        |          |

KIND is its place in `effects.KINDS`, ROW the colour whose row of the score pad its points stand in, GROUPED whether all
cards of a group score once together. NONE stands for a cap that is not there.
"""  # noqa: E501 -- a table of ten kinds

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from karat.amul.rules.rules import Rules

State: TypeAlias = NDArray[Any]
"""Of int16. Inside kernels all whole numbers mix; mypy would have them apart."""
CardTable: TypeAlias = NDArray[Any]
"""Of int32."""
Room: TypeAlias = NDArray[np.int64]
"""Words to work in: kernels make no arrays. Nothing in it outlasts a call but what the call says it wrote."""


class Record(NamedTuple):
    """A match for Python. Its words are changed in place; its rules are a value that a foreign array can't fake."""

    rules: Rules
    words: State


SEATS, ROUNDS = 8, 9
START_SIZE, HAND_SIZE, WARES = 5, 6, 11
"""M7; M11; three turned up and one from each of eight."""
DEALT = START_SIZE + ROUNDS
"""No seat is dealt more cards."""
NEED = 4
NEEDS = 1 + DEALT * NEED
"""Words of a need, and of all needs of a seat, with how many there are in front (resample.py)."""
NOTHING, HIDDEN, ONLOOKER = -1, -2, SEATS

(NUMBER, PHASE, EMIR, AT, ERRAND, LEFT, LYING, LAID, SEAT) = range(9)
ORDER = 9
CHOSEN = ORDER + SEATS
STRENGTH = CHOSEN + SEATS
BEST = STRENGTH + SEATS
HELD = BEST + SEATS
HANDS = HELD + SEATS
WARE = HANDS + SEATS * HAND_SIZE
OWNER = WARE + WARES
OFFERED = OWNER + WARES
TAKEN = OFFERED + ROUNDS * SEATS
PLAYED = TAKEN + ROUNDS * SEATS
AREAS = PLAYED + ROUNDS * SEATS

OFFER, TAKE, PLAY, GAIN, OVER = range(5)
"""Phases."""

(SIGN, LENGTH, PLAYERS, TURNED_UP, MARKET, PALACE, BAZAAR, TYPES, DECK, COUNTERS, TIEBREAK, EFFECTS_AT, DECK_AT,
 REMOVED_IN, STOCK_IN, DECK_IN, STATE, ROOM) = range(18)  # fmt: skip
HEAD = 18
IS_AMUL = 0x41_4D_55_4C

COPIES, ZONE, VALOUR, LETTER, PLACES, TAKES, WORTH, MARKS, MARKS_END = range(9)
TYPE = 9
TABLE, HAND, BOTH = range(3)
PALACE_BIT, BAZAAR_BIT, MARKET_BIT = 1, 2, 4

KIND, ROW, GROUPED, POINTS, OTHERWISE, OF, SCOPE, MORE, CAP, LIST, LENGTH_OF = range(11)
EFFECT = 11
NONE = 2**31 - 1
(FLAT, PER_MATCH, SET_TABLE, DISTINCT_SETS, RARITY, PER_DISTINCT, PER_PAIR, COMBO, THRESHOLD, MAJORITY) = range(10)
OWN, NEIGHBOURS, OWN_AND_NEIGHBOURS, EVERYONE = range(4)
"""Scopes."""

ROWS = 7
FIRST_SYMBOL = ROWS
ARAB, MONGOL = FIRST_SYMBOL, FIRST_SYMBOL + 1
"""Counters."""
