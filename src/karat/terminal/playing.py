"""Starting a match in this terminal."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass

from karat import amul, aurum
from karat.amul.book import rule_text as amul_rule
from karat.amul.terminal import words as amul_words
from karat.amul.terminal.table import AmulTable
from karat.aurum.book import rule_text as aurum_rule
from karat.aurum.terminal import words as aurum_words
from karat.aurum.terminal.table import AurumTable
from karat.bots.bot import Budget, make_bot
from karat.game import Law, Seat
from karat.record import Record
from karat.screen.hosting import Hosted
from karat.screen.seating import Explain
from karat.screen.table import Table


class NoTerminal(ValueError):
    """A match was to be played where nobody can see or type."""


@dataclass(frozen=True, slots=True)
class Played:
    """How a sitting ended."""

    exit_status: int
    """0, or what a program that broke gives to its caller."""
    record: Record
    """Of the match that was played last, finished or broken off."""


Rules = aurum.Rules | amul.Rules


def table(
    rules: Rules,
    bots: Sequence[str],
    seat: Seat,
    seed: str,
    *,
    pace: float,
    explain: Explain | None,
    think: Budget | None = None,
) -> Table:
    """The table, ready to run. `bots` are names by seat without the person's, or one name for all."""
    others = [place for place in range(rules.players) if place != seat]
    if len(others) != rules.players - 1:
        raise ValueError(f"no seat {seat!r} in a match of {rules.players}")
    levels = list(bots) * len(others) if len(bots) == 1 else list(bots)
    if len(levels) != len(others):
        raise ValueError(f"{len(levels)} bots for {len(others)} seats")
    seated = dict(zip(others, levels, strict=True))
    explain = explain or by_the_book(rules)
    if isinstance(rules, amul.Rules):
        players = {place: make_bot("amul", name, think) for place, name in seated.items()}
        hosted = Hosted(amul, rules, seat, players, seed)
        return AmulTable(hosted, amul_words.seating(seat, seated), pace=pace, explain=explain)
    hosted = Hosted(aurum, rules, seat, {place: make_bot("aurum", name, think) for place, name in seated.items()}, seed)
    return AurumTable(hosted, aurum_words.seating(seat, seated), pace=pace, explain=explain)


def by_the_book(rules: Rules) -> Explain:
    """What the game's own book says of a rule."""

    def explain(law: Law) -> str:
        return amul_rule(law.value) if isinstance(rules, amul.Rules) else aurum_rule(law.value, rules.edition)

    return explain


def play(
    rules: Rules,
    bots: Sequence[str],
    seat: Seat,
    seed: str,
    pace: float = 0.7,
    think: Budget | None = None,
) -> Played:
    """Play in this terminal until the person leaves. `pace` is the pause after a bot's move in seconds.

    NoTerminal when input or output is no terminal.
    """
    app = table(rules, bots, seat, seed, pace=pace, explain=None, think=think)
    # Textual reads from standard input and draws on standard error.
    for name, stream in (("input", sys.stdin), ("output", sys.stdout), ("error", sys.stderr)):
        if stream is None or not stream.isatty():
            raise NoTerminal(f"a match is played in a terminal, and standard {name} is none")
    record = app.run()
    return Played(app.return_code or 0, app.record if record is None else record)
