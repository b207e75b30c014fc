"""karat verify: check match records."""

from __future__ import annotations

import json
import os
import stat
import sys
from typing import BinaryIO

import click

from karat.cli.console import make_console, make_progress
from karat.cli.files import reading
from karat.cli.main import BAD_CHECK
from karat.cli.options import card_files_option, games_with
from karat.record import BadRecord
from karat.record import verify as verify_lines

MOST_TOLD = 10_000
"""Problems in one JSON object; a file of any length can be bad from end to end."""


@click.command()
@click.argument("file", default="-")
@card_files_option
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead of words.")
def verify(file: str, cards: tuple[str, ...], *, as_json: bool) -> int:
    """Replay every match of FILE and check every step and every score.

    FILE holds one `karat/1` record a line; without a name, or with '-', standard input is read. A bad record is
    told with its line, the round (from 1), the index of the action (from 0; in that round's list for Aurum, in the
    match's for Amul), and the rule.
    The records after it are still checked. The exit status is 1 when any is bad.

    \b
    karat verify games.jsonl
    karat simulate aurum -o - | karat verify -
    karat verify games.jsonl --json | jq .problems
    karat verify games.jsonl --cards my-amul.toml
    """
    replay = {name: kit.replay for name, kit in games_with(cards).items()}
    ok, found = 0, 0
    problems: list[dict[str, object]] = []
    with reading(file) as stream, make_progress(make_console(stderr=True)) as progress:
        task = progress.add_task("verifying", total=None if progress.disable else size(stream))
        # In a terminal the bar makes way for a line; a file or a pipe gets it from standard output.
        tell = progress.console.print if sys.stdout.isatty() and not progress.disable else click.echo
        for line, bad in verify_lines(stream, replay):
            if bad is None:
                ok += 1
            else:
                found += 1
                if as_json and len(problems) < MOST_TOLD:
                    problems.append(problem(line, bad))
                elif not as_json:
                    tell(f"line {line}, {bad}" if bad.round else f"line {line}: {bad}")
            if not progress.disable:
                told = f"verifying: {ok} ok, {found} bad"
                progress.update(task, completed=position(stream), description=told)
    if as_json:
        click.echo(json.dumps({"ok": ok, "bad": found, "problems": problems}, indent=2))
    else:
        click.echo(f"{ok} ok, {found} bad")
    return BAD_CHECK if found else 0


def size(stream: BinaryIO) -> int | None:
    """How many bytes there are to read, where that can be known."""
    about = os.fstat(stream.fileno())
    return about.st_size if stat.S_ISREG(about.st_mode) else None


def position(stream: BinaryIO) -> int:
    """How many of them are read."""
    return stream.tell() if stream.seekable() else 0


def problem(line: int, bad: BadRecord) -> dict[str, object]:
    return {
        "line": line,
        "round": bad.round,
        "action": bad.action,
        "rule": bad.law.value,
        "reason": bad.reason,
    }
