"""Aurum in lockstep: see bench.lockstep.run."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING, NoReturn

import numpy as np

from bench.lockstep import run
from bench.lockstep.aurum_tensor import tensor
from karat import aurum
from karat.aurum.kernel import check, compact, layout, legal, match, observe, scoring
from karat.aurum.kernel import round as one_round
from karat.aurum.kernel.pack import pack, pack_view, rule_words
from karat.aurum.rules import codec
from karat.aurum.rules.record import to_record
from karat.kernel import random
from karat.shuffle import Stream

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.aurum.kernel.layout import Record

MOST_ACTIONS = 20_000


@dataclass(frozen=True, slots=True)
class Table:
    """Rules, and how the players like to play: rare positions come from one-sided tastes."""

    rules: aurum.Rules
    taste: str = "any"


TASTES = {
    "any": (),
    "keeps": (aurum.Keep, aurum.Play, aurum.End, aurum.Bid),
    "spends": (aurum.Keep, aurum.PlayGold, aurum.Bid),
    "swaps": (aurum.Swap, aurum.Play, aurum.Bid),
}
"""By name, the kinds of action that are preferred where there are any."""

_VARIANTS = ((), ("no-zero-gold",), ("three-round-total",), ("no-zero-gold", "three-round-total"))
TABLES = tuple(
    Table(aurum.Rules.parse(players, edition, variants), taste)
    for taste, players, edition, variants in product(TASTES, (3, 4), aurum.Edition, _VARIANTS)
)


def walk(table: Table, seed: str, most: int = MOST_ACTIONS, *, thorough: bool = False) -> int:
    """Play a match in both engines and compare; how many actions it took. `thorough`: from every seat, every time."""
    walker = Walker(table, seed, thorough=thorough)
    for done in range(most):
        if aurum.outcome(walker.state):
            return done
        if aurum.awaits_deal(walker.state):
            walker.deal()
        walker.act()
    return most


class Walker:
    """One match in both engines."""

    def __init__(self, table: Table, seed: str, *, thorough: bool) -> None:
        self.table, self.seed, self.thorough = table, seed, thorough
        self.rng = Stream(f"{seed}/walk")
        self.state = aurum.start(table.rules)
        self.record: Record = np.zeros(layout.WORDS, np.int64)
        match.start(self.record, *rule_words(table.rules))
        self.compare()

    def deal(self) -> None:
        number = len(self.state.played)
        self.state = aurum.deal(self.state, aurum.shuffled(self.state, Stream(self.seed, number))).state
        match.deal(self.record, random.stream(self.seed, number), np.zeros(codec.BASE, np.int64))
        self.compare()

    def act(self) -> None:
        seat = self.rng.choice(aurum.to_act(self.state))
        action = self.rng.choice(self.liked(aurum.legal_actions(self.state, seat)))
        number = codec.encode(action, seat, self.table.rules.players)
        if not legal.is_legal(self.record, seat, number):
            self.differ(f"{seat} {action}: legal, but the kernel refuses {number}")
        self.state = aurum.apply(self.state, seat, action).state
        one_round.apply(self.record, seat, number)
        self.compare()

    def liked(self, offered: Sequence[aurum.Action]) -> Sequence[aurum.Action]:
        kinds = TASTES[self.table.taste]
        if kinds and self.rng.below(8):
            return tuple(action for action in offered if isinstance(action, kinds)) or offered
        return offered

    def compare(self) -> None:
        """Who is to act, what is legal, the record, what is seen, and the score."""
        players = self.table.rules.players
        self.same("to act", sum(1 << seat for seat in aurum.to_act(self.state)), legal.to_act(self.record))
        packed = pack(self.state)
        if packed.tobytes() != self.record.tobytes():
            words = np.flatnonzero(packed != self.record)
            self.differ(f"words {words.tolist()}: {packed[words].tolist()}, kernel {self.record[words].tolist()}")
        self.same("what is wrong", check.FINE, check.problem(self.record))
        for seat in range(players) if self.thorough else aurum.to_act(self.state):
            self.compare_legal(seat)
        for seat in (*range(players), None):
            if self.thorough or self.rng.below(12) == 0:
                self.compare_seen(seat)
        shares, outcome = np.zeros(4, np.float32), aurum.outcome(self.state)
        scoring.returns(self.record, shares)
        expected = [np.float32(outcome.share(seat) if outcome else 0) for seat in range(players)]
        self.same("shares of the win", expected, shares.tolist()[:players])

    def compare_legal(self, seat: int) -> None:
        players = self.table.rules.players
        listed = [codec.encode(action, seat, players) for action in aurum.legal_actions(self.state, seat)]
        found = np.zeros(legal.MOST_LEGAL, np.int64)
        count = legal.legal_list(self.record, seat, found)
        self.same(f"legal for seat {seat}", listed, found[:count].tolist())
        mask = np.full(codec.ACTIONS, 2, np.uint8)
        legal.legal_mask(self.record, seat, mask)
        self.same(f"legal mask of seat {seat}", listed, np.flatnonzero(mask).tolist())
        words = np.array(legal.options(self.record, seat), np.int64)
        self.same(
            f"mask words of seat {seat}", listed, np.flatnonzero(compact.unpack_masks(words.view(np.uint64))).tolist()
        )
        other = self.rng.below(codec.ACTIONS)
        self.same(f"{other} for seat {seat}", other in listed, legal.is_legal(self.record, seat, other))

    def compare_seen(self, seat: int | None) -> None:
        seen = aurum.observe(self.state, seat)
        view = np.zeros(layout.WORDS, np.int64)
        observe.view(self.record, layout.ONLOOKER if seat is None else seat, view)
        self.same(f"what is wrong with the view of {seat}", check.FINE, check.problem(view))
        if seen.to_act:
            self.same(f"view of {seat}", pack_view(seen).tolist(), view.tolist())
        if seat is not None:
            expected, one = tensor(seen), np.full((2, observe.TENSOR), 9, np.uint8)
            observe.observe(self.record, seat, one[0])
            observe.observe(view, seat, one[1])
            for other in (0, 1):
                wrong = np.flatnonzero(expected != one[other])
                self.same(f"tensor of {seat} at {wrong.tolist()}", expected[wrong].tolist(), one[other][wrong].tolist())
            words = np.full((2, compact.SEEN), 9, np.int64)
            compact.observe_words(self.record, seat, words[0])
            compact.observe_words(view, seat, words[1])
            unpacked = compact.unpack_observations(words.view(np.uint64))
            for other in (0, 1):
                wrong = np.flatnonzero(expected != unpacked[other])
                told = unpacked[other][wrong].tolist()
                self.same(f"words of {seat} at {wrong.tolist()}", expected[wrong].tolist(), told)

    def same(self, what: str, expected: object, found: object) -> None:
        if expected != found:
            self.differ(f"{what}: {expected}, kernel {found}")

    def differ(self, what: str) -> NoReturn:
        raise run.Difference(f"{self.table} seed {self.seed!r}: {what}", to_record(self.state))
