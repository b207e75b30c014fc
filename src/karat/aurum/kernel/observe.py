"""What one seat may know (A2.5, A3.3), as a view and as a tensor; the twin of karat.aurum.rules.observe.

The tensor is a row of bytes, all as the seat sees it: player 0 is itself, 1 the next clockwise, and so on; side 0 is
its own, the others follow clockwise. With three players the rows of player 3, with four those of side 2, are 0.
Between rounds and after the match the table is bare: everything before byte 812 is 0.

| from byte | holds                                                                                           |
|-----------|-------------------------------------------------------------------------------------------------|
| 0         | the own hand: a 1 for each of 50 base cards                                                     |
| 50        | base cards that lie open beside the game: 50                                                    |
| 100       | base cards known to be in the hands of players 1 to 3: 50 each                                  |
| 250       | base cards played to the tricks of this round by players 0 to 3: 50 each                        |
| 450       | bid cards of players 0 to 3, where this seat may see them: 50 each                              |
| 650       | base cards in the trick: 50                                                                     |
| 700       | gold in the trick by players 0 to 3, a 1 for its rank: 9 each                                   |
| 736       | gold in the stocks of players 0 to 3, how many of each rank: 9 each                             |
| 772       | gold in the supply, how many of each rank: 9                                                    |
| 781       | tricks taken by players 0 to 3                                                                  |
| 785       | how many cards players 0 to 3 hold                                                              |
| 789       | a 1 for each of players 0 to 3 who has laid a bid                                               |
| 793       | a 1 for the leader of the trick                                                                 |
| 797       | a 1 for the holder of the token                                                                 |
| 801       | a 1 for each player who may yet change a bid before this trick                                  |
| 805       | a 1 for each player who owes an action                                                          |
| 809       | a 1 for the phase: bidding, changing bids, playing                                              |
| 812       | nuggets of sides 0 to 2, at most 255                                                            |
| 815       | points of all finished rounds of sides 0 to 2, at most 255                                      |
| 818       | finished rounds, at most 255                                                                    |
| 819       | 1 with four players                                                                             |
| 820       | a 1 for the edition: de, fr, ru                                                                 |
| 823       | 1 without zero gold; 1 for the three-round total                                                |
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from karat.aurum.kernel import layout as at
from karat.aurum.kernel.layout import Record
from karat.aurum.kernel.legal import to_act
from karat.aurum.kernel.round import after
from karat.aurum.kernel.scoring import side_of, sides
from karat.aurum.rules.codec import BASE
from karat.kernel.bits import clear, popcount, write, write_bytes
from karat.kernel.jit import Int, kernel, outlined

TENSOR = 825
"""How many bytes a tensor has."""
AT_KNOWN, AT_OUT, AT_BIDS, AT_TRICK, AT_TRICK_GOLD, AT_STOCKS, AT_SUPPLY = 100, 250, 450, 650, 700, 736, 772
AT_TRICKS, AT_SIZES, AT_LAID, AT_LEADER, AT_FIRST, AT_ASKED, AT_TO_ACT, AT_PHASE = (
    781,
    785,
    789,
    793,
    797,
    801,
    805,
    809,
)
AT_NUGGETS, AT_TOTALS, AT_ROUNDS, AT_FOUR, AT_EDITION, AT_VARIANTS = 812, 815, 818, 819, 820, 823


@kernel
def is_face_down(state: Record, owner: Int) -> bool:
    """Whether the bid of `owner` is laid and known to it alone (A3.3)."""
    return bool(state[at.PHASE] == at.BIDDING and state[at.PLAYERS] == 3 and state[at.BID + owner] != -1)


@outlined
def view(state: Record, seat: Int, out: Record) -> None:
    """What `seat` knows, as a record; ONLOOKER knows what lies open."""
    for word in range(at.WORDS):
        out[word] = state[word]
    out[at.SEAT] = seat
    for other in range(state[at.PLAYERS]):
        out[at.SIZES + other] = popcount(state[at.HAND + other])
        if other != seat:
            if other != state[at.ENDED_BY]:  # A7.2: who ended the round has shown their hand
                out[at.HAND + other] = state[at.KNOWN + other]
            if is_face_down(state, other):
                out[at.BID + other] = at.HIDDEN


@kernel
def _write_gold(gold: Int, begin: Int, out: NDArray[np.uint8]) -> None:
    """How many of each rank there are: four bits each become a byte each."""
    spread = gold & 0xFFFFFFFF
    spread = (spread | spread << 16) & 0x0000FFFF0000FFFF
    spread = (spread | spread << 8) & 0x00FF00FF00FF00FF
    spread = (spread | spread << 4) & 0x0F0F0F0F0F0F0F0F
    write_bytes(spread, begin, out)
    out[begin + 8] = gold >> 32


@kernel
def observe(state: Record, seat: Int, out: NDArray[np.uint8]) -> None:
    """The tensor of `seat`, from a state or from that seat's own view: TENSOR bytes."""
    clear(TENSOR, out)
    players = state[at.PLAYERS]
    if at.BIDDING <= state[at.PHASE] <= at.PLAYING:
        _table(state, seat, out)
    side, many = side_of(players, seat), sides(players)
    for other in range(many):
        out[AT_NUGGETS + other] = min(np.int64(255), state[at.NUGGETS + side])
        out[AT_TOTALS + other] = min(np.int64(255), state[at.TOTALS + side])
        side = after(side, many)
    out[AT_ROUNDS] = min(np.int64(255), state[at.ROUNDS])
    out[AT_FOUR] = players == 4
    out[AT_EDITION + state[at.EDITION]] = 1
    out[AT_VARIANTS] = state[at.VARIANTS] & 1
    out[AT_VARIANTS + 1] = state[at.VARIANTS] >> 1


@kernel
def _table(state: Record, seat: Int, out: NDArray[np.uint8]) -> None:
    """What lies on the table while a round is played."""
    players, acting = state[at.PLAYERS], to_act(state)
    write(state[at.HAND + seat], BASE, 0, out)
    write(state[at.ASIDE], BASE, BASE, out)
    _write_gold(state[at.SUPPLY], AT_SUPPLY, out)
    out[AT_PHASE + state[at.PHASE] - at.BIDDING] = 1
    other = seat
    for player in range(players):
        if player:
            write(state[at.KNOWN + other], BASE, AT_KNOWN + BASE * (player - 1), out)
        write(state[at.OUT + other], BASE, AT_OUT + BASE * player, out)
        bid = state[at.BID + other]
        out[AT_LAID + player] = bid != -1
        if bid >= 0 and (player == 0 or not is_face_down(state, other)):
            out[AT_BIDS + BASE * player + bid] = 1
        _write_gold(state[at.STOCK + other], AT_STOCKS + 9 * player, out)
        out[AT_TRICKS + player] = state[at.TRICKS + other]
        out[AT_SIZES + player] = popcount(state[at.HAND + other]) if state[at.SEAT] < 0 else state[at.SIZES + other]
        out[AT_LEADER + player] = other == state[at.LEADER]
        out[AT_FIRST + player] = other == state[at.FIRST]
        out[AT_ASKED + player] = state[at.ASKED] >> other & 1
        out[AT_TO_ACT + player] = acting >> other & 1
        place = other - state[at.LEADER] if other >= state[at.LEADER] else other - state[at.LEADER] + players
        if place < state[at.PLAYED]:
            card = state[at.TRICK + place]
            if card < BASE:
                out[AT_TRICK + card] = 1
            else:
                out[AT_TRICK_GOLD + 9 * player + at.RANK[card]] = 1
        other = after(other, players)
