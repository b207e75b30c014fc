# ruff: noqa: E402, T201 -- threads are held before numpy is loaded; a script that reports
"""Every figure that is claimed of the bots, measured: strength, calibration, pace, the solver and the search.

    python bench/strength.py --list
    python bench/strength.py -o strength/            # all of them, on a quiet machine; goes on after a crash
    python bench/strength.py --only casual4 --only expert4 --pairs 200
    python bench/strength.py --only casual4 --json
    python bench/strength.py --smoke                 # every figure on next to nothing: that it can be measured

A figure whose bots, libraries or scripts are not there is reported as absent. Strength is the share of wins over
duplicate deals (docs/arena.md), with its 95 % interval. The ladder of four players holds when over a thousand pairs
the share reaches its goal and the interval is clear of the fair share; other claims do when the whole interval is above
their goal. The deals are from a seed that nothing was tuned on; `--seed` takes others.
"""

from __future__ import annotations

import argparse
import json
import re
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from karat.arena.workers import hold_to_one_thread
from karat.games import GAMES
from karat.kit import Settings

hold_to_one_thread()

from bench.calibration import calibration, forecasts
from karat import amul, aurum
from karat.arena.bootstrap import Estimate
from karat.arena.deals import Plan, Seating, Unit
from karat.arena.entrants import BadTournament, Entrant, parse_entrants
from karat.arena.report import load_now, report, to_json
from karat.arena.tournament import Ending, run
from karat.bots.bot import Budget
from karat.shuffle import Stream

BENCH = Path(__file__).resolve().parent
SEED = "headline"
ENOUGH, FEW = 1000, 10
"""Duplicate pairs that the ladder of four players needs, and the fewest after which an interval says anything."""
MOST_ERROR, ROUNDS = 0.03, 10_000
"""Of forecasts, over so many rounds."""
MOST_LATE, MOST_START, MOST_MEMORY, MOST_INSTANT = 50.0, 3.0, 500.0, 0.2
"""Milliseconds over the budget in the 99th percentile, seconds to the first move, megabytes, and milliseconds that a
choice of instant takes."""
ENDINGS = 10_000
"""On which the solver is compared with plain search."""


class Absent(Exception):
    """What is to be measured is not there."""


@dataclass
class Figure:
    """A measured claim."""

    name: str
    claim: str
    measured: str = ""
    holds: bool | None = None
    """None when there is nothing to hold it against, or too little was played to say."""
    command: str = ""
    pairs: int | None = None
    load: tuple[float, float] = (0.0, 0.0)
    seconds: float = 0.0
    absent: str = ""
    more: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Setting:
    """How much is to be measured, and where it is kept."""

    pairs: int
    rounds: int
    folder: Path | None
    workers: int | None
    seed: str
    smoke: bool


SPEED_TRIES, LEAST_SPEED = 20_000, 200_000
"""Of the search: tries for one choice, and how many a second there are to be."""
FEW_TRIES = 500
"""For bots that search where many rounds are wanted."""

Measure = Callable[[Figure, Setting], None]


def verdict(won: Estimate, deals: int, goal: float, fair: float, *, ladder: bool) -> bool | None:
    """Whether a share of so many deals holds a claim; None where more deals must say.

    The `ladder` of four players goes by the share over enough pairs, everything else by its whole interval.
    """
    if won.high < goal:
        return False
    if ladder:
        return won.mean >= goal and (goal <= fair or won.is_above(fair)) if deals >= ENOUGH else None
    return True if deals >= FEW and won.is_above(goal) else None


def duel(game: str, players: int, bots: str, goal: float | None = None, *, ladder: bool = False) -> Measure:
    """The first bot against the second; `goal` is the least share, without one anything clear of the fair share."""

    def measure(figure: Figure, setting: Setting) -> None:
        rules = (aurum if game == "aurum" else amul).Rules(players)
        unit = Unit.ROUNDS if game == "aurum" else Unit.MATCHES
        try:
            entrants = parse_entrants(GAMES[game], re.sub("@[^,]+", "@10", bots) if setting.smoke else bots, Budget())
            plan = Plan(GAMES[game], rules, entrants, setting.seed, unit)
        except BadTournament as bad:
            raise Absent(str(bad)) from None
        folder = setting.folder / figure.name if setting.folder else None
        began, load = time.perf_counter(), load_now()
        tally = run(plan, Ending(setting.pairs), workers=setting.workers, folder=folder)
        told = report(tally, time.perf_counter() - began, (load, load_now()))
        won = told.lines[0].wins
        figure.measured = f"{won.mean:.1%} ({100 * won.low:.1f}–{100 * won.high:.1f})"
        figure.holds = verdict(won, told.deals, goal or plan.fair, plan.fair, ladder=ladder)
        figure.pairs = told.deals
        figure.command = (
            f"karat arena {game} --players {players} --bots {bots} --deals {told.deals} --duplicate"
            f" --seed {setting.seed}"
        )
        figure.more = {"fair": plan.fair, "goal": goal, "arena": to_json(told)}

    return measure


def calibrated(players: int) -> Measure:
    """The strongest bot that states chances for its bid, of those that do not search if there is one."""

    def measure(figure: Figure, setting: Setting) -> None:
        able = [name for name in GAMES["aurum"].bots if hasattr(GAMES["aurum"].find_bot(name), "forecast")]
        if not able:
            raise Absent("no bot states chances for its bid")
        name = max(able, key=lambda name: (not hasattr(GAMES["aurum"].find_bot(name), "thinking"), able.index(name)))
        (entrant, _) = parse_entrants(GAMES["aurum"], f"{name},random", Budget(None, FEW_TRIES))
        found = calibration(forecasts(aurum.Rules(players), entrant, setting.rounds, setting.seed))
        figure.measured = f"{name}: exactly {found.exactly:.4f}, at least {found.at_least:.4f}"
        good = max(found.exactly, found.at_least) <= MOST_ERROR
        figure.holds = good if setting.rounds >= ROUNDS else None if good else False
        figure.command = (
            f"python bench/strength.py --only {figure.name} --rounds {setting.rounds} --seed {setting.seed}"
        )
        figure.more = {"bot": name, "rounds": setting.rounds, **asdict(found)}

    return measure


def partners(figure: Figure, setting: Setting) -> None:
    """Every level with every other against two casual ones, on a fifth of the deals: there are many partnerships."""
    levels = ",".join(name for name in GAMES["aurum"].bots if name != "random")
    tries = 10 if setting.smoke else FEW_TRIES
    entrants = parse_entrants(GAMES["aurum"], levels, Budget(None, tries))
    casual = next(number for number, entrant in enumerate(entrants) if entrant.bot == "casual")
    plan = Plan(GAMES["aurum"], aurum.Rules(4), entrants, setting.seed, Unit.ROUNDS, Seating.CROSS, against=casual)
    folder = setting.folder / figure.name if setting.folder else None
    tally = run(plan, Ending(max(1, setting.pairs // 5)), workers=setting.workers, folder=folder)
    told = report(tally, 0.0, (0.0, 0.0))
    figure.measured = "; ".join(f"{line.name} {line.wins.mean:.0%}" for line in told.lines)
    figure.pairs = told.deals
    figure.command = (
        f"karat arena aurum --bots {levels} --think {tries} --cross-play --against casual"
        f" --deals {told.deals} --seed {setting.seed}"
    )
    figure.more = {"arena": to_json(told)}


def expert(game: str, name: str) -> Entrant:
    try:
        return parse_entrants(GAMES[game], f"{name}@0.1s,random", Budget())[0]
    except BadTournament as bad:
        raise Absent(str(bad)) from None


def pace(game: str, players: int) -> Measure:
    """Whether expert keeps to 0.1 s, against random play: that goes to the end as often as any."""

    def measure(figure: Figure, setting: Setting) -> None:
        unit = Unit.ROUNDS if game == "aurum" else Unit.MATCHES
        pair = (expert(game, "expert"), Entrant(GAMES[game], "random", None))
        plan = Plan(GAMES[game], GAMES[game].agree(Settings(players)), pair, setting.seed, unit)
        folder = setting.folder / figure.name if setting.folder else None
        told = report(run(plan, Ending(max(1, setting.pairs // 50)), workers=1, folder=folder), 0.0, (0.0, 0.0))
        over = told.paces[0].p99 - 100
        figure.measured = f"p99 {over:+.1f} ms over 0.1 s, worst {told.paces[0].worst - 100:+.1f} ms"
        figure.holds = over < MOST_LATE
        figure.pairs = told.deals
        figure.command = (
            f"karat arena {game} -p {players} --bots expert@0.1s,random -n {told.deals} -j 1 --seed {setting.seed}"
        )
        figure.more = {"time": asdict(told.paces[0])}

    return measure


def quick(figure: Figure, setting: Setting) -> None:
    """How long instant takes for a choice, from an Observation to an action, by the clock."""
    pair = parse_entrants(GAMES["aurum"], "instant,casual", Budget())
    plan = Plan(GAMES["aurum"], aurum.Rules(4), pair, setting.seed, Unit.ROUNDS)
    told = report(run(plan, Ending(max(1, setting.pairs // 10)), workers=1), 0.0, (0.0, 0.0))
    figure.measured = f"median {told.paces[0].median:.3f} ms, p99 {told.paces[0].p99:.3f} ms"
    figure.holds = told.paces[0].median < MOST_INSTANT
    figure.pairs = told.deals
    figure.command = f"karat arena aurum --bots instant,casual -n {told.deals} -j 1 --seed {setting.seed}"
    figure.more = {"time": asdict(told.paces[0])}


def agreement(figure: Figure, setting: Setting) -> None:
    """Whether the solver says what plain exhaustive search does."""
    endings = 20 if setting.smoke else ENDINGS
    figure.command = f"scripts/solver-check --endings {endings}"
    command = [sys.executable, BENCH.parent / "scripts" / "solver-check", "--endings", str(endings)]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    figure.measured = "; ".join(" ".join(line.split()) for line in ran.stdout.splitlines()[-6:])
    figure.holds = False if ran.returncode else True if endings >= ENDINGS else None


FIRST_MOVE = """
import resource, sys, time
from karat.bots.bot import Budget
from karat.games import GAMES
from karat.kit import Settings
from karat.shuffle import Stream
name, level, players, began = sys.argv[1], sys.argv[2], int(sys.argv[3]), float(sys.argv[4])
kit = GAMES[name]
game = kit.game
state = game.start(kit.agree(Settings(players)))
state = game.deal(state, game.shuffled(state, Stream("start"))).state
first = None
while game.outcome(state) is None and not getattr(state, "played", ()):
    for seat in game.to_act(state):
        legal = game.legal_actions(state, seat)
        bot = kit.make_bot(level, Budget(0.1))
        action = bot.choose(game.observe(state, seat), legal, Stream("start", seat))
        first = first or time.time() - began
        state = game.apply(state, seat, action).state
print(first, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)
"""


def start(game: str, players: int) -> Measure:
    """From the start of a process to expert's first move, and the memory that a whole round takes."""

    def measure(figure: Figure, _setting: Setting) -> None:
        expert(game, "expert")
        command = [sys.executable, "-c", FIRST_MOVE, game, "expert", str(players), str(time.time())]
        seconds, memory = map(float, subprocess.run(command, capture_output=True, text=True, check=True).stdout.split())
        figure.measured = f"{seconds:.2f} s, {memory:.0f} MB"
        figure.holds = seconds < MOST_START and memory < MOST_MEMORY
        figure.command = f"python bench/strength.py --only {figure.name}"
        figure.more = {"first_move_seconds": seconds, "memory_mb": memory}

    return measure


def speed(figure: Figure, _setting: Setting) -> None:
    """Tries made a second of the processor's time (a settled choice takes fewer), at first bids; the median of five."""
    entrant = parse_entrants(GAMES["aurum"], f"strong@{SPEED_TRIES},random", Budget())[0]
    rules, found = aurum.Rules(4), []
    for number in range(6):
        state = aurum.start(rules)
        state = aurum.deal(state, aurum.shuffled(state, Stream(f"{SEED}/speed", number))).state
        (seat,) = aurum.to_act(state)
        bot, seen, legal = entrant.make(), aurum.observe(state, seat), aurum.legal_actions(state, seat)
        began = time.process_time()
        made = sum(one.tries or 0 for one in bot.candidates(seen, legal, Stream(SEED, number)))
        found.append(made / (time.process_time() - began))
    figure.more = {"tries_per_second": found[1:]}  # the first compiles or loads
    median = statistics.median(found[1:])
    figure.measured = f"{entrant}: {median:,.0f} a second"
    figure.holds = median >= LEAST_SPEED
    figure.command = f"python bench/strength.py --only {figure.name}"


def script(name: str, options: str, smoke: str) -> Measure:
    """Another script of this folder, which prints a JSON object; `holds` in it is its own verdict."""

    def measure(figure: Figure, setting: Setting) -> None:
        asked = smoke if setting.smoke else options
        figure.command = f"python bench/{name} {asked}"
        command = [sys.executable, BENCH / name, *asked.split()]
        ran = subprocess.run(command, capture_output=True, text=True, check=False)
        if ran.returncode:
            raise Absent(f"{figure.command} failed: {' '.join(ran.stderr.strip().splitlines()[-1:])}")
        figure.more = json.loads(ran.stdout)
        figure.measured = ", ".join(f"{key} {value}" for key, value in figure.more.items() if key != "holds")
        figure.holds = figure.more["holds"]

    return measure


def figures() -> dict[str, tuple[str, Measure]]:
    """By name: the claim, and how it is measured."""
    found: dict[str, tuple[str, Measure]] = {
        "casual4": ("casual over novice ≥ 75 %", duel("aurum", 4, "casual,novice", 0.75, ladder=True)),
        "strong4": ("strong at 0.1 s over casual ≥ 85 %", duel("aurum", 4, "strong@0.1s,casual", 0.85, ladder=True)),
        "instant4": (
            "instant level with strong at 5,000 tries",
            duel("aurum", 4, "instant,strong@5000", 0.5, ladder=True),
        ),
        "expert4": (
            "expert over strong, both 0.1 s, ≥ 65 %",
            duel("aurum", 4, "expert@0.1s,strong@0.1s", 0.65, ladder=True),
        ),
        "peer-time": (
            "expert over OpenSpiel, both 0.1 s, ≥ 85 %",
            duel("aurum", 4, "expert@0.1s,openspiel@0.1s", 0.85),
        ),
        "peer-tries": (
            "expert over OpenSpiel, both 10,000 tries, ≥ 65 %",
            duel("aurum", 4, "expert@10000,openspiel@10000", 0.65),
        ),
        "instant3": (
            "3 players: instant level with strong at 5,000 tries",
            duel("aurum", 3, "instant,strong@5000", ladder=True),
        ),
        "casual3": ("3 players: casual over novice", duel("aurum", 3, "casual,novice")),
        "strong3": ("3 players: strong over casual", duel("aurum", 3, "strong@0.1s,casual")),
        "expert3": ("3 players: expert over strong", duel("aurum", 3, "expert@0.1s,strong@0.1s")),
    }
    for players in (3, 5, 8):
        for one, other in (("casual", "novice"), ("strong@0.1s", "casual"), ("expert@0.1s", "strong@0.1s")):
            level = one.partition("@")[0]
            claim = f"Amul, {players} players: {level} over {other.partition('@')[0]}"
            found[f"amul-{level}{players}"] = claim, duel("amul", players, f"{one},{other}")
    return found | {
        "partners": ("each with each against two casual, rounds won", partners),
        "calibration4": ("bids calibrated to 0.03", calibrated(4)),
        "calibration3": ("3 players: bids calibrated to 0.03", calibrated(3)),
        "pace-instant4": ("instant's choice < 0.2 ms", quick),
        "pace4": ("expert's p99 under budget + 50 ms", pace("aurum", 4)),
        "pace3": ("3 players: the same", pace("aurum", 3)),
        "pace-amul5": ("Amul: the same", pace("amul", 5)),
        "start4": ("expert's first move < 3 s, memory < 500 MB", start("aurum", 4)),
        "start3": ("3 players: the same", start("aurum", 3)),
        "start-amul5": ("Amul: the same", start("amul", 5)),
        "agreement": ("the solver says what plain search does, on 10,000 endings", agreement),
        "solver": (
            "2 tricks left ≤ 10 ms, 3 left ≤ 100 ms",
            script("solver.py", "--json --positions 100", "--json --positions 2 --nodes 20000"),
        ),
        "search": ("≥ 200,000 iterations/s from a full deal", speed),
        "endgame": (
            "expert's last tricks best in ≥ 99 %",
            script("endgame.py", "--positions 1000", "--positions 2 --think 50"),
        ),
    }


def parse_arguments() -> argparse.Namespace:
    """What the command line says."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", action="append", metavar="NAME", choices=tuple(figures()), help="this figure")
    parser.add_argument("--list", action="store_true", help="say which there are")
    parser.add_argument("--pairs", type=int, default=ENOUGH, help="deals a duel, each in all its seatings")
    parser.add_argument("--rounds", type=int, default=ROUNDS, help="for calibration")
    parser.add_argument("--seed", default=SEED, help="whose deals are played")
    parser.add_argument("--workers", type=int, help="processes; a core each unless given")
    parser.add_argument(
        "-o", "--output", type=Path, metavar="FOLDER", help="keep every game, and go on from what is there"
    )
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument("--smoke", action="store_true", help="one deal, two rounds, ten tries a choice")
    return parser.parse_args()


def measure_all(names: list[str], setting: Setting) -> list[Figure]:
    """One after the other, each with the load of the machine around it."""
    made = []
    for name in names:
        claim, measure = figures()[name]
        figure, before, began = Figure(name, claim), load_now(), time.perf_counter()
        print(f"measuring {name}: {claim}", file=sys.stderr)
        try:
            measure(figure, setting)
        except Absent as absent:
            figure.absent = str(absent)
        figure.load, figure.seconds = (before, load_now()), time.perf_counter() - began
        made.append(figure)
        if setting.folder:
            told = json.dumps([asdict(one) for one in made], indent=2)
            (setting.folder / "strength.json").write_text(told + "\n", encoding="utf-8")
    return made


def table(made: list[Figure]) -> Table:
    found = Table(
        "figure", "claim", "measured", "holds", "pairs", "load", title="The bots, measured", title_justify="left"
    )
    words = {True: "yes", False: "no", None: "–"}
    for figure in made:
        measured = f"absent: {figure.absent}" if figure.absent else figure.measured
        load = f"{figure.load[0]:.1f}–{figure.load[1]:.1f}"
        pairs = "" if figure.pairs is None else str(figure.pairs)
        found.add_row(figure.name, figure.claim, measured, words[figure.holds], pairs, load)
    return found


def main() -> None:
    """Measure and report."""
    told = parse_arguments()
    if told.list:
        for name, (claim, _) in figures().items():
            print(f"{name:15} {claim}")
        return
    if told.output:
        told.output.mkdir(parents=True, exist_ok=True)
    pairs, rounds = (1, 2) if told.smoke else (told.pairs, told.rounds)
    setting = Setting(pairs, rounds, told.output, told.workers, told.seed, told.smoke)
    made = measure_all(told.only or list(figures()), setting)
    if told.json:
        print(json.dumps([asdict(one) for one in made], indent=2))
        return
    console = Console()
    console.width = max(console.width, 140)
    console.print(table(made))
    for figure in made:
        if figure.command:
            print(f"{figure.name:15} {figure.command}")


if __name__ == "__main__":
    main()
