"""What a match of Amul tells a study of the game: who held the emir card, which cards lay in whose area at the end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from karat.kit import MatchFacts, StudyFact

if TYPE_CHECKING:
    from karat.amul.rules.match import Match

PLACES = ("holds the emir card", "2nd", "3rd", "4th", "5th", "6th", "7th", "8th")


def facts_of(match: Match) -> MatchFacts:
    """Of a finished match."""
    sheet, market, players = match.sheet, match.market, match.rules.players
    assert sheet is not None  # noqa: S101 -- it is finished
    assert market is not None  # noqa: S101 -- it was dealt
    found = []
    for seat in range(players):
        won, points = (seat in sheet.winners) / len(sheet.winners), sheet.points[seat]
        found.append(StudyFact("seat", f"seat {seat}", won, points))
        found.append(StudyFact("starter", PLACES[(seat - market.emir) % players], won, points))
        names = sorted({card.id for card in market.areas[seat]})
        found += [StudyFact("card", name, won, points) for name in names]
    measures = {
        "points of the winner": float(max(sheet.points)),
        "points of a seat": sum(sheet.points) / players,
        "lead of the winner": float(max(sheet.points) - sorted(sheet.points)[-2]),
        "cards in an area": sum(map(len, market.areas)) / players,
        "matches with a shared win": float(len(sheet.winners) > 1),
    }
    return MatchFacts(tuple(found), measures)
