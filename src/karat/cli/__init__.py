"""The command line: one thin function per command, each imported when it runs."""

import sys
from typing import NoReturn


def main() -> NoReturn:
    """The `karat` command. Whoever stops it while it still loads sees no more than who stops it later."""
    try:
        from karat.cli.main import main as run  # noqa: PLC0415

        run()
    except KeyboardInterrupt:
        sys.stderr.write("karat: stopped\n")
        sys.exit(130)


__all__ = ["main"]
