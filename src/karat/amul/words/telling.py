"""A match of Amul told in words, round by round, with the score sheet at its end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from karat.amul.rules import events
from karat.amul.rules.cards import STANDARD
from karat.amul.words.events import tell
from karat.amul.words.scores import line_sentences, row_name, tell_result
from karat.words.seat_names import numbered
from karat.words.texts import TextFile

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from karat.amul import Match, Rules, ScoreSheet
    from karat.game import Step
    from karat.words.seat_names import SeatNames

TEXTS = TextFile("karat.amul.words", "telling.toml")


def tell_match(rules: Rules, steps: Iterable[Step[Match]], language: str = "en") -> Iterator[str]:
    """The whole match, a line at a time. Headings begin with `#`, those of rounds with `##`."""
    who = numbered(rules.players, language)
    yield f"# {agreed(rules, language)}"
    ended = False
    takes: list[str] = []
    for step in steps:
        for event in step.events:
            if isinstance(event, events.CardTaken):
                takes.append(tell(event, rules.cards, who).removesuffix("."))
                continue
            if takes and isinstance(event, events.PlayChosen):
                yield TEXTS.text("between_takes", language).join(takes) + "."
                takes = []
            if isinstance(event, events.RoundBegan):
                yield ""
                yield f"## {TEXTS.say('round', language, number=event.number)}"
            if isinstance(event, events.MatchScored):
                ended = True
                yield from score_lines(rules, event.sheet, who)
            elif not isinstance(event, events.OfferChosen | events.PlayChosen | events.CardDealt):
                yield tell(event, rules.cards, who)
    if takes:
        yield TEXTS.text("between_takes", language).join(takes) + "."
    if not ended:
        yield TEXTS.text("broken_off", language)


def agreed(rules: Rules, language: str) -> str:
    """Players, variants and card file in one line."""
    tea = TEXTS.say("tea", language, tea=rules.tea) if rules.tea else ""
    own = rules.cards.identity != STANDARD
    file = TEXTS.say("file", language, file=rules.cards.identity[:12]) if own else ""
    return f"{TEXTS.say('agreed', language, players=rules.players)}{tea}{file}"


def score_lines(rules: Rules, sheet: ScoreSheet, who: SeatNames) -> Iterator[str]:
    """The score pad in its order, every line explained, then who won and by what."""
    rows = [name for name, _ in sheet.rows]
    for seat, lines in enumerate(sheet.lines):
        yield ""
        yield f"# {TEXTS.say('seat', who.language, number=seat, points=sheet.points[seat])}"
        for line in sorted(lines, key=lambda line: rows.index(line.row)):
            said = line_sentences(line, rules.cards, who.language)
            row = row_name(line.row, who.language)
            yield TEXTS.say("line", who.language, row=row, line=said) if line.cards else said
    yield ""
    yield f"# {tell_result(rules.cards, sheet, who, 'short')}"
