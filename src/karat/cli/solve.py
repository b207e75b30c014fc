"""karat solve: what each action of a late position is worth."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import click

from karat.cli.main import BAD_CHECK
from karat.cli.options import read_budget
from karat.cli.show import find
from karat.cli.warm import compile_first
from karat.game import NotSolvable
from karat.games import GAMES
from karat.record import BadRecord, game_of

if TYPE_CHECKING:
    from karat.bots.bot import Budget
    from karat.kit import Kit
    from karat.record import Record


@click.command()
@click.argument("file", default="-")
@click.option("--match", "-m", "number", type=click.IntRange(1), default=1, show_default=True, help="Which, from 1.")
@click.option("--round", "-r", "in_round", type=click.IntRange(1), default=1, show_default=True, help="Which, from 1.")
@click.option("--at", "index", type=click.IntRange(0), required=True, help="Before which action of the round, from 0.")
@click.option("--win", "win_only", is_flag=True, help="Ask for who wins the round alone, which is much quicker.")
@click.option(
    "--think",
    default="10s",
    show_default=True,
    metavar="TIME",
    callback=read_budget,
    help="A time, or a bare number of positions to look at.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead of words.")
def solve(file: str, number: int, in_round: int, index: int, *, win_only: bool, think: Budget, as_json: bool) -> int:
    """Tell what every action of a late position of Aurum was worth with all cards known, the best first.

    The position is that of FILE before an action of a round, by its index as `karat verify` tells it. Worths are for
    the side to act: who wins the round, and by how many points. With three players both others play against it. What
    could not be settled in time is told with its bounds; docs/solver.md explains more.

    \b
    karat solve games.jsonl --at 90
    karat solve games.jsonl --match 3 --round 2 --at 96 --win
    """
    try:
        record = find(file, number)
        kit = GAMES[game_of(record, GAMES)]
        if kit.solve is None:
            solvable = ", ".join(one.name.capitalize() for one in GAMES.values() if one.solve)
            raise click.UsageError(
                f"only positions of {solvable} can be solved, and this is a match of {kit.name.capitalize()}"
            )
        compile_first(kit.pieces("solve"))
        solution = kit.solve(position(kit, record, in_round, index), think, win_only=win_only)
    except BadRecord as bad:
        click.echo(f"match {number} is bad before that: {bad}", err=True)
        return BAD_CHECK
    except NotSolvable as cannot:
        raise click.UsageError(str(cannot)) from None
    click.echo(as_object(solution) if as_json else in_words(solution))
    return 0


def position(kit: Kit, record: Record, in_round: int, index: int) -> Any:
    """The match before that action; wrong use where there is none."""
    actions: dict[int, int] = {}
    for one in kit.taken(record):
        if one.seat is not None:
            actions[one.round] = actions.get(one.round, 0) + 1
        if one.round == in_round and actions.get(in_round, 0) == index:
            return one.step.state
    if in_round not in actions:
        raise click.UsageError(f"the match has no round {in_round}; its last is {max(actions, default=0)}")
    raise click.UsageError(
        f"round {in_round} has no action {index} to stand before; its actions are 0 to {actions[in_round] - 1}"
    )


def in_words(solution: Any) -> str:
    """A line for the position, one for each action, and the best line."""
    ranked = sorted(solution.by_action.items(), key=lambda pair: (-pair[1].least, -pair[1].most))
    lines = [f"seat {solution.seat} is to act: {solution.value}", *(f"  {action}: {worth}" for action, worth in ranked)]
    if solution.line:
        lines.append("best play: " + ", ".join(f"{seat} {action}" for seat, action in solution.line))
    return "\n".join(lines)


def as_object(solution: Any) -> str:
    """The same for programs."""
    return json.dumps({
        "seat": solution.seat,
        "exact": solution.exact,
        "value": [solution.value.least, solution.value.most],
        "actions": {str(action): [worth.least, worth.most] for action, worth in solution.by_action.items()},
        "line": [[seat, str(action)] for seat, action in solution.line],
        "nodes": solution.nodes,
    })  # fmt: skip
