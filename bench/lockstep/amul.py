"""Amul in lockstep: see bench.lockstep.run."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from typing import NoReturn

import numpy as np

from bench.lockstep import run
from bench.lockstep.amul_tensor import tensor
from bench.lockstep.odd_cards import odd_cards
from karat import amul
from karat.amul.kernel import check, legal, market, match, observe, scoring
from karat.amul.kernel import layout as at
from karat.amul.kernel.cards import ROWS, compile_cards
from karat.amul.kernel.pack import pack, pack_view
from karat.amul.rules.codec import codec
from karat.amul.rules.record import to_record
from karat.kernel import random
from karat.shuffle import Stream


@dataclass(frozen=True, slots=True)
class Table:
    """Rules, and how the players like to play: rare positions come from one-sided tastes."""

    rules: amul.Rules
    taste: str = "any"


TASTES = ("any", "effects")
"""`effects` plays what has an instant effect, so that several meet in a round."""
STANDARD_TABLES = tuple(
    Table(amul.Rules(players, tea=tea), taste) for taste, tea, players in product(TASTES, (0, 1, 8), range(3, 9))
)
ODD_TABLES = tuple(
    Table(amul.Rules(players, odd_cards(f"lockstep {number}"), tea=number % 3), TASTES[number // 2 % 2])
    for number, players in product(range(8), range(3, 9))
)
TABLES = tuple(table for pair in zip(STANDARD_TABLES, ODD_TABLES, strict=False) for table in pair) + ODD_TABLES[36:]


def walk(table: Table, seed: str, most: int = 1000, *, thorough: bool = False) -> int:
    """Play a match in both engines and compare; how many actions it took. `thorough`: from every seat, every time."""
    walker = Walker(table, seed, thorough=thorough)
    for done in range(most):
        if amul.outcome(walker.state):
            return done
        walker.act()
    return most


class Walker:
    """One match in both engines."""

    def __init__(self, table: Table, seed: str, *, thorough: bool) -> None:
        self.table, self.seed, self.thorough = table, seed, thorough
        self.rng = Stream(f"{seed}/walk")
        self.cards, self.codec = compile_cards(table.rules), codec(table.rules.cards)
        self.room = np.zeros(self.cards[at.ROOM], np.int64)
        self.record: at.State = np.zeros(self.cards[at.STATE], np.int16)
        state = amul.start(table.rules)
        self.state = amul.deal(state, amul.shuffled(state, Stream(seed))).state
        match.deal(self.cards, self.record, random.stream(seed))
        self.compare()

    def act(self) -> None:
        seat = self.rng.choice(amul.to_act(self.state))
        action = self.rng.choice(self.liked(amul.legal_actions(self.state, seat)))
        number = self.codec.encode(action)
        if not legal.is_legal(self.cards, self.record, seat, number):
            self.differ(f"{seat} {action}: legal, but the kernel refuses {number}")
        self.state = amul.apply(self.state, seat, action).state
        market.apply(self.cards, self.record, seat, number)
        self.compare()

    def liked(self, legal: Sequence[amul.Action]) -> Sequence[amul.Action]:
        kinds = self.table.rules.cards.kinds
        if self.table.taste == "effects":
            liked = [action for action in legal if isinstance(action, amul.Play) and kinds[action.card.id].instant]
            return liked or legal
        return legal

    def compare(self) -> None:
        """Who is to act, what is legal, the record, what is seen, and the score."""
        players = self.table.rules.players
        acting = amul.to_act(self.state)
        self.same("to act", sum(1 << seat for seat in acting), legal.to_act(self.cards, self.record))
        self.same("next", min(acting, default=-1), legal.next_seat(self.cards, self.record))
        packed = pack(self.state).words
        if packed.tobytes() != self.record.tobytes():
            words = np.flatnonzero(packed != self.record)
            self.differ(f"words {words.tolist()}: {packed[words].tolist()}, kernel {self.record[words].tolist()}")
        self.same("what is wrong", check.FINE, check.problem(self.cards, self.record, self.room))
        seats = range(players) if self.thorough else (self.rng.below(players),)
        for seat in seats:
            self.compare_legal(seat)
            if self.thorough or self.rng.below(4) == 0:
                self.compare_seen(seat)
        if self.thorough:
            self.compare_seen(None)
        if self.state.sheet:
            self.compare_scores(self.state.sheet)

    def compare_legal(self, seat: int) -> None:
        listed = [self.codec.encode(action) for action in amul.legal_actions(self.state, seat)]
        count = legal.legal_list(self.cards, self.record, seat, self.room)
        self.same(f"legal for seat {seat}", listed, self.room[:count].tolist())
        mask = np.full(self.codec.size, 2, np.uint8)
        legal.legal_mask(self.cards, self.record, seat, mask)
        self.same(f"legal mask of seat {seat}", listed, np.flatnonzero(mask).tolist())
        other = self.rng.below(self.codec.size)
        self.same(f"{other} for {seat}", other in listed, bool(legal.is_legal(self.cards, self.record, seat, other)))

    def compare_seen(self, seat: int | None) -> None:
        seen = amul.observe(self.state, seat)
        view = np.zeros_like(self.record)
        observe.view(self.cards, self.record, at.ONLOOKER if seat is None else seat, view)
        self.same(f"view of {seat}", pack_view(seen).words.tolist(), view.tolist())
        self.same(f"what is wrong with the view of {seat}", check.FINE, check.problem(self.cards, view, self.room))
        self.same(f"worlds of {seat}", True, bool(check.has_history(self.cards, view)))
        self.same(f"worlds of {seat}", True, bool(check.has_world(self.cards, view, self.room)))
        if seat is not None:
            expected = tensor(seen)
            for record in (self.record, view):
                found = np.full(observe.tensor_size(self.cards), 9, np.uint8)
                observe.observe(self.cards, record, seat, found)
                self.same(f"tensor of {seat}", expected.tolist(), found.tolist())

    def compare_scores(self, sheet: amul.ScoreSheet) -> None:
        players = self.table.rules.players
        scores, shares = np.full((players, scoring.SCORE), 9, np.int64), np.zeros(players, np.float32)
        scoring.score(self.cards, self.record, scores, self.room)
        rows = dict(sheet.rows)
        for place, row in enumerate((*ROWS, "arab", "mongol")):
            self.same(f"row {row}", list(rows[row]), scores[:, place].tolist())
        self.same("points", list(sheet.points), scores[:, scoring.POINTS_IN].tolist())
        self.same("tie-break", list(sheet.tiebreak), scores[:, scoring.TIEBREAK_IN].tolist())
        self.same("winners", list(sheet.winners), np.flatnonzero(scores[:, scoring.WON_IN]).tolist())
        scoring.returns(self.cards, self.record, scores, shares)
        outcome = amul.outcome(self.state)
        expected = [np.float32(outcome.share(seat) if outcome else 0) for seat in range(players)]
        self.same("shares of the win", expected, shares.tolist())

    def same(self, what: str, expected: object, found: object) -> None:
        if expected != found:
            self.differ(f"{what}: {expected}, kernel {found}")

    def differ(self, what: str) -> NoReturn:
        raise run.Difference(f"{self.table} seed {self.seed!r}: {what}", to_record(self.state))
