"""Puzzles over REST: a position without its answer, what an answer is worth, and how one stands."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated

from msgspec import Meta, Struct

from karat.server.http.calls import Call, Row
from karat.server.http.history_routes import counted, reader
from karat.server.http.play_routes import newcomer
from karat.server.http.problems import Failed
from karat.server.people.limits import REPLAYS
from karat.server.reviews.moments import OpenChoice, puzzle_choice
from karat.server.reviews.puzzle_book import PuzzlePlayer
from karat.server.tables.entries import Name

if TYPE_CHECKING:
    from karat.record import Record


class WhichPuzzle(Struct, frozen=True, forbid_unknown_fields=True):
    theme: Annotated[str, Meta(max_length=40)] = ""
    """What it should be about; anything unless given."""


class PuzzleAnswer(Struct, frozen=True, forbid_unknown_fields=True):
    action: Annotated[str, Meta(max_length=200)] = ""
    """Empty to give up and be told."""
    name: Name | None = None
    """For who is no guest yet."""


class PuzzleAsked(Struct, frozen=True):
    """A puzzle, without its answer."""

    id: str
    kind: str
    themes: tuple[str, ...]
    rating: int
    """How strong one must be to solve it in half of the cases."""
    known_by: str
    """`enumeration` where all worlds were looked at, `search` otherwise."""
    day: str
    """Of the daily puzzle, as 2026-11-18; else empty."""
    choice: OpenChoice


class PuzzleStanding(Struct, frozen=True):
    points: int
    error: int
    """The strength lies so far from `points`, up or down, in 19 of 20 cases."""
    tries: int
    streak: int
    """How many were right, one after the other."""
    best: int
    """The longest streak."""


class PuzzleResult(Struct, frozen=True):
    right: bool
    counted: bool
    """Whether it was one's first answer to this puzzle: only that one counts."""
    answer: str
    win: float
    """The chance to win the match with it."""
    next_best: str
    gap: float
    """By how much the next best action is behind."""
    error: float
    known_by: str
    worlds: int
    rating: int
    """Of the puzzle."""
    standing: PuzzleStanding
    moved: int
    """By how many points one's own rating moved."""


class PuzzleTheme(Struct, frozen=True):
    theme: str
    puzzles: int
    tried: int
    solved: int


class PuzzleShelf(Struct, frozen=True):
    """The puzzles of a game, and how whoever asks stands with them."""

    game: str
    puzzles: int
    themes: tuple[PuzzleTheme, ...]
    standing: PuzzleStanding | None
    """Null for who is not known here."""


def shown_standing(player: PuzzlePlayer) -> PuzzleStanding:
    rating = player.rating
    return PuzzleStanding(rating.points, rating.error, rating.matches, player.streak, player.best)


async def shelf(call: Call) -> PuzzleShelf:
    await counted(call, "search")
    book, game, who = call.worker.studies.puzzles, call.game, reader(call)
    themes = await book.themes(game, who)
    return PuzzleShelf(
        game=game,
        puzzles=len(await book.of_game(game)),
        themes=tuple(PuzzleTheme(theme, *count) for theme, count in sorted(themes.items())),
        standing=shown_standing(await book.player(who, game)) if who else None,
    )


async def next_puzzle(call: Call) -> PuzzleAsked:
    call.limits.take(f"replay {call.address}", REPLAYS)
    book = call.worker.studies.puzzles
    return await asked_puzzle(call, await book.next_one(call.game, reader(call), call.asked.theme))


async def daily_puzzle(call: Call) -> PuzzleAsked:
    call.limits.take(f"replay {call.address}", REPLAYS)
    day = datetime.now(UTC).date().isoformat()
    return await asked_puzzle(call, await call.worker.studies.puzzles.daily(call.game, day), day)


async def one_puzzle(call: Call) -> PuzzleAsked:
    call.limits.take(f"replay {call.address}", REPLAYS)
    return await asked_puzzle(call, await call.worker.studies.puzzles.puzzle(call.place("puzzle")))


async def asked_puzzle(call: Call, puzzle: Record, day: str = "") -> PuzzleAsked:
    kit = call.house.games[str(puzzle["game"])]
    strength = await call.worker.studies.puzzles.strength(puzzle)
    choice = await asyncio.to_thread(puzzle_choice, kit, puzzle)
    return PuzzleAsked(
        id=str(puzzle["id"]),
        kind=str(puzzle["kind"]),
        themes=tuple(puzzle["themes"]),
        rating=strength.points,
        known_by=str(puzzle["known_by"]),
        day=day,
        choice=choice,
    )


async def answer_puzzle(call: Call) -> PuzzleResult:
    book = call.worker.studies.puzzles
    puzzle = await book.puzzle(call.place("puzzle"))
    given = call.body.action
    choice = await asyncio.to_thread(puzzle_choice, call.house.games[str(puzzle["game"])], puzzle)
    if given and given not in choice.legal:
        raise Failed(409, "no_such_action", f"{given!r} cannot be done there", params={"action": given})
    player = await call.known_or(call.body.name or newcomer())
    await call.people.quotas.take("puzzle", player.id)
    before = await book.player(player.id, str(puzzle["game"]))
    found = await book.answer(player.id, puzzle, given, moves_puzzle=player.kind == "account")
    return PuzzleResult(
        right=found.right,
        counted=found.counted,
        answer=str(puzzle["answer"]),
        win=float(puzzle["win"]),
        next_best=str(puzzle["next_best"]),
        gap=float(puzzle["gap"]),
        error=float(puzzle["error"]),
        known_by=str(puzzle["known_by"]),
        worlds=int(puzzle["worlds"]),
        rating=found.puzzle.points,
        standing=shown_standing(found.player),
        moved=found.player.rating.points - before.rating.points if found.counted else 0,
    )


PUZZLE_ROUTES = (
    Row("GET", "/api/games/{game}/puzzles", "The puzzles of a game, and how one stands with them", shelf, None,
        PuzzleShelf, (404,)),
    Row("GET", "/api/games/{game}/puzzle", "A puzzle for whoever asks", next_puzzle, None, PuzzleAsked, (404,),
        WhichPuzzle),
    Row("GET", "/api/games/{game}/daily", "The puzzle of the day, the same for everybody", daily_puzzle, None,
        PuzzleAsked, (404,)),
    Row("GET", "/api/puzzles/{puzzle}", "A puzzle by its id", one_puzzle, None, PuzzleAsked, (404,)),
    Row("POST", "/api/puzzles/{puzzle}", "Answer a puzzle", answer_puzzle, PuzzleAnswer, PuzzleResult, (404, 409),
        greets=True),
)  # fmt: skip
