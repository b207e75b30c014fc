"""karat study: how balanced a game is."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import TYPE_CHECKING

import click

from karat.atomic_file import replacing
from karat.cli.console import make_console, make_progress
from karat.cli.options import USUAL_GAME, GameType, think_option
from karat.cli.warm import compile_first
from karat.games import GAMES

if TYPE_CHECKING:
    from karat.bots.bot import Budget


@click.command()
@click.argument("game", type=GameType(lambda kit: kit.study), default=USUAL_GAME)
@click.option("--bots", "bot", required=True, metavar="NAME", help="The level that plays on every seat.")
@click.option("--by", default="starter,seat", show_default=True, metavar="NAMES",
              help="What is compared: starter, seat, players, edition, variant.")  # fmt: skip
@click.option("--matches", "-n", type=click.IntRange(1, 1_000_000), default=200, show_default=True,
              help="Under each of the rules that are compared.")  # fmt: skip
@click.option("--seed", default="study", show_default=True, metavar="TEXT", help="The same seed gives the same study.")
@think_option
@click.option("--workers", "-j", type=click.IntRange(1, 1024), metavar="N", help="Processes.  [default: a core each]")
@click.option("--ray", metavar="ADDRESS", help="Play on a Ray cluster; 'local' starts one here.")
@click.option("--output", "-o", type=click.Path(file_okay=False, path_type=Path), metavar="FOLDER",
              help="Where report, pictures and figures go.  [default: study/GAME]")  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="Print the figures as one JSON object, too.")
def study(
    game: str,
    bot: str,
    by: str,
    matches: int,
    seed: str,
    think: Budget,
    workers: int | None,
    ray: str | None,
    output: Path | None,
    *,
    as_json: bool,
) -> None:
    """Play many matches of GAME and report on its balance: who begins, seats, bids or cards, editions, variants.

    FOLDER gets report.md with tables, a picture for each question, and study.json with every figure. Whether something
    differs is judged over all comparisons together.

    \b
    karat study aurum --bots instant --by starter,seat,edition,players,variant -n 200
    karat study amul --bots casual --by starter,seat,players,variant --ray 10.0.0.1:6379
    """
    from karat.arena.workers import hold_to_one_thread  # noqa: PLC0415 -- and below: numpy takes its time to load

    hold_to_one_thread()
    from karat.bots.bot import UnknownBot  # noqa: PLC0415
    from karat.cluster import NoCluster, WorkFailed, WorkLost  # noqa: PLC0415
    from karat.kernel.threads import cores  # noqa: PLC0415
    from karat.study import design, findings, report  # noqa: PLC0415

    kit = GAMES[game]
    names = tuple(name.strip() for name in by.split(","))
    folder = output or Path("study") / game
    try:
        kit.make_bot(bot, think)
        asked = design.Design(kit, bot, names, matches, seed, think)
        for cell in asked.cells:
            asked.rules(cell)
        if ray is None:
            compile_first(asked.pieces)
        facts, began = findings.FactSheet(asked), time.perf_counter()
        with make_progress(make_console(stderr=True)) as progress:
            told = design.played(asked, workers or cores(), ray)
            for portion, some in progress.track(told, total=len(asked.portions), description="playing"):
                facts.add(portion, some)
    except (UnknownBot, design.BadStudy, NoCluster) as bad:
        raise click.UsageError(str(bad)) from None
    except (WorkFailed, WorkLost) as bad:
        raise click.ClickException(str(bad)) from None
    found = facts.findings()
    command = f"karat study {game} --bots {bot} --by {by} -n {matches} --seed {seed}"
    figures = report.to_json(asked, found, time.perf_counter() - began)
    folder.mkdir(parents=True, exist_ok=True)
    for question, picture in report.pictures(asked, found).items():
        write(folder / f"{question}.svg", picture)
    write(folder / "study.json", json.dumps(figures, indent=1) + "\n")
    write(folder / "report.md", report.markdown(asked, found, "", command))
    if as_json:
        click.echo(json.dumps(figures, indent=2))
    else:
        differing = sum(one.differs for one in found)
        click.echo(f"{folder / 'report.md'}: {len(found)} comparisons, {differing} of them differ")


def write(path: Path, text: str) -> None:
    with replacing(path) as file:
        file.write(text)
