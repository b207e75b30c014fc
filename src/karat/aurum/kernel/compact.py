"""What one seat sees and may do, in words of bits: all that the bytes of observe.py say, in a tenth of the room.

Learners that keep many positions, or send them to another device, keep and send these and unpack them there.
`unpack_observations` and `unpack_masks` give the bytes. Players count from the seat itself, clockwise, sides likewise.

| word    | bits    | of an observation                                                                      |
|---------|---------|----------------------------------------------------------------------------------------|
| 0       | 0 - 49  | the own hand                                                                           |
| 1       | 0 - 49  | base cards that lie open beside the game                                               |
| 2       | 0 - 58  | the trick: base cards, then gold of rank r as bit 50 + r                               |
| 3       | 0 - 35  | gold in the trick by players 0 to 3, nine bits each, one for its rank                  |
|         | 40 - 55 | how many cards players 0 to 3 hold, four bits each                                     |
| 4       | 0 - 35  | gold in the supply, four bits for how many of each rank                                |
|         | 40 - 51 | four bits each, one for a player: the leader, who may yet change a bid, who owes an action |
|         | 52 - 54 | one for the phase: bidding, changing bids, playing                                     |
| 5       | 0 - 47  | nuggets of sides 0 to 2, then points of all finished rounds, eight bits each, at most 255 |
|         | 48 - 55 | finished rounds, at most 255                                                           |
|         | 56 - 57 | which player holds the token                                                           |
|         | 58 - 62 | one for four players; edition de 0, fr 1, ru 2 (two bits); no zero gold; three-round total |
| 6 - 9   | 0 - 49  | base cards that players 0 to 3 played to the tricks of this round                      |
|         | 56 - 63 | the number of the bid card; 255 for no bid yet, 254 for one that lies face down        |
| 10 - 13 | 0 - 35  | gold in the stocks of players 0 to 3                                                   |
|         | 40 - 43 | tricks taken                                                                           |
| 14 - 16 | 0 - 49  | base cards known to be in the hands of players 1 to 3                                  |

Between rounds and after the match only word 5 is not 0, and in it nobody holds the token. A mask is the two words of
legal.py: the base cards, and the gold and kinds of action, that are open.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from karat.aurum.kernel import layout as at
from karat.aurum.kernel import observe as tensor
from karat.aurum.kernel.layout import Record
from karat.aurum.kernel.legal import NEEDS, lying, to_act
from karat.aurum.kernel.round import after
from karat.aurum.kernel.scoring import side_of, sides
from karat.aurum.rules.codec import BASE, GOLD
from karat.kernel.bits import popcount
from karat.kernel.jit import Int, has, kernel, outlined
from karat.kernel.vectors import store_turned

SEEN, MASK = 17, 2
"""How many words an observation and a mask have."""
_AROUND = np.array(
    [[[(seat + player) % players if player < players else 3 for player in range(4)] for seat in range(4)]
     for players in (3, 4)], np.int32,
)  # fmt: skip
"""Who sits where, as seen from each seat, with three players and with four; the empty chair is seat 3."""
_ORDERS = np.stack([2 * _AROUND, 2 * _AROUND + 1], -1).ravel()
"""The same by halves of words."""

if has("avx2"):

    @kernel
    def write_rows(state: Record, seat: Int, out: Record) -> None:
        """Words 6 to 16: three times four words of the record, each time from the seat's own on."""
        begin = (state[at.PLAYERS] & 4) << 3 | (seat & 3) << 3
        # Of the first four the own one is written over by the next.
        store_turned(state, (at.KNOWN, at.KNOWN, 0), _ORDERS, begin, out, 13)
        store_turned(state, (at.STOCK, at.TRICKS, 40), _ORDERS, begin, out, 10)
        store_turned(state, (at.OUT, at.BID, 56), _ORDERS, begin, out, 6)

else:

    @kernel
    def write_rows(state: Record, seat: Int, out: Record) -> None:
        """Words 6 to 16: three times four words of the record, each time from the seat's own on."""
        for player in range(4):
            other = _AROUND[(state[at.PLAYERS] & 4) >> 2, seat & 3, player] & 3
            out[6 + player] = state[at.BID + other] << 56 | state[at.OUT + other]
            out[10 + player] = state[at.TRICKS + other] << 40 | state[at.STOCK + other]
            if player:
                out[13 + player] = state[at.KNOWN + other]


@kernel
def turned(seats: Int, seat: Int, players: Int) -> Int:
    """A bit for each seat, as a bit for each player."""
    return (seats | seats << players) >> seat & ((at.ONE << players) - 1)


@outlined
def standing(state: Record, seat: Int) -> Int:
    """Word 5: what stays as it is for a whole round."""
    players = state[at.PLAYERS]
    side, many = side_of(players, seat), sides(players)
    word = min(np.int64(255), state[at.ROUNDS]) << 48
    for other in range(many):
        word |= min(np.int64(255), state[at.NUGGETS + side]) << 8 * other
        word |= min(np.int64(255), state[at.TOTALS + side]) << 24 + 8 * other
        side = after(side, many)
    if at.BIDDING <= state[at.PHASE] <= at.PLAYING:
        token = state[at.FIRST] - seat
        word |= (token if token >= 0 else token + players) << 56
    return word | (players & 4) << 56 | state[at.EDITION] << 59 | state[at.VARIANTS] << 61


@outlined
def _gold_in_trick(state: Record, seat: Int) -> Int:
    """Word 3, when there is any."""
    players, word = state[at.PLAYERS], np.int64(0)
    player = state[at.LEADER] - seat if state[at.LEADER] >= seat else state[at.LEADER] - seat + players
    for place in range(state[at.PLAYED]):
        if state[at.TRICK + place] >= BASE:
            word |= at.ONE << 9 * player + state[at.TRICK + place] - BASE
        player = after(player, players)
    return word


@kernel
def sizes(state: Record) -> Int:
    """How many cards each seat holds, four bits each."""
    row = at.HAND if state[at.SEAT] < 0 else at.SIZES
    if row == at.HAND:
        two = popcount(state[at.HAND]) | popcount(state[at.HAND + 1]) << 4
        return two | popcount(state[at.HAND + 2]) << 8 | popcount(state[at.HAND + 3]) << 12
    return state[at.SIZES] | state[at.SIZES + 1] << 4 | state[at.SIZES + 2] << 8 | state[at.SIZES + 3] << 12


@kernel
def see(state: Record, seat: Int, trick: Int, owing: Int, stands: Int, out: Record) -> None:
    """The observation of a seat in a round that is played; what is handed in comes from the functions above."""
    players = state[at.PLAYERS]
    write_rows(state, seat, out)
    if players == 3 and state[at.PHASE] == at.BIDDING:  # A3.3
        for player in range(1, 3):
            if out[6 + player] >> 56 != -1:
                out[6 + player] = np.int64(at.HIDDEN) << 56
    out[0], out[1], out[2] = state[at.HAND + (seat & 3)], state[at.ASIDE], trick
    held = sizes(state)
    held = (held | held << 4 * players) >> 4 * seat & ((at.ONE << 4 * players) - 1)
    out[3] = held << 40
    if trick >> BASE:
        out[3] |= _gold_in_trick(state, seat)
    leader = state[at.LEADER] - seat
    leader += players & leader >> 63
    phase = at.ONE << state[at.PHASE] - at.BIDDING
    marks = at.ONE << leader | turned(state[at.ASKED], seat, players) << 4 | owing << 8 | phase << 12
    out[4] = marks << 40 | state[at.SUPPLY]
    out[5] = stands


@kernel
def observe_words(state: Record, seat: Int, out: Record) -> None:
    """SEEN words of what `seat` sees, from a state or from its own view."""
    for word in range(SEEN):
        out[word] = 0
    out[5] = standing(state, seat)
    if at.BIDDING <= state[at.PHASE] <= at.PLAYING:
        see(state, seat, lying(state), turned(to_act(state), seat, state[at.PLAYERS]), out[5], out)


def unpack_masks(words: NDArray[np.uint64]) -> NDArray[np.bool_]:
    """(…, MASK) words as (…, ACTIONS) booleans."""
    cards, means = words[..., 0, None], words[..., 1, None]
    return np.asarray(cards >> NEEDS[0] & means >> NEEDS[1] & means >> NEEDS[2] & np.uint64(1), np.bool_)


def unpack_observations(words: NDArray[np.uint64]) -> NDArray[np.uint8]:
    """(…, SEEN) words as the (…, TENSOR) bytes that observe.py describes."""
    bits = _bits(words).view(np.uint8).reshape(*words.shape, 64)
    out = np.zeros((*words.shape[:-1], tensor.TENSOR), np.uint8)

    def put(begin: int, parts: NDArray[np.uint8]) -> None:
        flat = parts.reshape(*words.shape[:-1], -1)
        out[..., begin : begin + flat.shape[-1]] = flat

    def number(word: int, bit: int, size: int) -> NDArray[np.uint8]:
        return (words[..., word] >> np.uint64(bit) & np.uint64((1 << size) - 1)).astype(np.uint8)

    def nibbles(word: int) -> NDArray[np.uint8]:
        return (words[..., word, None] >> np.arange(0, 4 * GOLD, 4, dtype=np.uint64) & np.uint64(15)).astype(np.uint8)

    put(0, bits[..., 0, :BASE])
    put(BASE, bits[..., 1, :BASE])
    put(tensor.AT_KNOWN, bits[..., 14:17, :BASE])
    put(tensor.AT_OUT, bits[..., 6:10, :BASE])
    in_round = np.asarray(bits[..., 4, 52:55].any(-1))
    for player in range(4):
        bid = number(6 + player, 56, 8)
        put(tensor.AT_BIDS + BASE * player, np.where(in_round[..., None], bid[..., None] == np.arange(BASE), 0))
        put(tensor.AT_LAID + player, (bid != 255) & in_round)
        put(tensor.AT_STOCKS + GOLD * player, nibbles(10 + player))
        put(tensor.AT_TRICKS + player, number(10 + player, 40, 4))
        put(tensor.AT_SIZES + player, number(3, 40 + 4 * player, 4))
        put(tensor.AT_FIRST + player, (number(5, 56, 2) == player) & in_round)
    put(tensor.AT_TRICK, bits[..., 2, :BASE])
    put(tensor.AT_TRICK_GOLD, bits[..., 3, :36])
    put(tensor.AT_SUPPLY, nibbles(4))
    put(tensor.AT_LEADER, bits[..., 4, 40:44])
    put(tensor.AT_ASKED, bits[..., 4, 44:52])  # and who owes an action
    put(tensor.AT_PHASE, bits[..., 4, 52:55])
    for place in range(7):
        put(tensor.AT_NUGGETS + place, number(5, 8 * place, 8))
    put(tensor.AT_FOUR, bits[..., 5, 58])
    put(tensor.AT_EDITION, number(5, 59, 2)[..., None] == np.arange(3))
    put(tensor.AT_VARIANTS, bits[..., 5, 61:63])
    return out


def _bits(words: NDArray[np.uint64]) -> NDArray[np.bool_]:
    """Every bit of the last axis, lowest first."""
    flat = np.ascontiguousarray(words, "<u8").view(np.uint8)
    return np.unpackbits(flat, axis=-1, bitorder="little").view(np.bool_)
