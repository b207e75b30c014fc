"""The command line: one thin function per command, each imported when it runs."""

import os
import sys
from typing import NoReturn

from karat import __version__

VERSION = f"karat, version {__version__}\n"


def main() -> NoReturn:
    """The `karat` command. Whoever stops it while it still loads sees no more than who stops it later."""
    try:
        if sys.argv[1:] == ["--version"] and said(VERSION):
            sys.exit()
        from karat.cli.main import main as run  # noqa: PLC0415

        run()
    except KeyboardInterrupt:
        sys.stderr.write("karat: stopped\n")
        sys.exit(130)


def said(text: str) -> bool:
    """Whether it could be said at once, without loading what reads options; if not, that knows what is to be done.

    Past the stream's buffer, in which text that cannot be written would stay and fail once more.
    """
    try:
        os.write(sys.stdout.fileno(), text.encode())
    except (AttributeError, OSError):  # there is no stream if it was closed beforehand
        return False
    return True


__all__ = ["main"]
