"""Records of Amul read by compiled code: the deal is checked by the rules, every action by the kernel."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from karat.amul.kernel import edge
from karat.amul.kernel import layout as at
from karat.amul.kernel.cards import compile_cards
from karat.amul.kernel.layout import CardTable, Room, State
from karat.amul.kernel.legal import actions_of, is_legal, legal_list
from karat.amul.kernel.market import apply, open_market
from karat.amul.kernel.observe import observe, tensor_size
from karat.amul.kernel.scoring import POINTS_IN, SCORE, returns, score
from karat.amul.rules import match
from karat.amul.rules.codec import codec
from karat.amul.rules.deal import check_deal
from karat.amul.rules.law import Law
from karat.amul.rules.record import read_action, read_deal, to_record
from karat.amul.rules.rules import Rules
from karat.decisions import Decisions, joined, numbers_of
from karat.game import BrokenRule
from karat.kernel.jit import Int, outlined
from karat.record import BadRecord, Form, field, items
from karat.shuffle import Stream

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from karat.record import Record


class Replayer:
    """Reads records of one set of rules (karat.decisions)."""

    def __init__(self, rules: Rules) -> None:
        self.rules, self._cards = rules, compile_cards(rules)
        self.tensor, self.actions = int(tensor_size(self._cards)), int(actions_of(self._cards))
        self._state: State = np.zeros(self._cards[at.STATE], np.int16)
        self._codec = codec(rules.cards)
        self._known: dict[tuple[Any, Any], int] = {}
        self._found = np.zeros(max(self.actions, self._cards[at.ROOM]), np.int64)

    def read(self, record: Record, *, observations: bool) -> Decisions:
        cards, state = self._cards, self._state
        try:
            deal = read_deal(record, self.rules.cards)
            check_deal(self.rules, deal)
        except BrokenRule as broken:
            raise BadRecord(broken.law, broken.reason) from None
        state[cards[at.DECK_IN] :] = [self._codec.numbers[card] for card in deal.deck]
        open_market(cards, state, deal.first)
        told = field(record, "actions", items)
        actions = numbers_of(told, self._known, self._number)
        seats = np.array([seat for seat, _ in told], np.int64)
        count = len(actions)
        seen = np.zeros((count, self.tensor * observations), np.uint8)
        options, rounds = np.zeros(count, np.int16), np.zeros(count, np.int16)
        legal = np.zeros(count * self.actions * observations, np.int16)
        taken = int(take_all(cards, state, (seats, actions, rounds), seen, options, legal, self._found))
        if taken < count:
            seat, text = told[taken]
            raise BadRecord(Law.IN_TURN, f"seat {seat} may not {text!r} now; `karat verify` says why",
                            round=int(state[at.NUMBER]), action=taken)  # fmt: skip
        won, lead = self._result()
        return joined(
            [
                {
                    "rounds": rounds,
                    "seats": seats.astype(np.int8),
                    "actions": actions.astype(np.int16),
                    "texts": [text for _, text in told],
                    "options": options,
                    "won": won[seats],
                    "lead": lead[seats],
                    "legal": legal[: int(options.sum())],
                    "seen": seen,
                }
            ],
            self.tensor * observations,
        )

    def _result(self) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """By seat, the share of the win and the lead in points; NaN while the match goes on."""
        players = self.rules.players
        won, lead = (np.full(players, np.nan, np.float32) for _ in range(2))
        if self._state[at.PHASE] == at.OVER:
            scores = np.zeros((players, SCORE), np.int64)
            score(self._cards, self._state, scores, self._found)
            returns(self._cards, self._state, scores, won)
            points = scores[:, POINTS_IN]
            lead[:] = [points[seat] - np.delete(points, seat).max() for seat in range(players)]
        return won, lead

    def _number(self, told: object, place: int) -> int:
        try:
            _, action = read_action(told, self.rules.cards)
            return self._codec.encode(action)
        except BadRecord as bad:
            raise BadRecord(bad.law, bad.reason, action=place) from None
        except ValueError as error:
            raise BadRecord(Form.ACTION_TEXT, str(error), action=place) from None


@outlined
def take_all(
    cards: CardTable,
    state: State,
    taken: tuple[Room, Room, NDArray[np.int16]],
    seen: NDArray[np.uint8],
    options: NDArray[np.int16],
    legal: NDArray[np.int16],
    found: Room,
) -> Int:
    """Take actions one after the other (seats, numbers, room for the rounds), each with what its seat saw."""
    seats, actions, rounds = taken
    place = np.int64(0)
    for number in range(actions.size):
        seat, action = seats[number], actions[number]
        if not is_legal(cards, state, seat, action):
            return np.int64(number)
        count = legal_list(cards, state, seat, found)
        options[number], rounds[number] = count, state[at.NUMBER]
        if legal.size:
            for one in range(count):
                legal[place + one] = found[one]
            place += count
        if seen.shape[1]:
            observe(cards, state, seat, seen[number])
        apply(cards, state, seat, action)
    return np.int64(actions.size)


def reading_of_records() -> None:
    """Have all of it compiled."""
    begun = match.start(Rules(3))
    dealt = match.deal(begun, match.shuffled(begun, Stream("warm"))).state
    Replayer(dealt.rules).read(to_record(dealt), observations=True)
    edge.returns(edge.start(dealt.rules))
