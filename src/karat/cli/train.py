"""karat train: nets that learn by playing against themselves."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from karat.cli.console import make_console
from karat.cli.options import GameType, by_game, player_counts
from karat.games import GAMES

if TYPE_CHECKING:
    from rich.console import Console

    from karat.kit import Kit
    from karat.lab.trainer import Standing, Trained, Trainer


def usual_number(kit: Kit) -> str:
    return str(kit.lab.usual_players or "all") if kit.lab else ""


@click.command()
@click.argument("game", type=GameType(lambda kit: kit.lab))
@click.option(
    "--players", "-p", type=int, metavar="N", help=f"{by_game(player_counts)}.  [default: {by_game(usual_number)}]"
)
@click.option(
    "--rounds",
    type=click.IntRange(1),
    help="Train for so many rounds, or matches where one deal is one; same seed, same net.",
)
@click.option("--minutes", type=click.FloatRange(0, min_open=True), help="Train for so long.  [default: 120]")
@click.option("--seed", default="karat", show_default=True, metavar="TEXT", help="What chance is made from.")
@click.option("--out", "-o", type=click.Path(file_okay=False, path_type=Path), help="The run's folder.")
@click.option("--resume", is_flag=True, help="Go on with the run in that folder.")
@click.option(
    "--start", type=click.Path(dir_okay=False, path_type=Path), metavar="NET", help="Begin with this net, and gently."
)
@click.option("--sparring", type=click.FloatRange(0, 0.8), default=0.0, metavar="SHARE",
              help="Play that share of the rounds against a search, where there is one.")  # fmt: skip
@click.option("--tries", type=click.IntRange(1), default=1000, show_default=True, help="How long that search thinks.")
@click.option("--actors", type=click.IntRange(1), help="How many play at once.  [default: one for each core]")
@click.option("--ray", metavar="ADDRESS", help="Let them play on a Ray cluster; 'local' starts one here.")
@click.option("--json", "as_json", is_flag=True, help="Print a line of JSON for each test in place of the display.")
def train(
    game: str,
    players: int | None,
    rounds: int | None,
    minutes: float | None,
    seed: str,
    out: Path | None,
    start: Path | None,
    sparring: float,
    tries: int,
    actors: int | None,
    ray: str | None,
    *,
    resume: bool,
    as_json: bool,
) -> None:
    """Train the net of GAME by self-play, and keep it in a folder.

    The folder gets net.npz, which plays; log.jsonl and curves.svg, which tell how it learned; and checkpoint.pt, from
    which --resume goes on after a stop or a crash. docs/training.md explains the method and how to ship a net.

    \b
    karat train aurum --minutes 120 -o runs/aurum4
    karat train aurum --players 3 --rounds 2000000 --seed 7 -o runs/aurum3
    karat train aurum -o runs/aurum4 --minutes 240 --resume
    karat train aurum --start runs/aurum4/net.npz --sparring 0.5 --rounds 50000 -o runs/sparred4
    karat train amul --minutes 40 -o runs/amul
    karat train amul --players 5 --minutes 10 --ray 10.0.0.1:6379
    """
    kit = GAMES[game]
    assert kit.lab is not None  # noqa: S101 -- the argument's type has seen to it
    if players is not None and players not in kit.options.players:
        raise click.UsageError(f"{game} is for {player_counts(kit)} players, not {players}")
    players = players or kit.lab.usual_players
    if sparring and not kit.lab.sparring:
        raise click.UsageError(f"there is no sparring in {game}: it has no search to train against")
    if start and resume:
        raise click.UsageError("--start begins a run and --resume goes on with one: leave one of them out")
    out = out or Path("runs") / f"{game}{players or ''}"
    if (out / "checkpoint.pt").exists() and not resume:
        raise click.UsageError(f"{out} holds a run already: add --resume to go on with it, or name another with --out")
    try:
        from karat.cluster import NoCluster  # noqa: PLC0415 -- and below: torch takes its time to load
        from karat.lab.crew import crew  # noqa: PLC0415
        from karat.lab.trainer import GENTLE, BadRun, Trainer, TrainingPlan  # noqa: PLC0415
        from karat.search.net_file import BadNet, load  # noqa: PLC0415
    except ModuleNotFoundError as missing:
        if (missing.name or "").startswith("karat"):
            raise
        raise click.UsageError(f"training needs {missing.name}: pip install 'karat-games[lab]'") from None
    minutes = minutes or (None if rounds else 120.0)
    gentle = GENTLE if start else {}
    learner: Trained = kit.lab.subject(players)
    plan = TrainingPlan(
        seed=seed,
        rounds=rounds,
        minutes=minutes,
        trust=learner.trust,
        sparring=sparring,
        sparring_tries=tries,
        **gentle,
    )
    console = make_console(stderr=True)
    try:
        hands = crew(ray, actors)
    except NoCluster as error:
        raise click.UsageError(str(error)) from None
    try:
        trainer = Trainer(learner, plan, out, hands)
        try:
            if start:
                trainer.start_from(load(start, trainer.subject.shapes))
            if resume:
                trainer.resume()
        except (BadRun, BadNet) as error:
            raise click.ClickException(str(error)) from None
        follow(trainer, console, as_json=as_json)
    finally:
        hands.close()
    if not as_json:
        last = trainer.standing.tests[-1]
        console.print(
            f"{out / 'net.npz'}: {last['rounds']:,} rounds, {last['random']:.1%} of wins over random play", style="bold"
        )


def follow(trainer: Trainer, console: Console, *, as_json: bool) -> None:
    """Train, and show how far it is."""
    shown = len(trainer.standing.tests)
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.percentage:.1f} %"),
        TimeElapsedColumn(),
    )
    with Progress(*columns, console=console, disable=as_json or not console.is_terminal) as progress:
        task = progress.add_task("starting", total=1.0)

        def tell(standing: Standing, done: float) -> None:
            nonlocal shown
            progress.update(
                task,
                completed=min(done, 1.0),
                description=f"{standing.rounds:,} rounds, loss {standing.loss:.4f}{_tested(standing)}",
            )
            for test in standing.tests[shown:]:
                if as_json:
                    click.echo(json.dumps(test))
            shown = len(standing.tests)

        trainer.run(tell)
    if as_json:
        for test in trainer.standing.tests[shown:]:
            click.echo(json.dumps(test))


def _tested(standing: Standing) -> str:
    """What the last test said."""
    if not standing.tests:
        return ""
    last = standing.tests[-1]
    return f", wins {last['random']:.1%} over random, {last['early']:.1%} over early"
