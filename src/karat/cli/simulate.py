"""karat simulate: matches between bots."""

from __future__ import annotations

import json
import time
from contextlib import nullcontext
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import click
from rich.table import Table

from karat.arena.simulation import LostWorker, Simulation, simulated
from karat.arena.statistics import interval
from karat.cli.console import make_console, make_progress
from karat.cli.files import writing
from karat.cli.options import fresh_seed, make_bots, make_rules, table_options, think_option
from karat.cli.warm import compile_first

if TYPE_CHECKING:
    from karat.bots.bot import Budget
    from karat.game import Outcome


@click.command()
@table_options
@click.option("--matches", "-n", type=click.IntRange(1, 10_000_000), default=100, show_default=True, help="How many.")
@click.option("--seed", metavar="TEXT", help="The same seed gives the same matches.  [default: a fresh one, told]")
@click.option(
    "--bots",
    default="random",
    show_default=True,
    metavar="NAMES",
    help="One for all, or one for each seat: random,casual,…",
)
@think_option
@click.option("--workers", "-j", type=click.IntRange(1, 1024), default=1, show_default=True, metavar="N",
              help="Processes; the matches are the same with any number.")  # fmt: skip
@click.option("--output", "-o", metavar="FILE", help="Write the records there, one a line; '-' is standard output.")
@click.option("--json", "as_json", is_flag=True, help="Print the summary as one JSON object.")
def simulate(
    game: str,
    players: int | None,
    edition: str | None,
    variants: tuple[str, ...],
    cards: str | None,
    matches: int,
    seed: str | None,
    bots: str,
    think: Budget,
    workers: int,
    output: str | None,
    *,
    as_json: bool,
) -> None:
    """Let bots play GAME and say who won how often, with 95 % intervals.

    A match with number i is dealt from the seed "SEED/i", so a file can be made again and grows without
    changing. FILE is replaced only when all matches are written.

    \b
    karat simulate aurum --matches 1000 --seed 7 -o games.jsonl
    karat simulate aurum --matches 100000 -j 8 -o games.jsonl
    karat simulate aurum --players 3 --edition fr --bots casual,random,random
    karat simulate aurum --variant no-zero-gold --variant three-round-total -o - | karat verify -
    karat simulate amul --players 5 --variant tea --bots casual,random,random,random,random
    """
    if as_json and output == "-":
        raise click.UsageError("--json and -o - both want standard output; write the records to a file")
    kit, rules = make_rules(game, players, edition, variants, cards)
    names, _ = make_bots(kit, bots, rules.players, think)
    seed = fresh_seed() if seed is None else seed
    compile_first(kit.pieces(*names))
    tally = WinTally(names)
    console = make_console(stderr=True)
    began = time.perf_counter()
    with nullcontext() if output is None else writing(output) as file, make_progress(console) as progress:
        played = simulated(Simulation(kit, rules, names, think, seed), matches, workers)
        try:
            for outcome, line in progress.track(played, total=matches, description="playing"):
                tally.add(outcome)
                if file:
                    file.write(line + "\n")
        except LostWorker as lost:
            raise click.ClickException(str(lost)) from None
    summary = tally.summary() | {"game": game, "seed": seed, "seconds": round(time.perf_counter() - began, 3)}
    if as_json:
        click.echo(json.dumps(summary, indent=2))
    else:
        make_console(stderr=output == "-").print(tally.table(seed))


@dataclass
class WinTally:
    """Who won how often, by side. A shared win counts in parts."""

    bots: tuple[str, ...]
    shares: list[list[float]] = field(default_factory=list)
    sides: tuple[tuple[int, ...], ...] = ()

    def add(self, outcome: Outcome) -> None:
        self.sides = outcome.sides
        self.shares.append([outcome.share(seats[0]) for seats in outcome.sides])

    def rows(self) -> list[tuple[str, str, float, float, float]]:
        """Seats, bots, share of wins, and its 95 % interval."""
        found = []
        for side, seats in enumerate(self.sides):
            mean, low, high = interval([shares[side] for shares in self.shares])
            at = " and ".join(map(str, seats))
            found.append((at, ", ".join(self.bots[seat] for seat in seats), mean, low, high))
        return found

    def summary(self) -> dict[str, object]:
        sides = [
            {
                "seats": list(seats),
                "bots": [self.bots[seat] for seat in seats],
                "wins": mean,
                "low": low,
                "high": high,
            }
            for seats, (_, _, mean, low, high) in zip(self.sides, self.rows(), strict=True)
        ]
        return {"matches": len(self.shares), "sides": sides}

    def table(self, seed: str) -> Table:
        table = Table(
            title=f"{len(self.shares)} match{'es' * (len(self.shares) != 1)}, seed {seed}", title_justify="left"
        )
        table.add_column("seats")
        table.add_column("bots")
        table.add_column("won", justify="right")
        table.add_column("95 % interval", justify="right")
        for at, bots, mean, low, high in self.rows():
            table.add_row(at, bots, f"{mean:.1%}", f"{low:.1%} to {high:.1%}")
        return table
