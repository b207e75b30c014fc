"""Positions in which one action is clearly best, found in matches of bots or of anybody.

A position becomes a puzzle where the best action is ahead of every other by GAP of the match's win or more and by SURE
standard errors; where somebody who plays at once misses it; where a run that is many times as long says so again on
worlds of its own; where the strongest bot, which searches in its own way, chooses it too when it thinks for long; and
where it is ahead when both are played out by players who judge no position.
The best is known exactly where all worlds could be looked at, and by the long run otherwise; the puzzle says which.
What is asked is what the seat could know, so the answer never depends on hidden cards.
"""

from __future__ import annotations

import hashlib
import json
import pkgutil
from collections import Counter
from dataclasses import asdict, dataclass, replace
from datetime import date
from typing import TYPE_CHECKING, Any

import numpy as np

from karat.bots.bot import Budget
from karat.record import entries, game_of
from karat.review.judgement import Comparing, MadeChoice
from karat.review.reviewing import choices, judge_of
from karat.shuffle import Stream

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from karat.judging import Judge, JudgedPosition
    from karat.kit import Kit
    from karat.record import Record
    from karat.review.values import Mean

FORMAT = "karat-puzzle/1"
EXACTLY = "enumeration"
GAP, SURE = 0.08, 4.0
LOOK, AGAIN, CONFIRM = 16, 96, 2400
"""Worlds of the first look at all actions, of the second at the best few, and of the run that confirms."""
FEW = 4
"""Actions that are looked at again."""
A_MATCH = 3
"""Puzzles from one match."""
TRIES = 8
"""How often each quick level is asked, to measure how hard a puzzle is."""
LITTLE = Budget(None, 48)
TOO_EASY = 0.05
OUT, MOST_TIMES, SETTLED, AGREED = 1000, 6, 4.0, 2.0
"""Worlds that are played out, up to so many times until the gap is so many errors from 0; the answer must be ahead by
so many of them."""
PART, FAR = 8, 6.0
"""To check, all actions get a part of the worlds; those so many errors behind by GAP get no more."""
LONG = Budget(None, 4000)
"""For the strongest bot, which has to come to the same answer."""


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position, its answer, and how that is known."""

    format: str
    id: str
    """Of the game and what the seat sees: the same position has the same id."""
    game: str
    record: Record
    """The match up to the choice, broken off there."""
    seat: int
    kind: str
    themes: tuple[str, ...]
    answer: str
    win: float
    """The chance to win the match with the answer."""
    next_best: str
    gap: float
    """By how much the next best action is behind."""
    error: float
    """Of that; 0 where all worlds were looked at."""
    known_by: str
    """`enumeration` or `search`."""
    worlds: int
    """That the confirming run looked at."""
    agreed: str
    """The bot that found the same answer by its own search, and with how many tries: `expert@4000`."""
    played_out: float | None
    """By how much the next best is behind when both are played out; None where no judgement was needed."""
    misses: float
    """The part of the answers of quick bots that were another: how hard it is, from 0 to 1."""
    rating: int
    """What it starts with where people and puzzles are rated together."""

    def as_json(self) -> dict[str, Any]:
        return asdict(self)


def puzzles_of(kit: Kit, record: Record, seed: str) -> Iterator[Puzzle]:
    """The puzzles in a match, at most A_MATCH, from anywhere in it; rare kinds of choices first, or there were none."""
    taken = tuple(kit.taken(record))
    judge = judge_of(kit, taken[0].step.state.rules)
    found, made = 0, Stream(f"{seed}/order").shuffled(choices(kit, taken))
    kinds = {choice.step: judge.kind(choice.seen, choice.played, choice.played) for choice in made}
    common = Counter(kinds.values())
    for choice in sorted(made, key=lambda one: common[kinds[one.step]]):
        if found == A_MATCH:
            return
        puzzle = puzzle_at(kit, judge, taken[choice.step - 1].step.state, choice, f"{seed}/{choice.step}")
        if puzzle is not None:
            found += 1
            yield puzzle


def puzzle_at(kit: Kit, judge: Judge, state: Any, choice: MadeChoice, seed: str) -> Puzzle | None:
    """The puzzle that a choice makes, if it does."""
    position = judge.position(choice.seen, choice.legal, choice.played)
    ranked = clearly_best(position, list(position.actions), choice.side, LOOK, f"{seed}/look", 1.0)
    if ranked is None:
        return None
    ranked = clearly_best(position, ranked[:FEW], choice.side, AGAIN, f"{seed}/again", 2.5)
    if ranked is None:
        return None
    misses = share_of_misses(kit, choice, ranked[0], seed)
    if misses < TOO_EASY:
        return None
    # Of choices made in secret a record that is broken off tells none: what is asked is what it tells.
    record = kit.to_record(state)
    asked = replace(choice, seen=kit.game.observe(kit.replay(record), choice.seat))
    return confirmed(kit, judge, record, asked, (ranked, misses, seed))


def clearly_best(
    position: JudgedPosition, actions: Sequence[Any], side: int, worlds: int, seed: str, sure: float
) -> list[Any] | None:
    """The actions, the best first, if it is ahead of the next by enough; else None."""
    if len(actions) < 2:
        return None
    looks = Comparing()
    looks.add(position.look(actions, worlds, seed))
    order = np.argsort(-looks.means("wins")[:, side], kind="stable").tolist()
    gap = looks.ahead(order[0], order[1], side)
    return [actions[place] for place in order] if gap.mean >= GAP and gap.mean > sure * gap.error else None


def confirmed(
    kit: Kit, judge: Judge, record: Record, choice: MadeChoice, found: tuple[list[Any], float, str]
) -> Puzzle | None:
    """The puzzle, if a longer run on worlds of its own agrees."""
    ranked, misses, seed = found
    position, looks = judge.position(choice.seen, choice.legal, ranked[0]), Comparing()
    looks.add(position.look(ranked, CONFIRM, f"{seed}/confirm"))
    wins = looks.means("wins")[:, choice.side]
    order = np.argsort(-wins, kind="stable").tolist()
    gap: Mean = looks.ahead(order[0], order[1], choice.side)
    if order[0] != 0 or gap.mean < GAP or gap.mean <= SURE * gap.error or not agrees(kit, choice, ranked[0], seed):
        return None
    facts = looks.means("facts")
    best, second = ranked[order[0]], ranked[order[1]]
    ahead = None if looks.is_all else played_out(position, (best, second), choice.side, seed)
    if ahead is not None and ahead.mean <= AGREED * ahead.error:
        return None
    return Puzzle(
        format=FORMAT,
        id=name_of(kit.name, choice.seen),
        game=kit.name,
        record=record,
        seat=choice.seat,
        kind=judge.kind(choice.seen, best, best),
        themes=judge.themes(choice.seen, best, (facts[order[0]].tolist(), facts[order[1]].tolist())),
        answer=str(best),
        win=round(float(wins[0]), 4),
        next_best=str(second),
        gap=round(gap.mean, 4),
        error=round(gap.error, 4),
        known_by=EXACTLY if looks.is_all else "search",
        worlds=looks.count,
        agreed=f"{kit.levels[-1]}@{LONG.tries}",
        played_out=None if ahead is None else round(ahead.mean, 4),
        misses=round(misses, 3),
        rating=rating_of(misses),
    )


def played_out(position: JudgedPosition, pair: tuple[Any, Any], side: int, seed: str) -> Mean | None:
    """By how much the first of two is ahead then; None where the game has no such way."""
    found, gap = Comparing(), None
    for time in range(MOST_TIMES):
        if (looks := position.play_out(pair, OUT, f"{seed}/played out {time}")) is None:
            return None
        found.add(looks)
        gap = found.ahead(0, 1, side)
        if abs(gap.mean) > SETTLED * gap.error:
            break
    return gap


def agrees(kit: Kit, choice: MadeChoice, answer: Any, seed: str) -> bool:
    """Whether the strongest bot chooses that too when it thinks for long."""
    bot = kit.make_bot(kit.levels[-1], LONG)
    chosen: Any = bot.choose(choice.seen, choice.legal, Stream(f"{seed}/agrees"))
    return bool(chosen == answer)


def name_of(game: str, seen: Any) -> str:
    return hashlib.sha256(f"{game}\n{seen!r}".encode()).hexdigest()[:12]


def rating_of(misses: float) -> int:
    """As in chess: one that half of the quick bots miss has 1500, and four hundred more are ten times the odds."""
    odds = np.clip(misses, 0.02, 0.98)
    return round(1500 + 400 * float(np.log10(odds / (1 - odds))))


def share_of_misses(kit: Kit, choice: MadeChoice, answer: Any, seed: str) -> float:
    """How often the levels below the strongest choose something else."""
    levels = [level for level in kit.levels if level != "random"][:-1] or kit.levels[:1]
    missed = asked = 0
    for level in levels:
        bot, rng = kit.make_bot(level, LITTLE), Stream(f"{seed}/{level}")
        for _ in range(TRIES):
            missed += bot.choose(choice.seen, choice.legal, rng) != answer
            asked += 1
    return missed / asked


class BadPuzzle(ValueError):
    """What is no puzzle."""


@dataclass(frozen=True, slots=True)
class CheckedPuzzle:
    """A puzzle that was asked again."""

    wrong: str
    """What is wrong with it; nothing where its answer is confirmed."""
    puzzle: Record
    """With what the longer of the runs says, and who agrees."""


def checked(kits: Mapping[str, Kit], told: Record, worlds: int, seed: str) -> CheckedPuzzle:
    """Whether its answer is the best of all actions on fresh worlds too, and for the strongest bot. BadPuzzle."""
    kit, choice, second = asked_by(kits, told)
    position = judge_of(kit, choice.seen.rules).position(choice.seen, choice.legal, choice.played)
    answer, seed = choice.played, f"{seed}/{told['id']}"
    actions = list(dict.fromkeys([*position.actions, second]))  # which may seem too far behind to be compared
    gaps, count, is_all = gaps_behind(position, actions, choice, (worlds, seed))
    for action, gap in gaps.items():
        if gap.mean <= 2 * gap.error:
            by = f"{gap.mean:.3f} ± {gap.error:.3f}"
            return CheckedPuzzle(f"{answer} is not clearly better than {action}: {by}", told)
    nearest = min(gaps, key=lambda action: gaps[action].mean)
    least = gaps[nearest]
    if told.get("known_by") == EXACTLY and (not is_all or round(least.mean, 4) != told.get("gap")):
        by = f"{least.mean:.4f}, not by {told.get('gap')!r}"
        return CheckedPuzzle(f"{answer} is ahead by {by}, over all worlds", told)
    if not agrees(kit, choice, answer, seed):
        return CheckedPuzzle(f"{kit.levels[-1]} does not choose {answer}", told)
    ahead = None if is_all else played_out(position, (answer, nearest), choice.side, seed)
    if ahead is not None and ahead.mean <= AGREED * ahead.error:
        said = f"{ahead.mean:.3f} ± {ahead.error:.3f}"
        return CheckedPuzzle(f"{answer} is not clearly better than {nearest} when both are played out: {said}", told)
    behind_by = None if ahead is None else round(ahead.mean, 4)
    puzzle: Record = {"played_out": behind_by, **told, "agreed": f"{kit.levels[-1]}@{LONG.tries}"}
    if not is_all and count > told.get("worlds", 0):
        puzzle |= {"next_best": str(nearest), "gap": round(least.mean, 4), "error": round(least.error, 4)}
        puzzle["worlds"] = count
        if least.mean < GAP:
            return CheckedPuzzle(f"{answer} is ahead of {nearest} by {least.mean:.4f} and no more", told)
    return CheckedPuzzle("", puzzle)


def asked_by(kits: Mapping[str, Kit], told: Record) -> tuple[Kit, MadeChoice, Any]:
    """The choice that a puzzle asks for, its answer as what was played, and the next best action. BadPuzzle."""
    if told.get("format") != FORMAT:
        raise BadPuzzle(f"the format is {told.get('format')!r}, not {FORMAT!r}")
    kit = kits[game_of(told, kits)]
    state, seat = kit.replay(entries(told.get("record"), "'record'")), told.get("seat")
    if seat not in kit.game.to_act(state):
        raise BadPuzzle(f"seat {seat!r} has nothing to choose there")
    legal, seen = tuple(kit.game.legal_actions(state, seat)), kit.game.observe(state, seat)
    by_text = {str(action): action for action in legal}
    for text in (told.get("answer"), told.get("next_best")):
        if text not in by_text:
            raise BadPuzzle(f"{text!r} is no action there")
    if name_of(kit.name, seen) != told.get("id"):
        raise BadPuzzle(f"the id is {told.get('id')!r}, not {name_of(kit.name, seen)!r}")
    side = next(number for number, seats in enumerate(kit.sides(state.rules)) if seat in seats)
    choice = MadeChoice(0, 0, 0, seat, side, seen, legal, by_text[told["answer"]])
    return kit, choice, by_text[told["next_best"]]


def gaps_behind(
    position: JudgedPosition, actions: list[Any], choice: MadeChoice, asked: tuple[int, str]
) -> tuple[dict[Any, Mean], int, bool]:
    """By how much each action is behind the answer, on how many worlds at most, and whether these are all there are.

    What a part of the worlds puts far behind needs no more of them.
    """
    (worlds, seed), first = asked, Comparing()
    first.add(position.look(actions, max(worlds // PART, 10), f"{seed}/part"))
    gaps = behind(first, actions, choice)
    if first.is_all:
        return gaps, first.count, True
    nearest = min(gaps, key=lambda action: gaps[action].mean)
    near = [action for action, gap in gaps.items() if gap.mean - FAR * gap.error < GAP or action == nearest]
    second = Comparing()
    second.add(position.look([choice.played, *near], worlds, seed))
    return gaps | behind(second, [choice.played, *near], choice), second.count, second.is_all


def behind(looks: Comparing, actions: Sequence[Any], choice: MadeChoice) -> dict[Any, Mean]:
    own = list(actions).index(choice.played)
    return {action: looks.ahead(own, place, choice.side) for place, action in enumerate(actions) if place != own}


def shipped(kit: Kit) -> tuple[Record, ...]:
    """The puzzles that come with a game, in the order of its file; none where it has no such file."""
    package = kit.module.rpartition(".")[0]
    try:
        raw = pkgutil.get_data(package, "puzzles.jsonl") or b""
    except OSError:
        raw = b""
    return tuple(json.loads(line) for line in raw.splitlines())


def daily(puzzles: Sequence[Record], day: str) -> Record:
    """The puzzle of a day, written as 2026-11-18: the same for everybody, and none again before all were."""
    number = date.fromisoformat(day).toordinal()
    turn, place = divmod(number, len(puzzles))
    return Stream("daily", turn).shuffled(puzzles)[place]
