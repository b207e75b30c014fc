"""karat perft: count action sequences."""

from __future__ import annotations

import json
import time
from typing import TYPE_CHECKING

import click

from karat.cli.files import reading
from karat.cli.main import BAD_CHECK
from karat.game import BadText
from karat.games import GAMES
from karat.perft import divide, parse_table
from karat.perft import perft as count_sequences

if TYPE_CHECKING:
    from karat.perft import Engine, PerftEntry

LARGEST = 4 * 1024 * 1024


@click.command()
@click.argument("file", default="-")
@click.option("--depth", "-d", type=click.IntRange(0), help="Leave out deeper lines of the table.")
@click.option(
    "--divide",
    "divided",
    type=click.IntRange(1),
    metavar="N",
    help="Also count to depth N under each first action.",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON, one object a count.")
def perft(file: str, depth: int | None, divided: int | None, *, as_json: bool) -> int:
    """Count the sequences of exactly n actions from the positions of FILE and compare with its counts.

    FILE is text: `id NAME`, `state POSITION`, then lines `perft DEPTH COUNT`; docs/perft.md explains it. Where a
    count differs, the count under each first action is told, and the exit status is 1.

    \b
    karat perft tests/perft/aurum.perft --depth 6
    karat perft my.perft --divide 3
    """
    if divided and as_json:
        raise click.UsageError("--divide is for people and --json for programs; give one of them")
    bad = 0
    for entry, engine, state in positions(file):
        for asked, expected in entry.counts:
            if depth is not None and asked > depth:
                continue
            began = time.perf_counter()
            count = count_sequences(engine, state, asked)
            seconds = time.perf_counter() - began
            bad += count != expected
            if as_json:
                told = {
                    "id": entry.id,
                    "depth": asked,
                    "count": count,
                    "expected": expected,
                    "seconds": round(seconds, 4),
                }
                click.echo(json.dumps(told))
                continue
            verdict = "ok" if count == expected else f"WRONG, expected {expected}"
            click.echo(f"{entry.id}  perft {asked}  {count}  {verdict}  {seconds:.2f} s")
            if count != expected:
                tell_divided(divide(engine, state, asked))
        if divided and not as_json:
            tell_divided(divide(engine, state, divided))
    return BAD_CHECK if bad else 0


def positions(file: str) -> list[tuple[PerftEntry, Engine, object]]:
    """The table's entries with their engines and positions; wrong use where it cannot be read."""
    with reading(file) as stream:
        raw = stream.read(LARGEST + 1)
    try:
        if len(raw) > LARGEST:
            raise BadText(f"a table has at most {LARGEST} bytes")  # noqa: TRY301
        engines = {name: kit.perft for name, kit in GAMES.items() if kit.perft}
        table = parse_table(raw.decode("utf-8-sig"), engines)
        if not any(entry.counts for entry in table) and not any(entry.state for entry in table):
            raise BadText("there is no position in it")  # noqa: TRY301
        return [(entry, engines[entry.game], engines[entry.game].parse(entry.state)) for entry in table]
    except (BadText, UnicodeDecodeError) as bad:
        raise click.UsageError(f"{file}: {bad}") from None


def tell_divided(counts: dict[str, int]) -> None:
    for action, count in counts.items():
        click.echo(f"    {action}: {count}")
