"""Matches against bots in the terminal, drawn with Textual."""

from karat.terminal.playing import NoTerminal, Played, play

__all__ = ["NoTerminal", "Played", "play"]
