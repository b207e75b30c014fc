"""karat train: nets that learn by playing against themselves."""

from __future__ import annotations

import json
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from karat.cli.console import make_console
from karat.cli.options import GameType, by_game, player_counts
from karat.games import GAMES

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from rich.console import Console

    from karat.kit import Kit
    from karat.lab.plan import TrainingPlan
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
@click.option("--seed", metavar="TEXT", help="What chance is made from.  [default: karat]")
@click.option("--out", "-o", type=click.Path(file_okay=False, path_type=Path), help="The run's folder.")
@click.option("--resume", is_flag=True, help="Go on with the run in that folder.")
@click.option(
    "--start", type=click.Path(dir_okay=False, path_type=Path), metavar="NET", help="Begin with this net, and gently."
)
@click.option("--sparring", type=click.FloatRange(0, 0.8), metavar="SHARE",
              help="Play that share of the rounds against a search, where there is one.")  # fmt: skip
@click.option("--tries", type=click.IntRange(1), help="How long that search thinks.  [default: 1000]")
@click.option("--actors", type=click.IntRange(1), help="How many play at once.  [default: one for each core]")
@click.option("--ray", metavar="ADDRESS", help="Let them play on a Ray cluster; 'local' starts one here.")
@click.option("--config", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE",
              help="Every setting, and a model, a subject or an algorithm of your own, as TOML.")  # fmt: skip
@click.option("--tensorboard", is_flag=True, help="Also write loss and wins for TensorBoard.")
@click.option("--json", "as_json", is_flag=True, help="Print a line of JSON for each test in place of the display.")
def train(
    game: str,
    players: int | None,
    rounds: int | None,
    minutes: float | None,
    seed: str | None,
    out: Path | None,
    start: Path | None,
    sparring: float | None,
    tries: int | None,
    actors: int | None,
    ray: str | None,
    config: Path | None,
    *,
    resume: bool,
    tensorboard: bool,
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
    karat train aurum --config mine.toml --tensorboard -o runs/mine
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
    given = {"seed": seed, "rounds": rounds, "minutes": minutes, "sparring": sparring, "sparring_tries": tries}
    asked = TrainingAsked(kit, players, out, start, config, ray, actors, tensorboard, resume, given)
    console = make_console(stderr=True)
    try:
        with prepared(asked) as trainer:
            follow(trainer, console, as_json=as_json)
    except ModuleNotFoundError as missing:
        if (missing.name or "").startswith("karat"):
            raise
        raise click.UsageError(f"training needs {missing.name}: pip install 'karat-games[lab]'") from None
    if not as_json:
        last = trainer.standing.tests[-1]
        console.print(
            f"{out / 'net.npz'}: {last['rounds']:,} rounds, {last['random']:.1%} of wins over random play", style="bold"
        )


@dataclass(frozen=True, slots=True)
class TrainingAsked:
    """What the options say."""

    kit: Kit
    players: int
    out: Path
    start: Path | None
    config: Path | None
    ray: str | None
    actors: int | None
    tensorboard: bool
    resume: bool
    given: Mapping[str, object]
    """Settings of the plan; None where an option was left out."""


@contextmanager
def prepared(asked: TrainingAsked) -> Iterator[Trainer]:
    """The run, with everything that it was told; what is wrong with that is wrong use."""
    from karat.cluster import NoCluster  # noqa: PLC0415 -- and below: torch takes its time to load
    from karat.lab.config import TrainingConfig, read_config  # noqa: PLC0415
    from karat.lab.crew import crew  # noqa: PLC0415
    from karat.lab.plan import BadRun  # noqa: PLC0415

    lab = asked.kit.lab
    assert lab is not None  # noqa: S101 -- the argument's type has seen to it
    try:
        told = read_config(asked.config) if asked.config else TrainingConfig()
        from karat.lab.learner import AdamLearner  # noqa: PLC0415
        from karat.lab.trainer import Trainer  # noqa: PLC0415
        from karat.search.net_file import BadNet, load  # noqa: PLC0415

        subject: Trained = (told.part("subject") or lab.subject)(asked.players)
        model, algorithm = told.part("model"), told.part("algorithm") or AdamLearner
        plan = make_plan(asked, subject, told.settings)
        hands = crew(asked.ray, asked.actors, asked.kit.pieces("train"))
    except (BadRun, NoCluster) as bad:
        raise click.UsageError(str(bad)) from None
    try:
        try:
            trainer = Trainer(
                subject, plan, asked.out, hands, model=model, algorithm=algorithm, events=asked.tensorboard
            )
            if asked.start:
                trainer.start_from(load(asked.start, subject.shapes))
            if asked.resume:
                trainer.resume()
        except (BadRun, BadNet) as error:
            raise click.ClickException(str(error)) from None
        yield trainer
    finally:
        hands.close()


def make_plan(asked: TrainingAsked, subject: Trained, settings: Mapping[str, Any]) -> TrainingPlan:
    """Options come before the file, the file before what is usual."""
    from karat.lab.plan import GENTLE, BadRun, TrainingPlan  # noqa: PLC0415

    named = dict(settings) | {name: value for name, value in asked.given.items() if value is not None}
    if not {"rounds", "minutes"} & set(named):
        named["minutes"] = 120.0
    if named.get("sparring") and not (asked.kit.lab and asked.kit.lab.sparring):
        raise BadRun(f"there is no sparring in {asked.kit.name}: it has no search to train against")
    usual: dict[str, Any] = {"trust": subject.trust} | (GENTLE if asked.start else {})
    usual |= {"ahead": 1} if asked.ray else {}  # actors there play on while we learn here
    return TrainingPlan(**usual | named)


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
