"""The `karat` command: finds the command that was named, and turns every error into a sentence and a status."""

from __future__ import annotations

import os
import signal
import sys
from typing import TYPE_CHECKING, NoReturn

import click

from karat import __version__
from karat.cli.lazy import LazyGroup, ReaderLeftError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import FrameType

COMMANDS = {
    "play": "Play a match against bots, here in the terminal.",
    "serve": "Run a server on which people and bots play together.",
    "bot": "Let a bot of your own play at a server.",
    "tournament": "Open and direct duplicate tournaments at a server.",
    "admin": "Look after a server: people, tables, tokens, backups.",
    "simulate": "Let bots play matches and keep the records.",
    "arena": "Find out which bot is stronger, and how sure that is.",
    "study": "Report on how balanced a game is, from many matches between bots.",
    "train": "Train a net by letting it play against itself.",
    "export": "Write records as a table for other tools.",
    "verify": "Check match records, every step and every score.",
    "fair": "Check that a server dealt what it had committed itself to.",
    "show": "Tell a recorded match in words.",
    "review": "Tell which choices cost most by what could be known, and how much was luck.",
    "puzzles": "Find positions in which one action is clearly best.",
    "solve": "Tell what each action of a late position was worth.",
    "rules": "Read the rules, or what differs between editions.",
    "cards": "See the cards of a game, or check a card file of your own.",
    "perft": "Count action sequences and compare with a table.",
    "bench": "Measure how fast it is on this machine.",
    "warm": "Compile everything now, so that nobody waits for it later.",
}
"""With the line that `karat --help` gives each; a command is the function of its name in the module of its name."""

EXTRAS = {
    "gymnasium": "[env]",
    "pettingzoo": "[env]",
    "pyarrow": "[data]",
    "torch": "[lab]",
    "ray": "[ray]",
    "httpx": "[client]",
}
"""What brings a module that may be missing; everything else comes with the package itself."""

# Statuses; docs/cli.md explains them to users.
BAD_CHECK, BAD_USE, NOT_FINISHED, INTERRUPTED, READER_LEFT = 1, 2, 3, 130, 141


@click.group(
    cls=LazyGroup,
    lazily={name: (f"karat.cli.{name}", line) for name, line in COMMANDS.items()},
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(__version__, prog_name="karat")
@click.pass_context
def karat(context: click.Context) -> None:
    """Two tabletop card games, Aurum and Amul: play them, record them, study them.

    Without a command, a server for this machine starts and its page is opened in a browser.

    \b
    karat                                     # play in the browser, now
    karat play aurum                          # the same in the terminal
    karat simulate aurum -o games.jsonl       # a hundred matches between bots
    karat verify games.jsonl                  # is every step by the rules?
    karat show games.jsonl --match 3          # what happened in the third?
    karat rules aurum A5.4                    # what does that rule say?
    """
    if context.invoked_subcommand is None:
        from karat.cli.serve import serve_at_home  # noqa: PLC0415 -- as commands are: only when it is wanted

        serve_at_home(context)


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run a command; never ends in a traceback for anything that a user did."""
    for number in (signal.SIGTERM, signal.SIGHUP):  # so that half-written files are cleared away then too
        signal.signal(number, _terminated)
    _ready_streams()
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
    except SystemExit:
        if type(sys.stdout).__name__.endswith("PacifyFlushWrapper"):  # click met a closed pipe while it told the help
            return READER_LEFT
        raise
    except ModuleNotFoundError as missing:
        name = (missing.name or "").partition(".")[0]
        if name in {"", "karat"}:
            raise  # our own mistake
        wanted = f"karat-games{EXTRAS.get(name, '')}"
        click.echo(f"karat: this needs {name}, which comes with {wanted}: pip install '{wanted}'", err=True)
        return BAD_USE
    except OSError as error:
        name = f"{error.filename}: " if error.filename else ""
        click.echo(f"karat: {name}{error.strerror or error}", err=True)
        _forget_stdout()
        return NOT_FINISHED
    return result if isinstance(result, int) else 0


def _ready_streams() -> None:
    """Streams that were closed before we began become empty ones, and no text is too strange to be written."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: PTH123, SIM115 -- for as long as we run
        elif mode == "w":
            stream.reconfigure(errors="backslashreplace")


def _forget_stdout() -> None:
    """Output that could not be written would be tried, and complained of, once more at exit."""
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _terminated(number: int, _frame: FrameType | None) -> NoReturn:
    raise SystemExit(128 + number)
