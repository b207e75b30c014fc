"""What a match of Aurum tells a study of the game: who began, what was bid, and what came of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from karat.kit import MatchFacts, StudyFact

if TYPE_CHECKING:
    from karat.aurum.rules.match import Match, PlayedRound

AFTER = ("begins", "second", "third")


def facts_of(match: Match) -> MatchFacts:
    """Of a finished match."""
    result, sides = match.result, match.rules.sides
    assert result is not None  # noqa: S101 -- it is finished
    found = [
        StudyFact("seat", f"seat {seat}", (side in result.winners) / len(result.winners), result.totals[side])
        for side, seats in enumerate(sides)
        for seat in seats
    ]
    for played in match.played:
        found += facts_of_round(match, played)
    results = match.results
    measures = {
        "rounds a match": float(len(results)),
        "points a side and round": sum(sum(one.points) for one in results) / len(sides) / len(results),
        "bids made exactly": sum(sum(one.exact) for one in results) / len(sides) / len(results),
        "bid of a side": sum(sum(one.bids) for one in results) / len(sides) / len(results),
        "rounds with a shared win": sum(sum(one.nuggets) > 1 for one in results) / len(results),
    }
    return MatchFacts(tuple(found), measures)


def facts_of_round(match: Match, played: PlayedRound) -> list[StudyFact]:
    """By side: where it sits from who began, and its bid."""
    result, sides = played.result, match.rules.sides
    # Where totals decide (AV.2) a round has no winner: then it is who has most points.
    best = result.nuggets if any(result.nuggets) else tuple(int(one == max(result.points)) for one in result.points)
    won = [nuggets / sum(best) for nuggets in best]
    first = next(side for side, seats in enumerate(sides) if played.deal.first in seats)
    found = []
    for side in range(len(sides)):
        begins = AFTER[(side - first) % len(sides)]
        found.append(StudyFact("starter", begins, won[side], result.points[side]))
        found.append(StudyFact("bid", f"bid {result.bids[side]:2d}", won[side], result.points[side]))
    return found
