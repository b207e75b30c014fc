"""karat export: records as a table of decisions."""

from __future__ import annotations

import importlib
import json
import os
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from karat.atomic_file import replacing_bytes
from karat.cli.console import make_console, make_progress
from karat.cli.files import reading
from karat.cli.options import card_files_option, games_with
from karat.cli.verify import position, size
from karat.cli.warm import compile_first

if TYPE_CHECKING:
    from collections.abc import Iterable

    from karat.export.decisions import Exporter

ENDS = {"parquet": ".parquet", "arrow": ".arrow"}


@click.command()
@click.argument("file")
@click.option("--to", "form", type=click.Choice(list(ENDS)), default="parquet", show_default=True, help="The format.")
@click.option("--observations", is_flag=True, help="Also what the seat saw and what was legal.")
@click.option("--output", "-o", metavar="FILE", help="Where to.  [default: beside FILE, with the format's ending]")
@card_files_option
@click.option("--json", "as_json", is_flag=True, help="Print what was written as one JSON object.")
def export(
    file: str, form: str, output: str | None, cards: tuple[str, ...], *, observations: bool, as_json: bool
) -> None:
    """Write every decision of the records in FILE as one row of a table, for pyarrow, polars, pandas, DuckDB.

    All records must be of one game under the same rules. Every action is checked by the compiled rules; what a decision
    brought comes from them too, and not from what a record says of its result. docs/data.md tells the columns.

    \b
    karat simulate aurum -n 1000 --bots casual -j 2 -o games.jsonl
    karat export games.jsonl --to parquet --observations
    """
    from karat.export.decisions import BadExport, Exporter  # noqa: PLC0415 -- numpy takes its time to load

    target = Path(output) if output else Path("games" if file == "-" else file).with_suffix(ENDS[form])
    if target.is_dir() or not target.parent.is_dir():
        raise click.UsageError(f"cannot write {str(target)!r}: {'a folder' if target.is_dir() else 'no such folder'}")
    if file != "-" and target.resolve() == Path(file).resolve():
        raise click.UsageError(f"-o {target} is the file that is read: name another")
    exporter = Exporter(
        games_with(cards), observations=observations, prepare=lambda kit: compile_first(kit.pieces("export"))
    )
    began = time.process_time()
    with reading(file) as stream, make_progress(make_console(stderr=True)) as progress:
        task = progress.add_task("exporting", total=None if progress.disable else size(stream))

        def told(tables: Iterable[Any]) -> Iterable[Any]:
            for table in tables:
                yield table
                if not progress.disable:
                    progress.update(task, completed=position(stream))

        try:
            write(exporter, told(exporter.tables(stream)), target, form)
        except BadExport as bad:
            raise click.ClickException(f"{bad}; nothing was written") from None
    worked = time.process_time() - began
    summary = {"file": str(target), "matches": exporter.matches, "decisions": exporter.decisions,
               "bytes": os.path.getsize(target), "processor_seconds": round(worked, 3)}  # noqa: PTH202  # fmt: skip
    if as_json:
        click.echo(json.dumps(summary, indent=2))
    else:
        click.echo(
            f"{target}: {exporter.decisions} decisions of {exporter.matches} matches, {summary['bytes']} bytes; "
            f"{exporter.decisions / max(worked, 1e-9):,.0f} a second of the processor's time"
        )


def write(exporter: Exporter, tables: Iterable[Any], target: Path, form: str) -> None:
    """One table after the other into a file that takes its place when all are written."""
    pa: Any = importlib.import_module("pyarrow")  # an extra, and slow to load
    parquet: Any = importlib.import_module("pyarrow.parquet")

    from karat.export.decisions import BadExport  # noqa: PLC0415

    with replacing_bytes(target) as file:
        writer: Any = None
        try:
            for table in tables:
                if writer is None and form == "parquet":
                    writer = parquet.ParquetWriter(
                        file, exporter.schema, compression="zstd", compression_level=1, use_dictionary=["text"]
                    )
                elif writer is None:
                    options = pa.ipc.IpcWriteOptions(compression="zstd")
                    writer = pa.ipc.new_file(file, exporter.schema, options=options)
                writer.write_table(table)
        finally:
            if writer is not None:
                writer.close()
        if writer is None:
            raise BadExport("there is no record to export")
