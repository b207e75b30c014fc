"""A match of Opal in English, a line at a time."""

from __future__ import annotations

from typing import TYPE_CHECKING

from thirdgame.rules import events
from thirdgame.rules.cards import show_stones

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from karat.game import Step
    from thirdgame.rules.match import Match
    from thirdgame.rules.rules import Rules


def tell(event: events.Event) -> str:
    """What happened; empty where a later event tells it."""
    match event:
        case events.RoundBegan(number):
            return f"# Round {number}"
        case events.HandDealt(seat, hand):
            return f"Seat {seat} holds {show_stones(hand)}."
        case events.StonesRevealed(stones, points):
            scored = [f"seat {seat} scores {won}" for seat, won in enumerate(points) if won]
            return f"{show_stones(stones)} are turned up; {' and '.join(scored) or 'nobody scores'}."
        case events.MatchEnded(winners, points):
            return f"# Seat {' and '.join(map(str, winners))} won, {' : '.join(map(str, points))}"
    return ""


def tell_match(rules: Rules, steps: Iterable[Step[Match]]) -> Iterator[str]:
    """The whole match; a line that starts with '#' is a heading."""
    yield f"# Opal for {rules.players}, {rules.rounds} rounds"
    state = None
    for step in steps:
        state = step.state
        yield from filter(None, map(tell, step.events))
    if state is None or not state.is_over:
        yield "The match was broken off here."
