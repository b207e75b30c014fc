"""The `karat` command: finds the command that was named, and turns every error into a sentence and a status."""

from __future__ import annotations

import importlib
import os
import signal
import sys
from typing import TYPE_CHECKING, NoReturn

import click

from karat import __version__

if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import FrameType

COMMANDS = {
    "play": "Play a match against bots, here in the terminal.",
    "simulate": "Let bots play matches and keep the records.",
    "verify": "Check match records, every step and every score.",
    "show": "Tell a recorded match in words.",
    "rules": "Read the rules, or what differs between editions.",
    "cards": "See the cards of Amul, or check a card file of your own.",
    "perft": "Count action sequences and compare with a table.",
    "bench": "Measure the speed of the compiled kernels.",
}
"""With the line that `karat --help` gives each; a command is the function of its name in the module of its name."""

# Statuses; docs/cli.md explains them to users.
BAD_CHECK, BAD_USE, NOT_FINISHED, INTERRUPTED, READER_LEFT, TERMINATED = 1, 2, 3, 130, 141, 143


class ReaderLeftError(Exception):
    """Whoever read our output has seen enough, as `head` does."""


class LazyGroup(click.Group):
    """A group whose commands are imported only when they are named, so that `karat --help` is instant."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        if cmd_name not in COMMANDS:
            return None
        module = importlib.import_module(f"karat.cli.{cmd_name}")
        command = getattr(module, cmd_name)
        assert isinstance(command, click.Command)  # noqa: S101
        return command

    def invoke(self, ctx: click.Context) -> object:
        """As ever, but a closed pipe is ours to answer: click would end with the status of a failed check."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            raise ReaderLeftError from None

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="karat")
def karat() -> None:
    """Two tabletop card games, Aurum and Amul: play them, record them, study them.

    \b
    karat play aurum                          a match against bots, now
    karat simulate aurum -o games.jsonl       a hundred matches between bots
    karat verify games.jsonl                  is every step by the rules?
    karat show games.jsonl --match 3          what happened in the third?
    karat rules aurum A5.4                    what does that rule say?
    """


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run a command; never ends in a traceback for anything that a user did."""
    signal.signal(signal.SIGTERM, _terminated)  # so that half-written files are cleared away then too
    sys.exit(status(arguments))


def status(arguments: Sequence[str] | None = None) -> int:
    """The exit status of a command, its complaints already said."""
    try:
        result = karat.main(arguments, prog_name="karat", standalone_mode=False)
        sys.stdout.flush()
    except click.exceptions.Abort:
        click.echo("karat: stopped", err=True)
        return INTERRUPTED
    except KeyboardInterrupt:
        click.echo("karat: stopped", err=True)
        return INTERRUPTED
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except (ReaderLeftError, BrokenPipeError):
        _forget_stdout()
        return READER_LEFT
    except OSError as error:
        name = f"{error.filename}: " if error.filename else ""
        click.echo(f"karat: {name}{error.strerror or error}", err=True)
        _forget_stdout()
        return NOT_FINISHED
    return result if isinstance(result, int) else 0


def _forget_stdout() -> None:
    """Output that could not be written would be tried, and complained of, once more at exit."""
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _terminated(_signal: int, _frame: FrameType | None) -> NoReturn:
    raise SystemExit(TERMINATED)
