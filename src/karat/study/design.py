"""Which matches a study plays: the same number under each of some rules, in pieces that anybody may play.

A *cell* is what is agreed: players, edition and variant, for each of these that the study is `by`, else the usual.
Match i has the same seed in every cell, so that cells with as many players are compared on the same cards.
"""

from __future__ import annotations

import multiprocessing
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING, Any, NamedTuple

from karat.arena.match import play_match
from karat.arena.workers import hold_to_one_thread
from karat.bots.bot import Budget
from karat.cluster import ActorPool
from karat.game import BadRules
from karat.kit import Settings

if TYPE_CHECKING:
    from karat.kit import Kit, MatchFacts, Piece

BY = ("starter", "seat", "players", "edition", "variant")
AGREED = BY[2:]
AT_ONCE = 5
"""Matches of a piece."""


class BadStudy(ValueError):
    """A study that cannot be made; the message says what to change."""


class Cell(NamedTuple):
    """What is agreed for some of the matches."""

    players: int
    edition: str | None
    variant: str | None

    def __str__(self) -> str:
        return ", ".join([f"{self.players} players", *(name for name in (self.edition, self.variant) if name)])


class Portion(NamedTuple):
    """Matches of one cell that are played in one go."""

    cell: int
    numbers: range


@dataclass(frozen=True, slots=True)
class Design:
    """A study as a value: the same design gives the same facts."""

    kit: Kit
    bot: str
    by: tuple[str, ...]
    matches: int
    seed: str
    think: Budget

    def __post_init__(self) -> None:
        if self.kit.study is None:
            raise BadStudy(f"{self.kit.name} tells nothing to a study")
        if strange := [name for name in self.by if name not in BY]:
            raise BadStudy(f"--by {strange[0]!r}: a study is by {', '.join(BY)}")

    @property
    def cells(self) -> tuple[Cell, ...]:
        """Every combination that the game has; the usual rules come first."""
        options = self.kit.options
        players = options.players if "players" in self.by else (options.usual_players,)
        editions: tuple[str | None, ...] = (options.usual_edition,)
        if "edition" in self.by:
            editions += tuple(name for name in options.editions if name != options.usual_edition)
        variants: tuple[str | None, ...] = (None, *(options.variants if "variant" in self.by else ()))
        return tuple(Cell(*chosen) for chosen in product(players, editions, variants))

    def rules(self, cell: Cell) -> Any:
        try:
            return self.kit.agree(Settings(cell.players, cell.edition, (cell.variant,) if cell.variant else ()))
        except BadRules as bad:
            raise BadStudy(str(bad)) from None

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """What its bots think with."""
        return self.kit.pieces(self.bot)

    @property
    def portions(self) -> list[Portion]:
        """Match by match through all cells: whenever it is looked at, every cell has had about as many."""
        return [
            Portion(cell, range(first, min(first + AT_ONCE, self.matches)))
            for first in range(0, self.matches, AT_ONCE)
            for cell in range(len(self.cells))
        ]

    def play(self, portion: Portion) -> list[MatchFacts]:
        """What those matches tell."""
        assert self.kit.study is not None  # noqa: S101 -- asked above
        cell = self.cells[portion.cell]
        rules, tell = self.rules(cell), self.kit.study
        bots = [self.kit.make_bot(self.bot, self.think) for _ in range(cell.players)]
        return [tell(play_match(self.kit.game, rules, bots, f"{self.seed}/{number}")) for number in portion.numbers]


def played(design: Design, workers: int, ray: str | None) -> Iterator[tuple[Portion, list[MatchFacts]]]:
    """Every portion with what its matches tell, in order, on processes here or on a cluster."""
    if ray is not None:
        with ActorPool(ray, StudyActor, (design,), workers) as pool:
            yield from pool.in_order(design.portions)
    elif workers == 1:
        for portion in design.portions:
            yield portion, design.play(portion)
    else:
        hold_to_one_thread()
        context = multiprocessing.get_context("spawn")
        with ProcessPoolExecutor(workers, context) as pool:
            yield from zip(design.portions, pool.map(design.play, design.portions), strict=True)


class StudyActor:
    """What plays on a processor of a cluster."""

    def __init__(self, design: Design) -> None:
        hold_to_one_thread()
        self.design = design
        for piece in design.pieces:
            piece.compile()  # once on each machine

    def ready(self) -> None:
        """Answered when it can play."""

    def do(self, portion: Portion) -> list[MatchFacts]:
        return self.design.play(portion)
