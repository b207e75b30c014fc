"""A match reviewed for one seat: an iterator of reviews that fill in, the last of them complete.

First a quick look at all choices of the seat, so that there is a curve at once; then more worlds where something may
have been better, and more again where most is at stake; then the choices of the others, for what they brought. Kernels
run without Python's lock, so threads are enough to use all cores. Every choice has a seed of its own: what comes out
does not depend on how many threads there are, nor on who is faster.
"""

from __future__ import annotations

import math
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any

from karat.kernel.threads import cores
from karat.review.judgement import LEAST, Depth, Judgement, MadeChoice
from karat.review.values import CLEAR, CurvePoint, Judged, LuckLedger, Mean, OpenCards, Review

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from concurrent.futures import Future

    from karat.game import Seat
    from karat.judging import Judge, Likelihood, Luck
    from karat.kit import Kit
    from karat.record import Record, Taken

MOST_COSTLY = 5
MOST_REFINED = 10
"""Choices that get still more worlds: those that cost most, and those that may."""
USUAL = Depth()
EVENLY = replace(USUAL, refine=0, check=0)
"""For the choices of the others: as much as for those of the seat, or more of its losses than of theirs were found.

What a look at fewer worlds does not suspect is told as luck: it was measured (docs/development/review.md). Nobody is
told that they are losses, so they are not checked.
"""


class NotReviewable(ValueError):
    """A match, a seat or a game of which there is no review."""


@dataclass(frozen=True, slots=True)
class Effort:
    """How much is looked at: the same effort and seed give the same review wherever it is made."""

    own: Depth = USUAL
    others: Depth | None = EVENLY
    """For the choices of the others; None leaves them alone, and then there is no ledger."""
    deals: int = 400
    """That are drawn to tell how good a deal was."""

    def times(self, many: float) -> Effort:
        """So many times as much."""
        return Effort(self.own.times(many), self.others and self.others.times(many), max(2, round(self.deals * many)))


EVEN = Effort(EVENLY, EVENLY, 100)
"""All seats quite alike, for luck over many matches: between all sides of a match it then comes to nothing."""


def judge_of(kit: Kit, rules: Any) -> Judge:
    if kit.judge is None:
        raise NotReviewable(f"matches of {kit.name} cannot be reviewed: the game has no judge of its choices")
    judge: Judge = kit.judge(rules)
    return judge


def choices(kit: Kit, taken: Sequence[Taken]) -> tuple[MadeChoice, ...]:
    """Every choice of a record that was one, as its seat saw it."""
    found, state = [], None
    counted: dict[int, int] = {}
    rules = taken[0].step.state.rules
    sides = kit.sides(rules)
    by_round = bool(kit.recipe(rules).rounds)
    for step, one in enumerate(taken):
        if one.seat is not None:
            key = one.round if by_round else 0
            index = counted.get(key, 0)
            counted[key] = index + 1
            legal = tuple(kit.game.legal_actions(state, one.seat))
            if len(legal) > 1:
                side = next(number for number, seats in enumerate(sides) if one.seat in seats)
                seen = kit.game.observe(state, one.seat)
                found.append(MadeChoice(step, one.round, index, one.seat, side, seen, legal, one.action))
        state = one.step.state
    return tuple(found)


def review(
    kit: Kit,
    record: Record,
    seat: Seat,
    effort: Effort | None = None,
    *,
    seed: str = "review",
    threads: int | None = None,
) -> Iterator[Review]:
    """Reviews of a seat's match that fill in; the last is complete. BadRecord, NotReviewable."""
    effort = effort or Effort()
    taken = tuple(kit.taken(record))
    if not taken:
        raise NotReviewable("nothing was dealt in this match, so there is nothing to review")
    rules = taken[0].step.state.rules
    if seat not in range(rules.players):
        raise NotReviewable(
            f"there is no seat {seat} in a match of {rules.players}; seats are 0 to {rules.players - 1}"
        )
    judge = judge_of(kit, rules)
    return Reviewing(kit, judge, taken, seat, effort, seed).run(threads or cores())


def final_review(kit: Kit, record: Record, seat: Seat, effort: Effort | None = None, **options: Any) -> Review:
    """The complete one."""
    *_, last = review(kit, record, seat, effort, **options)
    return last


class Reviewing:
    """A review that is being made."""

    def __init__(self, kit: Kit, judge: Judge, taken: Sequence[Taken], seat: Seat, effort: Effort, seed: str) -> None:
        self.kit, self.judge, self.taken, self.seat, self.effort, self.seed = kit, judge, taken, seat, effort, seed
        self.rules = taken[0].step.state.rules
        self.sides = kit.sides(self.rules)
        self.side = next(number for number, seats in enumerate(self.sides) if seat in seats)
        every = choices(kit, taken)
        self.own = [choice for choice in every if choice.seat == seat]
        self.others = [choice for choice in every if choice.seat != seat] if effort.others else []
        self.judgements: dict[int, Judgement] = {}
        self.judged: dict[int, Judged] = {}
        self.brought: dict[int, Mean] = {}
        self.luck: tuple[Luck, ...] = ()
        self.progress = 0.0

    def run(self, threads: int) -> Iterator[Review]:
        with ThreadPoolExecutor(threads) as pool:
            try:
                yield from self.stages(pool)
            finally:
                pool.shutdown(wait=False, cancel_futures=True)
        yield self.review(1.0)

    def stages(self, pool: ThreadPoolExecutor) -> Iterator[Review]:
        """Each stage with the progress at its end."""
        yield from self.all_done(pool, [partial(self.screen, one) for one in self.own], 0.2)
        open_ones = [step for step, one in self.judgements.items() if one.promising]
        yield from self.all_done(pool, [partial(self.compare, step) for step in sorted(open_ones)], 0.4)
        yield from self.all_done(pool, [partial(self.refine, step) for step in self.at_stake()], 0.5)
        if self.kit.game.outcome(self.taken[-1].step.state) is not None and self.effort.others is not None:
            work: list[Callable[[], None]] = [
                self.size_up_deals,
                *(partial(self.judge_other, one) for one in self.others),
            ]
            yield from self.all_done(pool, work, 0.99)

    def all_done(self, pool: ThreadPoolExecutor, work: Sequence[Callable[[], None]], until: float) -> Iterator[Review]:
        """Reviews while the work is being done."""
        begin, done = self.progress, 0
        waiting: set[Future[None]] = {pool.submit(one) for one in work}
        while waiting:
            finished, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            for one in finished:
                one.result()
            done += len(finished)
            self.progress = begin + (until - begin) * done / len(work)
            yield self.review(self.progress)

    def screen(self, choice: MadeChoice) -> None:
        found = Judgement(self.judge, choice, self.effort.own, self.seed).screen()
        self.judgements[choice.step] = found
        self.judged[choice.step] = self.with_open_cards(found.judged(), choice)

    def compare(self, step: int) -> None:
        self.judged[step] = self.told_again(self.judgements[step].compare())

    def refine(self, step: int) -> None:
        self.judged[step] = self.told_again(self.judgements[step].refine())

    def told_again(self, found: Judgement) -> Judged:
        return replace(found.judged(), open_cards=self.judged[found.choice.step].open_cards)

    def at_stake(self) -> list[int]:
        """The steps of the choices that cost most or may cost as much, those with most at stake first."""
        least = min((self.in_order()[place].loss.mean for place in self.costly()), default=0.0)
        if len(self.costly()) < MOST_COSTLY:
            least = 0.0
        some = [(one.may_cost, step) for step, one in self.judgements.items() if one.may_cost > max(least, LEAST)]
        return [step for _, step in sorted(some, key=lambda one: (-one[0], one[1]))[:MOST_REFINED]]

    def judge_other(self, choice: MadeChoice) -> None:
        """What it brought this side that another seat did not do what seemed best."""
        assert self.effort.others is not None  # noqa: S101 -- else nobody is asked
        found = Judgement(self.judge, choice, self.effort.others, self.seed)
        if len(found.position.actions) > 1 and found.run().pair is not None:
            self.brought[choice.step] = found.brought(self.side)

    def size_up_deals(self) -> None:
        self.luck = self.judge.deals(self.taken, self.seat, self.effort.deals, f"{self.seed}/deals")

    def with_open_cards(self, judged: Judged, choice: MadeChoice) -> Judged:
        """What the solver says where it is quick."""
        told = open_cards(self.kit, self.taken[choice.step - 1].step.state, choice)
        return judged if told is None else replace(judged, open_cards=told)

    def in_order(self) -> tuple[Judged, ...]:
        return tuple(self.judged[step] for step in sorted(self.judged.copy()))

    def costly(self) -> tuple[int, ...]:
        """Where in the choices those stand that cost most."""
        found = self.in_order()
        clear = [place for place, one in enumerate(found) if one.verdict == CLEAR]
        return tuple(sorted(clear, key=lambda place: -found[place].loss.mean)[:MOST_COSTLY])

    def review(self, progress: float) -> Review:
        found = self.in_order()
        return Review(
            game=self.kit.name,
            seat=self.seat,
            sides=self.sides,
            seed=self.seed,
            progress=progress,
            choices=found,
            costly=self.costly(),
            curve=self.curve(found),
            ledger=self.ledger() if progress == 1.0 else None,
            by_kind=losses_by_kind(tuple(self.judge.kinds), found),
            kinds={kind: dict(names) for kind, names in self.judge.kinds.items()},
        )

    def curve(self, found: Sequence[Judged]) -> tuple[CurvePoint, ...]:
        """Before the first deal all are alike; then as the seat could see it; at the end, who won."""
        many, last = len(self.sides), self.taken[-1].step.state
        points = [CurvePoint(0, 1, (1 / many,) * many)]
        points += [CurvePoint(one.step, one.round, one.chances) for one in found]
        if outcome := self.kit.game.outcome(last):
            shares = tuple(outcome.share(seats[0]) for seats in self.sides)
            points.append(CurvePoint(len(self.taken), self.taken[-1].round, shares))
        return tuple(points)

    def ledger(self) -> LuckLedger | None:
        """What is left when all else is told is chance, so that the sum is the result.

        All losses count, also those that are not clear, with what may be expected of them (losses.py): to leave them
        out would put half of the difference between good and bad players down to luck, as many small losses make a
        large one.
        """
        outcome = self.kit.game.outcome(self.taken[-1].step.state)
        if outcome is None or self.effort.others is None:
            return None
        prior, result = 1 / len(self.sides), outcome.share(self.seat)
        own = added([self.judgements[step].brought(self.side) for step in sorted(self.judgements)])
        others = added([self.brought[step] for step in sorted(self.brought)])
        deal = added([Mean(one.change, one.error) for one in self.luck])
        rest = result - prior - deal.mean - own.mean - others.mean
        error = math.sqrt(deal.error**2 + own.error**2 + others.error**2)
        return LuckLedger(prior, deal, own, others, Mean(rest, error), result)


def added(estimates: Sequence[Mean]) -> Mean:
    return Mean(math.fsum(one.mean for one in estimates), math.sqrt(math.fsum(one.error**2 for one in estimates)))


def losses_by_kind(kinds: Sequence[str], found: Sequence[Judged]) -> dict[str, Mean]:
    """Clear losses added up, for every kind of decision."""
    return {kind: added([one.loss for one in found if one.kind == kind and one.verdict == CLEAR]) for kind in kinds}


def open_cards(kit: Kit, state: Any, choice: MadeChoice) -> OpenCards | None:
    """What each action would have been worth with all cards in sight, where a solver settles that at once."""
    if kit.solve_quickly is None:
        return None
    solution = kit.solve_quickly(state)
    if solution is None or not solution.exact:
        return None
    best = max(solution.by_action, key=lambda action: solution.by_action[action].least)
    return OpenCards(str(solution.by_action[choice.played]), str(solution.value), str(best))


def likelihood(kit: Kit, record: Record, step: int, *, worlds: int = 400, seed: str = "review") -> Likelihood:
    """What the seat that chose at a step of a record could have known of the cards out of sight."""
    taken = tuple(kit.taken(record))
    for choice in choices(kit, taken):
        if choice.step == step:
            position = judge_of(kit, taken[0].step.state.rules).position(choice.seen, choice.legal, choice.played)
            return position.likelihood(worlds, f"{seed}/likelihood {step}")
    raise NotReviewable(f"nobody had a choice at step {step} of this match")


def grade(kit: Kit, record: Record, step: int, text: str, depth: Depth = USUAL, *, seed: str = "review") -> Judged:
    """What another action would have been worth at a choice of a record: for who tries that moment again."""
    taken = tuple(kit.taken(record))
    for choice in choices(kit, taken):
        if choice.step == step:
            by_text = {str(action): action for action in choice.legal}
            if text not in by_text:
                raise NotReviewable(f"{text!r} is no action there; there are {', '.join(by_text)}")
            tried = replace(choice, played=by_text[text])
            return Judgement(judge_of(kit, taken[0].step.state.rules), tried, depth, seed).run().judged()
    raise NotReviewable(f"nobody had a choice at step {step} of this match")


def up_to(kit: Kit, record: Record, step: int) -> Record:
    """The record of a match up to a step, broken off there: what is played on from."""
    taken = tuple(kit.taken(record))
    if step not in range(1, len(taken) + 1):
        raise NotReviewable(f"a match of {len(taken)} steps has no step {step} to go on from")
    found: Record = kit.to_record(taken[step - 1].step.state)
    return found
