# ruff: noqa: T201 -- a script that reports
"""Does a review find real mistakes, accuse nobody wrongly, add up, and come in time?

    python -m bench.review mistakes aurum 4 --matches 10 --out mistakes.jsonl
    python -m bench.review plants aurum 4 --matches 10 --out plants.jsonl
    python -m bench.review ledger amul 5 --matches 100 --level casual --out ledger.jsonl
    python -m bench.review luck amul 3 --matches 2000 --level casual --out luck.jsonl
    python -m bench.review time aurum 4
    python -m bench.review tell mistakes.jsonl ledger.jsonl

Every match appends a line to its file, so that a run can be stopped and gone on with: `--first` is the number of the
first match. `tell` puts what is there together, with intervals.

**mistakes**: `expert` plays a match. At one choice of one seat, by chance, it is made to do what a search of LONGER
times as many worlds puts at least PLANTED of the match's win behind the best, if there is such an action. The match is
then reviewed for that seat: the planted choice should be among the five that cost most. All choices that the review
calls a loss beyond error are looked at with LONGER times the worlds of the stage that confirmed them, drawn anew: one
is *refuted* where that gap is not above 0 by two of its own standard errors. `expert` is asked too, whose search is
another one (tree, look ahead, solver; it goes by rounds and points beside the match): it *disagrees* where it chooses
what was played when it thinks LONGER times as long as it did in the match. And each that is not exact is *played out*
in PLAYED_OUT other worlds, by nets that each see their own cards alone: no horizon, no judgement.

**plants**: such a choice of every seat, and only whether each is found: more of them in the same time.

**ledger**: equal bots play, one seat is reviewed with all seats judged alike. Luck should average to nothing; what is
left when luck is taken off the result should vary much less than the result. With `--against` the others are of
another level: what is left should then have the mean of the result.

**luck**: the same for thousands of matches, of whose choices one in `--sampled` is judged and counts so many times.
That leaves the mean as it is, and is quick; only the spread of luck is wider.
"""

from __future__ import annotations

import argparse
import json
import math
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from karat.arena.match import play_match
from karat.bots.bot import Budget
from karat.games import GAMES
from karat.kit import Settings
from karat.review.judgement import Comparing, Depth, Judgement, MadeChoice
from karat.review.reviewing import EVEN, Effort, choices, final_review, judge_of, review
from karat.review.values import CLEAR
from karat.shuffle import Stream

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from karat.kit import Kit
    from karat.record import Record
    from karat.review.values import Mean, Review

LONGER, PLANTED = 50, 0.15
CHUNK, SETTLED = 400, 6.0
PLAYED_OUT = 2000
"""Worlds that are played out for each accusation."""
HINTED = 0.18
"""By a quick look, an action that may be so far behind."""
EXPERT = Budget(None, 64)
A_LOOK = 24
"""Worlds of the review's own first look, of which the long one has LONGER times as many."""


class Planting:
    """A bot for one seat: `expert`, but for one choice."""

    def __init__(self, kit: Kit, seed: str) -> None:
        self.kit, self.bot, self.rng = kit, kit.make_bot("expert", EXPERT), Stream(f"{seed}/plant")
        self.at = 3 + self.rng.below(25)
        self.seen = self.planted = 0
        self.action: str | None = None
        self.gap = 0.0

    def choose(self, seen: Any, legal: Sequence[Any], rng: Stream) -> Any:
        chosen = self.bot.choose(seen, legal, rng)
        self.seen += len(legal) > 1
        if self.action is None and len(legal) > 1 and self.seen >= self.at:
            worse = self.worse(seen, legal, chosen)
            if worse is not None:
                self.planted, self.action = self.seen, str(worse)
                return worse
        return chosen

    def worse(self, seen: Any, legal: Sequence[Any], chosen: Any) -> Any:
        """An action that a long search puts far behind, if there is one."""
        judge = judge_of(self.kit, seen.rules)
        side = next(number for number, seats in enumerate(self.kit.sides(seen.rules)) if seen.seat in seats)
        tempting = legal[self.rng.below(len(legal))]
        position = judge.position(seen, legal, tempting)
        actions = list(position.actions)
        quick = look(position, actions, A_LOOK, "hint")
        best = max(range(len(actions)), key=lambda place: quick.means("wins")[place, side])
        behind = [
            place for place in range(len(actions)) if quick.ahead(best, place, side).mean >= HINTED and place != best
        ]
        if not behind or actions[best] == tempting:
            return None
        bad = actions[behind[self.rng.below(len(behind))]]
        gap = look(position, [actions[best], bad], A_LOOK * LONGER, "long").ahead(0, 1, side)
        self.gap = gap.mean
        return bad if gap.mean - 2 * gap.error >= PLANTED - 0.02 and gap.mean >= PLANTED and bad != chosen else None


def look(position: Any, actions: Sequence[Any], worlds: int, seed: str, side: int | None = None) -> Comparing:
    """Worlds in chunks: there may be thousands. Of two actions, no more where the rest could not change the answer."""
    found = Comparing()
    for begin in range(0, worlds, CHUNK):
        found.add(position.look(actions, min(CHUNK, worlds - begin), f"{seed}/{begin}"))
        if found.is_all or (side is not None and begin and is_settled(found.ahead(0, 1, side))):
            break
    return found


def is_settled(gap: Mean) -> bool:
    """Ahead by three times what is asked in the end: with more worlds the error gets smaller, the gap stays."""
    return gap.mean > SETTLED * gap.error


def mistakes(kit: Kit, players: int, number: int, options: argparse.Namespace) -> dict[str, Any]:
    """One match with a planted mistake, reviewed."""
    seed, seat = f"{options.seed}/{number}", number % players
    planting = Planting(kit, seed)
    bots = [planting if one == seat else kit.make_bot("expert", EXPERT) for one in range(players)]
    state = play_match(kit.game, kit.agree(Settings(players)), bots, seed)
    record = kit.to_record(state)
    told = final_review(kit, record, seat, Effort(Depth(), None), seed=seed)
    own = [one for one in choices(kit, tuple(kit.taken(record))) if one.seat == seat]
    found = is_found(planting, own, told)
    accused = [one for one in told.choices if one.verdict == CLEAR]
    by_step = {one.step: one for one in own}
    with ThreadPoolExecutor() as pool:
        again = [pool.submit(is_refuted, kit, by_step[one.step], one.best.action, options.longer) for one in accused]
        refuted = [one.result() for one in again]
    against = [disagrees(kit, by_step[one.step], options.longer) for one in accused]
    ends = [played_out(kit, by_step[one.step], one.best.action) for one in accused if not one.is_exact]
    return {"planted": planting.action, "gap": round(planting.gap, 3), "found": found, "choices": len(told.choices),
            "accused": len(accused), "refuted": sum(refuted), "disagrees": sum(against),
            "exact": sum(one.is_exact for one in accused), "played_out": [one for one in ends if one]}  # fmt: skip


def plants(kit: Kit, players: int, number: int, options: argparse.Namespace) -> dict[str, Any]:
    """One match with a mistake planted at every seat, each reviewed for its own: many plants, and nothing else."""
    seed = f"{options.seed}/{number}"
    seated = [Planting(kit, f"{seed}/{seat}") for seat in range(players)]
    state = play_match(kit.game, kit.agree(Settings(players)), seated, seed)
    record, made = kit.to_record(state), choices(kit, tuple(kit.taken(kit.to_record(state))))
    found = []
    for seat, planting in enumerate(seated):
        if planting.action is not None:
            told = final_review(kit, record, seat, Effort(Depth(), None), seed=seed)
            found.append(is_found(planting, [one for one in made if one.seat == seat], told))
    return {"found": found, "gaps": [round(one.gap, 3) for one in seated if one.action is not None]}


def is_found(planting: Planting, own: Sequence[MadeChoice], told: Review) -> bool | None:
    """Whether what was planted is among the costly choices; None where nothing was."""
    if planting.action is None:
        return None
    step = own[planting.planted - 1].step
    return any(told.choices[place].step == step for place in told.costly)


def is_refuted(kit: Kit, choice: MadeChoice, better: str, longer: int) -> bool:
    """Whether a much longer look on other worlds cannot see that the other action is better."""
    judge = judge_of(kit, choice.seen.rules)
    position = judge.position(choice.seen, choice.legal, choice.played)
    pair = [named(position, better), choice.played]
    gap = look(position, pair, Depth().confirm * longer, "refute", choice.side).ahead(0, 1, choice.side)
    return gap.mean <= 2 * gap.error


def played_out(kit: Kit, choice: MadeChoice, better: str, worlds: int = PLAYED_OUT) -> tuple[float, float] | None:
    """By how much the other action is ahead where it is played out, and the error of that."""
    position: Any = judge_of(kit, choice.seen.rules).position(choice.seen, choice.legal, choice.played)
    pair, found = [named(position, better), choice.played], Comparing()
    for begin in range(0, worlds, CHUNK):
        looks = position.play_out(pair, CHUNK, f"played out/{begin}")
        if looks is None:
            return None
        found.add(looks)
    gap = found.ahead(0, 1, choice.side)
    return round(gap.mean, 4), round(gap.error, 4)


def named(position: Any, text: str) -> Any:
    return next(action for action in position.actions if str(action) == text)


def disagrees(kit: Kit, choice: MadeChoice, longer: int) -> bool:
    """Whether `expert` chooses what was played, when it thinks for long."""
    bot = kit.make_bot("expert", Budget(None, (EXPERT.tries or 1) * longer))
    return bool(bot.choose(choice.seen, choice.legal, Stream("disagrees")) == choice.played)


def ledger(kit: Kit, players: int, number: int, options: argparse.Namespace) -> dict[str, Any]:
    """One match of equal bots, or of a seat's level against the others'."""
    record, seat, seed = a_match(kit, players, number, options)
    told = final_review(kit, record, seat, EVEN.times(options.effort), seed=seed, threads=1).ledger
    assert told is not None  # noqa: S101 -- the match is over
    row = {name: getattr(told, name).mean for name in ("deal", "own", "others", "chance")}
    error = math.hypot(told.own.error, told.others.error)
    return {"level": options.level, "against": options.against, "prior": told.prior, "result": told.result, **row,
            "error": error, "off": told.prior + sum(row.values()) - told.result}  # fmt: skip


def luck(kit: Kit, players: int, number: int, options: argparse.Namespace) -> dict[str, Any]:
    """One match, a part of whose choices is judged: what was lost or brought there counts for all."""
    record, seat, seed = a_match(kit, players, number, options)
    taken = tuple(kit.taken(record))
    judge, rng = judge_of(kit, taken[0].step.state.rules), Stream(f"{seed}/sampled")
    sides = kit.sides(taken[0].step.state.rules)
    side = next(place for place, seats in enumerate(sides) if seat in seats)
    own = others = 0.0
    for choice in choices(kit, taken):
        if rng.below(options.sampled) == 0:
            found = Judgement(judge, choice, EVEN.own, seed).run()
            brought = options.sampled * found.brought(side).mean
            own, others = (own + brought, others) if choice.seat == seat else (own, others + brought)
    deal = sum(one.change for one in judge.deals(taken, seat, 20, f"{seed}/deals"))
    outcome = kit.game.outcome(taken[-1].step.state)
    prior, result = 1 / len(sides), outcome.share(seat) if outcome else 0.0
    return {"level": options.level, "against": options.against, "prior": prior, "result": result, "deal": deal,
            "own": own, "others": others, "chance": result - prior - deal - own - others, "off": 0.0}  # fmt: skip


def a_match(kit: Kit, players: int, number: int, options: argparse.Namespace) -> tuple[Record, int, str]:
    """A match, the seat that is looked at, and the seed."""
    seed, seat = f"{options.seed}/{number}", number % players
    rules = kit.agree(Settings(players))
    own = next(seats for seats in kit.sides(rules) if seat in seats)
    levels = [options.against if options.against and one not in own else options.level for one in range(players)]
    bots = [kit.make_bot(level, Budget(None, options.tries)) for level in levels]
    return kit.to_record(play_match(kit.game, rules, bots, seed)), seat, seed


def run(kit: Kit, players: int, options: argparse.Namespace, one: Callable[..., dict[str, Any]]) -> None:
    """Matches until they are done or the time is up, a line for each."""
    until = time.perf_counter() + options.seconds
    with Path(options.out).open("a", encoding="utf-8") as out:
        for number in range(options.first, options.first + options.matches):
            if time.perf_counter() > until:
                print(f"stopped before match {number}")
                return
            row = {"what": one.__name__, "game": kit.name, "players": players, "number": number}
            out.write(json.dumps(row | one(kit, players, number, options)) + "\n")
            out.flush()


def measure_time(kit: Kit, players: int, options: argparse.Namespace) -> None:
    """How long a whole match takes, warm, and when there is something to show."""
    for number in range(options.first, options.first + options.matches):
        bots = [kit.make_bot(kit.usual_level) for _ in range(players)]
        record: Record = kit.to_record(play_match(kit.game, kit.agree(Settings(players)), bots, f"time/{number}"))
        if number == options.first:
            final_review(kit, record, 0, Effort(Depth(1, 1, 1, 1, 1), Depth(1, 1, 1, 1, 0), 2))
        began, used, times, judged = time.perf_counter(), time.process_time(), [], 0
        for told in review(kit, record, 0):
            times.append(time.perf_counter() - began)
            judged = len(told.choices)
        used = time.process_time() - used
        print(
            f"{kit.name} {players}: {times[-1]:.2f} s, first {times[0]:.2f} s, {judged} choices; processor time "
            f"{used:.2f} s, so {used / 2:.2f} s on two idle cores"
        )


def interval(found: int, of: int) -> tuple[float, float]:
    """Wilson's, 95 %."""
    if not of:
        return 0.0, 1.0
    z, part = 1.96, found / of
    middle, wide = part + z * z / (2 * of), z * math.sqrt(part * (1 - part) / of + z * z / (4 * of * of))
    return max(middle - wide, 0.0) / (1 + z * z / of), min((middle + wide) / (1 + z * z / of), 1.0)


def tell(files: Sequence[str]) -> Iterator[str]:
    """What files of rows come to, by what was measured and at which table."""
    rows = [json.loads(line) for file in files for line in Path(file).read_text("utf-8").splitlines()]
    tables = dict.fromkeys(
        (row["what"], row["game"], row["players"], row.get("level"), row.get("against")) for row in rows
    )
    for table in tables:
        what, game, players, level, against = table
        own = [
            row
            for row in rows
            if (row["what"], row["game"], row["players"], row.get("level"), row.get("against")) == table
        ]
        if what == "plants":
            hits = [hit for row in own for hit in row["found"]]
            yield f"{game} {players}, {len(own)} matches: planted and found {share(sum(hits), len(hits))}"
        elif what == "mistakes":
            planted = [row for row in own if row["found"] is not None]
            hits, accused = sum(row["found"] for row in planted), sum(row["accused"] for row in own)
            refuted = sum(row["refuted"] for row in own)
            yield f"{game} {players}, {len(own)} matches: planted and found {share(hits, len(planted))}"
            yield f"{game} {players}: accusations refuted {share(refuted, accused)}"
            against_them = sum(row.get("disagrees", 0) for row in own)
            exact = sum(row.get("exact", 0) for row in own)
            yield f"{game} {players}: expert disagrees with {share(against_them, accused)}; {exact} were exact"
            ends = [end for row in own for end in row.get("played_out", ())]
            right, wrong = (sum(sign * gap > 2 * error for gap, error in ends) for sign in (1, -1))
            yield f"{game} {players}: {len(ends)} were played out, {right} right, and wrong {share(wrong, len(ends))}"
        else:
            table_name = f"{game} {players}, {level}{f' against {against}' if against else ''}"
            yield from tell_ledger(f"{what} {table_name}", own)


def share(found: int, of: int) -> str:
    low, high = interval(found, of)
    return f"{found} of {of} ({found / max(of, 1):.1%}, 95 % {low:.1%} to {high:.1%})"


def tell_ledger(name: str, rows: Sequence[dict[str, Any]]) -> Iterator[str]:
    many = len(rows)

    def mean(values: Sequence[float]) -> tuple[float, float]:
        middle = sum(values) / many
        return middle, 1.96 * math.sqrt(sum((one - middle) ** 2 for one in values) / max(many - 1, 1) / many)

    by_luck = [row["deal"] + row["chance"] for row in rows]
    results = [row["result"] for row in rows]
    yield f"{name}, {many} matches: adds up to within {max(abs(row['off']) for row in rows):.0e}"
    for title, values in (
        ("luck", by_luck),
        ("deal", [row["deal"] for row in rows]),
        ("own", [row["own"] for row in rows]),
        ("others", [row["others"] for row in rows]),
        ("result less prior", [row["result"] - row["prior"] for row in rows]),
    ):
        middle, wide = mean(values)
        yield f"  {title}: {middle:+.4f} ± {wide:.4f}"
    raw = rows[0]["prior"] * (1 - rows[0]["prior"])
    left, low, high = spread([one - two for one, two in zip(results, by_luck, strict=True)])
    seen, without = (spread(one)[0] for one in (results, [row["result"] - row["deal"] for row in rows]))
    yield f"  variance left without luck: {left / raw:.3f} (95 % {low / raw:.3f} to {high / raw:.3f}) of a result"
    yield f"  between equals, which is {raw:.3f}; seen {seen / raw:.3f}; without the deal alone {without / raw:.3f}"


def spread(values: Sequence[float]) -> tuple[float, float, float]:
    """The variance, and its 95 % interval by drawing the matches again."""
    drawn = np.array(values)[np.random.default_rng(1).integers(0, len(values), (1000, len(values)))]
    low, high = np.percentile(drawn.var(axis=1, ddof=1), (2.5, 97.5)) if len(values) > 1 else (0.0, 0.0)
    return float(np.var(values, ddof=int(len(values) > 1))), float(low), float(high)


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("mistakes", "plants", "ledger", "luck", "time", "tell"))
    parser.add_argument("rest", nargs="*")
    parser.add_argument("--matches", type=int, default=5)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--seconds", type=float, default=270.0)
    parser.add_argument("--seed", default="bench")
    parser.add_argument("--out", default="review.jsonl")
    parser.add_argument("--level", default="casual")
    parser.add_argument("--against", default=None)
    parser.add_argument("--effort", type=float, default=1.0)
    parser.add_argument("--longer", type=int, default=LONGER)
    parser.add_argument("--sampled", type=int, default=4, help="of so many choices, luck judges one")
    parser.add_argument("--tries", type=int, default=16, help="of bots that search, in ledger and luck")
    options = parser.parse_args(arguments)
    if options.what == "tell":
        for line in tell(options.rest):
            print(line)
        return
    kit, players = GAMES[options.rest[0]], int(options.rest[1])
    if options.what == "time":
        measure_time(kit, players, options)
    else:
        run(
            kit,
            players,
            options,
            {"mistakes": mistakes, "plants": plants, "ledger": ledger, "luck": luck}[options.what],
        )


if __name__ == "__main__":
    main()
