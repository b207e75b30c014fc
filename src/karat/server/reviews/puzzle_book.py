"""The puzzles that come with the games, and how people and puzzles are rated by each other.

Who solves a puzzle has won against it (OpenSkill's Plackett-Luce model, as matches are rated). The first answer counts
and no other. Puzzles are moved by accounts alone: guests come by the dozen.
"""

from __future__ import annotations

import asyncio
import random
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from karat.game import Outcome
from karat.server.matches.ratings import POINTS_AT_ZERO, POINTS_EACH, SIGMA, Rating, rate
from karat.server.store.database import Statement

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from karat.kit import Kit
    from karat.record import Record
    from karat.server.store.database import Database

PUZZLE_SIGMA = SIGMA / 3
"""Of a puzzle that nobody has tried: bots have, so that more is known of it than of a new player."""
AMONG = 8
"""The next puzzle is one of so many that are about as strong as the player."""
ANSWERER, ASKED = (0,), (1,)
MOST_TRIES = 8


@dataclass(frozen=True, slots=True)
class PuzzlePlayer:
    """How somebody stands with the puzzles of a game."""

    rating: Rating = field(default_factory=Rating)
    streak: int = 0
    best: int = 0


@dataclass(frozen=True, slots=True)
class AnsweredPuzzle:
    """What came of an answer."""

    right: bool
    counted: bool
    """Whether it was the first."""
    player: PuzzlePlayer
    puzzle: Rating


class NoSuchPuzzle(LookupError):
    """A puzzle that no game has, or none that fits."""


@dataclass(slots=True)
class PuzzleBook:
    database: Database
    kits: Mapping[str, Kit]
    now: Callable[[], float] = time.time
    choose: random.Random = field(default_factory=random.SystemRandom)
    _puzzles: dict[str, dict[str, Record]] = field(default_factory=dict)
    """By game and id."""

    async def of_game(self, game: str) -> Mapping[str, Record]:
        if game not in self.kits:
            raise NoSuchPuzzle(f"there are no puzzles of {game}")
        if game not in self._puzzles:
            self._puzzles[game] = await asyncio.to_thread(read_puzzles, self.kits[game])
        return self._puzzles[game]

    async def puzzle(self, puzzle: str) -> Record:
        for game in self.kits:
            if found := (await self.of_game(game)).get(puzzle):
                return found
        raise NoSuchPuzzle("there is no such puzzle")

    async def daily(self, game: str, day: str) -> Record:
        """The same for everybody."""
        from karat.review.puzzles import daily  # noqa: PLC0415 -- brings numpy

        puzzles = tuple((await self.of_game(game)).values())
        if not puzzles:
            raise NoSuchPuzzle(f"there are no puzzles of {game}")
        return daily(puzzles, day)

    async def themes(self, game: str, person: str | None) -> dict[str, tuple[int, int, int]]:
        """By theme, how many puzzles there are, and how many of them the person has tried and solved."""
        tried = await self._tried(person, game)
        found: dict[str, tuple[int, int, int]] = {}
        for id_, puzzle in (await self.of_game(game)).items():
            for theme in puzzle["themes"]:
                there, seen, solved = found.get(theme, (0, 0, 0))
                found[theme] = there + 1, seen + (id_ in tried), solved + tried.get(id_, False)
        return found

    async def next_one(self, game: str, person: str | None, theme: str = "") -> Record:
        """One that was not tried, about as strong as the player; where none is left, one that was missed, or any."""
        puzzles = [one for one in (await self.of_game(game)).values() if not theme or theme in one["themes"]]
        if not puzzles:
            raise NoSuchPuzzle(f"{game} has no puzzles about {theme}" if theme else f"there are no puzzles of {game}")
        tried = await self._tried(person, game)
        fresh = [one for one in puzzles if one["id"] not in tried]
        missed = [one for one in puzzles if tried.get(one["id"]) is False]
        points = (await self.player(person, game)).rating.points if person else Rating().points
        nearest = sorted(fresh or missed or puzzles, key=lambda one: abs(int(one["rating"]) - points))
        return self.choose.choice(nearest[:AMONG])

    async def player(self, person: str, game: str) -> PuzzlePlayer:
        rows = await self.database.fetch(
            "SELECT mu, sigma, tries, streak, best FROM puzzle_players WHERE person = ? AND game = ?", person, game
        )
        if not rows:
            return PuzzlePlayer()
        mu, sigma, tries, streak, best = rows[0]
        rating = Rating(float(str(mu)), float(str(sigma)), int(str(tries)))
        return PuzzlePlayer(rating, int(str(streak)), int(str(best)))

    async def strength(self, puzzle: Record) -> Rating:
        rows = await self.database.fetch(
            "SELECT mu, sigma, tries FROM puzzle_strengths WHERE puzzle = ?", str(puzzle["id"])
        )
        if rows:
            return Rating(float(str(rows[0][0])), float(str(rows[0][1])), int(str(rows[0][2])))
        return Rating((int(puzzle["rating"]) - POINTS_AT_ZERO) / POINTS_EACH, PUZZLE_SIGMA)

    async def answer(self, person: str, puzzle: Record, action: str, *, moves_puzzle: bool) -> AnsweredPuzzle:
        """Take somebody's answer; an empty one gives up."""
        game, id_, right = str(puzzle["game"]), str(puzzle["id"]), action == puzzle["answer"]
        for _ in range(MOST_TRIES):
            player, strength = await self.player(person, game), await self.strength(puzzle)
            if id_ in await self._tried(person, game):
                return AnsweredPuzzle(right, counted=False, player=player, puzzle=strength)
            after, moved = rated(player.rating, strength, right=right)
            streak = player.streak + 1 if right else 0
            new = PuzzlePlayer(after, streak, max(player.best, streak))
            statements = [
                Statement(
                    "INSERT INTO puzzle_tries (person, puzzle, game, action, is_right, at) VALUES (?, ?, ?, ?, ?, ?)",
                    (person, id_, game, action, int(right), self.now()),
                ),
                standing(person, game, player, new),
            ]
            if moves_puzzle:
                statements.append(strengthened(id_, strength, moved))
            if await self.database.write(*statements):
                return AnsweredPuzzle(right, counted=True, player=new, puzzle=moved if moves_puzzle else strength)
        raise OSError("too many answer at once")

    async def _tried(self, person: str | None, game: str) -> dict[str, bool]:
        """The puzzles that somebody has tried, and whether the first answer was right."""
        if person is None:
            return {}
        rows = await self.database.fetch(
            "SELECT puzzle, is_right FROM puzzle_tries WHERE person = ? AND game = ?", person, game
        )
        return {str(puzzle): bool(right) for puzzle, right in rows}


def read_puzzles(kit: Kit) -> dict[str, Record]:
    from karat.review.puzzles import shipped  # noqa: PLC0415 -- brings numpy

    return {str(one["id"]): one for one in shipped(kit)}


def rated(player: Rating, puzzle: Rating, *, right: bool) -> tuple[Rating, Rating]:
    """Both after an answer."""
    outcome = Outcome((ANSWERER, ASKED), (0,) if right else (1,), (int(right), int(not right)))
    after: Sequence[Rating] = rate((player, puzzle), outcome)
    return after[0], after[1]


def standing(person: str, game: str, before: PuzzlePlayer, after: PuzzlePlayer) -> Statement:
    """Fits only while nobody has answered for that person since it was worked out."""
    values: tuple[Any, ...] = (after.rating.mu, after.rating.sigma, after.rating.matches, after.streak, after.best)
    if before.rating.matches == 0:
        return Statement(
            "INSERT INTO puzzle_players (mu, sigma, tries, streak, best, person, game) VALUES (?, ?, ?, ?, ?, ?, ?)",
            (*values, person, game),
            rows=1,
        )
    return Statement(
        "UPDATE puzzle_players SET mu = ?, sigma = ?, tries = ?, streak = ?, best = ?"
        " WHERE person = ? AND game = ? AND tries = ?",
        (*values, person, game, before.rating.matches),
        rows=1,
    )


def strengthened(puzzle: str, before: Rating, after: Rating) -> Statement:
    if before.matches == 0:
        return Statement(
            "INSERT INTO puzzle_strengths (mu, sigma, tries, puzzle) VALUES (?, ?, ?, ?)",
            (after.mu, after.sigma, after.matches, puzzle),
            rows=1,
        )
    return Statement(
        "UPDATE puzzle_strengths SET mu = ?, sigma = ?, tries = ? WHERE puzzle = ? AND tries = ?",
        (after.mu, after.sigma, after.matches, puzzle, before.matches),
        rows=1,
    )
