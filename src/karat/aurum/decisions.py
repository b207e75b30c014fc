"""Records of Aurum read by compiled code: every deal is checked by the rules, every action by the kernel."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from karat.aurum.kernel import layout as at
from karat.aurum.kernel.batch import lead_of_round
from karat.aurum.kernel.layout import Record as State
from karat.aurum.kernel.legal import MOST_LEGAL, is_legal, legal_list
from karat.aurum.kernel.match import lay_out, start
from karat.aurum.kernel.observe import TENSOR, observe
from karat.aurum.kernel.pack import card_set, rule_words
from karat.aurum.kernel.round import apply
from karat.aurum.kernel.scoring import returns
from karat.aurum.rules import match
from karat.aurum.rules.codec import ACTIONS, encode
from karat.aurum.rules.deal import check_deal
from karat.aurum.rules.law import Law
from karat.aurum.rules.record import read_action, read_deal, to_record
from karat.aurum.rules.rules import Rules
from karat.decisions import Decisions, joined, numbers_of
from karat.game import BrokenRule
from karat.kernel.jit import Int, kernel, outlined
from karat.record import BadRecord, Form, entries, field, items
from karat.shuffle import Stream

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from karat.record import Record

AT_ONCE = 256
"""Actions for which there is room; a round of more gets more."""


class Replayer:
    """Reads records of one set of rules (karat.decisions)."""

    tensor, actions = TENSOR, ACTIONS

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self._state = np.zeros(at.WORDS, np.int64)
        self._known: dict[tuple[Any, Any], int] = {}
        self._legal = np.zeros(AT_ONCE * MOST_LEGAL, np.int16)
        self._shares = np.zeros(4, np.float32)

    def read(self, record: Record, *, observations: bool) -> Decisions:
        start(self._state, *rule_words(self.rules))
        parts = []
        for number, told in enumerate(field(record, "rounds", items), 1):
            try:
                parts.append(self._round(entries(told, "a round"), number, observations=observations))
            except BadRecord as bad:
                raise BadRecord(bad.law, bad.reason, round=number, action=bad.action) from None
            except BrokenRule as broken:
                raise BadRecord(broken.law, broken.reason, round=number) from None
        decisions = joined(parts, TENSOR * observations)
        if self._state[at.PHASE] == at.OVER:
            returns(self._state, self._shares)
            decisions.won[:] = self._shares[decisions.seats]
        return decisions

    def _round(self, entry: Record, number: int, *, observations: bool) -> dict[str, Any]:
        state, players = self._state, self.rules.players
        if number > 1 and state[at.PHASE] != at.AWAITS_DEAL:
            now = "the match is over" if state[at.PHASE] == at.OVER else "the round before it is not over"
            raise BadRecord(Law.IN_TURN, f"nothing is to be dealt: {now}")
        deal = read_deal(entry)
        check_deal(self.rules, deal, (int(state[at.FIRST]) + 1) % players if number > 1 else None)
        lay_out(state, deal.first)
        state[at.ASIDE] = card_set(deal.aside)
        state[at.HAND : at.HAND + players] = [card_set(hand) for hand in deal.hands]
        told = field(entry, "actions", items)
        actions = numbers_of(told, self._known, self._number)
        seats = np.array([seat for seat, _ in told], np.int64)
        count = len(actions)
        if count * MOST_LEGAL > len(self._legal):
            self._legal = np.zeros(count * MOST_LEGAL, np.int16)
        seen = np.zeros((count, TENSOR * observations), np.uint8)
        options, found = np.zeros(count, np.int16), np.zeros(MOST_LEGAL, np.int64)
        legal = self._legal if observations else self._legal[:0]
        taken = int(take_all(state, seats, actions, seen, options, legal, found))
        if taken < count:
            seat, text = told[taken]
            raise BadRecord(Law.IN_TURN, f"seat {seat} may not {text!r} now; `karat verify` says why", action=taken)
        lead = np.full(4, np.nan, np.float32)
        if state[at.TURN] < 0:
            lead_of_round(state, lead)
        return {
            "rounds": np.full(count, number, np.int16),
            "seats": seats.astype(np.int8),
            "actions": actions.astype(np.int16),
            "texts": [text for _, text in told],
            "options": options,
            "won": np.full(count, np.nan, np.float32),
            "lead": lead[seats],
            "legal": legal[: int(options.sum())].copy() if observations else legal,
            "seen": seen,
        }

    def _number(self, told: object, place: int) -> int:
        try:
            seat, action = read_action(told)
            return encode(action, seat, self.rules.players)
        except BadRecord as bad:
            raise BadRecord(bad.law, bad.reason, action=place) from None
        except ValueError as error:
            raise BadRecord(Form.ACTION_TEXT, str(error), action=place) from None


@kernel
def write_legal(state: State, seat: Int, begin: Int, found: State, out: NDArray[np.int16]) -> Int:
    """Write what a seat may do from `begin` on; how much that is. Without room it is only counted."""
    count = legal_list(state, seat, found)
    if out.size:
        for place in range(count):
            out[begin + place] = found[place]
    return count


@outlined
def take_all(
    state: State,
    seats: State,
    actions: State,
    seen: NDArray[np.uint8],
    options: NDArray[np.int16],
    legal: NDArray[np.int16],
    found: State,
) -> Int:
    """Take the actions of a round one after the other, each with what its seat saw; how many were legal."""
    place = np.int64(0)
    for number in range(actions.size):
        seat, action = seats[number], actions[number]
        if not is_legal(state, seat, action):
            return np.int64(number)
        count = write_legal(state, seat, place, found, legal)
        options[number] = count
        place += count
        if seen.shape[1]:
            observe(state, seat, seen[number])
        apply(state, seat, action)
    return np.int64(actions.size)


def reading_of_records() -> None:
    """Have all of it compiled."""
    begun = match.start(Rules(3))
    dealt = match.deal(begun, match.shuffled(begun, Stream("warm"))).state
    Replayer(dealt.rules).read(to_record(dealt), observations=True)
    state = np.zeros(at.WORDS, np.int64)
    start(state, *rule_words(dealt.rules))
    returns(state, np.zeros(4, np.float32))
    lead_of_round(state, np.zeros(4, np.float32))
