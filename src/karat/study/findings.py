"""What the facts of many matches say, and how sure that is.

Matches are what was drawn by chance, so everything is summed up by match before it is compared: rounds of one match,
and seats at one table, are not counted as if they had nothing to do with each other. Intervals are of 95 % each, from
drawing matches anew. Whether something *differs* is judged by Holm's method over all comparisons of the study: the
chance that even one of them is called different and is not stays below 5 %.
"""

from __future__ import annotations

import math
from collections import defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from karat.arena.bootstrap import Estimate, estimate

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from karat.kit import MatchFacts
    from karat.study.design import Cell, Design, Portion

SURE = 0.05
FEWEST = 20
"""Matches in which something must have come about for it to be judged at all."""


@dataclass(slots=True)
class Finding:
    """One comparison: a share of wins with the fair share, or a measure with that of the usual rules."""

    question: str
    where: str
    """Under which rules."""
    subject: str
    found: Estimate
    expected: float
    count: int
    """How often it came about."""
    points: float
    chance: float
    """Of a difference as large as this where there is none, by this comparison alone."""
    differs: bool = False
    """Whether it is, with all comparisons taken together."""


@dataclass(slots=True)
class MatchSums:
    """By match, wins, how often, and points."""

    rows: dict[int, list[float]] = field(default_factory=dict)

    def add(self, match: int, won: float, points: float) -> None:
        row = self.rows.setdefault(match, [0.0, 0.0, 0.0])
        row[0], row[1], row[2] = row[0] + won, row[1] + 1, row[2] + points


class FactSheet:
    """All that was told, as it comes in."""

    def __init__(self, design: Design) -> None:
        self.design, self.cells = design, design.cells
        self.sums: dict[tuple[int, str, str], MatchSums] = defaultdict(MatchSums)
        """By cell, question and subject."""
        self.measures: list[dict[str, dict[int, float]]] = [defaultdict(dict) for _ in self.cells]
        """By cell and name, then by match."""

    def add(self, portion: Portion, told: Iterable[MatchFacts]) -> None:
        for number, facts in zip(portion.numbers, told, strict=True):
            for fact in facts.facts:
                self.sums[portion.cell, fact.question, fact.subject].add(number, fact.won, fact.points)
            for name, value in facts.measures.items():
                self.measures[portion.cell][name][number] = value

    def findings(self) -> list[Finding]:
        """Every comparison of the study, judged together."""
        found = [*self._shares(), *self._effects()]
        judge(found)
        return found

    def fair(self, cell: Cell) -> float:
        return 1 / len(self.design.kit.sides(self.design.rules(cell)))

    def _shares(self) -> Iterable[Finding]:
        """Who began by cell; all else by the number of players, with all other rules together."""
        questions = dict.fromkeys(question for _, question, _ in self.sums)
        for question in questions:
            if question in {"starter", "seat"} and question not in self.design.by:
                continue
            groups: dict[str, list[int]] = defaultdict(list)
            for number, cell in enumerate(self.cells):
                groups[str(cell) if question == "starter" else f"{cell.players} players"].append(number)
            for where, cells in groups.items():
                yield from self._shares_in(question, where, cells)

    def _shares_in(self, question: str, where: str, cells: Sequence[int]) -> Iterable[Finding]:
        fair = self.fair(self.cells[cells[0]])
        subjects = sorted({subject for cell, asked, subject in self.sums if asked == question and cell in cells})
        if question == "starter":  # in the order in which they sit, as the game tells them
            subjects = [name for cell, asked, name in self.sums if asked == question and cell == cells[0]]
        for subject in subjects:
            # A match with the same number has the same cards in all cells: it is one observation.
            rows: dict[int, list[float]] = {}
            for cell in cells:
                for match, row in self.sums.get((cell, question, subject), MatchSums()).rows.items():
                    before = rows.get(match, [0.0, 0.0, 0.0])
                    rows[match] = [a + b for a, b in zip(before, row, strict=True)]
            table = np.array(list(rows.values()))
            yield Finding(
                question,
                where,
                subject,
                estimate([(row[0], row[1]) for row in rows.values()]),
                fair,
                int(table[:, 1].sum()),
                float(table[:, 2].sum() / table[:, 1].sum()),
                chance_of_ratio(table[:, 0], table[:, 1], fair),
            )

    def _effects(self) -> Iterable[Finding]:
        """Each measure of a cell against the usual rules with as many players, on the same cards."""
        for number, cell in enumerate(self.cells):
            usual = next(place for place, other in enumerate(self.cells) if other.players == cell.players)
            if usual == number:
                continue
            for name, values in self.measures[number].items():
                base = self.measures[usual][name]
                pairs = np.array([(values[match], base[match]) for match in values if match in base])
                changes = pairs[:, 0] - pairs[:, 1]
                mean = float(pairs[:, 1].mean())
                yield Finding(
                    "rules",
                    str(cell),
                    name,
                    estimate([(change, 1.0) for change in changes]),
                    0.0,
                    len(changes),
                    mean,
                    chance_of_ratio(changes, np.ones(len(changes)), 0.0),
                )


def chance_of_ratio(tops: NDArray[np.float64], bottoms: NDArray[np.float64], expected: float) -> float:
    """The chance of a ratio of sums as far from the expected one as this, each row being one observation.

    >>> round(chance_of_ratio(np.array([1.0, 0.0] * 50), np.ones(100), 0.5), 3)
    1.0
    """
    if len(tops) < FEWEST:
        return 1.0
    off = tops - expected * bottoms
    error = math.sqrt(float((off**2).sum()) / len(off)) * math.sqrt(len(off))
    return math.erfc(abs(float(off.sum())) / error / math.sqrt(2)) if error > 0 else 1.0


def judge(findings: Sequence[Finding]) -> None:
    """Holm's method: from the least likely on, as long as each is rarer than 5 % over how many are left."""
    ordered = sorted(findings, key=lambda one: one.chance)
    for place, finding in enumerate(ordered):
        if finding.chance > SURE / (len(ordered) - place):
            break
        finding.differs = True
