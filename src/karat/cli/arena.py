"""karat arena: which bot is stronger, and how sure that is."""

from __future__ import annotations

import json
import re
import secrets
import time
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from karat.cli.console import make_console, make_progress
from karat.cli.files import writing
from karat.cli.options import fresh_seed, make_rules, table_options
from karat.cli.warm import compile_first

if TYPE_CHECKING:
    from karat.arena.deals import Plan
    from karat.arena.entrants import Entrant
    from karat.arena.tournament import Ending
    from karat.kit import Kit

DEALS, MOST_DEALS = 500, 20_000


class Percent(click.ParamType[float]):
    """A share as people write it: 2% or 0.02."""

    name = "percent"

    def convert(self, value: str | float, param: click.Parameter | None, ctx: click.Context | None) -> float:
        if isinstance(value, float):
            return value
        found = re.fullmatch(r"(\d+(?:\.\d+)?)\s*(%?)", value.strip())
        share = float(found[1]) / (100 if found[2] else 1) if found else 0.0
        if not 0 < share < 1:
            self.fail(f"{value!r} is no share: write it as 2% or 0.02", param, ctx)
        return share


@click.command()
@table_options
@click.option(
    "--bots",
    required=True,
    metavar="NAMES",
    help="Two or more, with commas; strong@5000 has its own budget. Also my.module:MyBot, instant:net.npz, ./engine.",
)
@click.option(
    "--think", metavar="BUDGET", default="0.1s", show_default=True, help="For a choice: 0.2s, 200ms, or tries."
)
@click.option("--deals", "-n", type=click.IntRange(1, 10_000_000), help=f"How many.  [default: {DEALS}; at most"
              f" {MOST_DEALS} with --until or --sprt]")  # fmt: skip
@click.option(
    "--duplicate/--no-duplicate", default=True, help="Play a deal in every seating, or in one.  [default: every]"
)
@click.option(
    "--of",
    "unit",
    type=click.Choice(["rounds", "matches"]),
    help="What one deal is.  [default: rounds, where they are won]",
)
@click.option("--seating", type=click.Choice(["pairs", "mixed"]), help="With three and more sides: who sits with whom."
              "  [default: pairs; mixed for three and more bots that fit]")  # fmt: skip
@click.option(
    "--cross-play", is_flag=True, help="Where there are partners: every two bots as such, against one opponent."
)
@click.option("--against", metavar="NAME", help="With --cross-play: on both opposing seats.  [default: the first bot]")
@click.option("--until", type=Percent(), metavar="PERCENT", help="Stop when every win rate is known to ± this much.")
@click.option("--sprt", is_flag=True, help="Stop when it is decided whether the first bot is stronger than the second.")
@click.option("--margin", type=Percent(), default="2%", show_default=True, help="With --sprt: by how much, under H1.")
@click.option("--alpha", type=click.FloatRange(0, 0.5, min_open=True, max_open=True), default=0.05, show_default=True,
              help="With --sprt: the chance to accept H1 where H0 is true.")  # fmt: skip
@click.option("--beta", type=click.FloatRange(0, 0.5, min_open=True, max_open=True), default=0.05, show_default=True,
              help="With --sprt: the chance to accept H0 where H1 is true.")  # fmt: skip
@click.option("--seed", metavar="TEXT", help="The same seed gives the same deals.  [default: a fresh one, told]")
@click.option("--workers", "-j", type=click.IntRange(1, 1024), metavar="N", help="Processes.  [default: a core each]")
@click.option("--ray", metavar="ADDRESS", help="Play on a Ray cluster; 'local' starts one here.")
@click.option("--output", "-o", metavar="FOLDER", help="Keep every game there, and go on from what it holds.  [default:"
              " a new one in arena/]")  # fmt: skip
@click.option("--luck-out", is_flag=True, help="Also tell the win rates with what chance brought taken out: surer, and"
              " the same on average.")  # fmt: skip
@click.option("--no-keep", is_flag=True, help="Keep no games: then nothing can go on after a crash.")
@click.option("--json", "as_json", is_flag=True, help="Print the report as one JSON object.")
@click.option("--plot", metavar="FILE", help="Draw the win rates there, as SVG.")
def arena(
    game: str,
    players: int | None,
    edition: str | None,
    variants: tuple[str, ...],
    cards: str | None,
    bots: str,
    think: str,
    deals: int | None,
    unit: str | None,
    seating: str | None,
    against: str | None,
    until: float | None,
    margin: float,
    alpha: float,
    beta: float,
    seed: str | None,
    workers: int | None,
    ray: str | None,
    output: str | None,
    plot: str | None,
    *,
    duplicate: bool,
    cross_play: bool,
    sprt: bool,
    luck_out: bool,
    no_keep: bool,
    as_json: bool,
) -> None:
    """Let bots meet on the same deals, and say who is stronger, with 95 % intervals.

    Every deal is played with the sides exchanged: the same cards, the same starter, all seatings. Intervals come from
    drawing deals anew, so that the games of one deal count as one observation. docs/arena.md tells how. Every game is
    kept as a record.

    \b
    karat arena aurum --bots casual,random --deals 500
    karat arena aurum --bots expert,strong --think 0.2s --deals 500 --plot strength.svg
    karat arena aurum --bots strong@5000,instant --sprt -o match/
    karat arena aurum --players 3 --bots casual,random --until 2%
    karat arena amul --players 5 --bots casual,random --deals 100
    karat arena aurum --bots casual,random --cross-play
    karat arena aurum --bots strong,casual --of matches --luck-out
    karat arena aurum --bots mypkg.bot:MyBot,instant:runs/net.npz,./engine@1s
    """
    from karat.arena.workers import hold_to_one_thread  # noqa: PLC0415 -- and below: numpy takes its time to load

    hold_to_one_thread()
    from karat.arena import chart, report, tournament  # noqa: PLC0415
    from karat.arena.entrants import BadTournament  # noqa: PLC0415
    from karat.arena.play import BotFailed  # noqa: PLC0415
    from karat.cluster import NoCluster  # noqa: PLC0415

    kit, rules = make_rules(game, players, edition, variants, cards)
    if output and no_keep:
        raise click.UsageError(f"-o {output} keeps every game: leave out --no-keep")
    folder = None if no_keep else Path(output) if output else new_folder()
    try:
        wanted = Wanted(bots, think, unit, seating, against, seed, duplicate, cross_play, luck_out)
        plan = make_plan(kit, rules, wanted, folder)
        ending = make_ending(plan, deals, until, margin, alpha, beta, sprt=sprt)
        if ray is None:  # a cluster compiles on its own machines
            compile_first(plan.pieces)
        began, load = time.perf_counter(), report.load_now()
        if folder and not output:
            click.echo(f"every game is kept in {folder}; -o {folder} goes on from there", err=True)
        with make_progress(make_console(stderr=True)) as progress:
            task = progress.add_task("playing", total=ending.deals)
            tally = tournament.run(plan, ending, workers=workers, ray=ray, folder=folder,
                                   tell=lambda finished: progress.update(task, completed=finished))  # fmt: skip
    except (BadTournament, NoCluster) as bad:
        raise click.UsageError(str(bad)) from None
    except BotFailed as failed:
        raise click.ClickException(str(failed)) from None
    verdict = tournament.verdict(tally, ending.sprt) if ending.sprt else None
    told = report.report(tally, time.perf_counter() - began, (load, report.load_now()), verdict)
    if plot:
        with writing(plot) as file:
            file.write(chart.svg(told))
    if as_json:
        click.echo(json.dumps(report.to_json(told), indent=2))
        return
    console = make_console()
    if not console.is_terminal:
        console.width = 120  # a pipe has no width: no name is cut off
    for part in report.tables(told):
        console.print(part)


def new_folder() -> Path:
    """One that nobody has yet, named after the time: who changed a bot is not to find the games of the old one."""
    return Path("arena") / f"{time.strftime('%Y-%m-%d-%H%M%S')}-{secrets.token_hex(2)}"


@dataclass(frozen=True, slots=True)
class Wanted:
    """What the options say of who meets whom."""

    bots: str
    think: str
    unit: str | None
    seating: str | None
    against: str | None
    seed: str | None
    duplicate: bool
    cross_play: bool
    luck_out: bool


def make_plan(kit: Kit, rules: object, wanted: Wanted, folder: Path | None) -> Plan:
    """The tournament that the options describe."""
    from karat.arena.deals import Plan, Seating, Unit  # noqa: PLC0415
    from karat.arena.entrants import BadTournament, parse_entrants  # noqa: PLC0415
    from karat.arena.journal import kept_seed  # noqa: PLC0415
    from karat.bots.bot import BadBudget, Budget  # noqa: PLC0415

    try:
        budget = Budget.parse(wanted.think)
    except BadBudget as bad:
        raise BadTournament(f"--think: {bad}") from None
    entrants = parse_entrants(kit, wanted.bots, budget)
    if wanted.cross_play and wanted.seating:
        raise BadTournament("--cross-play has a seating of its own: leave out --seating")
    if wanted.against and not wanted.cross_play:
        raise BadTournament("--against names the opponents in --cross-play")
    rounds = kit.round_won is not None and kit.rounds_are_won(rules)
    plan = Plan(
        kit=kit,
        rules=rules,
        entrants=entrants,
        seed=wanted.seed or (folder and kept_seed(folder)) or fresh_seed(),
        unit=Unit(wanted.unit or ("rounds" if rounds else "matches")),
        seating=Seating.CROSS if wanted.cross_play else Seating(wanted.seating or "pairs"),
        duplicate=wanted.duplicate,
        luck_out=wanted.luck_out,
        against=_opponent(entrants, wanted.against) if wanted.against else 0,
    )
    fit_one_table = 2 < len(entrants) <= len(plan.sides)
    chosen = wanted.seating or wanted.cross_play
    return replace(plan, seating=Seating.MIXED) if fit_one_table and not chosen else plan


def _opponent(entrants: tuple[Entrant, ...], name: str) -> int:
    from karat.arena.entrants import BadTournament  # noqa: PLC0415

    for number, entrant in enumerate(entrants):
        if name in {str(entrant), entrant.bot}:
            return number
    raise BadTournament(f"--against {name!r} is none of the bots: {', '.join(map(str, entrants))}")


def make_ending(
    plan: Plan, deals: int | None, until: float | None, margin: float, alpha: float, beta: float, *, sprt: bool
) -> Ending:
    """When it is over."""
    from karat.arena.entrants import BadTournament  # noqa: PLC0415
    from karat.arena.sprt import Hypotheses  # noqa: PLC0415
    from karat.arena.tournament import Ending  # noqa: PLC0415

    if sprt and len(plan.meetings) != 1:
        raise BadTournament("--sprt decides between two bots: name two")
    if sprt and plan.fair + margin >= 1:
        raise BadTournament(f"--margin {margin:.0%} asks for more than all wins")
    tested = Hypotheses(plan.fair, plan.fair + margin, alpha, beta) if sprt else None
    return Ending(deals or (MOST_DEALS if sprt or until else DEALS), until, tested)
