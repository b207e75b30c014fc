"""One choice judged: worlds drawn until it is clear, or until they are used up.

Five stages, each on worlds of its own. Whoever judges many choices screens them all before the first is compared.

| stage   | looks at                                          | of which choices                                |
|---------|---------------------------------------------------|-------------------------------------------------|
| screen  | all actions                                       | all                                             |
| sift    | those that may be the best, and what was played   | where something may be clearly better           |
| confirm | what was played, and the one that seems best      | where that one is still ahead                   |
| refine  | the same two                                      | that seem to cost most, or may                  |
| check   | the same two, played out                          | where a loss seems clear                        |

What is told of a loss comes from the worlds of the last two alone. Whoever compares many actions and then reports the
gap to the best of them on the same worlds finds a gap where there is none; on fresh worlds the gap is what it is.

More worlds cannot tell where the judge itself is wrong. So nobody is accused by its word alone: the two are played out
by players who judge no position, and where that does not say so too, the choice is called equal.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from karat.review.losses import brought_to, expected_loss
from karat.review.values import BEST, CLEAR, EQUAL, Judged, Mean, TriedAction

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from karat.judging import Judge, JudgedPosition, Looks

    Floats = NDArray[np.float64]

SURE = 2.5
"""A loss is one where it is so many standard errors above 0."""
LEAST = 0.01
"""A smaller loss is called equal, however sure it is."""
AGREED = 1.0
"""So many standard errors the other action must be ahead when it is played out."""
SUSPECTED = 0.8
"""So many standard errors ahead, an action is compared further."""


@dataclass(frozen=True, slots=True)
class Depth:
    """How many worlds the stages look at; 0 leaves out sifting or refining."""

    screen: int = 24
    sift: int = 64
    confirm: int = 160
    refine: int = 320
    """More worlds of the last stage, for the choices that seem to cost most."""
    check: int = 600
    """That are played out where a loss seems clear; 0 leaves it out."""

    def times(self, many: float) -> Depth:
        """So many times as many, of every stage that there is."""
        stages = (self.screen, self.sift, self.confirm, self.refine, self.check)
        return Depth(*(max(1, round(number * many)) if number else 0 for number in stages))


@dataclass(frozen=True, slots=True)
class MadeChoice:
    """A choice to be judged: what the seat saw, and what it did."""

    step: int
    round: int
    index: int
    seat: int
    side: int
    seen: Any
    legal: tuple[Any, ...]
    played: Any


@dataclass
class Comparing:
    """Looks at the same actions, put together."""

    looks: list[Looks] = field(default_factory=list)

    def add(self, looks: Looks) -> None:
        if looks.is_all:
            self.looks.clear()
        self.looks.append(looks)

    @property
    def is_all(self) -> bool:
        return any(one.is_all for one in self.looks)

    @property
    def count(self) -> int:
        return sum(len(one.weights) for one in self.looks)

    @property
    def shares(self) -> Floats:
        logs = np.concatenate([one.weights for one in self.looks])
        weights = np.exp(logs - logs.max())
        shares: Floats = weights / weights.sum()
        return shares

    def stacked(self, name: str) -> Floats:
        return np.concatenate([getattr(one, name) for one in self.looks])

    def means(self, name: str) -> Floats:
        """By action, over all worlds."""
        found: Floats = np.tensordot(self.shares, self.stacked(name), 1)
        return found

    def estimate(self, values: Floats) -> Mean:
        """The mean of a number by world, and its error: worlds differ in what they count."""
        shares = self.shares
        mean = float(shares @ values)
        error = 0.0 if self.is_all else float(np.sqrt(np.square(shares * (values - mean)).sum()))
        few = 1 / float(np.square(shares).sum())
        return Mean(mean, error * (few / max(few - 1, 0.5)) ** 0.5)

    def ahead(self, one: int, other: int, side: int) -> Mean:
        """By how much an action is ahead of another in the chance to win, in the same worlds."""
        wins = self.stacked("wins")[:, :, side]
        return self.estimate(wins[:, one] - wins[:, other])


@dataclass
class Judgement:
    """A choice on its way through the stages. What comes of it follows from the seed alone."""

    judge: Judge
    choice: MadeChoice
    depth: Depth
    seed: str
    position: JudgedPosition = field(init=False)
    first: Comparing = field(default_factory=Comparing)
    last: Comparing = field(default_factory=Comparing)
    played_out: Mean | None = None
    """By how much the one that seems best is ahead then; None where it was not asked."""
    pair: tuple[Any, Any] | None = None
    """What is compared in the last stage: the action that seems best, and what was played."""
    alive: list[Any] = field(default_factory=list)
    """What was screened."""
    promising: list[Any] = field(default_factory=list)
    """What may be clearly better than what was played, and is still to be compared with it."""

    def __post_init__(self) -> None:
        self.position = self.judge.position(self.choice.seen, self.choice.legal, self.choice.played)
        self.seed = f"{self.seed}/choice {self.choice.step}"

    def run(self) -> Judgement:
        """All stages but the refinement."""
        return self.screen().compare()

    def screen(self) -> Judgement:
        """Find out whether anything may be clearly better than what was played."""
        self.alive = list(self.position.actions)
        self.first.add(self.position.look(self.alive, self.depth.screen, f"{self.seed}/screen"))
        if self.first.is_all:
            self.settle()
        else:
            self.promising = self.better(self.first, self.alive)
        return self

    def compare(self) -> Judgement:
        """Find the one that seems best of what is promising, and confirm it on worlds of its own."""
        if not self.promising:
            return self
        side, played = self.choice.side, self.choice.played
        actions, found = [*self.promising, played], Comparing()
        self.promising = []
        if self.depth.sift:
            found.add(self.position.look(actions, self.depth.sift, f"{self.seed}/sift"))
        else:
            actions, found = self.alive, self.first
        best = int(np.argmax(found.means("wins")[:, side]))
        ahead = found.ahead(best, actions.index(played), side)
        # Of few worlds the best of many actions is a lucky one, and seldom better than what was played.
        if actions[best] != played and ahead.mean > max(LEAST / 2, 0.0 if self.depth.sift else ahead.error):
            self.pair = actions[best], played
        self.confirm(self.depth.confirm, "confirm")
        return self.check()

    def better(self, found: Comparing, actions: Sequence[Any]) -> list[Any]:
        """The actions that may be clearly better than what was played."""
        own, side = list(actions).index(self.choice.played), self.choice.side
        ahead = [(found.ahead(place, own, side), action) for place, action in enumerate(actions) if place != own]
        return [action for gap, action in ahead if gap.mean + SUSPECTED * gap.error > LEAST]

    def settle(self) -> None:
        """Where all worlds were looked at, the best is known."""
        best = int(np.argmax(self.first.means("wins")[:, self.choice.side]))
        if self.alive[best] != self.choice.played:
            self.pair = self.alive[best], self.choice.played
            self.confirm(1, "all")

    def confirm(self, worlds: int, stage: str) -> None:
        """Compare the two on fresh worlds."""
        if self.pair is not None and not self.last.is_all:
            self.last.add(self.position.look(self.pair, worlds, f"{self.seed}/{stage}"))

    def refine(self) -> Judgement:
        if self.depth.refine:
            self.confirm(self.depth.refine, "refine")
        return self.check()

    def check(self) -> Judgement:
        """Ask what seems a clear loss in another way, once."""
        if self.depth.check and self.played_out is None and self.pair and self.seems_clear and not self.last.is_all:
            looks = self.position.play_out(self.pair, self.depth.check, f"{self.seed}/check")
            if looks is not None:
                found = Comparing()
                found.add(looks)
                self.played_out = found.ahead(0, 1, self.choice.side)
        return self

    @property
    def gap(self) -> Mean:
        """By how much the one that seemed best is ahead on fresh worlds, which may be below 0."""
        return Mean(0.0) if self.pair is None else self.last.ahead(0, 1, self.choice.side)

    @property
    def loss(self) -> Mean:
        """By how much what was played is behind; never below 0."""
        return Mean(max(self.gap.mean, 0.0), self.gap.error)

    def brought(self, side: int) -> Mean:
        """What may be expected to have come of it for a side that not the best was played: for its own, a loss."""
        if self.pair is None:
            return Mean(0.0)
        if side == self.choice.side:
            lost = expected_loss(self.gap)
            return Mean(-lost.mean, lost.error)
        others = set(range(self.last.stacked("wins").shape[2])) - {self.choice.side}
        return brought_to(side, self.gap, {each: self.last.ahead(1, 0, each).mean for each in sorted(others)})

    @property
    def may_cost(self) -> float:
        """The loss that is still within its error; nothing where no more worlds can tell more."""
        return 0.0 if self.pair is None or self.last.is_all else self.loss.mean + 2 * self.loss.error

    @property
    def seems_clear(self) -> bool:
        return self.loss.mean >= LEAST and self.loss.mean > SURE * self.loss.error

    @property
    def is_clear(self) -> bool:
        """And nothing speaks against it."""
        against = self.played_out
        return self.seems_clear and (against is None or against.mean > AGREED * against.error)

    def judged(self) -> Judged:
        """As a value, with the reason where there is a clear loss."""
        played = self.choice.played
        found, actions = (self.last, list(self.pair)) if self.pair else (self.first, self.alive)
        clear = self.is_clear
        better = actions[0] if clear else played
        verdict = CLEAR if clear else EQUAL if self.pair or self.promising else BEST
        facts, why = found.means("facts"), None
        if clear:
            why = self.judge.reason(self.choice.seen, played, better, (facts[1].tolist(), facts[0].tolist()))
        return Judged(
            step=self.choice.step,
            round=self.choice.round,
            index=self.choice.index,
            seat=self.choice.seat,
            kind=self.judge.kind(self.choice.seen, played, better),
            played=self.option(found, actions, played),
            best=self.option(found, actions, better),
            loss=self.loss if clear else Mean(0.0, self.loss.error),
            verdict=verdict,
            worlds=self.first.count + self.last.count,
            is_exact=found.is_all,
            why=why,
            chances=tuple(found.means("wins")[actions.index(better)].tolist()),
            position=str(self.choice.seen) if clear else "",
        )

    def option(self, found: Comparing, actions: Sequence[Any], action: Any) -> TriedAction:
        place = list(actions).index(action)
        win = found.estimate(found.stacked("wins")[:, place, self.choice.side])
        return TriedAction(str(action), win, float(found.means("points")[place]))
