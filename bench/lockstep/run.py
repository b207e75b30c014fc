"""Both engines side by side: the same deals and actions, compared after every one.

A game takes part with a module that has `TABLES`, what can be agreed on before a match, and `walk(table, seed)`, which
plays one match and returns the number of actions, or raises Difference.
"""

from __future__ import annotations

import importlib
import json
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, cast

MODULES = {"aurum": "bench.lockstep.aurum", "amul": "bench.lockstep.amul"}
"""By game."""


class Difference(AssertionError):
    """The engines disagree; the record of the match shows where."""

    def __init__(self, what: str, record: object) -> None:
        super().__init__(f"{what}\n{json.dumps(record)}")


@dataclass(slots=True)
class Tally:
    """What a run has seen."""

    actions: int = 0
    matches: int = 0
    tables: int = 0
    differences: int = 0

    def __str__(self) -> str:
        told = f"{self.actions:,} actions in {self.matches:,} matches at {self.tables} kinds of table"
        return f"{told}, {self.differences} differences"


def run(game: str, seed: str, seconds: float, complain: Callable[[str], None]) -> Iterator[Tally]:
    """Walk matches for so long, at every kind of table in turn; the tally after each."""
    module = importlib.import_module(MODULES[game])
    tables = cast("Sequence[Any]", module.TABLES)
    tally, end = Tally(), time.monotonic() + seconds
    number = 0
    while time.monotonic() < end:
        tally.tables = min(len(tables), number + 1)
        try:
            tally.actions += module.walk(tables[number % len(tables)], f"{seed}/{number}")
        except Difference as difference:
            tally.differences += 1
            complain(str(difference))
        tally.matches += 1
        number += 1
        yield tally
