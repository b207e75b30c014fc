"""A match of Opal in words, a line at a time, in every language."""

from __future__ import annotations

from typing import TYPE_CHECKING

from karat.language import known
from thirdgame.rules import events
from thirdgame.rules.cards import show_stones

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from karat.game import Step
    from thirdgame.rules.match import Match
    from thirdgame.rules.rules import Rules

WORDS = {
    "en": {
        "match": "Opal for {players}, {rounds} rounds", "round": "Round {number}", "hand": "Seat {seat} holds {hand}.",
        "up": "{stones} are turned up; {scored}.", "scores": "seat {seat} scores {won}", "and": " and ",
        "nobody": "nobody scores", "won": "Seat {winners} won, {points}", "off": "The match was broken off here.",
    },
    "de": {
        "match": "Opal zu {players}, {rounds} Runden", "round": "Runde {number}", "hand": "Platz {seat} hält {hand}.",
        "up": "{stones} werden aufgedeckt; {scored}.", "scores": "Platz {seat} bekommt {won}", "and": " und ",
        "nobody": "niemand punktet", "won": "Platz {winners} gewinnt, {points}",
        "off": "Hier wurde die Partie abgebrochen.",
    },
    "fr": {
        "match": "Opal à {players}, {rounds} manches", "round": "Manche {number}",
        "hand": "Le siège {seat} tient {hand}.",
        "up": "{stones} sont révélées ; {scored}.", "scores": "le siège {seat} marque {won}", "and": " et ",
        "nobody": "personne ne marque", "won": "Le siège {winners} gagne, {points}",
        "off": "La partie a été interrompue ici.",
    },
    "ru": {
        "match": "Опал на {players}, раундов: {rounds}", "round": "Раунд {number}",
        "hand": "Место {seat} держит {hand}.",
        "up": "Вскрыты {stones}; {scored}.", "scores": "место {seat} получает {won}", "and": " и ",
        "nobody": "очков никому", "won": "Победа: место {winners}, {points}", "off": "Здесь партия прервана.",
    },
}  # fmt: skip


def tell(event: events.Event, language: str) -> str:
    """What happened; empty where a later event tells it."""
    words = WORDS[language]
    match event:
        case events.RoundBegan(number):
            return "## " + words["round"].format(number=number)
        case events.HandDealt(seat, hand):
            return words["hand"].format(seat=seat, hand=show_stones(hand))
        case events.StonesRevealed(stones, points):
            scored = [words["scores"].format(seat=seat, won=won) for seat, won in enumerate(points) if won]
            return words["up"].format(stones=show_stones(stones), scored=words["and"].join(scored) or words["nobody"])
        case events.MatchEnded(winners, points):
            ahead = words["and"].join(map(str, winners))
            return "# " + words["won"].format(winners=ahead, points=" : ".join(map(str, points)))
    return ""


def tell_match(rules: Rules, steps: Iterable[Step[Match]], language: str = "en") -> Iterator[str]:
    """The whole match; a line that starts with '#' is a heading."""
    words = WORDS[known(language)]
    yield "# " + words["match"].format(players=rules.players, rounds=rules.rounds)
    state = None
    for step in steps:
        state = step.state
        yield from filter(None, (tell(event, language) for event in step.events))
    if state is None or not state.is_over:
        yield words["off"]
