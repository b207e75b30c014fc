"""Matches against bots in the terminal, drawn with Textual."""

from karat.terminal.playing import NoTerminal, Sitting, TableOptions, play

__all__ = ["NoTerminal", "Sitting", "TableOptions", "play"]
