"""Starting a match in this terminal."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from karat.bots.bot import Budget
from karat.game import Law, Seat
from karat.kit import Kit
from karat.record import Record
from karat.screen.seated_match import SeatedMatch
from karat.screen.seating import LawWords, law_in_words, seat_bots
from karat.screen.table import TerminalTable


class NoTerminal(ValueError):
    """A match was to be played where nobody can see or type."""


@dataclass(frozen=True, slots=True)
class Sitting:
    """How a sitting ended."""

    exit_status: int
    """0, or what a program that broke gives to its caller."""
    record: Record
    """Of the match that was played last, finished or broken off."""


@dataclass(frozen=True, slots=True)
class TableOptions:
    """How a table goes about it."""

    language: str = "en"
    pace: float = 0.7
    """The pause after a bot's move, in seconds."""
    think: Budget | None = None
    """For bots that search."""


def table(
    kit: Kit, rules: Any, bots: Sequence[str], seat: Seat, seed: str, options: TableOptions | None = None
) -> TerminalTable:
    """The table, ready to run. `bots` are names by seat without the person's, or one name for all."""
    wanted = options or TableOptions()
    others = [place for place in range(rules.players) if place != seat]
    if len(others) != rules.players - 1:
        raise ValueError(f"no seat {seat!r} in a match of {rules.players}")
    levels = list(bots) * len(others) if len(bots) == 1 else list(bots)
    if len(levels) != len(others):
        raise ValueError(f"{len(levels)} bots for {len(others)} seats")
    seated = dict(zip(others, levels, strict=True))
    if kit.table is None:
        raise ValueError(f"{kit.name} has no table for the terminal")
    players = {place: kit.make_bot(name, wanted.think) for place, name in seated.items()}
    who = seat_bots(kit.bot_names_in(wanted.language), seat, seated, wanted.language)
    laws = by_the_book(kit, rules, wanted.language)
    drawn: TerminalTable = kit.table(SeatedMatch(kit, rules, seat, players, seed), who, pace=wanted.pace, laws=laws)
    return drawn


def by_the_book(kit: Kit, rules: Any, language: str) -> LawWords:
    """What the game itself says of its rules."""
    edition = kit.settings(rules).edition or ""
    titles = kit.law_titles(language)

    def title(law: Law) -> str:
        return law_in_words(law) if language == "en" else titles[law.value]

    def text(law: Law) -> str:
        return kit.book(language).text(law.value, edition)

    return LawWords(title, text)


def play(
    kit: Kit, rules: Any, bots: Sequence[str], seat: Seat, seed: str, options: TableOptions | None = None
) -> Sitting:
    """Play in this terminal until the person leaves; NoTerminal when input or output is no terminal."""
    app = table(kit, rules, bots, seat, seed, options)
    # Textual reads from standard input and draws on standard error.
    for name, stream in (("input", sys.stdin), ("output", sys.stdout), ("error", sys.stderr)):
        if stream is None or not stream.isatty():
            raise NoTerminal(f"a match is played in a terminal, and standard {name} is none")
    record = app.run()
    return Sitting(app.return_code or 0, app.record if record is None else record)
