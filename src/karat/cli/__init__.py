"""The command line: one thin function per command, each imported when it runs."""

from karat.cli.main import main

__all__ = ["main"]
