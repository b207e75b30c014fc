"""Matches against bots in the terminal, drawn with Textual."""

from karat.terminal.playing import NoTerminal, Played, TableOptions, play

__all__ = ["NoTerminal", "Played", "TableOptions", "play"]
